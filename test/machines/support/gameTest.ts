import type { AnyMachineSnapshot, AnyStateMachine } from "xstate";
import type { PlayEvent } from "#core/run/play/play.ts";
import type { Moves } from "#core/ruleset/ruleset.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import { chartOf, type ChartNode } from "#test/machines/support/chartOf.ts";
import type { GamePlay } from "#test/machines/support/gamePlay.ts";
import { rulesetFiles } from "#test/machines/support/rulesetFiles.ts";

/** What the tests of a game know of it, beside its files. Facts in words are titles of tests. */
export interface GameTest<Context, Input extends object> {
  readonly machine: AnyStateMachine;
  readonly play: GamePlay<Context, Input>;
  /** Number of statements of the document; those imported from elsewhere come on top, behind them. */
  readonly clauses: number;
  /** The statements that the machine cannot carry out; clauses.json says why. */
  readonly notModelled?: readonly string[];
  /** Where scenarios save and go back, in words, and the ends of those paths. */
  readonly saves: { readonly where: string; readonly paths: readonly string[] };
  /** Outcomes of guards that no scenario can show, although they do occur: `state EVENT guard`. */
  readonly unseen?: RegExp;
  /** Automatic states whose ways out may all be closed, since a state around them then leaves. */
  readonly leftByOuter?: readonly string[];
  /** Fields of the input beside the switchable readings. */
  readonly inputFields: readonly string[];
  /** Fields of moves that carry data, whose values nobody names. */
  readonly dataFields: readonly string[];
  readonly faultyInputs: readonly (readonly [field: string, input: object])[];
  /** Events that may be legal although they carry nothing. */
  readonly bareEvents: readonly string[];
  readonly mayAct: {
    /** "only the asked seats may act, but for ..." */
    readonly but: string;
    readonly input?: Input;
    /** For an event that others than the asked seats may send: those who may not. Undefined when it is none. */
    readonly free?: (event: PlayEvent, now: AnyMachineSnapshot) => readonly string[] | undefined;
  };
  /** "the game ends ..." */
  readonly ends: { readonly how: string; readonly ways: readonly string[]; readonly turns?: number };
}

export interface Clause {
  readonly id: string;
  readonly place: { readonly line: number };
  readonly imported?: string;
  readonly notModelled?: Readonly<Record<string, string>>;
}
export interface ReadingEntry {
  readonly id: string;
  readonly clauses: readonly string[];
  readonly options: readonly { readonly id: string }[];
  readonly chosen: string;
  readonly input?: string;
}

/** A game with the files of its ruleset, read once. */
export interface GameFiles<Context, Input extends object> extends GameTest<Context, Input> {
  readonly nodes: readonly ChartNode[];
  readonly scenarios: readonly [name: string, Scenario][];
  readonly clauseList: readonly Clause[];
  readonly readings: readonly ReadingEntry[];
  readonly moves: Moves;
  /** The text of the module. */
  readonly source: string;
  /** A file of the ruleset as plain JSON. */
  readonly json: ReturnType<typeof rulesetFiles>["json"];
}

export function filesOf<Context, Input extends object>(
  game: GameTest<Context, Input>,
): GameFiles<Context, Input> {
  const { json, scenarios, source } = rulesetFiles(game.play.id);
  return {
    ...game,
    nodes: chartOf(game.machine),
    scenarios,
    clauseList: json("clauses.json").clauses,
    readings: json("readings.json").readings,
    moves: json("moves.json"),
    source,
    json,
  };
}
