import type { Chart, StatePath, Target, Transition } from "#core/chart/chart.ts";
import { pathId, placeOf, places, type PlacedState } from "#core/chart/places.ts";
import { near } from "#core/diagnostic/near.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { about, childrenOf, isPartlyOpaque, nameAt, sayState } from "#core/analyze/subject.ts";

/** Deeper nesting than this makes XState itself slow, then fail (reliability.md section 2). */
const MOST_DEPTH = 64;

/** Targets, initial states and ids that lead nowhere, or not where they seem to. */
export function checkTargets(chart: Chart): Diagnostic[] {
  const found: Diagnostic[] = [...checkIds(chart)];
  for (const place of places(chart).values()) {
    found.push(...checkInitial(place));
    for (const transition of place.node.transitions) {
      for (const target of transition.targets) found.push(...checkTarget(chart, place, target));
      found.push(...checkConflict(chart, place, transition));
    }
    for (const target of place.node.historyTargets ?? []) found.push(...checkTarget(chart, place, target));
    if (place.path.length === MOST_DEPTH + 1)
      found.push(about(place, "too-deep", "error", nameAt(place), { most: MOST_DEPTH }));
  }
  return found;
}

function checkTarget(chart: Chart, place: PlacedState, target: Target): Diagnostic[] {
  if (target.resolved === null)
    return [
      about(place, "target-not-found", "error", target.at, {
        target: target.text,
        state: sayState(place),
        near: meantTargets(chart, place, target.text),
      }),
    ];
  const first = target.text.split(".")[0] ?? "";
  const child = place.node.children.some((one) => one.key === first);
  // `main` is always the sibling; the child of that name would be `.main`.
  if (child && first !== "" && !target.text.startsWith("#") && place.parent)
    return [
      about(place, "target-ambiguous", "warning", target.at, {
        target: target.text,
        state: pathId(target.resolved),
        other: `.${target.text}`,
      }),
    ];
  return [];
}

/** Several targets at once are for regions of one parallel state. */
function checkConflict(chart: Chart, place: PlacedState, transition: Transition): Diagnostic[] {
  const paths = transition.targets.flatMap((target) => (target.resolved ? [target.resolved] : []));
  for (const [i, a] of paths.entries())
    for (const b of paths.slice(i + 1)) {
      let shared = 0;
      while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++;
      const nested = shared === a.length || shared === b.length;
      const meeting = placeOf(chart, a.slice(0, shared));
      if (!nested && meeting?.node.type !== "parallel")
        return [
          about(place, "targets-conflict", "error", transition.at, { target: pathId(a), other: pathId(b) }),
        ];
    }
  return [];
}

/** Ways to write the states that a target may have meant, from where it is written. */
function meantTargets(chart: Chart, from: PlacedState, text: string): string[] {
  const key = text.split(".").at(-1)?.replace("#", "") ?? "";
  const all = [...places(chart).values()].filter((place) => place.path.length > 0);
  const keys = new Set([
    key,
    ...near(key, [...all.map((place) => place.node.key), ...all.flatMap((p) => p.node.id ?? [])]),
  ]);
  const ranked = [...keys].flatMap((one) =>
    all.filter((place) => place.node.key === one || place.node.id === one),
  );
  const written = ranked.map((place) => targetText(chart, from, place));
  return [...new Set(written)].filter((one) => one !== text).slice(0, 3);
}

/** How a target from one state to another is written, as short as it can be. */
function targetText(chart: Chart, from: PlacedState, to: PlacedState): string {
  const below = (above: StatePath) =>
    above.every((key, i) => to.path[i] === key) && to.path.length > above.length;
  if (below(from.path)) return `.${to.path.slice(from.path.length).join(".")}`;
  if (from.parent && to.path.length === from.path.length && below(from.parent.path)) return to.node.key;
  return to.node.id ? `#${to.node.id}` : `#${[chart.root.id ?? "(machine)", ...to.path].join(".")}`;
}

function checkInitial(place: PlacedState): Diagnostic[] {
  const { type, initial, children } = place.node;
  const state = sayState(place);
  if (initial) {
    if (type === "parallel") return [about(place, "initial-ignored", "warning", initial.at, { state })];
    const keys = children.map((child) => child.key);
    if (keys.length === 0 || keys.includes(initial.value) || isPartlyOpaque(place)) return [];
    return [
      about(place, "initial-not-found", "error", initial.valueAt, {
        initial: initial.value,
        state,
        near: near(initial.value, keys),
        children: keys,
      }),
    ];
  }
  const unread =
    place.node.opaque.some(({ what }) => what !== "overwritten") ||
    place.node.props.some((prop) => prop.name === "initial");
  if (type !== "compound" || children.length === 0 || unread || place.node.origin === "shared") return [];
  const first = children.find((child) => child.type !== "history");
  return [about(place, "initial-missing", "error", nameAt(place), { state, near: first ? [first.key] : [] })];
}

/** Two states of one id: XState silently lets the later one win. */
function checkIds(chart: Chart): Diagnostic[] {
  const found: Diagnostic[] = [];
  const owners = new Map<string, PlacedState>();
  const machine = chart.root.id ?? "(machine)";
  for (const place of places(chart).values()) {
    const { id, props } = place.node;
    const full = id ?? [machine, ...place.path].join(".");
    const other = owners.get(full);
    const at = props.find((prop) => prop.name === "id")?.valueAt ?? nameAt(place);
    if (other) found.push(about(place, "duplicate-id", "error", at, { id: full, other: sayState(other) }));
    else owners.set(full, place);
    if (id?.includes(".") && place.parent && childrenOf(chart, place.parent).length > 0)
      found.push(about(place, "id-dot", "warning", at, { id }));
  }
  return found;
}
