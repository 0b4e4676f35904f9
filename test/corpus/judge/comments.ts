import type { Judged } from "#test/corpus/judge/judge.ts";
import { configOf, valuesOf } from "#test/corpus/judge/readMachine.ts";
import { child, list, walk, type Node, type Source } from "#test/corpus/judge/source.ts";
import { isUnder, type Path } from "#test/corpus/judge/model.ts";
import { lead, type Shape } from "#test/corpus/judge/targets.ts";
import type { Try } from "#test/corpus/judge/tries.ts";
import { entriesOf, follow, textOf } from "#test/corpus/judge/values.ts";

const words = (text: string): string => text.replace(/\s+/g, " ").trim();

/**
 * Comments that are gone and should not be. A deleted state may take those inside and beside it, and those of the transitions
 * that led there; a guard that is taken away those inside and beside it, unless they stand first in the transition; a state that is
 * moved those of the `initial` it leaves behind.
 */
export function lostComments(before: Judged, attempt: Try, after: Source): string[] {
  const count = (comments: Source["comments"]) => {
    const counts = new Map<string, number>();
    for (const { value } of comments) counts.set(words(value), (counts.get(words(value)) ?? 0) + 1);
    return counts;
  };
  const left = count(after.comments);
  const missing = [...count(before.source.comments)].filter(([text, n]) => n > (left.get(text) ?? 0));
  if (missing.length === 0) return [];
  const free = mayGo(before, attempt);
  const excused = count(
    before.source.comments.filter((comment) =>
      free.some((one) => one.start <= comment.start && comment.end <= one.end),
    ),
  );
  return missing.flatMap(([text, n]) => (n - (left.get(text) ?? 0) > (excused.get(text) ?? 0) ? [text] : []));
}

/** The stretches of text whose comments may go. */
function mayGo({ source, ordinal, model }: Judged, { edit, args }: Try): { start: number; end: number }[] {
  const call = source.calls[ordinal];
  const config = call && configOf(source, call);
  if (!config) return [];
  const written = [config, ...valuesOf(source, model.own)];
  if (edit === "transition.guard") return written.flatMap((one) => guardsIn(source, one));
  const state = args["state"] as Path;
  if (edit === "state.move")
    return propertiesNamed(source, stateNode(source, config, state.slice(0, -1)) ?? config, [
      "initial",
      "states",
      "type",
    ]).filter((one) => keyOf(one) !== "states" || statesIn(source, one).length <= 1);
  if (edit !== "state.delete") return [];
  const found: { start: number; end: number }[] = [];
  const visit = (node: Node): void => {
    if (node.type !== "ObjectExpression" && node.type !== "ArrayExpression") return;
    const items = list(node, node.type === "ObjectExpression" ? "properties" : "elements");
    for (const [i, item] of items.entries())
      if (leadsInto(source, item, state, model.root)) found.push(around(source, node, items, i));
  };
  for (const one of written) walk(one, visit);
  const parent = stateNode(source, config, state.slice(0, -1));
  const initial = parent ? propertiesNamed(source, parent, ["initial", "states", "type"]) : [];
  for (const one of initial)
    if (keyOf(one) === "states" && parent) {
      const states = follow(source, child(one, "value") ?? one);
      const items = statesIn(source, one);
      const i = items.findIndex(
        (item) => entriesOf(source, states).entries.get(state.at(-1) ?? "")?.property === item,
      );
      if (i >= 0) found.push(around(source, states, items, i));
      if (items.length === 1) found.push(...initial);
    }
  return found;
}

const statesIn = (source: Source, property: Node): Node[] =>
  list(follow(source, child(property, "value") ?? property), "properties");

/** An item with the comments before it and those behind it on its line. */
function around(
  source: Source,
  holder: Node,
  items: readonly Node[],
  i: number,
): { start: number; end: number } {
  const item = items[i] ?? holder;
  const start = items[i - 1]?.end ?? holder.start;
  const lineEnd = source.text.indexOf("\n", item.end);
  return { start, end: Math.max(lineEnd < 0 ? source.text.length : lineEnd, item.end) };
}

function guardsIn(source: Source, config: Node): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  walk(config, (node) => {
    const items = node.type === "ObjectExpression" ? list(node, "properties") : [];
    const i = items.findIndex((item) => item.type === "Property" && keyOf(item) === "guard");
    const guard = items[i];
    if (!guard) return;
    const whole = around(source, node, items, i);
    found.push(i === 0 ? { ...whole, start: guard.start } : whole);
  });
  return found;
}

const keyOf = (property: Node): string => {
  const key = child(property, "key");
  return String(key?.["name"] ?? key?.["value"] ?? "");
};

function propertiesNamed(source: Source, object: Node, names: readonly string[]): Node[] {
  const { entries } = entriesOf(source, object);
  return names.flatMap((name) => entries.get(name)?.property ?? []);
}

function stateNode(source: Source, config: Node, path: Path): Node | undefined {
  let node: Node | undefined = config;
  for (const key of path) {
    const states: Node | undefined = node && entriesOf(source, node).entries.get("states")?.value;
    const inner: Node | undefined = states && follow(source, states);
    const value: Node | undefined =
      inner?.type === "ObjectExpression" ? entriesOf(source, inner).entries.get(key)?.value : undefined;
    node = value && follow(source, value);
    if (node?.type !== "ObjectExpression") return undefined;
  }
  return node;
}

/** Is this a transition into the state, or a list or map of nothing but such? Near enough to excuse a comment. */
function leadsInto(source: Source, item: Node, state: Path, root: Shape): boolean {
  const value = item.type === "Property" ? child(item, "value") : item;
  const node = value && follow(source, value);
  if (!node) return false;
  const text = textOf(source, node);
  if (text !== undefined) {
    const path = text.startsWith("#") ? lead(root, [], text) : null;
    return path ? isUnder(path, state) : text.split(".").includes(state.at(-1) ?? "");
  }
  const inner = (all: readonly Node[]) =>
    all.length > 0 && all.every((one) => leadsInto(source, one, state, root));
  if (node.type === "ArrayExpression") return inner(list(node, "elements"));
  if (node.type !== "ObjectExpression") return false;
  const target = entriesOf(source, node).entries.get("target")?.property;
  return target ? leadsInto(source, target, state, root) : inner(list(node, "properties"));
}
