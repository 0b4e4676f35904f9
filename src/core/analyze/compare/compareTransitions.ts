import type { StateNode, Transition } from "#core/chart/chart.ts";
import { pathId } from "#core/chart/places.ts";
import { codeForm } from "#core/syntax/codeForm.ts";
import type { Change, ChangedPart } from "#core/analyze/compare/change.ts";
import type { StateMatch } from "#core/analyze/compare/matchStates.ts";
import { codePart, codesPart, metaParts, PartList, shownCode } from "#core/analyze/compare/parts.ts";

type Follow = (id: string) => string;

/**
 * The differences between the transitions of two states that are one. A transition is found again by its trigger and what it does, then by
 * its trigger alone, then by what it does under another trigger.
 * @param state path id in the second chart
 */
export function compareTransitions(
  a: StateNode,
  b: StateNode,
  state: string,
  { after }: StateMatch,
): Change[] {
  const follow: Follow = (id) => after.get(id) ?? id;
  const same: Follow = (id) => id;
  let olds = transitionsOf(a);
  let news = transitionsOf(b);
  const pairs: [Transition, Transition][] = [];
  const take = (isOne: (old: Transition, now: Transition) => boolean) => {
    for (const old of olds) {
      const now = news.find((item) => isOne(old, item));
      if (!now) continue;
      pairs.push([old, now]);
      news = news.filter((item) => item !== now);
    }
    const taken = new Set(pairs.map(([old]) => old));
    olds = olds.filter((old) => !taken.has(old));
  };
  const hasTrigger = (old: Transition, now: Transition) => triggerOf(old) === triggerOf(now);
  const doesSame = (old: Transition, now: Transition) => contentOf(old, follow) === contentOf(now, same);
  const isAlike = (old: Transition, now: Transition) =>
    targetsOf(old, follow) === targetsOf(now, same) ||
    (old.guard !== undefined && codeForm(old.guard.text) === codeForm(now.guard?.text ?? ""));
  take((old, now) => hasTrigger(old, now) && old.index === now.index && doesSame(old, now));
  take((old, now) => hasTrigger(old, now) && doesSame(old, now));
  take((old, now) => hasTrigger(old, now) && isAlike(old, now));
  take(hasTrigger);
  take(doesSame);

  const changed = pairs.flatMap(([old, now]): Change[] => {
    const parts = transitionParts(old, now, follow, order(pairs, old, now));
    return parts.length > 0 ? [changeOf("changed", now, state, parts)] : [];
  });
  return [
    ...changed,
    ...news.map((item) => changeOf("added", item, state, wholeParts(item, "after"))),
    ...olds.map((item) => changeOf("removed", item, state, wholeParts(item, "before"))),
  ];
}

const transitionsOf = ({ transitions, unnamed = [] }: StateNode): readonly Transition[] => [
  ...transitions,
  ...unnamed,
];

/** The slot and the event, as people write it: `GO`, `after 500`, `always`. */
function triggerOf({ slot, event }: Transition): string {
  if (slot === "on") return event ?? "";
  return event === undefined ? slot : `${slot} ${event}`;
}

const changeOf = (
  kind: Change["kind"],
  transition: Transition,
  state: string,
  parts: readonly ChangedPart[],
): Change => ({ subject: "transition", kind, name: triggerOf(transition), state, parts });

const targetsOf = ({ targets, form }: Transition, follow: Follow): string | undefined => {
  if (form === "null") return "∅";
  const list = targets.map(({ resolved, text }) =>
    resolved ? follow(pathId(resolved)) || "(machine)" : text,
  );
  return list.length > 0 ? list.join(", ") : undefined;
};

function contentOf(transition: Transition, follow: Follow): string {
  const { guard, actions, reenter, description, meta } = transition;
  const entries = (meta.entries ?? []).map(([key, text]) => [key, codeForm(text)]);
  return JSON.stringify([
    targetsOf(transition, follow),
    guard && codeForm(guard.text),
    actions.map(({ text }) => codeForm(text)),
    reenter,
    description?.value,
    meta.clauses,
    entries,
  ]);
}

/** Where a transition comes among the candidates that both have for its trigger, when that is another place than it was. */
function order(
  pairs: readonly (readonly [Transition, Transition])[],
  old: Transition,
  now: Transition,
): readonly [number, number] | undefined {
  const trigger = triggerOf(now);
  if (triggerOf(old) !== trigger) return undefined;
  const inTrigger = pairs.filter(([a, b]) => triggerOf(a) === trigger && triggerOf(b) === trigger);
  const rank = (is: 0 | 1, of: Transition) => inTrigger.filter((pair) => pair[is].index < of.index).length;
  const [before, after] = [rank(0, old), rank(1, now)];
  return before === after ? undefined : [before + 1, after + 1];
}

function transitionParts(
  old: Transition,
  now: Transition,
  follow: Follow,
  places: readonly [number, number] | undefined,
): ChangedPart[] {
  const parts = new PartList();
  parts.text("event", triggerOf(old), triggerOf(now));
  if (targetsOf(old, follow) !== targetsOf(now, (id) => id))
    parts.add(
      "target",
      targetsOf(old, (id) => id),
      targetsOf(now, (id) => id),
    );
  codePart(parts, "guard", old.guard, now.guard);
  codesPart(parts, "actions", old.actions, now.actions);
  parts.text("reenter", String(old.reenter), String(now.reenter));
  parts.text("description", old.description?.value, now.description?.value);
  metaParts(parts, old.meta, now.meta);
  if (places) parts.add("candidate", String(places[0]), String(places[1]));
  return parts.list;
}

/** What there is to say of a transition that is only in one of the two. */
function wholeParts(transition: Transition, side: "before" | "after"): ChangedPart[] {
  const { guard, actions, meta } = transition;
  const all: readonly (readonly [ChangedPart["part"], string | undefined])[] = [
    ["target", targetsOf(transition, (id) => id)],
    ["guard", guard && shownCode(guard)],
    ["actions", actions.length > 0 ? actions.map(shownCode).join("; ") : undefined],
    ["clauses", meta.clauses.join(", ") || undefined],
  ];
  return all.flatMap(([part, text]) => (text === undefined ? [] : [{ part, [side]: text }]));
}
