import type { StateNode, StatePath } from "#core/chart/chart.ts";
import { resolveHistoryTarget, resolveTarget, splitStatePath } from "#core/chart/targets.ts";

/** Keys as the text of a target: dots and backslashes inside a key are escaped. */
export const joinKeys = (keys: StatePath): string =>
  keys.map((key) => key.replace(/[\\.]/g, "\\$&")).join(".");

/** Resolves a text as a transition's target, or as the default of a history state. */
export const resolveAs = (history: boolean) => (history ? resolveHistoryTarget : resolveTarget);

export const samePath = (a: StatePath | null | undefined, b: StatePath | null | undefined): boolean =>
  a != null && b != null && a.length === b.length && a.every((key, i) => key === b[i]);

/** Is `path` the state at `top` or one below it? */
export const isUnder = (path: StatePath, top: StatePath): boolean =>
  path.length >= top.length && top.every((key, i) => key === path[i]);

/**
 * The text by which a transition of `source` best names `target`, or undefined when there is none (a machine whose id is code).
 * In this order: sibling key, `.child`, explicit `#id`, `#machine.path`, `sibling.child`, `#ancestor.path`, and in a machine
 * without an id `#(machine).path`, as XState calls it.
 */
export function bestTarget(
  root: StateNode,
  source: StatePath,
  target: StatePath,
  history = false,
): string | undefined {
  const resolve = resolveAs(history);
  return candidates(root, source, target).find((text) => samePath(resolve(root, source, text), target));
}

/** Every text by which a transition of `source` can name `target`, the best one first. */
export function targetForms(
  root: StateNode,
  source: StatePath,
  target: StatePath,
  history = false,
): string[] {
  const resolve = resolveAs(history);
  const all = new Set(candidates(root, source, target));
  return [...all].filter((text) => samePath(resolve(root, source, text), target));
}

function candidates(root: StateNode, source: StatePath, target: StatePath): string[] {
  const spellings: string[] = [];
  const parent = source.slice(0, -1);
  const below = source.length > 0 && target.length > parent.length && isUnder(target, parent);
  const fromParent = joinKeys(target.slice(parent.length));
  if (below && target.length === source.length) spellings.push(fromParent);
  if (isUnder(target, source) && target.length > source.length)
    spellings.push(`.${joinKeys(target.slice(source.length))}`);
  const ids = explicitIds(root, target);
  const id = ids.find(({ depth }) => depth === target.length && depth > 0);
  const machine = ids.find(({ depth }) => depth === 0);
  for (const base of [id, machine]) if (base) spellings.push(byId(base, target));
  if (below) spellings.push(fromParent);
  for (const base of ids.toReversed()) spellings.push(byId(base, target));
  if (source.length === 0 && target.length === 0) spellings.push(".");
  if (isNameless(root)) spellings.push(byId({ id: "(machine)", depth: 0 }, target));
  return spellings;
}

/** No id is written, nor can a spread or a computed key bring one; or it has a name that can be written in its place. */
const isNameless = (root: StateNode): boolean =>
  root.idName !== undefined ||
  (!root.id &&
    !root.props.some(({ name }) => name === "id") &&
    !root.opaque.some(({ what }) => what === "spread" || what === "computedKey"));

/** The states on the way to the target, it included, that have an id of their own. */
function explicitIds(root: StateNode, target: StatePath): { id: string; depth: number }[] {
  const ids: { id: string; depth: number }[] = [];
  let node: StateNode | undefined = root;
  for (let depth = 0; node; depth++) {
    if (node.id) ids.push({ id: node.id, depth });
    const key: string | undefined = target[depth];
    node = key === undefined ? undefined : node.children.find((child) => child.key === key);
  }
  return ids;
}

const byId = (base: { id: string; depth: number }, target: StatePath): string =>
  `#${joinKeys([base.id, ...target.slice(base.depth)])}`;

/**
 * The old text in its own form for a tree in which states have moved or have other names: `#id.`, `.` or plain, with the
 * keys after it replaced. Undefined when that form cannot say it any more.
 * @param follow where a path of the old tree is in the new one
 */
export function sameForm(
  roots: { readonly before: StateNode; readonly after: StateNode },
  sources: { readonly before: StatePath; readonly after: StatePath },
  target: { readonly text: string; readonly before: StatePath; readonly after: StatePath },
  follow: (path: StatePath) => StatePath | null,
  history = false,
): string | undefined {
  const resolve = resolveAs(history);
  const fits = (text: string) => samePath(resolve(roots.after, sources.after, text), target.after);
  if (!target.text.startsWith("#")) {
    const head = target.text.startsWith(".") ? "." : "";
    const base = head === "." ? sources.after : sources.after.slice(0, -1);
    if (!isUnder(target.after, base) || target.after.length === base.length) return undefined;
    const text = head + joinKeys(target.after.slice(base.length));
    return fits(text) ? text : undefined;
  }
  const id = splitStatePath(target.text)[0] ?? "";
  const base = follow(resolve(roots.before, sources.before, joinKeys([id])) ?? []);
  if (!base || !isUnder(target.after, base)) return undefined;
  // The id itself may be another one now.
  const ids = [
    id,
    ...explicitIds(roots.after, base).flatMap((entry) =>
      entry.depth === base.length ? [`#${entry.id}`] : [],
    ),
  ];
  return ids.map((item) => joinKeys([item, ...target.after.slice(base.length)])).find(fits);
}
