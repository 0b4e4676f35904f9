import {
  createPlayer,
  PlayError,
  type PlayerOutcome,
  type PlayEvent,
  type PlayFault,
  type Player,
} from "#core/entries/play.ts";
import type { JsonObject } from "#core/text/json.ts";
import type { Game } from "#react/game.ts";
import type { GameStore, SavedGame } from "#react/gameStore.ts";

/** Steps that can be undone; each is a state, most of whose parts it shares with no other. */
const MAX_UNDO_STEPS = 500;

/** Why a stored game was not continued. It stays in the store until the first step of the new one. */
export interface Unrestored {
  /**
   * `unreadable`: it is no save, or its state does not fit the machine. `missing`: the machine has no longer, or not yet, what it names. `newer`: it
   * was stamped by a later version of the machine; it fits, but may mean something else.
   */
  readonly code: "unreadable" | "missing" | "newer";
  /** With `unreadable`: what does not fit, in English. */
  readonly message?: string;
  /** With `missing`, as `canRestore` lists them. */
  readonly missing?: {
    readonly states: readonly string[];
    readonly inside: readonly string[];
    readonly context: readonly string[];
  };
  /** With `newer`: continues from it all the same. */
  readonly restore?: () => void;
}

/** A step of a game: what was done, and what became of it. */
export interface GameStep {
  /** The event that was sent, without one where time passed or an actor answered. */
  readonly event: PlayEvent | undefined;
  readonly outcome: PlayerOutcome;
}

/** What is known of a session at one moment. */
export interface SessionState {
  /** The last step that was accepted; its microsteps are empty for a game that was restored. */
  readonly outcome: PlayerOutcome;
  /** The event that was refused since then, and why. */
  readonly refused: { readonly event: PlayEvent; readonly outcome: PlayerOutcome } | undefined;
  /** The machine failed at the last request; nothing has changed. */
  readonly fault: PlayFault | undefined;
  /** The store has not answered yet; until then nothing can be sent. */
  readonly loading: boolean;
  readonly unrestored: Unrestored | undefined;
  /** Why the last state was not stored. */
  readonly saveFault: Error | undefined;
  readonly canUndo: boolean;
  /** The steps that can be undone, oldest first: at most 500, none of an earlier visit. */
  readonly history: readonly GameStep[];
}

/** A game that is being played. Only its `state` changes, and listeners are called after each change. Knows no React. */
export class GameSession {
  readonly player: Player;
  #state: SessionState;
  /** The outcomes before the steps of the history. */
  #past: readonly PlayerOutcome[] = [];
  /** Saves one after the other: a slow one must not overwrite a later one. */
  #saving: Promise<void> | undefined;
  #unsaved: SavedGame | undefined;
  readonly #game: Game;
  readonly #store: GameStore | undefined;
  readonly #listeners = new Set<() => void>();

  /** @throws PlayError `bad-input` for an input that the machine does not take, `machine-error` when it fails at its start */
  constructor(game: Game, store: GameStore | undefined, input: JsonObject) {
    this.#game = game;
    this.#store = store;
    this.player = createPlayer(game.machine, game.kit.spec, game.derived);
    const outcome = this.player.start(input);
    const loaded = this.#loaded();
    const isLater = loaded instanceof Promise;
    this.#state = {
      outcome,
      refused: undefined,
      fault: undefined,
      loading: isLater,
      unrestored: undefined,
      saveFault: undefined,
      canUndo: false,
      history: [],
      ...(isLater ? {} : loaded),
    };
    // A game that was begun meanwhile is stored by now: the one before it is no more.
    if (isLater)
      void loaded.then((restored) => this.#state.loading && this.#set({ ...restored, loading: false }));
  }

  get state(): SessionState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Begins a new game, even while the stored one is being loaded; the one before cannot be got back. @throws PlayError `bad-input` */
  start(input: JsonObject): void {
    this.#past = [];
    this.#become(this.player.start(input), []);
  }

  send(event: PlayEvent): PlayerOutcome | undefined {
    return this.#step((player, { state }) => player.send(state, event), event);
  }

  advance(ms: number): PlayerOutcome | undefined {
    return this.#step((player, { state }) => player.advance(state, ms));
  }

  answer(given: Parameters<Player["answer"]>[1]): PlayerOutcome | undefined {
    return this.#step((player, { state }) => player.answer(state, given));
  }

  undo(): void {
    this.backTo(this.#past.length - 1);
  }

  /** Takes steps back until so many are left; nothing where there are no more. */
  backTo(length: number): void {
    const before = this.#past[length];
    if (!before) return;
    this.#past = this.#past.slice(0, length);
    this.#become(before, this.#state.history.slice(0, length));
  }

  #step(
    request: (player: Player, now: PlayerOutcome) => PlayerOutcome,
    event?: PlayEvent,
  ): PlayerOutcome | undefined {
    if (this.#state.loading)
      throw new Error("The stored game is still being loaded; wait until `loading` is false");
    const now = this.#state.outcome;
    try {
      const outcome = request(this.player, now);
      if (outcome.refused && event) this.#set({ refused: { event, outcome }, fault: undefined });
      else {
        this.#past = [...this.#past, now].slice(-MAX_UNDO_STEPS);
        this.#become(outcome, [...this.#state.history, { event, outcome }].slice(-MAX_UNDO_STEPS));
      }
      return outcome;
    } catch (error) {
      if (!(error instanceof PlayError)) throw error;
      this.#set({ fault: error.fault, refused: undefined });
      return undefined;
    }
  }

  #become(outcome: PlayerOutcome, history: readonly GameStep[]): void {
    const canUndo = this.#past.length > 0;
    const [refused, fault, unrestored] = [undefined, undefined, undefined];
    this.#set({ outcome, refused, fault, unrestored, loading: false, canUndo, history });
    this.#save(outcome);
  }

  #set(change: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #save({ state }: PlayerOutcome): void {
    if (!this.#store) return;
    const { stamped } = this.#game;
    this.#unsaved = {
      ...(stamped ? stamped(state.snapshot as never) : {}),
      snapshot: state.snapshot,
      play: state,
    };
    if (!this.#saving) this.#saveNext();
  }

  /** Stores the newest state; states between that were never stored are not needed. */
  #saveNext(): void {
    const saved = this.#unsaved;
    this.#unsaved = undefined;
    this.#saving = undefined;
    if (!saved) return;
    const done = (saveFault: Error | undefined) => {
      if (this.#state.saveFault !== saveFault) this.#set({ saveFault });
    };
    try {
      const answer = this.#store?.save(saved);
      if (!isThenable(answer)) return done(undefined);
      this.#saving = Promise.resolve(answer).then(
        () => done(undefined),
        (error: unknown) => done(asError(error)),
      );
      void this.#saving.then(() => this.#saveNext());
    } catch (error) {
      done(asError(error));
    }
  }

  #loaded(): Partial<SessionState> | Promise<Partial<SessionState>> {
    const unreadable = (error: unknown): Partial<SessionState> => ({
      unrestored: { code: "unreadable", message: asError(error).message },
    });
    try {
      const answer = this.#store?.load();
      if (!isThenable(answer)) return this.#restored(answer);
      return Promise.resolve(answer)
        .then((saved: unknown) => this.#restored(saved))
        .catch(unreadable);
    } catch (error) {
      return unreadable(error);
    }
  }

  /** @throws PlayError, Error for what is no save, or one that does not fit */
  #restored(saved: unknown): Partial<SessionState> {
    if (saved === undefined || saved === null) return {};
    if (typeof saved !== "object" || !("play" in saved) || !("snapshot" in saved))
      throw new Error("expected a saved game: an object with snapshot and play");
    const { play, snapshot } = saved as SavedGame;
    const answer = this.#game.canRestore?.(saved) ?? { ok: true as const, snapshot };
    if (!answer.ok) return { unrestored: { code: "missing", missing: answer.missing } };
    const outcome = this.player.restore({ ...play, snapshot: answer.snapshot });
    if (!answer.newer) return { outcome };
    const restore = () => {
      this.#past = [];
      this.#become(outcome, []);
    };
    return { unrestored: { code: "newer", restore } };
  }
}

/** Stores answer with promises of their libraries and of other windows, too, some of which do nothing until they are awaited. */
const isThenable = (answer: unknown): answer is PromiseLike<unknown> =>
  typeof (answer as Partial<PromiseLike<unknown>> | null | undefined)?.then === "function";

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
