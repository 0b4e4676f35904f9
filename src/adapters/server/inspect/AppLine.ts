import type { RawData, WebSocket } from "ws";
import { guarded, type TellFailure } from "#core/diagnostic/failure.ts";
import { introductionOf } from "#core/inspect/introduction.ts";
import {
  maxIntroductionBytes,
  type AppIntroduction,
  type AppStage,
  type Refused,
  type RelayedApp,
} from "#core/project/inspectWire.ts";
import {
  answerPings,
  closeAtOnce,
  FIRST_MESSAGE_TIMEOUT_MS,
  pauseFlood,
  type AppPlace,
} from "#adapters/server/inspect/crowd.ts";
import { AppHistory, type AppMessage } from "#adapters/server/inspect/AppHistory.ts";
import { MESSAGES, rateLimit } from "#adapters/server/inspect/rate.ts";

/** Messages that are read in search of an introduction. A connection without one in so many speaks no protocol of ours, and is never offered to the person. */
export const MAX_INTRODUCTION_MESSAGES = 20;
/** Bytes that may wait for an app that does not read; beyond this its connection is closed. Several of the longest messages fit. */
const MAX_UNSENT_BYTES = 8 * 1024 * 1024;

/** Time between two reports of refused messages, in ms: an app that floods the server must not flood the page. */
const REFUSAL_INTERVAL_MS = 250;

export interface AppListener {
  /** It introduced itself, or said more while it has no place among those that wait. */
  readonly onIntroduction: () => void;
  /** It is shown, and said something. */
  readonly onMessage: (message: AppMessage) => void;
  readonly refused: (refused: Refused) => void;
  readonly closed: (code: number) => void;
  readonly failed: TellFailure;
}

/** One app on its WebSocket. What it says is text that is kept and handed on; nothing is read from it here but who it is, and where a replay begins. */
export class AppLine implements AppPlace {
  readonly app: number;
  stage: AppStage;
  readonly #from: Omit<RelayedApp, "app" | "stage" | "introduction">;
  readonly #socket: WebSocket;
  readonly #listener: AppListener;
  readonly #history = new AppHistory();
  /** Messages that came and were taken. */
  #count = 0;
  #introduction: AppIntroduction | undefined;
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
    this.#deadline = setTimeout(() => closeAtOnce(socket, 1008), FIRST_MESSAGE_TIMEOUT_MS).unref();
    const may = rateLimit(MESSAGES);
    const hear = (data: RawData, isBinary: boolean) => {
      if (!may()) this.#refuse("rate");
      else if (isBinary) this.#refuse("binary");
      // `ws` gives text as a Buffer.
      else this.#hear(data.toString());
    };
    // A throw here would end the studio with all its lines; it ends this one alone.
    socket.on(
      "message",
      guarded("inspector", listener.failed, hear, () => socket.close(1011)),
    );
    answerPings(socket);
    pauseFlood(socket);
    // `close` follows; of a message that was too large it only says that the line broke.
    let tooLarge = false;
    socket.on("error", ({ code }: NodeJS.ErrnoException) => {
      tooLarge ||= code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH";
    });
    const close = (broke: number) => {
      const code = tooLarge ? 1009 : broke;
      clearTimeout(this.#refusedSoon);
      clearTimeout(this.#deadline);
      this.#ended = code;
      listener.refused(this.refused);
      listener.closed(code);
    };
    socket.on("close", guarded("inspector", listener.failed, close));
  }

  /** @param isBrief without what it said of itself word for word */
  about(isBrief = false): RelayedApp {
    const about = { app: this.app, stage: this.stage, ...this.#from };
    if (!this.#introduction || this.stage === "refused") return about;
    const { text, ...introduction } = this.#introduction;
    return { ...about, introduction: { ...introduction, ...(isBrief || !text ? {} : { text }) } };
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
    return this.#count === 0 && this.#refused.binary === 0;
  }
  /** What it said so far, as far as it is kept, once it may be heard. */
  get history(): readonly AppMessage[] {
    return this.stage === "shown" ? this.#history.messages : [];
  }

  #hear(text: string): void {
    if (this.stage === "refused") return;
    const message = { text, at: Date.now(), bytes: Buffer.byteLength(JSON.stringify(text)) };
    this.#count++;
    this.#read(message);
    if (this.#introduction && (this.stage === "silent" || this.stage === "held"))
      this.#listener.onIntroduction();
    this.#refused.old += this.#history.add(message, this.stage);
    if (this.stage !== "shown") return;
    clearTimeout(this.#deadline);
    this.#listener.onMessage(message);
  }
  #read({ text, bytes }: AppMessage): void {
    if (this.#introduction || this.#count > MAX_INTRODUCTION_MESSAGES) return;
    const read = introductionOf(text, this.peer);
    if (!read) return;
    clearTimeout(this.#deadline);
    const { origin: _, ...introduction } = read;
    this.#introduction = { ...introduction, ...(bytes <= maxIntroductionBytes ? { text } : {}) };
  }
  #refuse(why: "rate" | "binary"): void {
    this.#refused[why]++;
    this.#refusedSoon ??= setTimeout(() => {
      this.#refusedSoon = undefined;
      this.#listener.refused(this.refused);
    }, REFUSAL_INTERVAL_MS).unref();
  }

  /** It has another place from now on. */
  become(stage: "held" | "waiting" | "shown"): void {
    this.stage = stage;
    this.#refused.old += this.#history.fit(stage);
  }
  /** A person said no: the line stays, so that the app does not come again at once, and nothing of it is kept. */
  silence(): void {
    this.stage = "refused";
    this.#history.clear();
  }
  send(text: string): void {
    const { bufferedAmount, readyState, OPEN } = this.#socket;
    if (readyState !== OPEN) return;
    if (bufferedAmount + text.length <= MAX_UNSENT_BYTES) return this.#socket.send(text);
    this.#listener.failed({
      place: "inspector",
      message: "An app that does not read what it is sent was let go",
    });
    this.drop();
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
