import { guarded, type TellFailure } from "#core/diagnostic/failure.ts";
import { inspectPaths, type FromPage, type FromRelay } from "#core/project/inspectWire.ts";
import { fileTexts, gameEntries } from "#core/project/storeSchemas.ts";
import {
  boolean,
  count,
  faultText,
  integer,
  literal,
  nullable,
  number,
  object,
  optional,
  readText,
  string,
  tagged,
  type Schema,
} from "#core/text/schema.ts";

export interface RelayListener {
  readonly opened: () => void;
  readonly received: (message: FromRelay) => void;
  readonly closed: () => void;
  /** A message could not be read or taken in: those after it are. */
  readonly failed: TellFailure;
}
export interface RelayLine {
  ask(message: FromPage): void;
  close(): void;
}

/** What the relay says. Texts of apps in it are foreign once more: `Inspection` reads them within its limits. */
export const fromRelay: Schema<FromRelay> = tagged("t", {
  hello: { looks: boolean },
  open: {
    app: count,
    stage: literal("silent", "held", "waiting", "shown", "refused"),
    way: literal("in", "out"),
    origin: nullable(string),
    at: optional(string),
    introduction: optional(
      object({
        wire: literal("stately", "xstate4", "connect"),
        name: optional(string),
        text: optional(string),
      }),
    ),
  },
  message: { app: count, text: string, at: optional(number) },
  refused: { app: count, refused: object({ rate: count, binary: count, old: count }) },
  closed: { app: count, code: integer },
  dropped: { app: count },
  crowded: { app: count },
  "not-reached": { at: string, why: literal("place", "self", "many", "no-answer") },
  pairing: { state: literal("none", "asked", "joined"), code: optional(string), pass: optional(string) },
  library: { games: gameEntries },
  game: { game: string, files: nullable(fileTexts) },
  handed: { trace: count, state: literal("waiting", "taken", "declined", "full") },
});

/** The line to the relay that serves this page. It tells once that it is closed; whoever wants another one makes one. */
export function relayLine(
  { opened, received, closed, failed }: RelayListener,
  at = location.href,
): RelayLine {
  const url = new URL(inspectPaths.pages, at);
  url.protocol = url.protocol.replace("http", "ws");
  const socket = new WebSocket(url);
  socket.addEventListener("open", guarded("inspector", failed, opened));
  const hear = guarded("inspector", failed, ({ data }: MessageEvent<unknown>) => {
    const result = readText(fromRelay, data);
    if (result.ok) received(result.value);
    // An older page and a newer server may stand on the two sides: the rest of what it says counts.
    else failed({ place: "inspector", message: faultText(result.fault) });
  });
  socket.addEventListener("message", hear);
  socket.addEventListener("close", closed);
  return {
    ask(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    close() {
      socket.removeEventListener("close", closed);
      socket.close();
    },
  };
}
