import type { Chart } from "#core/chart/chart.ts";
import { calledPhases } from "#core/semantics/calledPhases.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import type { Waypoints } from "#core/layout/scene/bareItem.ts";
import type { Items } from "#core/layout/scene/drafts.ts";

/** Where the game goes on after a call. */
export interface Return {
  readonly target: string;
  /** The phase that is called. */
  readonly via: string;
  /** The transition by which it is left. */
  readonly by: string;
  /** Phases that are called from that one before the game goes on, in turn. */
  readonly beyond?: readonly string[];
}

export interface Calls {
  /** Where the game goes on after a call, by the calling transition. */
  readonly returns: ReadonlyMap<string, readonly Return[]>;
  /** Ways out of called phases that the callers' lines tell of. */
  readonly passed: ReadonlySet<string>;
  /** How many states call, by path id of what is drawn of the phase. */
  readonly phases: ReadonlyMap<string, number>;
}

/** A call with more returns than this says nothing to a reader: the lines to the phase and out of it stay. */
const MAX_LISTED_RETURNS = 3;

/**
 * Calls that can be shown by a line from the caller to where the game goes on: on the map, where both are drawn. On a page a phase beside
 * it is passed on the way, as its port would hide what follows what; of a phase that is the page, or holds it, all ways are its own.
 * @param root path id of the page, or of the whole
 */
export function callsOf(
  chart: Chart,
  items: Items,
  shown: Waypoints,
  root: string,
  consts: readonly Const[],
): Calls {
  const returns = new Map<string, Return[]>();
  const passed = new Set<string>();
  const phases = new Map<string, number>();
  for (const phase of calledPhases(chart, consts)) {
    const isAround = root !== "" && (phase.id === root || root.startsWith(`${phase.id}.`));
    const isBeside = root !== "" && !phase.id.startsWith(`${root}.`);
    const at = isBeside ? root : shown.get(phase.id)?.item;
    if (isAround || at === undefined || items.get(at)?.level !== "map") continue;
    if (!isBeside && at !== phase.id) continue;
    const calls = phase.calls.filter(
      (call) => call.by !== "none" && call.returns.length > 0 && call.returns.length <= MAX_LISTED_RETURNS,
    );
    const vague = phase.calls.filter((call) => !calls.includes(call));
    for (const call of calls)
      returns.set(
        call.transition,
        call.returns.map(({ target, transition }) => ({ target, via: phase.id, by: transition })),
      );
    const open = new Set(
      [...phase.open, ...phase.exits, ...vague.flatMap((call) => call.returns)].map((c) => c.transition),
    );
    for (const call of calls)
      for (const { transition } of call.returns) if (!open.has(transition)) passed.add(transition);
    if (calls.length > 0 && !isBeside)
      phases.set(phase.id, new Set(phase.calls.map((call) => call.from)).size);
  }
  return { returns: followed(returns, passed), passed, phases };
}

/**
 * A phase may be left by a call of another one: then the game goes on where that leads. Where this would be too many places the line
 * to the next phase stays, and what is passed on the way is drawn after all.
 */
function followed(
  returns: ReadonlyMap<string, readonly Return[]>,
  passed: Set<string>,
): ReadonlyMap<string, readonly Return[]> {
  const ends = (returned: Return, visited: ReadonlySet<string>): readonly Return[] => {
    const next = returns.get(returned.by);
    if (!next || visited.has(returned.by)) return [returned];
    return next.flatMap((further) =>
      ends(further, new Set([...visited, returned.by])).map(({ target, by, via, beyond = [] }) => ({
        target,
        by,
        via: returned.via,
        beyond: [via, ...beyond],
      })),
    );
  };
  const returnsByCall = new Map<string, readonly Return[]>();
  for (const [call, list] of returns) {
    const all = list.flatMap((returned) => ends(returned, new Set([call])));
    if (all.length <= MAX_LISTED_RETURNS) returnsByCall.set(call, all);
    else {
      returnsByCall.set(call, list);
      for (const { by } of list) if (returns.has(by)) passed.delete(by);
    }
  }
  return returnsByCall;
}
