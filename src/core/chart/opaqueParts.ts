import type { Opaque, StateNode, StatePath, Target } from "#core/chart/chart.ts";

/** Properties of a state whose values hold no states. */
const STATELESS_KEYS = new Set([
  "on",
  "after",
  "always",
  "onDone",
  "route",
  "invoke",
  "entry",
  "exit",
  "initial",
]);

/** The parts of a state that may hold states within it but are code that was not read, in order. */
export const unreadStates = (node: StateNode): readonly Opaque[] =>
  node.opaque.filter((part) => {
    if (isPlainly(part)) return true;
    if (part.what !== "spread" && part.what !== "computedKey") return false;
    const holder = holderOf(node, part);
    return holder === undefined || !STATELESS_KEYS.has(holder);
  });

/** Whether the state that a target names may lie in code that was not read. @param path of the state in which the target stands */
export function mayLieUnread(root: StateNode, path: StatePath, text: string): boolean {
  if (text.startsWith("#")) return holdsUnread(root);
  const wanted = text.split(".").filter((key) => key !== "");
  const from = text.startsWith(".") ? path : path.slice(0, -1);
  let node: StateNode | undefined = root;
  for (const key of from) node = node?.children.find((child) => child.key === key);
  for (const key of wanted) {
    const next: StateNode | undefined = node?.children.find((child) => child.key === key);
    if (!next) break;
    node = next;
  }
  return node !== undefined && unreadStates(node).length > 0;
}

const holdsUnread = (node: StateNode): boolean =>
  unreadStates(node).length > 0 || node.children.some(holdsUnread);

const NONE: ReadonlySet<Target> = new Set();

/** The targets of a state's transitions that name no state that was read, but perhaps one that was not. */
export function unreadTargets(root: StateNode, node: StateNode, path: StatePath): ReadonlySet<Target> {
  const lost = node.transitions.flatMap(({ targets }) => targets.filter(({ resolved }) => resolved === null));
  if (lost.length === 0) return NONE;
  return new Set(lost.filter(({ text }) => mayLieUnread(root, path, text)));
}

/** Whether what was not read is a state or states for certain, and not perhaps. */
export const isAmongStates = (node: StateNode, part: Opaque): boolean =>
  isPlainly(part) || holderOf(node, part) === "states";

const isPlainly = ({ what }: Opaque): boolean => what === "state" || what === "states" || what === "config";

/** The property of the state in which the part stands; undefined for a spread or a computed key beside them. */
export const holderOf = ({ props }: StateNode, { at }: Opaque): string | undefined =>
  props.find((prop) => prop.at.from <= at.from && at.to <= prop.at.to)?.name;

/** The code that brings all states of a machine, where it was not read: nothing can be drawn. Undefined for any other machine. */
export const hiddenMachine = (root: StateNode): Opaque | undefined =>
  root.children.length === 0 ? unreadStates(root)[0] : undefined;

/** What was not understood, as it is written, and where it comes from: `...phases from "./phases"`. */
export function opaqueText({ text, from }: Opaque): string {
  const line = text.replace(/\s+/g, " ").trim();
  return from === undefined ? line : `${line} from "${from}"`;
}
