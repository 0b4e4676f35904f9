import type { Draws } from "#test/support/dice.ts";
import { addChild, made, type MadeState } from "#test/charts/generated/madeChart.ts";

/** What a generated chart has to be like. */
export interface Plan {
  readonly name: string;
  readonly seed: number;
  /** Without the root. */
  readonly states: number;
  /** Levels of states below the root. */
  readonly depth: number;
  /** Has a parallel state (needs two levels); with two levels it is the root. */
  readonly parallel?: true;
  /** Each step leads on to the next, and nothing else does. */
  readonly chain?: true;
  /** One state has twenty ways out. */
  readonly wide?: true;
  /** Phases call a state aside that goes on where the caller says. */
  readonly called?: true;
}

const stems = ["draw", "show", "choose", "discard", "attack", "defend", "resolve", "pay", "check", "move"];

/** Grows just so many states on just so many levels. */
export function growTree(plan: Plan, random: Draws): MadeState {
  let count = 0;
  // In the larger charts they stand one level down.
  const lanesAt = plan.depth > 3 && plan.states >= 60 ? plan.depth - 1 : Math.max(plan.depth, 3);
  const root = made(plan.name);
  const add = (parent: MadeState) => addChild(parent, `${stems[count % stems.length]}${++count}`);

  /** `spine`: has to reach the last level. */
  const fill = (parent: MadeState, budget: number, levels: number, spine: boolean) => {
    let left = budget;
    let first = spine;
    if (plan.parallel === true && spine && levels === lanesAt) left -= addLanes(parent);
    while (left > 0) {
      const size = levels === 1 ? 1 : first ? reach(left, levels) : group(left, levels, parent);
      const child = add(parent);
      if (size > 1) fill(child, size - 1, levels - 1, first);
      left -= size;
      first = false;
    }
  };
  /** Room for what has to go down to the last level, and for some company. */
  const reach = (left: number, levels: number) =>
    Math.min(left, Math.max(levels + 1, random.int(Math.floor(left / 3), Math.ceil(left / 2))));
  const group = (left: number, levels: number, parent: MadeState) => {
    if (parent.kind !== "parallel" && random.chance(0.35)) return 1;
    const most = levels === 2 ? 13 : Math.max(6, Math.ceil(left / 2));
    const size = Math.min(left, random.int(3, most));
    // what is left over is no phase of one step
    return left - size < 3 ? left : size;
  };
  /** Two to four regions of two or three steps. @returns how many states that are */
  const addLanes = (parent: MadeState): number => {
    const before = count;
    const lanes = add(parent);
    for (let n = random.int(2, 4); n > 0 && count - before < 9; n--) {
      const region = add(lanes);
      for (let steps = random.int(2, 3); steps > 0; steps--) add(region);
    }
    lanes.kind = "parallel";
    return count - before;
  };

  if (plan.parallel === true && plan.depth === 2) root.kind = "parallel";
  const aside = plan.called ? CALLED : 0;
  fill(root, plan.states - aside, plan.depth, true);
  if (plan.called) {
    const settle = addChild(root, "settle");
    for (const key of ["settleEach", "settleNext", "goOn"]) addChild(settle, key);
  }
  return root;
}

/** States of what phases call: itself and its three steps. */
const CALLED = 4;
