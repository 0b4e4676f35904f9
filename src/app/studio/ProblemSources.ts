import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { GameState } from "#app/studio/StudioState.ts";

/** What the checks say of a game in this state; the same list while nothing of it changes. */
export type FindProblems = (state: GameState) => readonly Diagnostic[];

/** Replays are of the machine, which comes first. */
function withReplays(checks: readonly Diagnostic[], replays: readonly Diagnostic[]): readonly Diagnostic[] {
  const isOther = ({ file }: Diagnostic) => file !== "machine";
  return [...checks.filter((one) => !isOther(one)), ...replays, ...checks.filter(isOther)];
}

const NONE: readonly Diagnostic[] = [];

/** Everything that is wrong with a game: what the checks say, and how its scenarios went at their last replay. */
export class ProblemSources {
  /** Replaced by whoever knows more than the checks. */
  checks: FindProblems = ({ loaded }) => loaded?.diagnostics ?? NONE;
  replays: readonly Diagnostic[] = NONE;
  #last: readonly [checks: readonly Diagnostic[], replays: readonly Diagnostic[]] = [NONE, NONE];
  #all = NONE;

  find: FindProblems = (state) => {
    const [checks, replays] = [this.checks(state), this.replays];
    if (checks !== this.#last[0] || replays !== this.#last[1]) {
      this.#last = [checks, replays];
      this.#all = replays.length === 0 ? checks : withReplays(checks, replays);
    }
    return this.#all;
  };
}
