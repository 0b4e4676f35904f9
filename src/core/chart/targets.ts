import type { StateNode, StatePath } from "#core/chart/chart.ts";

/** A state with its path and the states around it; made when a target asks for it, and kept with its root. */
class Spot {
  readonly node: StateNode;
  readonly parent: Spot | undefined;
  private ownPath: StatePath | undefined;
  private below: Map<string, Spot> | undefined;

  constructor(node: StateNode, parent: Spot | undefined) {
    this.node = node;
    this.parent = parent;
  }

  get path(): StatePath {
    return (this.ownPath ??= this.parent ? [...this.parent.path, this.node.key] : []);
  }

  child(key: string): Spot | null {
    const known = this.below?.get(key);
    if (known) return known;
    const node = childOf(this.node, key);
    if (!node) return null;
    const spot = new Spot(node, this);
    (this.below ??= new Map()).set(key, spot);
    return spot;
  }
}

const roots = new WeakMap<StateNode, Spot>();

function rootSpot(root: StateNode): Spot {
  const known = roots.get(root);
  if (known) return known;
  const spot = new Spot(root, undefined);
  roots.set(root, spot);
  return spot;
}

const idTables = new WeakMap<StateNode, ReadonlyMap<string, Spot>>();

/** Every state by the id XState gives it: the written one, else machine id and keys joined by dots. A later one wins. */
function idTable(root: StateNode): ReadonlyMap<string, Spot> {
  const known = idTables.get(root);
  if (known) return known;
  const table = new Map<string, Spot>();
  const visit = (spot: Spot, id: string) => {
    table.set(spot.node.id || id, spot);
    for (const key of keysInOrder(spot.node)) {
      const child = spot.child(key);
      if (child) visit(child, `${id}.${key}`);
    }
  };
  visit(rootSpot(root), root.id || "(machine)");
  idTables.set(root, table);
  return table;
}

/** JavaScript puts keys like "10" before all others; when an id is given twice it matters who comes last. */
function keysInOrder({ children }: StateNode): Iterable<string> {
  const keys = new Set<string>();
  let numbers = false;
  for (const { key } of children) {
    keys.add(key);
    if (/^\d/.test(key)) numbers = true;
  }
  return numbers ? Object.keys(Object.fromEntries([...keys].map((key) => [key, true]))) : keys;
}

/** Splits at dots; a backslash takes the next character as it is (XState's `toStatePath`). */
export function splitStatePath(text: string): string[] {
  if (!text.includes("\\")) return text.split(".");
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
    const next = key.startsWith("#") ? byId(root, key) : at.child(key);
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

function byId(root: StateNode, text: string): Spot | null {
  const [first = "", ...rest] = splitStatePath(text);
  const spot = idTable(root).get(first.startsWith("#") ? first.slice(1) : first);
  return spot ? walk(root, spot, rest) : null;
}

function spotOf(root: StateNode, path: StatePath): Spot | null {
  let at: Spot | null = rootSpot(root);
  for (const key of path) at = at && at.child(key);
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
