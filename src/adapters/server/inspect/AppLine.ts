import type { RawData, WebSocket } from "ws";
import { maxIntroduction, type AppStage, type Refused, type RelayedApp } from "#core/project/inspectWire.ts";
import { closeAtOnce, FIRST_MESSAGE_DEADLINE, type AppPlace } from "#adapters/server/inspect/crowd.ts";
import { rateLimit } from "#adapters/server/inspect/rate.ts";

/** How much of what an app said is kept for a page that comes later, or for a person's word. */
const MAX_KEPT_MESSAGES = 5_000;
const MAX_KEPT_CHARS = 4 * 1024 * 1024;

/** Time between two words of what was refused: who floods us shall not flood the page. In ms. */
const REFUSED_EVERY = 250;

/** How an app with `turnwright/connect` begins to say everything (`core/inspect/connect.ts`). */
const greeting = '{"type":"turnwright.app"';

/** A message, and when it came. */
export interface SaidByApp {
  readonly text: string;
  readonly at: number;
}

export interface AppListener {
  /** Its first message came. @returns whether there is a place for an app that speaks */
  readonly begins: () => boolean;
  readonly said: (what: SaidByApp) => void;
  readonly refused: (refused: Refused) => void;
  readonly closed: (code: number) => void;
}

/** One app on its WebSocket. What it says is text that is kept and handed on; nothing is read from it here but where a replay begins. */
export class AppLine implements AppPlace {
  readonly app: number;
  stage: AppStage;
  readonly #from: Omit<RelayedApp, "app" | "stage">;
  readonly #socket: WebSocket;
  readonly #listener: AppListener;
  readonly #kept: SaidByApp[] = [];
  #chars = 0;
  /** Messages that came and were taken. */
  #count = 0;
  #refused: { rate: number; binary: number; old: number } = { rate: 0, binary: 0, old: 0 };
  #refusedSoon: NodeJS.Timeout | undefined;
  readonly #deadline: NodeJS.Timeout;
  /** Code of the WebSocket's end; undefined while it is open. */
  #ended: number | undefined;

  constructor({ app, stage, ...from }: RelayedApp, socket: WebSocket, listener: AppListener) {
    this.app = app;
    this.stage = stage;
    this.#from = from;
    this.#socket = socket;
    this.#listener = listener;
    this.#deadline = setTimeout(() => closeAtOnce(socket, 1008), FIRST_MESSAGE_DEADLINE).unref();
    const may = rateLimit();
    socket.on("message", (data: RawData, isBinary: boolean) => {
      // A throw here would end the studio with all its lines; it ends this one alone.
      try {
        if (!may()) this.#refuse("rate");
        else if (isBinary) this.#refuse("binary");
        // `ws` gives text as a Buffer.
        else this.#hear({ text: data.toString(), at: Date.now() });
      } catch {
        socket.close(1011);
      }
    });
    // `close` follows; of a message that was too large it only says that the line broke.
    let tooLarge = false;
    socket.on("error", ({ code }: NodeJS.ErrnoException) => {
      tooLarge ||= code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH";
    });
    socket.on("close", (broke) => {
      const code = tooLarge ? 1009 : broke;
      clearTimeout(this.#refusedSoon);
      clearTimeout(this.#deadline);
      this.#ended = code;
      listener.refused(this.refused);
      listener.closed(code);
    });
  }

  get about(): RelayedApp {
    return { app: this.app, stage: this.stage, ...this.#from };
  }
  /** The pages of one origin are one peer, and so are all programs (`crowd.ts`). */
  get peer(): string {
    return this.#from.origin ?? "";
  }
  get refused(): Refused {
    return { ...this.#refused };
  }
  get ended(): number | undefined {
    return this.#ended;
  }
  get isOver(): boolean {
    return this.#ended !== undefined;
  }
  get isSilent(): boolean {
    return this.#count === 0;
  }
  /** What it said so far, as far as it is kept and its stage lets it be heard. */
  get kept(): readonly SaidByApp[] {
    return this.stage === "shown" ? this.#kept : this.#kept.slice(0, maxIntroduction);
  }

  #hear(said: SaidByApp): void {
    if (this.stage === "refused") return;
    if (this.stage === "silent" && !this.#listener.begins()) return this.giveWay();
    clearTimeout(this.#deadline);
    this.#count++;
    this.#keep(said);
    if (this.stage === "shown" || this.#count <= maxIntroduction) this.#listener.said(said);
  }
  #refuse(why: "rate" | "binary"): void {
    this.#refused[why]++;
    this.#refusedSoon ??= setTimeout(() => {
      this.#refusedSoon = undefined;
      this.#listener.refused(this.refused);
    }, REFUSED_EVERY).unref();
  }
  #keep(said: SaidByApp): void {
    const { text } = said;
    // Everything that it kept follows, from the start: what was kept here would only push that out.
    if (text.startsWith(greeting)) this.#chars = this.#kept.length = 0;
    this.#kept.push(said);
    this.#chars += text.length;
    while (this.#kept.length > MAX_KEPT_MESSAGES || this.#chars > MAX_KEPT_CHARS) {
      this.#chars -= this.#kept.shift()?.text.length ?? 0;
      this.#refused.old++;
    }
  }

  /** A person said no: the line stays, so that the app does not come again at once, and nothing of it is kept. */
  silence(): void {
    this.stage = "refused";
    this.#chars = this.#kept.length = 0;
  }
  send(text: string): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(text);
  }
  end(): void {
    this.#socket.close(1000);
  }
  /** Another needs the place. */
  giveWay(): void {
    closeAtOnce(this.#socket, 1013);
  }
  drop(): void {
    this.#socket.terminate();
  }
}
