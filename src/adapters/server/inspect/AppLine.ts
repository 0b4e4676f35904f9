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
  FIRST_MESSAGE_DEADLINE,
  pauseFlood,
  type AppPlace,
} from "#adapters/server/inspect/crowd.ts";
import { MESSAGES, rateLimit } from "#adapters/server/inspect/rate.ts";

/** How much of what an app said is kept for a page that comes later, or for a person's word: the newest. Bytes as a page is told them. */
const MAX_KEPT = { messages: 5_000, bytes: 4 * 1024 * 1024 };
/** Of a line that takes a silent one's place: the first. */
export const MAX_KEPT_START = { messages: 100, bytes: 64 * 1024 };
/** Messages that are read for an introduction. A line that says as many others is of none of our wires, and nobody is asked about it. */
export const MAX_READ_MESSAGES = 20;
/** What may wait for an app that does not read what it is sent, in bytes; beyond, its line is closed. Several of the longest messages. */
const MAX_WAITING_FOR_APP = 8 * 1024 * 1024;

/** Time between two words of what was refused: who floods us shall not flood the page. In ms. */
const REFUSED_EVERY = 250;

/** How an app with `turnwright/connect` begins to say everything (`core/inspect/connect.ts`). */
const greeting = '{"type":"turnwright.app"';

/** A message, and when it came. */
export interface SaidByApp {
  readonly text: string;
  readonly at: number;
  /** As a page is told it. */
  readonly bytes: number;
}

export interface AppListener {
  /** It introduced itself, or said more while it has no place among those that wait. */
  readonly asks: () => void;
  /** It is shown, and said something. */
  readonly said: (what: SaidByApp) => void;
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
  readonly #kept: SaidByApp[] = [];
  #bytes = 0;
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
    this.#deadline = setTimeout(() => closeAtOnce(socket, 1008), FIRST_MESSAGE_DEADLINE).unref();
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
  get kept(): readonly SaidByApp[] {
    return this.stage === "shown" ? this.#kept : [];
  }

  #hear(text: string): void {
    if (this.stage === "refused") return;
    const said = { text, at: Date.now(), bytes: Buffer.byteLength(JSON.stringify(text)) };
    this.#count++;
    this.#read(said);
    if (this.#introduction && (this.stage === "silent" || this.stage === "held")) this.#listener.asks();
    this.#keep(said);
    if (this.stage !== "shown") return;
    clearTimeout(this.#deadline);
    this.#listener.said(said);
  }
  #read({ text, bytes }: SaidByApp): void {
    if (this.#introduction || this.#count > MAX_READ_MESSAGES) return;
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
    }, REFUSED_EVERY).unref();
  }
  #keep(said: SaidByApp): void {
    // Everything that it kept follows, from the start: what was kept here would only push that out.
    if (said.text.startsWith(greeting)) this.#bytes = this.#kept.length = 0;
    this.#kept.push(said);
    this.#bytes += said.bytes;
    this.#fit();
  }
  /** Lets go of what its stage does not keep. */
  #fit(): void {
    const isStart = this.stage === "silent" || this.stage === "held";
    const { messages, bytes } = isStart ? MAX_KEPT_START : MAX_KEPT;
    while (this.#kept.length > messages || this.#bytes > bytes) {
      this.#bytes -= (isStart ? this.#kept.pop() : this.#kept.shift())?.bytes ?? 0;
      this.#refused.old++;
    }
  }

  /** It has another place from now on. */
  become(stage: "held" | "waiting" | "shown"): void {
    this.stage = stage;
    this.#fit();
  }
  /** A person said no: the line stays, so that the app does not come again at once, and nothing of it is kept. */
  silence(): void {
    this.stage = "refused";
    this.#bytes = this.#kept.length = 0;
  }
  send(text: string): void {
    const { bufferedAmount, readyState, OPEN } = this.#socket;
    if (readyState !== OPEN) return;
    if (bufferedAmount + text.length <= MAX_WAITING_FOR_APP) return this.#socket.send(text);
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
