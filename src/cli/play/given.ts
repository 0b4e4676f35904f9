import { PlayError } from "#core/run/play/play.ts";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import type { Runner, SiblingCode } from "#core/run/play/playRequest.ts";
import type { Ruleset } from "#core/ruleset/ruleset.ts";
import type { FileLimits } from "#core/ruleset/loadFile.ts";
import { textOf, type Given } from "#cli/command.ts";
import { UsageError } from "#cli/io.ts";
import { nodeRunner } from "#adapters/sandbox/nodeRunner.ts";

/** What is played from a terminal: a module's text, what was read from it, and the rules when there are any. */
export interface PlayGiven {
  /** The module, with the machine pointed out in it where one of several is played. */
  readonly moduleText: string;
  readonly lang: "ts" | "js";
  /** Export name or place of the machine; `machine` when left out, or the only one there is. */
  readonly machine?: string | number;
  /** Id of the game, for messages. */
  readonly id?: string;
  readonly ruleset?: Ruleset;
  readonly spec: PlaySpec;
  /** The files that it imports. */
  readonly siblings?: SiblingCode;
  /** Writes as it is. */
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Milliseconds of a processor that one request may take; 2,000 when left out, 1,000 for a step. */
  readonly budgetMs?: number;
  /** Milliseconds of a processor that loading the module may take; 5,000 when left out. */
  readonly loadMs?: number;
  /** Ends a long run; without it scenarios are played to the last. */
  readonly ended?: AbortSignal;
}

/** A process without a machine. Stop it when it is no longer needed. */
export const runnerOf = (given: PlayGiven): Runner =>
  nodeRunner({
    ...(given.budgetMs === undefined ? {} : { budgetMs: given.budgetMs }),
    ...(given.loadMs === undefined ? {} : { loadMs: given.loadMs }),
  });

/** The limits of files that are given on the command line. @throws UsageError */
export function fileLimits(given: Given): FileLimits {
  const text = textOf(given, "max-steps");
  if (text === undefined) return {};
  const scenarioSteps = Number(text);
  if (!Number.isSafeInteger(scenarioSteps) || scenarioSteps < 1)
    throw new UsageError(`--max-steps: expected a number of steps, 1 or more, got ${text}`);
  return { scenarioSteps };
}

/** Asks a runner, and of a step that was stopped from outside, for its time or its memory, in which guard or action it was. */
export function namedAsk(runner: Runner): Runner["ask"] {
  return async (request) => {
    try {
      return await runner.ask(request);
    } catch (error) {
      if (!(error instanceof PlayError)) throw error;
      const { fault } = error;
      const isUnplaced = fault.limit?.unit === "cpu" || fault.limit?.unit === "memory";
      if (!isUnplaced || request.do === "load") throw error;
      throw new PlayError({ ...fault, ...(await runner.whereIn?.(request)) });
    }
  };
}

/** Runs the module's text afresh and gives the machine's id. @throws PlayError `load-error`, `over-budget` */
export async function load(runner: Runner, given: PlayGiven): Promise<string> {
  const { moduleText: code, lang, machine = "machine", spec, siblings } = given;
  return (await runner.ask({ do: "load", code, lang, machine, spec, ...(siblings ? { siblings } : {}) })).id;
}
