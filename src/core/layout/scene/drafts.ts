import type { StatePath, Transition } from "#core/chart/chart.ts";
import { pathId, type PlacedState, transitionId } from "#core/chart/places.ts";
import type { BareItem, Waypoints } from "#core/layout/scene/bareItem.ts";
import type { Arrow, Part, Role } from "#core/layout/scene/scene.ts";

/** What is drawn, by path id. */
export type Items = ReadonlyMap<string, BareItem>;

/** An arrow before it is known how it is drawn. */
export type Draft = Omit<Arrow, "label" | "role"> & {
  /** Of the state that the transition belongs to, and of the one that it is aimed at: either may be hidden in what is closed. */
  readonly path: StatePath;
  readonly aim: StatePath;
};

export function partOf({ node, path }: Pick<PlacedState, "node" | "path">, transition: Transition): Part {
  const { slot, event, index } = transition;
  const ref = { source: path, slot, ...(event === undefined ? {} : { event }), index };
  return { id: transitionId(ref), ref, transition, source: node };
}

/** One draft a target; none for what happens wholly inside a closed state. */
export function draftsOf(part: Part, path: StatePath, from: string, shown: Waypoints): Draft[] {
  const drafts: Draft[] = [];
  for (const target of part.transition.targets) {
    if (target.resolved === null) continue;
    const targetId = pathId(target.resolved);
    const aim = shown.get(targetId);
    if (!aim) continue;
    const inside = aim.item === from && !(targetId === from && pathId(path) === from);
    if (inside) continue;
    const further = drafts.length > 0;
    const id = further ? `${part.id}~${drafts.length}` : part.id;
    drafts.push({
      ...part,
      id,
      from,
      to: aim.item,
      parts: [part],
      further,
      path,
      aim: target.resolved,
    });
  }
  return drafts;
}

/** The box that a state stands in: its card, when it is a row. */
export const blockId = (items: Items, id: string): string => {
  const item = items.get(id);
  return item?.shape === "row" ? (item.parent ?? id) : id;
};

/** How an arrow is drawn, by where its ends stand. */
export function roleOf(items: Items, { from, to, path, aim }: Draft): Role {
  const [source, target] = [items.get(from), items.get(to)] as [BareItem, BareItem];
  if (
    source.shape === "row" &&
    target.shape === "row" &&
    source.parent === target.parent &&
    source.parent !== undefined
  )
    return source.next === target.id ? "tick" : "arc";
  if (source.shape === "row" && source.parent === to) return "arc";
  if (source.shape === "port" || target.shape === "port") return "line";
  // out of the text's own inside, and back to what one stands in, no line leads
  if (from !== to && (isInside(from, to) || isInside(to, from))) return "far";
  if (
    source.level !== "map" &&
    bordersBetween(path, aim) >= 2 &&
    bordersBetween(source.path, target.path) >= 2
  )
    return "far";
  return "line";
}

/** A row that leads to what it stands in begins that again: on the map its line leads to where that starts. */
export function againAround(items: Items, initials: ReadonlyMap<string, string>, draft: Draft): Draft {
  const source = items.get(draft.from);
  // what comes into the page by its name begins where the page does
  if (source?.shape === "port" && items.get(draft.to)?.parent === undefined)
    return { ...draft, to: initials.get(draft.to) ?? draft.to };
  if (!source || source.level !== "map" || !isInside(draft.from, draft.to)) return draft;
  if (source.shape === "row" && source.parent === draft.to) return draft;
  let to: string | undefined = initials.get(draft.to);
  while (to !== undefined && isInside(draft.from, to)) to = initials.get(to);
  return to === undefined || to === draft.from || !items.has(to) ? draft : { ...draft, to };
}

export const leadsTo = (transition: Transition, shown: Waypoints): boolean =>
  transition.targets.some((target) => target.resolved !== null && shown.has(pathId(target.resolved)));

const isInside = (id: string, around: string): boolean => around === "" || id.startsWith(`${around}.`);

/** Compound borders that a line between two states passes, their own not counted. */
export function bordersBetween(from: StatePath, to: StatePath): number {
  let shared = 0;
  while (shared < from.length && shared < to.length && from[shared] === to[shared]) shared++;
  const beyond = (path: StatePath) => Math.max(0, path.length - shared - 1);
  return beyond(from) + beyond(to);
}
