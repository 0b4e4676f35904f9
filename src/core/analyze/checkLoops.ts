import type { Action, Chart, Transition } from "#core/chart/chart.ts";
import { pathId, places, type PlacedState } from "#core/chart/places.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { endsMachine } from "#core/analyze/checkKinds.ts";
import {
  actionText,
  changes,
  entered,
  firstAlways,
  isUnread,
  leafAt,
  rerun,
} from "#core/analyze/microsteps.ts";
import { about, sayState, upFrom } from "#core/analyze/subject.ts";
import type { Span } from "#core/text/textEdit.ts";
import { addAll } from "#core/text/addAll.ts";

/** Rounds that a machine certainly never comes out of: `always` after `always`, or events that raise each other. */
export const checkLoops = (chart: Chart): Diagnostic[] => [...alwaysLoops(chart), ...raiseLoops(chart)];

/** Where one `always` leads: the state whose `always` is next, and the leaf in between. */
interface Next {
  readonly place: PlacedState;
  readonly leaf: PlacedState;
}

function alwaysLoops(chart: Chart): Diagnostic[] {
  const endless = neverResting(chart);
  const order = new Map([...endless.keys()].map((place, i) => [place, i]));
  const walks = new Map<PlacedState, number>();
  const diagnostics: Diagnostic[] = [];
  for (const start of order.keys()) {
    const way: PlacedState[] = [];
    const walk = walks.size + 1;
    let current: PlacedState | undefined = start;
    while (current && !walks.has(current)) {
      walks.set(current, walk);
      way.push(current);
      current = endless.get(current)?.[0]?.place;
    }
    if (!current || walks.get(current) !== walk) continue;
    const ring = way.slice(way.indexOf(current));
    const first = ring.reduce((a, b) => ((order.get(b) ?? 0) < (order.get(a) ?? 0) ? b : a));
    const loop = [...ring.slice(ring.indexOf(first)), ...ring.slice(0, ring.indexOf(first))];
    const at = firstAlways(first)?.at;
    if (at) diagnostics.push(about(first, "always-loop", "error", at, { states: loop.map(sayState) }));
  }
  return diagnostics;
}

/** The states whose `always` certainly leads on to another of them, whatever their guards answer, in order of the text. */
function neverResting(chart: Chart): ReadonlyMap<PlacedState, readonly Next[]> {
  const left = new Map([...places(chart).values()].map((place) => [place, nextsOf(chart, place)] as const));
  const leading = new Map<PlacedState, PlacedState[]>();
  for (const [place, nexts] of left)
    for (const next of nexts) {
      const same = leading.get(next.place);
      if (same) same.push(place);
      else leading.set(next.place, [place]);
    }
  // What leads to a state that may rest may rest, too.
  const resting = [...left].flatMap(([place, nexts]) => (nexts.length === 0 ? [place] : []));
  for (let place = resting.pop(); place; place = resting.pop())
    if (left.delete(place)) addAll(resting, leading.get(place) ?? []);
  return left;
}

/** Where a state's `always` lead, each up to the first without a guard; empty when one of them may lead to rest. */
function nextsOf(chart: Chart, place: PlacedState): readonly Next[] {
  const all = place.node.transitions.filter(({ slot }) => slot === "always");
  const certain = all.findIndex(({ guard }) => !guard);
  const nexts = all.slice(0, certain + 1).map((always) => nextOf(chart, place, always));
  return nexts.every((next) => next !== undefined) ? nexts : [];
}

function nextOf(chart: Chart, start: PlacedState, always: Transition): Next | undefined {
  if (isUnread(always) || always.form === "null") return undefined;
  const leaves = always.targets.map(({ resolved }) => resolved && leafAt(chart, resolved));
  // Regions side by side may stop one another: not certain, so not reported.
  if (leaves.length > 1 || (leaves.length === 1 && !leaves[0])) return undefined;
  const leaf: PlacedState = leaves[0] ?? start;
  if (endsMachine(leaf)) return undefined;
  const place = upFrom(leaf).find((state) => firstAlways(state));
  // A state that leads to itself goes on only while something changes.
  if (!place || (place === start && changes(chart, rerun(start, leaf, always)) !== true)) return undefined;
  return { leaf, place };
}

/** Loops longer than this are not followed. */
const MAX_LOOP_STEPS = 64;

/** Events that raise one another for ever, started by entering a state or by an event that raises. */
function raiseLoops(chart: Chart): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const reported = new Set<string>();
  const look = (place: PlacedState, at: Span, leaf: PlacedState | undefined, queue: readonly string[]) => {
    const round = leaf && roundOf(chart, leaf, queue);
    const key = round?.toSorted().join(" ");
    if (!round || key === undefined || reported.has(key)) return;
    reported.add(key);
    const events = [...new Set(round.map((step) => step.slice(step.indexOf("|") + 1)))];
    diagnostics.push(about(place, "raise-loop", "error", at, { events }));
  };
  for (const place of places(chart).values()) {
    if (upFrom(place).some(({ node }) => node.type === "parallel")) continue;
    for (const action of place.node.entry) {
      const event = raisedBy(chart, action);
      if (event !== undefined) look(place, action.at, leafAt(chart, place.path), [event]);
    }
    for (const transition of place.node.transitions) {
      const raising = transition.actions.find((action) => raisedBy(chart, action) !== undefined);
      if (transition.slot === "on" && transition.event !== undefined && raising)
        look(place, raising.at, leafAt(chart, place.path), [transition.event]);
    }
  }
  return diagnostics;
}

/** The steps, as `leaf|event`, that come again and again; undefined when the round ends or is not certain. */
function roundOf(chart: Chart, start: PlacedState, first: readonly string[]): string[] | undefined {
  const visits = new Map<string, number>();
  const steps: string[] = [];
  let leaf = start;
  let queue = first;
  for (let i = 0; i < MAX_LOOP_STEPS; i++) {
    const [event, ...rest] = queue;
    if (event === undefined || queue.length > 8) return undefined;
    const key = `${pathId(leaf.path)}|${event}`;
    const whole = `${key}|${rest.join("|")}`;
    const before = visits.get(whole);
    if (before !== undefined) return [...new Set(steps.slice(before))];
    visits.set(whole, steps.length);
    steps.push(key);
    const taken = taking(leaf, event);
    if (taken === "uncertain") return undefined;
    if (!taken) {
      queue = rest;
      continue;
    }
    const target = taken.transition.targets[0]?.resolved;
    const next = target ? leafAt(chart, target) : leaf;
    const way = next && upFrom(next);
    if (!way || way.some((state) => state.node.type === "parallel" || firstAlways(state))) return undefined;
    const ran = [
      ...taken.transition.actions,
      ...entered(taken.place, next, taken.transition)
        .toReversed()
        .flatMap(({ node }) => node.entry),
    ];
    queue = [...rest, ...ran.flatMap((action) => raisedBy(chart, action) ?? [])];
    leaf = next;
  }
  return undefined;
}

/** The transition that an event takes for certain. */
function taking(leaf: PlacedState, event: string) {
  for (const place of upFrom(leaf)) {
    const all = place.node.transitions.filter(({ slot }) => slot === "on");
    const matching = all.filter((item) => item.event === event);
    if (matching.length === 0 && all.some((item) => item.event?.includes("*"))) return "uncertain" as const;
    const [transition] = matching;
    if (!transition) continue;
    if (transition.guard || isUnread(transition) || transition.targets.length > 1)
      return "uncertain" as const;
    return transition.form === "null" ? undefined : { place, transition };
  }
  return undefined;
}

const RAISE =
  /^(?:\w+\.)?raise\(\s*\{(?:(?!\btype:)[^{}])*type:\s*(["'`])([^"'`$\\]+)\1[^{}]*\}\s*(?:,\s*)?\)(?: as [\w.<> ]+)?$/;

/** The event that an action raises at once and always; undefined when it does not or may not. */
const raisedBy = (chart: Chart, action: Action): string | undefined =>
  RAISE.exec(actionText(chart, action) ?? "")?.[2];
