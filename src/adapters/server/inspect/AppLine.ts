import type { RawData, WebSocket } from "ws";
import type { Refused, RelayedApp } from "#core/project/inspectWire.ts";
import { rateLimit } from "#adapters/server/inspect/rate.ts";

/** How much of what an app said is kept for a page that comes later. */
const keptMessages = 5_000;
const keptChars = 4 * 1024 * 1024;

/** How an app with `turnwright/connect` begins to say everything (`core/inspect/connect.ts`). */
const greeting = '{"type":"turnwright.app"';

/** A message, and when it came. */
export interface SaidByApp {
  readonly text: string;
  readonly at: number;
}

export interface Listening {
  readonly said: (what: SaidByApp) => void;
  readonly refused: (refused: Refused) => void;
  readonly closed: (code: number) => void;
}

/** One app on its WebSocket. What it says is text that is kept and handed on; nothing is read from it here but where a replay begins. */
export class AppLine {
  readonly about: RelayedApp;
  readonly #socket: WebSocket;
  readonly #kept: SaidByApp[] = [];
  #chars = 0;
  #refused: { rate: number; binary: number; old: number } = { rate: 0, binary: 0, old: 0 };
  #told: NodeJS.Timeout | undefined;
  /** Code of the WebSocket's end; undefined while it is open. */
  #ended: number | undefined;

  constructor(about: RelayedApp, socket: WebSocket, listening: Listening) {
    this.about = about;
    this.#socket = socket;
    const may = rateLimit();
    const refuse = (why: "rate" | "binary") => {
      this.#refused[why]++;
      // One word for many: who floods us shall not flood the page.
      this.#told ??= setTimeout(() => {
        this.#told = undefined;
        listening.refused(this.refused);
      }, 250).unref();
    };
    socket.on("message", (data: RawData, isBinary: boolean) => {
      if (!may()) return refuse("rate");
      if (isBinary) return refuse("binary");
      const said = { text: String(data), at: Date.now() };
      this.#keep(said);
      listening.said(said);
    });
    // `close` follows; of a message that was too large it only says that the line broke.
    let tooLarge = false;
    socket.on("error", ({ code }: NodeJS.ErrnoException) => {
      tooLarge ||= code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH";
    });
    socket.on("close", (broke) => {
      const code = tooLarge ? 1009 : broke;
      clearTimeout(this.#told);
      this.#ended = code;
      listening.refused(this.refused);
      listening.closed(code);
    });
  }

  get refused(): Refused {
    return { ...this.#refused };
  }
  get ended(): number | undefined {
    return this.#ended;
  }
  /** What it said so far, as far as it is kept. */
  get kept(): readonly SaidByApp[] {
    return this.#kept;
  }

  #keep(said: SaidByApp): void {
    const { text } = said;
    // Everything that it kept follows, from the start: what was kept here would only push that out.
    if (text.startsWith(greeting)) this.#chars = this.#kept.length = 0;
    this.#kept.push(said);
    this.#chars += text.length;
    while (this.#kept.length > keptMessages || this.#chars > keptChars) {
      this.#chars -= this.#kept.shift()?.text.length ?? 0;
      this.#refused.old++;
    }
  }

  send(text: string): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(text);
  }
  end(): void {
    this.#socket.close(1000);
  }
  drop(): void {
    this.#socket.terminate();
  }
}
