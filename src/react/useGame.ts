import { useMemo, useState, useSyncExternalStore } from "react";
import {
  gameWords,
  languageIn,
  type ActiveClause,
  type GameWords,
  type KitWords,
  type WordedClause,
} from "#core/entries/kit.ts";
import type {
  PlayerOutcome,
  PlayableMachine,
  PlayAnswer,
  PlayEvent,
  PlayFault,
  Player,
  PlayState,
} from "#core/entries/play.ts";
import type { JsonObject } from "#core/text/json.ts";
import type { EventOf, Game, GameView, SentEvent } from "#react/game.ts";
import { browserStore, type GameStore } from "#react/gameStore.ts";
import { GameSession, type GameStep, type Unrestored } from "#react/GameSession.ts";
import { movesNow, refusalLines, type Move, type MovesNow, type RefusalLine } from "#react/moves.ts";

export interface GameOptions {
  /** Where the game is stored after every step: a key of `localStorage`, or a store of one's own. Without it nothing is stored. */
  readonly save?: string | GameStore;
  /**
   * The seats that this page plays, "chance" and "table" among them; all unless given. Only the moves of these are listed. The state of the
   * whole game is on the page all the same: this hides nothing from a person who looks into it.
   */
  readonly as?: string | readonly string[];
  /** A language of the kit; unless given the one that fits the browser's languages best. */
  readonly lang?: string;
  /** The words of another kit of the same game, such as one for another language; those of the game's own unless given. */
  readonly words?: KitWords;
  /** What the machine starts with, unless a game is restored. */
  readonly input?: JsonObject;
}

/** A game that is being played, as a component sees it: a new object after every step. */
export interface GamePlay<M extends PlayableMachine = PlayableMachine> {
  /** The whole state, as plain JSON. */
  readonly state: PlayState;
  readonly view: GameView<M>;
  readonly words: GameWords;
  /** The names of the innermost active states. */
  readonly where: string;
  /** What the seats of this page may do now; none while the game is loading. */
  readonly moves: readonly Move[];
  /** Why the last event was refused; empty once something else has happened. */
  readonly refused: readonly RefusalLine[];
  /** The clauses by which the last step went; empty after `restore`. */
  readonly happened: readonly WordedClause[];
  /** The clauses of the states that are active now. */
  readonly clauses: readonly ActiveClause[];
  /** The machine's code failed at the last request, and nothing has changed; or it fails when it is asked what may be done now. */
  readonly fault: PlayFault | undefined;
  readonly loading: boolean;
  readonly unrestored: Unrestored | undefined;
  readonly saveFault: Error | undefined;
  readonly canUndo: boolean;
  /** The steps that can be undone, oldest first: at most 500, none of an earlier visit of the page. */
  readonly history: readonly GameStep[];
  /** The player underneath, for what is not here. */
  readonly player: Player;
  /** Begins a new game and stores it. */
  start(input?: JsonObject): void;
  /**
   * Sends an event; where this page plays one seat alone, `by` is that seat unless it is given. A refusal changes nothing and stands in `refused`.
   * @returns undefined when the machine failed, see `fault`
   */
  send(event: SentEvent<EventOf<M>>): PlayerOutcome | undefined;
  /** Takes the last step back; steps of an earlier visit of the page are not known any more. */
  undo(): void;
  /** Takes steps back until so many of the history are left; 0 for all of them. */
  backTo(length: number): void;
  /** Lets time pass for `after` transitions, in milliseconds; no time passes by itself. */
  advance(ms: number): PlayerOutcome | undefined;
  /** Answers for an actor that the machine has invoked: none is run. */
  answer(given: PlayAnswer): PlayerOutcome | undefined;
}

/**
 * Plays a game. The machine, the store and the input are those of the first rendering; give the component another `key` to play another game.
 * @throws PlayError `bad-input` for an input that the machine does not take, `machine-error` when it fails at its start
 */
export function useGame<M extends PlayableMachine>(game: Game<M>, options: GameOptions = {}): GamePlay<M> {
  const { save, as, input = {}, words: kitWords = game.kit } = options;
  const [session] = useState(
    () => new GameSession(game, typeof save === "string" ? browserStore(save) : save, input),
  );
  const state = useSyncExternalStore(
    session.subscribe,
    () => session.state,
    () => session.state,
  );
  const lang = options.lang ?? languageIn(kitWords, globalThis.navigator?.languages ?? []);
  const words = useMemo(() => gameWords(kitWords, lang), [kitWords, lang]);
  // A list that is written in place is another one each time.
  const seatNames = as === undefined ? undefined : JSON.stringify(typeof as === "string" ? [as] : as);
  return useMemo((): GamePlay<M> => {
    const { outcome, refused, ...rest } = state;
    const seats = seatNames === undefined ? undefined : (JSON.parse(seatNames) as string[]);
    const only = seats?.length === 1 ? seats[0] : undefined;
    let known: MovesNow | undefined;
    // Payloads are tried for this: only for who looks at it.
    const now = () =>
      (known ??= state.loading ? { moves: [], fault: undefined } : movesNow(session, game.kit, words, seats));
    return {
      ...rest,
      player: session.player,
      state: outcome.state,
      view: outcome.view as unknown as GameView<M>,
      words,
      where: words.where(outcome.view.in),
      get moves() {
        return now().moves;
      },
      get fault() {
        return state.fault ?? now().fault;
      },
      refused: refused ? refusalLines(words, refused.outcome.reasons) : [],
      happened: words.clausesOf(outcome.microsteps),
      clauses: words.activeClauses(outcome.view.in),
      start: (given = input) => session.start(given),
      send: (event) => session.send(withSeat(event as PlayEvent, only, game.kit.spec.events)),
      undo: () => session.undo(),
      backTo: (length) => session.backTo(length),
      advance: (ms) => session.advance(ms),
      answer: (given) => session.answer(given),
    };
    // The input of the first rendering counts, as with `useState`.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [session, state, words, seatNames, game.kit]);
}

/** The event with the seat as its sender, where its type has one. */
function withSeat(
  event: PlayEvent,
  seat: string | undefined,
  types: Game["kit"]["spec"]["events"],
): PlayEvent {
  if (seat === undefined || event["by"] !== undefined) return event;
  const type = types?.find((one) => one.type === event.type);
  return !type || type.fields.some(({ name }) => name === "by") ? { ...event, by: seat } : event;
}
