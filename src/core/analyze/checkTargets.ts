import type { Chart, StatePath, Target, Transition } from "#core/chart/chart.ts";
import { mayLieUnread } from "#core/chart/opaqueParts.ts";
import { pathId, placeOf, places, type PlacedState } from "#core/chart/places.ts";
import { targetForms } from "#core/chart/targetText.ts";
import { distance, near } from "#core/diagnostic/near.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { fewOf } from "#core/analyze/gameSubject.ts";
import { suggester } from "#core/analyze/suggest.ts";
import { about, childrenOf, isPartlyOpaque, nameAt, sayState } from "#core/analyze/subject.ts";
import { addAll } from "#core/text/addAll.ts";

/** Deeper nesting than this makes XState itself slow, then fail (reliability.md section 2). */
export const MAX_STATE_LEVELS = 64;
/** States of one name that are considered as what a target may have meant. */
const MAX_TARGET_CANDIDATES = 64;

/** Targets, initial states and ids that lead nowhere, or not where they seem to. */
export function checkTargets(chart: Chart): Diagnostic[] {
  const diagnostics: Diagnostic[] = [...checkIds(chart)];
  const meant = meantBy(chart);
  for (const place of places(chart).values()) {
    diagnostics.push(...checkInitial(place));
    for (const transition of place.node.transitions) {
      for (const target of transition.targets)
        diagnostics.push(...checkTarget(chart, place, target, meant, transition));
      addAll(diagnostics, checkConflict(chart, place, transition));
    }
    for (const target of place.node.historyTargets ?? [])
      diagnostics.push(...checkTarget(chart, place, target, meant));
    if (place.path.length === MAX_STATE_LEVELS + 1)
      diagnostics.push(about(place, "too-deep", "error", nameAt(place), { most: MAX_STATE_LEVELS }));
  }
  return diagnostics;
}

function checkTarget(
  chart: Chart,
  place: PlacedState,
  target: Target,
  meant: Meant,
  by?: Transition,
): Diagnostic[] {
  if (target.resolved === null) {
    const like = meantTargets(chart, place, target.text, meant);
    const unsure = mayLieUnread(chart.root, place.path, target.text);
    if (unsure && like.length === 0) return [];
    return [
      about(place, "target-not-found", unsure ? "warning" : "error", target.at, {
        target: target.text,
        state: sayState(place),
        near: like,
      }),
    ];
  }
  const first = target.text.split(".")[0] ?? "";
  const child = place.node.children.some((impl) => impl.key === first);
  // `main` is always the sibling; the child of that name would be `.main`. What is done goes elsewhere, as a rule.
  if (child && by?.slot !== "onDone" && first !== "" && !target.text.startsWith("#") && place.parent)
    return [
      about(place, "target-ambiguous", "warning", target.at, {
        target: target.text,
        state: pathId(target.resolved),
        other: `.${target.text}`,
      }),
    ];
  return [];
}

/**
 * Several targets at once are for regions of one parallel state (SCXML 3.13, "legal state configuration"): the first that lead into a
 * state settles by which child, unless the state is parallel. One look at each state above a target, however many there are.
 */
function checkConflict(chart: Chart, place: PlacedState, transition: Transition): Diagnostic[] {
  const paths = transition.targets.flatMap((target) => (target.resolved ? [target.resolved] : []));
  if (paths.length < 2) return [];
  /** By state, the first target inside of it. */
  const entered = new Map<string, StatePath>();
  for (const path of paths)
    for (const [depth, child] of path.entries()) {
      const above = path.slice(0, depth);
      const first = entered.get(pathId(above));
      if (!first) entered.set(pathId(above), path);
      else if (first[depth] !== child && placeOf(chart, above)?.node.type !== "parallel")
        return [
          about(place, "targets-conflict", "error", transition.at, {
            target: pathId(first),
            other: pathId(path),
          }),
        ];
    }
  return [];
}

/** Finds the states that a misspelt target may have meant. */
type Meant = (text: string) => readonly PlacedState[];

function meantBy(chart: Chart): Meant {
  const named = new Map<string, PlacedState[]>();
  const put = (name: string, place: PlacedState) => {
    const same = named.get(name);
    if (same) same.push(place);
    else named.set(name, [place]);
  };
  for (const place of places(chart).values()) {
    if (place.path.length === 0) continue;
    put(place.node.key, place);
    if (place.node.id !== undefined && place.node.id !== place.node.key) put(place.node.id, place);
  }
  const like = suggester(() => named.keys());
  return (text) => {
    const key = text.split(".").at(-1)?.replace("#", "") ?? "";
    return [key, ...like(key)].flatMap((name) => named.get(name) ?? []);
  };
}

/** The states that a target may have meant, each in the form that is most like what is written; the likest first. */
function meantTargets(chart: Chart, from: PlacedState, text: string, meant: Meant): string[] {
  const most = Math.max(1, Math.floor(text.length / 3));
  const written = meant(text)
    .slice(0, MAX_TARGET_CANDIDATES)
    .flatMap(({ path }) => {
      // The best form comes first and stays it where none looks like the text.
      const forms = targetForms(chart.root, from.path, path).map((form) => ({
        form,
        far: distance(text, form, most),
      }));
      return forms.length === 0 ? [] : forms.reduce((a, b) => (b.far < a.far ? b : a));
    })
    .sort((a, b) => a.far - b.far)
    .map(({ form }) => form);
  return [...new Set(written)].filter((candidate) => candidate !== text).slice(0, 3);
}

function checkInitial(place: PlacedState): Diagnostic[] {
  const { type, initial, children } = place.node;
  const state = sayState(place);
  if (initial) {
    const ignored =
      type === "parallel" ? [about(place, "initial-ignored", "warning", initial.at, { state })] : [];
    const keys = children.map((child) => child.key);
    // XState looks it up where it is ignored, too.
    if (keys.length === 0 || keys.includes(initial.value) || isPartlyOpaque(place)) return ignored;
    return [
      about(place, "initial-not-found", "error", initial.valueAt, {
        initial: initial.value,
        state,
        near: near(initial.value, keys),
        children: fewOf(keys),
      }),
    ];
  }
  const unread =
    place.node.opaque.some(({ what }) => what !== "overwritten") ||
    // A misspelt key is reported where it stands.
    place.node.props.some((prop) => prop.name === "initial" || near(prop.name, ["initial"]).length > 0);
  if (type !== "compound" || children.length === 0 || unread || place.node.origin === "shared") return [];
  const first = children.find((child) => child.type !== "history");
  return [about(place, "initial-missing", "error", nameAt(place), { state, near: first ? [first.key] : [] })];
}

/** Two states of one id: XState silently lets the later one win. */
function checkIds(chart: Chart): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const owners = new Map<string, PlacedState>();
  const machine = chart.root.id ?? "(machine)";
  for (const place of places(chart).values()) {
    const { id, props } = place.node;
    const full = id ?? [machine, ...place.path].join(".");
    const other = owners.get(full);
    const at = props.find((prop) => prop.name === "id")?.valueAt ?? nameAt(place);
    if (other)
      diagnostics.push(about(place, "duplicate-id", "error", at, { id: full, other: sayState(other) }));
    else owners.set(full, place);
    if (id?.includes(".") && place.parent && childrenOf(chart, place.parent).length > 0)
      diagnostics.push(about(place, "id-dot", "warning", at, { id }));
  }
  return diagnostics;
}
