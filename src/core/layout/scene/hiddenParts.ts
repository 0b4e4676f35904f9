import type { StateNode, StatePath } from "#core/chart/chart.ts";
import { pathId } from "#core/chart/places.ts";
import { isArrow } from "#core/layout/content/transitionText.ts";
import { partOf } from "#core/layout/scene/drafts.ts";
import type { Part } from "#core/layout/scene/scene.ts";

/** The transitions of all that a closed state holds, in document order. */
export interface HiddenParts {
  /** Every transition, by id. */
  readonly ids: readonly string[];
  /** Those that lead out of the closed state, in part at least. */
  readonly outward: readonly Outward[];
}

interface Outward {
  readonly part: Part;
  /** Of the state that the transition belongs to. */
  readonly path: StatePath;
}

const NONE: HiddenParts = { ids: [], outward: [] };

/**
 * What was found of states that stand beside each other, with the path that it holds for. An edit leaves the children of a state the
 * same list where none of them changed, so only what is around the edit is gone through again.
 */
const known = new WeakMap<readonly StateNode[], { readonly at: string; readonly parts: HiddenParts }>();

/** What lies in a state that is drawn closed; its own transitions are not among it. */
export function hiddenParts({ children }: StateNode, path: StatePath): HiddenParts {
  if (children.length === 0) return NONE;
  const at = pathId(path);
  const cached = known.get(children);
  if (cached?.at === at) return cached.parts;
  const ids: string[] = [];
  const outward: Outward[] = [];
  const leadsOut = ({ part: { transition } }: Outward) =>
    transition.targets.some(({ resolved }) => resolved !== null && !isWithin(resolved, path));
  for (const child of children) {
    const childPath = [...path, child.key];
    for (const transition of child.transitions) {
      const part = partOf({ node: child, path: childPath }, transition);
      ids.push(part.id);
      if (isArrow(transition) && leadsOut({ part, path: childPath })) outward.push({ part, path: childPath });
    }
    const below = hiddenParts(child, childPath);
    for (const id of below.ids) ids.push(id);
    for (const edge of below.outward) if (leadsOut(edge)) outward.push(edge);
  }
  const parts = { ids, outward };
  known.set(children, { at, parts });
  return parts;
}

const isWithin = (path: StatePath, around: StatePath): boolean =>
  path.length >= around.length && around.every((key, i) => key === path[i]);
