import type { AnyStateMachine } from "xstate";
import { loadMachine } from "#adapters/sandbox/loadMachine.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import type { Moves } from "#core/ruleset/ruleset.ts";
import { chronoCard } from "#test/machines/games/chrono-card.ts";
import { fateAceRoyal } from "#test/machines/games/fate-ace-royal.ts";
import { fleshAndBlood } from "#test/machines/games/flesh-and-blood.ts";
import { haikyuBreak } from "#test/machines/games/haikyu-break.ts";
import { vfCard } from "#test/machines/games/vf-card.ts";
import type { GamePlay } from "#test/machines/support/gamePlay.ts";
import { playRandomly } from "#test/machines/support/playRandomly.ts";
import { replay } from "#test/machines/support/replay.ts";

/** Random plays that a machine has to stand, and their length: enough for what scenarios cannot see, short enough for thousands. */
const PLAYS = 8;
const MOVES = 150;

const plays = [haikyuBreak, chronoCard, vfCard, fleshAndBlood, fateAceRoyal] as readonly GamePlay<
  never,
  object
>[];

export interface Judgement {
  readonly id: string;
  readonly code: string;
  readonly scenarios: readonly (readonly [name: string, Scenario])[];
  readonly moves: Moves;
}

/** What found a fault, and what it said. Undefined when nothing did. */
export type Killer = { readonly by: string; readonly says: string } | undefined;

/** Holds a machine against its scenarios, then against its invariants in random plays; the first that fails decides. */
export function judge({ id, code, scenarios, moves }: Judgement): Killer {
  const game = plays.find((one) => one.id === id);
  if (!game) throw new Error(`Nobody knows how to play ${id}`);
  let machine: AnyStateMachine;
  try {
    machine = loadMachine(code, "ts", "machine");
  } catch (error) {
    return { by: "loading", says: String(error) };
  }
  for (const [name, scenario] of scenarios) {
    const says = attempt(() => replay(machine, scenario));
    if (says !== undefined) return { by: `scenario ${name}`, says };
  }
  for (let seed = 1; seed <= PLAYS; seed++) {
    let broken: Killer;
    const thrown = attempt(() => {
      playRandomly(machine, moves, game, {
        seed,
        upTo: MOVES,
        broken: (title, where) => {
          broken ??= { by: `invariant: ${title}`, says: where };
          return true;
        },
      });
      return undefined;
    });
    if (broken) return broken;
    if (thrown !== undefined) return { by: "a random play", says: thrown };
  }
  return undefined;
}

function attempt(run: () => string | undefined): string | undefined {
  try {
    return run();
  } catch (error) {
    return String(error);
  }
}
