import type { RawData, WebSocket } from "ws";
import type { FromPage, FromRelay } from "#core/project/inspectWire.ts";
import { closeAtOnce, HELLO_DEADLINE, type KeylessPlace } from "#adapters/server/inspect/crowd.ts";
import type { PairedPage } from "#adapters/server/inspect/Pairing.ts";

/**
 * How much may wait for a page that does not read what it is told, in bytes; beyond, it is let go. All that the apps said which are shown (`AppLine`),
 * told at once, is less; one that hears of no app is told a few words.
 */
const MAX_WAITING_FOR_OWN = 128 * 1024 * 1024;
const MAX_WAITING_FOR_KEYLESS = 64 * 1024;
/** What a page without key or pass may say in all, in bytes: a hello and some wishes to be joined are less than 2 KiB. */
export const MAX_KEYLESS_BYTES = 64 * 1024;

/** What a page may ask of the relay. */
export interface PageListener {
  readonly asked: (page: PageLine, what: FromPage) => void;
  readonly gone: (page: PageLine) => void;
}

/** One page of the inspector on its WebSocket. What it asks is looked at before anything is done. */
export class PageLine implements PairedPage, KeylessPlace {
  /** It brought the key, or was joined: it hears what apps say. */
  looks = false;
  hasKey = false;
  hasGreeted = false;
  isAsking = false;
  readonly #socket: WebSocket;
  readonly #deadline: NodeJS.Timeout;

  constructor(socket: WebSocket, { asked, gone }: PageListener) {
    this.#socket = socket;
    this.#deadline = setTimeout(() => closeAtOnce(socket, 1008), HELLO_DEADLINE).unref();
    socket.on("message", (data: RawData, isBinary: boolean) => {
      // A throw here would end the studio with all its lines; it ends this one alone.
      try {
        const what = isBinary ? undefined : readAsked(String(data));
        if (!what) return socket.close(1008);
        if (what.t === "hello") {
          this.hasGreeted = true;
          clearTimeout(this.#deadline);
        }
        asked(this, what);
      } catch {
        socket.close(1011);
      }
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearTimeout(this.#deadline);
      gone(this);
    });
  }

  tell(what: FromRelay): void {
    const bound = this.looks ? MAX_WAITING_FOR_OWN : MAX_WAITING_FOR_KEYLESS;
    if (this.#socket.bufferedAmount > bound) return this.#socket.terminate();
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(what));
  }
  joined(pass: string | undefined): void {
    this.tell({ t: "pairing", state: "joined", ...(pass === undefined ? {} : { pass }) });
  }
  refused(): void {
    this.isAsking = false;
    this.tell({ t: "pairing", state: "none" });
  }
  settled(trace: number, state: "taken" | "declined"): void {
    this.tell({ t: "handed", trace, state });
  }
  /** Another needs the place. */
  giveWay(): void {
    closeAtOnce(this.#socket, 1013);
  }
  drop(): void {
    this.#socket.terminate();
  }
}

/** What a page asks, when it has the form of that. */
function readAsked(text: string): FromPage | undefined {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof said !== "object" || said === null) return undefined;
  const fields = said as Readonly<Record<string, unknown>>;
  const isText = (key: string) => typeof fields[key] === "string";
  const isNumber = (key: string) => typeof fields[key] === "number";
  const forms: Readonly<Record<string, () => boolean>> = {
    hello: () => ["key", "pass"].every((name) => fields[name] === undefined || isText(name)),
    send: () => isNumber("app") && isText("text"),
    reach: () => isText("at"),
    leave: () => isNumber("app"),
    approve: () => isNumber("app"),
    refuse: () => isNumber("app"),
    pair: () => true,
    part: () => true,
    library: () => true,
    game: () => isText("game"),
    hand: () => isTrace(fields["trace"]),
  };
  const { t } = fields;
  return typeof t === "string" && Object.hasOwn(forms, t) && forms[t]?.() ? (said as FromPage) : undefined;
}

const isTrace = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false;
  const { game, machine = "", scenario } = value as Readonly<Record<string, unknown>>;
  return [game, machine, scenario].every((text) => typeof text === "string");
};
