import { blankHidden, SeatProjection, type SeatView } from "#core/entries/kit.ts";
import {
  PlayError,
  type MoveOffer,
  type Outcome,
  type PlayEvent,
  type Player,
  type PlaySpec,
  type PlayState,
  type Reason,
} from "#core/entries/play.ts";
import type { JsonObject } from "#core/text/json.ts";
import type { SeatChange, SeatState } from "#table/messages.ts";
import type { LogEntry } from "#table/TableStore.ts";

/** What seats get to see of the states of a table. */
export class TableProjection {
  readonly #player: Player;
  readonly #spec: PlaySpec;
  /** Undefined: everything is open. */
  readonly #projection: SeatProjection | undefined;
  readonly #withMoves: boolean;

  constructor(player: Player, spec: PlaySpec, view: SeatView | undefined, withMoves: boolean) {
    this.#player = player;
    this.#spec = spec;
    this.#projection = view && new SeatProjection(view);
    this.#withMoves = withMoves;
  }

  /** What a seat sees now. */
  state(outcome: Outcome, seat: string | null): SeatState {
    const { may, ...others } = this.passed(outcome, seat);
    if (seat === null || !may || others.status !== "active") return others;
    const blank = this.#blank(outcome.state, seat);
    return { ...others, may: (blank && this.#quiet(() => this.#player.may(blank)[seat])) ?? [] };
  }

  /** What a seat saw of a state that is over: nothing may be sent in it any more, and working out `may` takes longer than all the rest. */
  passed({ view }: Outcome, seat: string | null): SeatState {
    const hasMay = seat !== null && this.#withMoves && (!this.#projection || this.#spec.context);
    return {
      in: view.in,
      status: view.status,
      asks: view.asks,
      context: this.#seen(view.context, seat).context,
      ...(hasMay ? { may: [] } : {}),
      ...(view.output === undefined ? {} : { output: view.output }),
    };
  }

  /** An entry of the log as far as a seat may know it. @param after the context that it led to */
  change(entry: LogEntry, after: JsonObject, seat: string | null): SeatChange {
    if ("advance" in entry) return { advance: entry.advance };
    if ("undo" in entry) return { undo: entry.undo };
    if ("answer" in entry) return { answer: true };
    if (!this.#projection) return { send: entry.send };
    return { send: this.#projection.event(entry.send, seat, this.#seen(after, seat).hiddenIds) };
  }

  /** What an event may be built from, worked out from what the seat sees alone. */
  moves({ state }: Outcome, seat: string, event: PlayEvent): readonly MoveOffer[] {
    const blank = this.#blank(state, seat);
    return (blank && this.#quiet(() => this.#player.moves(blank, event))) || [];
  }

  /** Why an event was refused. Reasons that hang on what the seat does not see are left out. */
  reasons({ state }: Outcome, seat: string, event: PlayEvent): readonly Reason[] {
    const blank = this.#blank(state, seat);
    return (blank && this.#quiet(() => this.#player.can(blank, event).reasons)) || [];
  }

  #seen(context: JsonObject, seat: string | null): { context: JsonObject; hiddenIds: ReadonlySet<string> } {
    return this.#projection ? this.#projection.seen(context, seat) : { context, hiddenIds: new Set() };
  }

  /** The state with blanks in place of what is hidden; the input may hold secrets too. Undefined where no types say what a blank is. */
  #blank(state: PlayState, seat: string): PlayState | undefined {
    if (!this.#projection) return state;
    if (!this.#spec.context) return undefined;
    const { input: _, ...rest } = state;
    const shown = this.#seen(state.snapshot["context"] as JsonObject, seat).context;
    return { ...rest, snapshot: { ...state.snapshot, context: blankHidden(this.#spec.context, shown) } };
  }

  /** Code of the machine may fail on blanks; then nothing can be said. */
  #quiet<T>(ask: () => T): T | undefined {
    try {
      return ask();
    } catch (error) {
      if (error instanceof PlayError) return undefined;
      throw error;
    }
  }
}
