import type { StateNode, StatePath } from "#core/chart/chart.ts";

/** Where a target leads from a root: the path, or null when XState would throw. */
interface Spot {
  readonly node: StateNode;
  readonly path: StatePath;
  readonly parent: Spot | undefined;
}

const idTables = new WeakMap<StateNode, ReadonlyMap<string, Spot>>();

/** Every state by the id XState gives it: the written one, else machine id and keys joined by dots. A later one wins. */
function idTable(root: StateNode): ReadonlyMap<string, Spot> {
  const known = idTables.get(root);
  if (known) return known;
  const table = new Map<string, Spot>();
  const machineId = root.id || "(machine)";
  const visit = (spot: Spot) => {
    table.set(spot.node.id || [machineId, ...spot.path].join("."), spot);
    // JavaScript puts keys like "10" before all others; when an id is given twice it matters who comes last.
    const byKey = new Map(spot.node.children.map((child) => [child.key, child]));
    for (const key of Object.keys(Object.fromEntries(byKey))) {
      const child = byKey.get(key);
      if (child) visit({ node: child, path: [...spot.path, key], parent: spot });
    }
  };
  visit({ node: root, path: [], parent: undefined });
  idTables.set(root, table);
  return table;
}

/** Splits at dots; a backslash takes the next character as it is (XState's `toStatePath`). */
export function splitStatePath(text: string): string[] {
  const segments: string[] = [];
  let segment = "";
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === "\\") {
      i++;
      segment += text[i] ?? "undefined";
    } else if (char === ".") {
      segments.push(segment);
      segment = "";
    } else segment += char;
  }
  segments.push(segment);
  return segments;
}

/** Walks down by keys. An empty key ends the walk, a key with `#` starts again from that id, as in XState. */
function walk(root: StateNode, from: Spot, keys: readonly string[]): Spot | null {
  let at: Spot = from;
  for (const key of keys) {
    if (key === "") break;
    const next = key.startsWith("#") ? byId(root, key) : childSpot(at, key);
    if (!next) return null;
    at = next;
  }
  return at;
}

const keyTables = new WeakMap<StateNode, ReadonlyMap<string, StateNode>>();

/** The child of a key; looked up in a table, because a state may have thousands of siblings. */
function childOf(node: StateNode, key: string): StateNode | undefined {
  let table = keyTables.get(node);
  if (!table) {
    table = new Map(node.children.toReversed().map((child) => [child.key, child]));
    keyTables.set(node, table);
  }
  return table.get(key);
}

function childSpot(at: Spot, key: string): Spot | null {
  const node = childOf(at.node, key);
  return node ? { node, path: [...at.path, key], parent: at } : null;
}

function byId(root: StateNode, text: string): Spot | null {
  const [first = "", ...rest] = splitStatePath(text);
  const spot = idTable(root).get(first.startsWith("#") ? first.slice(1) : first);
  return spot ? walk(root, spot, rest) : null;
}

function spotOf(root: StateNode, path: StatePath): Spot | null {
  let at: Spot | null = { node: root, path: [], parent: undefined };
  for (const key of path) at = at && childSpot(at, key);
  return at;
}

/**
 * The state that a transition target names, as XState 5.33 resolves it; null where XState throws. From the root only
 * `.child` and `#id` are valid; elsewhere `key`, `key.child`, `.child` (of the source), `.` (the source), `#id`, `#id.child`.
 * @param source path of the state that holds the transition
 */
export function resolveTarget(root: StateNode, source: StatePath, text: string): StatePath | null {
  if (text.startsWith("#")) return byId(root, text)?.path ?? null;
  const from = spotOf(root, source);
  if (!from) return null;
  const internal = text.startsWith(".");
  if (!from.parent) return internal ? (walkText(root, from, text.slice(1))?.path ?? null) : null;
  return walkText(root, from.parent, internal ? from.node.key + text : text)?.path ?? null;
}

/** The default of a history state: a path from its parent, or `#id`; null where XState throws. */
export function resolveHistoryTarget(root: StateNode, history: StatePath, text: string): StatePath | null {
  const parent = history.length === 0 ? null : spotOf(root, history.slice(0, -1));
  return parent ? (walkText(root, parent, text)?.path ?? null) : null;
}

function walkText(root: StateNode, from: Spot, text: string): Spot | null {
  if (text.startsWith("#")) {
    const spot = byId(root, text);
    if (spot) return spot;
  }
  return walk(root, from, splitStatePath(text));
}
