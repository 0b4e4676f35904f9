import { PlayError, type Outcome, type PlayAnswer, type PlayEvent, type Player } from "#core/entries/play.ts";
import type { Json } from "#core/text/json.ts";
import { drawAct, isSameKey, seatKey, tableId } from "#table/chance.ts";
import { TableProjection } from "#table/TableProjection.ts";
import { patchBetween, type PatchStep } from "#table/jsonPatch.ts";
import {
  readMessage,
  type ClientMessage,
  type SeatState,
  type ServerMessage,
  type TableRefusal,
} from "#table/messages.ts";
import { scenarioOf, type TableScenario } from "#table/scenarioOf.ts";
import type { TableDraft, TableHistory } from "#table/TableHistory.ts";
import type { Guest, JoinOptions, TableGame, TableOptions } from "#table/tableOptions.ts";
import type { LogChange, TableMeta } from "#table/TableStore.ts";

/** Acts of chance in a row before a table takes it for a game that never ends. */
const MAX_OWN_ACTS = 1_000;
/** A client that missed more than so many entries is given the whole state. */
const MAX_DELTAS = 200;
/** Messages of one client that may wait for their answers, as while the store is slow. */
const MAX_WAITING = 256;

/** What somebody does. Time passes by the clock alone, and nobody can ask for it. */
type Act = Exclude<LogChange, { readonly advance: number }>;

/** A table at which a game is played: it alone decides, in the order in which messages arrive. */
export class Table {
  readonly id: string;
  readonly seats: readonly string[];
  readonly #meta: TableMeta;
  readonly #player: Player;
  readonly #projection: TableProjection;
  readonly #options: TableOptions;
  readonly #history: TableHistory;
  readonly #guests = new Map<Guest, (text: string) => unknown>();
  readonly #seen = new Map<string | null, { n: number; state: SeatState }>();
  readonly #byFields: ReadonlyMap<string, boolean>;
  #votes = new Set<string>();
  #queue: Promise<unknown> = Promise.resolve();
  #stopped = false;

  /** Use `createTable`. */
  constructor(
    game: TableGame,
    options: TableOptions,
    player: Player,
    meta: TableMeta,
    history: TableHistory,
  ) {
    this.#options = options;
    this.#player = player;
    this.#meta = meta;
    this.#history = history;
    this.#projection = new TableProjection(player, game.kit.spec, game.kit.view, options.may ?? true);
    this.id = tableId(meta.secret);
    const { seats } = history.at(0).view.context;
    this.seats = Array.isArray(seats) ? (seats as Json[]).filter((seat) => typeof seat === "string") : [];
    this.#byFields = new Map(
      (game.kit.spec.events ?? []).map(({ type, fields }) => [
        type,
        fields.some(({ name }) => name === "by"),
      ]),
    );
  }

  /** The secret key of a seat: send it to the person who plays it, and to nobody else. @throws RangeError for no seat of this game */
  keyOf(seat: string): string {
    if (!this.seats.includes(seat))
      throw new RangeError(`There is no seat ${seat}; the seats are ${this.seats.join(", ")}`);
    return seatKey(this.#meta.secret, seat);
  }

  /** The seat of a key; undefined for a wrong one. */
  seatOf(key: string): string | undefined {
    // It may come from JSON of a stranger.
    if (typeof key !== "string") return undefined;
    return this.seats.find((seat) => isSameKey(this.#meta.secret, key, this.keyOf(seat)));
  }

  /** How much was done. */
  get n(): number {
    return this.#history.n;
  }

  /** Where the game stands, with everything that is hidden: for the server alone. */
  get outcome(): Outcome {
    return this.#history.tip;
  }

  /** The game so far as a scenario, which `turnwright play ID --scenario FILE` replays. It has everything that is hidden. */
  scenario(): TableScenario {
    const { in: active, context } = this.outcome.view;
    return scenarioOf(this.#meta.input, this.#history.log, `Table ${this.id}`, { in: active, context });
  }

  /** Lets a client in. @throws RangeError for a key of no seat */
  join({ key, send, since }: JoinOptions): Guest {
    const seat = key === undefined ? null : this.seatOf(key);
    if (seat === undefined) throw new RangeError("This key belongs to no seat of this table");
    let waiting = 0;
    const guest: Guest = {
      seat,
      receive: async (text) => {
        if (waiting >= MAX_WAITING) return this.#refuseBusy(guest, text);
        waiting++;
        await this.#inOrder(() => this.#receive(guest, text)).finally(() => waiting--);
      },
      leave: () => void this.#guests.delete(guest),
    };
    this.#guests.set(guest, send);
    const { n } = this;
    this.#tell(guest, { hello: { table: this.id, seat, n } });
    const from = since?.table === this.id && Number.isInteger(since.n) ? since.n : -1;
    if (from < 0 || from > n || n - from > MAX_DELTAS) this.#tell(guest, { n, whole: this.#latest(seat) });
    else for (const delta of this.#deltasOf(seat, from)) this.#tell(guest, delta);
    if (this.#votes.size > 0) this.#tell(guest, { undo: { agreed: [...this.#votes] } });
    return guest;
  }

  /** Does something as chance or the table, such as a fact of card text. @returns why it was refused; undefined when it was done */
  act(event: PlayEvent & { readonly by: "chance" | "table" }): Promise<TableRefusal | undefined> {
    return this.#inOrder(() => this.#step({ send: event }));
  }

  /** Answers for an actor of the machine. */
  answer(answer: PlayAnswer): Promise<TableRefusal | undefined> {
    return this.#inOrder(() => this.#step({ answer }));
  }

  /** Milliseconds until the next `after` transition falls due; undefined when none runs. Call `tick` then. */
  dueIn(): number | undefined {
    const due = this.outcome.state.timers.map((timer) => timer.due);
    return due.length === 0
      ? undefined
      : Math.max(0, Math.min(...due) - this.outcome.state.clock - this.#elapsed());
  }

  /** Fires what fell due by now. */
  tick(): Promise<TableRefusal | undefined> {
    return this.#inOrder(async () => (this.dueIn() === 0 ? this.#step(undefined) : undefined));
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  /** Since the last entry; time passes only while a delay runs. */
  #elapsed(): number {
    const last = this.#history.log.at(-1)?.at;
    return last === undefined || this.outcome.state.timers.length === 0 ? 0 : Math.max(0, this.#now() - last);
  }

  #inOrder<T>(job: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(job);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  #refuseBusy(guest: Guest, text: unknown): void {
    const message = `At most ${MAX_WAITING} messages may wait for their answers`;
    this.#tell(guest, { re: readMessage(text, parseSafely).id, refused: { code: "busy", message } });
  }

  async #receive(guest: Guest, text: unknown): Promise<void> {
    const read = readMessage(text, parseSafely);
    const refuse = (refused: TableRefusal) => this.#tell(guest, { re: read.id, refused });
    if ("fault" in read) return refuse({ code: "malformed", message: read.fault });
    const { seat } = guest;
    if (seat === null) return refuse({ code: "spectator", message: "A spectator can send nothing" });
    const { message } = read;
    const event = "send" in message ? message.send : "moves" in message ? message.moves : undefined;
    if (event?.["by"] !== undefined && event["by"] !== seat)
      return refuse({ code: "forged", message: "by: expected the own seat, or nothing" });
    if ("moves" in message) {
      const moves = this.#projection.moves(this.outcome, seat, this.#bySeat(message.moves, seat));
      return this.#tell(guest, { re: read.id, moves });
    }
    const refused = await this.#change(message, seat);
    if (refused) return refuse(refused);
    this.#tell(guest, { re: read.id, ok: true, n: this.n });
  }

  async #change(
    message: Exclude<ClientMessage, { moves: unknown }>,
    seat: string,
  ): Promise<TableRefusal | undefined> {
    if ("undo" in message) return this.#vote(seat, message.undo);
    if ("send" in message) return this.#step({ send: this.#bySeat(message.send, seat) }, seat);
    return undefined;
  }

  /** The event of a seat, whatever its message says. An event whose type has no `by` is nobody's. */
  #bySeat(event: PlayEvent, seat: string): PlayEvent {
    const { by: _, ...rest } = event;
    return (this.#byFields.get(event.type) ?? true)
      ? ({ ...rest, by: seat } as PlayEvent)
      : (rest as PlayEvent);
  }

  async #vote(seat: string, isFor: boolean): Promise<TableRefusal | undefined> {
    const target = this.#history.undoTarget();
    if (target === undefined) return { code: "nothing-to-undo", message: "No seat has done anything yet" };
    if (isFor) this.#votes.add(seat);
    else this.#votes.clear();
    if (this.seats.every((other) => this.#votes.has(other))) return this.#step({ undo: target });
    this.#tellVotes();
    return undefined;
  }

  #tellVotes(): void {
    for (const guest of this.#guests.keys()) this.#tell(guest, { undo: { agreed: [...this.#votes] } });
  }

  /**
   * Does something, and all that chance does then; stores it, and only then shows it.
   * @param change undefined when only time passes
   */
  async #step(change: Act | undefined, seat?: string): Promise<TableRefusal | undefined> {
    if (this.#stopped) return { code: "stopped", message: "This table is stopped" };
    const draft = this.#history.draft();
    try {
      const elapsed = this.#elapsed();
      if (!change || elapsed > 0) draft.pass(this.#now(), elapsed);
      const outcome = change && draft.add({ at: this.#now(), ...change });
      if (change && outcome?.refused && "send" in change) {
        const reasons =
          seat === undefined ? outcome.reasons : this.#projection.reasons(this.outcome, seat, change.send);
        return { code: "rules", message: "The game does not allow this now", reasons };
      }
      if (!change || !("undo" in change)) this.#actFor(draft);
    } catch (error) {
      if (!(error instanceof PlayError)) throw error;
      this.#options.onError?.(error);
      return { code: "fault", message: "The machine could not do this; nothing has changed" };
    }
    return this.#store(draft);
  }

  /** What chance does at the start, or did not come to do before a crash. */
  async begin(): Promise<void> {
    const last = this.#history.log.at(-1);
    if (last && "undo" in last) return;
    const draft = this.#history.draft();
    this.#actFor(draft);
    const refused = await this.#store(draft);
    if (refused) throw new Error(refused.message);
  }

  #actFor(draft: TableDraft): void {
    const plays = this.#options.plays ?? ["chance", "table"];
    for (let acts = 0; ; acts++) {
      const { state, view } = draft.tip;
      if (view.status !== "active") return;
      const isAsked = (by: string) => view.asks.includes(by);
      const by = plays.find((who) => isAsked(who) && (who === "chance" || !this.seats.some(isAsked)));
      const event = by && drawAct(this.#player, state, by, this.#meta.secret, draft.n);
      if (!event) return;
      if (acts >= MAX_OWN_ACTS)
        throw new PlayError({
          code: "over-budget",
          message: `More than ${MAX_OWN_ACTS} acts of ${by} in a row`,
        });
      if (draft.add({ at: this.#now(), send: event }).refused) return;
    }
  }

  async #store(draft: TableDraft): Promise<TableRefusal | undefined> {
    const from = this.n;
    if (draft.entries.length === 0) return undefined;
    try {
      await this.#options.store.append(from, draft.entries);
    } catch (error) {
      // What of it is stored is not known here: only a new start reads that.
      this.#stopped = true;
      this.#options.onError?.(error);
      return { code: "stopped", message: "The table could not be stored, and is stopped" };
    }
    // Whoever joins while these are sent has been given the latest state already.
    const guests = [...this.#guests.keys()];
    const held = new Map(guests.map(({ seat }) => [seat, this.#latest(seat)]));
    this.#history.commit(draft);
    const hadVotes = this.#votes.size > 0;
    this.#votes = new Set();
    for (const [seat, state] of held) {
      const deltas = this.#deltas(seat, from, state, draft.outcomes);
      for (const guest of guests)
        if (guest.seat === seat) for (const delta of deltas) this.#tell(guest, delta);
    }
    if (hadVotes) this.#tellVotes();
    return undefined;
  }

  /** For a client that comes back. Its `may` is set first: whether its state was over when it was sent is not known. */
  #deltasOf(seat: string | null, from: number): ServerMessage[] {
    if (from === this.n) return [];
    const [base, ...outcomes] = this.#history.since(from);
    const held = this.#projection.passed(base!, seat);
    const first: PatchStep[] = held.may ? [{ op: "add", path: "/may", value: [] }] : [];
    return this.#deltas(seat, from, held, outcomes, first);
  }

  /** The messages that lead from the state after `from` entries to the latest. Only of that it is worked out what the seat may send. */
  #deltas(
    seat: string | null,
    from: number,
    held: SeatState,
    outcomes: readonly Outcome[],
    first: readonly PatchStep[] = [],
  ): ServerMessage[] {
    let before = held;
    return outcomes.map((outcome, i) => {
      const n = from + i + 1;
      const after = n === this.n ? this.#latest(seat) : this.#projection.passed(outcome, seat);
      const patch = patchBetween(before as unknown as Json, after as unknown as Json);
      before = after;
      const change = this.#projection.change(this.#history.log[n - 1]!, outcome.view.context, seat);
      return { n, change, patch: i === 0 ? [...first, ...patch] : patch };
    });
  }

  /** What a seat sees of the latest state. */
  #latest(seat: string | null): SeatState {
    const last = this.#seen.get(seat);
    if (last?.n === this.n) return last.state;
    const state = this.#projection.state(this.outcome, seat);
    this.#seen.set(seat, { n: this.n, state });
    return state;
  }

  #tell(guest: Guest, message: ServerMessage): void {
    // A connection that broke is no fault of the game.
    const fail = (error: unknown) => this.#options.onError?.(error);
    try {
      const sent = this.#guests.get(guest)?.(JSON.stringify(message));
      // Where it sends later: a rejection that nobody takes would end the server.
      if (isThenable(sent)) void Promise.resolve(sent).catch(fail);
    } catch (error) {
      fail(error);
    }
  }
}

/** JSON of a stranger; a key that could change a prototype is dropped. @throws SyntaxError, RangeError */
const parseSafely = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => (key === "__proto__" ? undefined : value)) as unknown;

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && "then" in value;
