import { applyPatch } from "#table/jsonPatch.ts";
import type { Guest, Table } from "#table/index.ts";
import type { SeatState, ServerMessage } from "#table/messages.ts";
import type { Json } from "#core/text/json.ts";

/** A client in the same process: it holds what it was sent, and nothing else. */
export class TestGuest {
  readonly traffic: string[] = [];
  /** What it held at each number. */
  readonly states = new Map<number, SeatState>();
  state: SeatState | undefined;
  table = "";
  n = -1;
  readonly guest: Guest;

  constructor(
    table: Table,
    seat: string | null,
    since?: { table: string; n: number; state?: SeatState | undefined },
  ) {
    this.state = since?.state;
    this.n = since?.n ?? -1;
    this.guest = table.join({
      ...(seat === null ? {} : { key: table.keyOf(seat) }),
      send: (text) => this.#take(text),
      ...(since ? { since: { table: since.table, n: since.n } } : {}),
    });
  }

  #take(text: string): void {
    this.traffic.push(text);
    const message = JSON.parse(text) as ServerMessage;
    if ("hello" in message) this.table = message.hello.table;
    if ("whole" in message) [this.state, this.n] = [message.whole, message.n];
    if ("patch" in message) {
      if (message.n !== this.n + 1) throw new Error(`${message.n} came after ${this.n}`);
      this.state = applyPatch(this.state as unknown as Json, message.patch) as unknown as SeatState;
      this.n = message.n;
    }
    if (this.state) this.states.set(this.n, this.state);
  }

  /** Sends a message, and gives the answer to it. */
  async ask(message: object): Promise<Record<string, unknown>> {
    await this.guest.receive(JSON.stringify({ id: 1, ...message }));
    return JSON.parse(this.traffic.findLast((text) => "re" in (JSON.parse(text) as object))!) as Record<
      string,
      unknown
    >;
  }
}
