import type { RawData, WebSocket } from "ws";
import { guarded, type TellFailure } from "#core/diagnostic/failure.ts";
import { fromPage, type FromPage, type FromRelay } from "#core/project/inspectWire.ts";
import { readText } from "#core/text/schema.ts";
import {
  answerPings,
  closeAtOnce,
  HELLO_TIMEOUT_MS,
  type KeylessPlace,
} from "#adapters/server/inspect/crowd.ts";
import type { PairedPage } from "#adapters/server/inspect/Pairing.ts";
import { rateLimit } from "#adapters/server/inspect/rate.ts";

/**
 * Bytes that may wait for a page that does not read; beyond this its line is closed. The stored messages of all shown apps (`AppLine`) together are
 * less. A page without key hears of no app and gets a few short messages only.
 */
const MAX_UNSENT_BYTES_TRUSTED = 128 * 1024 * 1024;
const MAX_UNSENT_BYTES_KEYLESS = 64 * 1024;
/** Bytes that may wait before messages about apps that are not shown are held back; in normal use they never reach it. */
const MAX_UNSENT_BYTES_FOR_HIDDEN_APPS = 4 * 1024 * 1024;
/** Bytes that a page without key or pass may send in all: a hello and some requests to be joined are less than 2 KiB. */
export const MAX_KEYLESS_BYTES = 64 * 1024;
/** How often a page may ask to be joined, or part: a person presses a button. */
const PAIRINGS = { perSecond: 0.5, atOnce: 10 };

/** What a page may ask of the relay. */
export interface PageListener {
  readonly onMessage: (page: PageLine, message: FromPage) => void;
  readonly onClose: (page: PageLine) => void;
  readonly failed: TellFailure;
}

/** One page of the inspector on its WebSocket. What it asks is looked at before anything is done. */
export class PageLine implements PairedPage, KeylessPlace {
  /** It brought the key, or was joined: it hears what apps say. */
  looks = false;
  hasKey = false;
  hasGreeted = false;
  isPairing = false;
  readonly #socket: WebSocket;
  readonly #deadline: NodeJS.Timeout;
  readonly #failed: TellFailure;

  constructor(socket: WebSocket, { onMessage, onClose, failed }: PageListener) {
    this.#socket = socket;
    this.#failed = failed;
    this.#deadline = setTimeout(() => closeAtOnce(socket, 1008), HELLO_TIMEOUT_MS).unref();
    const mayPair = rateLimit(PAIRINGS);
    const hear = (data: RawData, isBinary: boolean) => {
      // `ws` gives text as a Buffer.
      const read = isBinary ? undefined : readText(fromPage, data.toString());
      if (!read?.ok) return socket.close(1008);
      const message = read.value;
      if ((message.t === "pair" || message.t === "part") && !mayPair())
        return this.#letGo("A page that asked to be joined over and over was let go");
      if (message.t === "hello") {
        this.hasGreeted = true;
        clearTimeout(this.#deadline);
      }
      onMessage(this, message);
    };
    // A throw here would end the studio with all its lines; it ends this one alone.
    socket.on(
      "message",
      guarded("inspector", failed, hear, () => socket.close(1011)),
    );
    answerPings(socket);
    socket.on("error", () => undefined);
    const close = () => {
      clearTimeout(this.#deadline);
      onClose(this);
    };
    socket.on("close", guarded("inspector", failed, close));
  }

  /** Whether so much waits for it that what it can do without is left out. */
  get isBehind(): boolean {
    return this.#socket.bufferedAmount > MAX_UNSENT_BYTES_FOR_HIDDEN_APPS;
  }
  send(message: FromRelay): void {
    const { bufferedAmount, readyState, OPEN } = this.#socket;
    if (readyState !== OPEN) return;
    const text = JSON.stringify(message);
    const bound = this.looks ? MAX_UNSENT_BYTES_TRUSTED : MAX_UNSENT_BYTES_KEYLESS;
    if (bufferedAmount + text.length <= bound) return this.#socket.send(text);
    this.#letGo("A page of the inspector that does not read what it is told was let go");
  }
  /** Ends the line because of a limit, which is reported. */
  #letGo(message: string): void {
    this.#failed({ place: "inspector", message });
    this.drop();
  }
  joined(pass: string | undefined): void {
    this.send({ t: "pairing", state: "joined", ...(pass === undefined ? {} : { pass }) });
  }
  refused(): void {
    this.isPairing = false;
    this.send({ t: "pairing", state: "none" });
  }
  settled(trace: number, state: "taken" | "declined"): void {
    this.send({ t: "handed", trace, state });
  }
  /** Another needs the place. */
  giveWay(): void {
    closeAtOnce(this.#socket, 1013);
  }
  drop(): void {
    this.#socket.terminate();
  }
}
