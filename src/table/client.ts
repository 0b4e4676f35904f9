/** `turnwright/table/client`: what a page needs to sit at a table. Knows no game and no XState. */
import type { MoveOffer, PlayEvent } from "#core/entries/play.ts";
import type { Json } from "#core/text/json.ts";
import { applyPatch } from "#table/jsonPatch.ts";
import type { SeatChange, SeatState, ServerMessage, TableRefusal } from "#table/messages.ts";

export { applyPatch } from "#table/jsonPatch.ts";
export type { PatchStep } from "#table/jsonPatch.ts";
export type { ClientMessage, SeatChange, SeatState, ServerMessage, TableRefusal } from "#table/messages.ts";

export interface TableClientOptions {
  /** Sends a text to the server; called only between `opened` and `closed`. */
  readonly send: (text: string) => void;
  /** After each change, with what was done; without that after a whole state. */
  readonly onState: (state: SeatState, change?: SeatChange) => void;
  /** Which seats want a step back. */
  readonly onUndo?: (agreed: readonly string[]) => void;
}

/** Answer to `send` and `undo`: nothing when it was accepted. */
export type Answer = TableRefusal | undefined;

/** Holds what a seat sees of a table, over any connection that keeps the order of messages. */
export class TableClient {
  readonly #options: TableClientOptions;
  readonly #waiting = new Map<number, { done: (value: never) => void; failed: (error: Error) => void }>();
  #count = 0;
  #table = "";
  #n = -1;
  seat: string | null = null;
  state: SeatState | undefined;

  constructor(options: TableClientOptions) {
    this.#options = options;
  }

  /** What a client that comes back hands to the server's `join`; undefined for the first time. */
  get since(): { readonly table: string; readonly n: number } | undefined {
    return this.state && { table: this.#table, n: this.#n };
  }

  send(event: PlayEvent): Promise<Answer> {
    return this.#ask({ send: event });
  }

  undo(isWanted = true): Promise<Answer> {
    return this.#ask({ undo: isWanted });
  }

  /** What an event may be built from; fields that are chosen already may stand in it. */
  moves(event: PlayEvent): Promise<readonly MoveOffer[]> {
    return this.#ask({ moves: event });
  }

  /** Takes a message of the server as it came. @throws Error when one was lost: connect again with `since` */
  receive(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    if ("hello" in message) [this.#table, this.seat] = [message.hello.table, message.hello.seat];
    else if ("whole" in message) this.#become(message.n, message.whole);
    else if ("patch" in message) this.#follow(message);
    else if ("undo" in message) this.#options.onUndo?.(message.undo.agreed);
    else this.#settle(message);
  }

  /** The connection is gone: whether the server has what was sent last is seen after coming back. */
  closed(): void {
    for (const { failed } of this.#waiting.values()) failed(new Error("The connection was closed"));
    this.#waiting.clear();
  }

  #follow({ n, change, patch }: Extract<ServerMessage, { patch: unknown }>): void {
    if (n <= this.#n) return;
    if (!this.state || n !== this.#n + 1) throw new Error(`Message ${n} came after ${this.#n}`);
    this.#become(n, applyPatch(this.state as unknown as Json, patch) as unknown as SeatState, change);
  }

  #become(n: number, state: SeatState, change?: SeatChange): void {
    this.#n = n;
    this.state = state;
    this.#options.onState(state, change);
  }

  #settle(message: Extract<ServerMessage, { re: unknown }>): void {
    const id = Number(message.re);
    const answer = "moves" in message ? message.moves : "refused" in message ? message.refused : undefined;
    this.#waiting.get(id)?.done(answer as never);
    this.#waiting.delete(id);
  }

  #ask<T>(message: object): Promise<T> {
    const id = ++this.#count;
    return new Promise<T>((done, failed) => {
      this.#waiting.set(id, { done, failed });
      this.#options.send(JSON.stringify({ id, ...message }));
    });
  }
}
