import type { JsonObject } from "#core/text/json.ts";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import type { GivenVerdict, SentAs } from "#core/run/play/verdict.ts";
import type { WhyAnswer } from "#core/run/play/why.ts";
import type {
  Can,
  HandEdit,
  LegalMoves,
  LegalQuery,
  MoveOffer,
  Option,
  Outcome,
  PlayAnswer,
  PlayEvent,
  PlayFault,
  PlayState,
} from "#core/run/play/play.ts";

/**
 * What is requested from the sandboxed runner. It keeps no play between requests: each carries the state to work from, so a runner
 * that hung can be killed and replaced with nothing lost.
 */
export type RunnerRequest =
  | {
      readonly do: "load";
      readonly code: string;
      readonly lang: "ts" | "js";
      readonly machine: string | number;
      readonly spec: PlaySpec;
      /** The files of the project that it imports. */
      readonly siblings?: SiblingCode;
    }
  /** Runs a module and has XState look up every initial state and target of the machines that it makes; nothing is played. */
  | {
      readonly do: "resolve";
      readonly code: string;
      readonly lang: "ts" | "js";
      readonly siblings?: SiblingCode;
    }
  | (Verdicts & Shown & { readonly do: "start"; readonly input: JsonObject })
  | (Verdicts &
      Shown &
      SentAs & { readonly do: "send"; readonly state: PlayState; readonly event: PlayEvent })
  | (Verdicts & { readonly do: "can"; readonly state: PlayState; readonly event: PlayEvent })
  | (Verdicts & { readonly do: "why"; readonly state: PlayState; readonly event: PlayEvent })
  | (Verdicts & Shown & { readonly do: "advance"; readonly state: PlayState; readonly ms: number })
  | (Verdicts & Shown & { readonly do: "answer"; readonly state: PlayState; readonly answer: PlayAnswer })
  | (Shown & { readonly do: "restore"; readonly state: PlayState })
  | (Shown & { readonly do: "edit"; readonly state: PlayState; readonly edit: HandEdit })
  | { readonly do: "options"; readonly state: PlayState }
  | { readonly do: "may"; readonly state: PlayState }
  /** Without a type all moves of the moment, with `by` those of one seat. */
  | { readonly do: "moves"; readonly state: PlayState; readonly event?: PlayEvent; readonly by?: string }
  | (LegalQuery & { readonly do: "legal"; readonly state: PlayState })
  | {
      readonly do: "random";
      readonly state: PlayState;
      readonly seed: number;
      /** One event of one seat, such as chance. */
      readonly only?: { readonly type: string; readonly by: string };
    };

/** For the guards that the machine does not work out. */
interface Verdicts {
  readonly verdicts?: readonly GivenVerdict[];
}

/** What the outcome shows. */
interface Shown {
  /** False: its view has no enabled moves. To look for them takes longer than the step itself. */
  readonly enabled?: false;
}

/** The files that a module needs beside itself; paths are names and nothing more. */
export interface SiblingCode {
  /** By the specifier that the module writes, the path in `files`. */
  readonly imports: Readonly<Record<string, string>>;
  readonly files: readonly {
    readonly path: string;
    readonly text: string;
    readonly lang: "ts" | "js";
    readonly imports: Readonly<Record<string, string>>;
  }[];
}

/** The value each request is answered with. */
export interface RunnerAnswers {
  load: { readonly id: string };
  /** What XState threw, one line for each state. A module that does not even load is a `load-error` instead. */
  resolve: readonly string[];
  start: Outcome;
  send: Outcome;
  can: Can;
  why: WhyAnswer;
  advance: Outcome;
  answer: Outcome;
  restore: Outcome;
  edit: Outcome;
  options: readonly Option[];
  may: Readonly<Record<string, readonly string[]>>;
  moves: readonly MoveOffer[];
  legal: readonly LegalMoves[];
  /** A move accepted now, chosen by weight with this seed; null when there is none. */
  random: PlayEvent | null;
}

export type RunnerReply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: PlayFault };

/** The runner as the studio and the command line see it: in a worker that can be killed when it takes too long. */
export interface Runner {
  /** @throws PlayError with the fault, `over-budget` when it was stopped for taking too long (the runner is ready again). */
  ask<R extends RunnerRequest>(request: R): Promise<RunnerAnswers[R["do"]]>;
  /** Ends the request that is under way, which fails; the runner is ready again. Absent where every request ends at once. */
  interrupt?(): void;
  /**
   * Where the machine's code was when it was stopped in a request: it is tried once more, within the same budget, and tells what it
   * comes to. Undefined when it ends this time, or was at nothing of its own.
   */
  whereIn?(request: RunnerRequest): Promise<Whereabouts | undefined>;
  stop(): void;
}

/** Code of a machine that is run: a guard or an action, and the state whose it is. */
export interface Whereabouts {
  readonly state?: string;
  readonly guard?: string;
  readonly action?: string;
}
