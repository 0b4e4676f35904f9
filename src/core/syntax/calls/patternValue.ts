import type { Expression } from "#core/syntax/ast.ts";
import { constantOf, entriesOf, itemsOf, listOf, objectOf, type Ways } from "#core/syntax/calls/ways.ts";
import type { Node } from "#core/syntax/node.ts";
import type { Value } from "#core/syntax/scope.ts";

/** What a name of a pattern stands for where that is no plain member of an object or list. No text says it. */
export type PatternValue = Pick<Node, "start" | "end"> & { readonly object: Node } & (
    | {
        /** `...rest`: what the pattern leaves of the object or list. */
        readonly type: "PatternRest";
        /** The keys that stand before it, or how many items of a list do. */
        readonly without: readonly string[] | number;
      }
    | {
        /** `key = fallback` */
        readonly type: "PatternDefault";
        readonly key: string | number;
        readonly fallback: Node;
      }
  );

export const isPatternValue = (node: { readonly type: string }): boolean =>
  node.type === "PatternRest" || node.type === "PatternDefault";

/** What such a name stands for; undefined where not all of the object or list is known. */
export function patternValue(ways: Ways, value: Value): Value | undefined {
  const node = value.node as unknown as PatternValue;
  const whole = { ...value, node: node.object as unknown as Expression, shared: true };
  if (node.type === "PatternRest") return restOf(ways, whole, node.without, value.node);
  const { key, fallback } = node;
  const member = typeof key === "number" ? itemOf(ways, whole, key) : entryOf(ways, whole, key);
  if (!member) return undefined;
  const constant = member.value === undefined ? { is: undefined } : constantOf(ways, member.value);
  if (!constant) return undefined;
  const standard = { ...value, node: fallback as unknown as Expression, shared: true };
  return constant.is === undefined ? standard : member.value;
}

function restOf(
  ways: Ways,
  whole: Value,
  without: readonly string[] | number,
  at: Expression,
): Value | undefined {
  const { via } = ways.resolve(whole);
  const through = (rest: Value) => (via ? { ...rest, via } : rest);
  if (typeof without === "number") {
    const items = itemsOf(ways, whole);
    return items && through(listOf(items.slice(without), at));
  }
  const entries = entriesOf(ways, whole);
  const left = [...(entries ?? [])].filter(([name]) => !without.includes(name));
  const known = left.flatMap(([name, { value }]) => (value ? [[name, value] as const] : []));
  return entries && known.length === left.length ? through(objectOf(known, at)) : undefined;
}

/** A member of an object or list that is known, whose value may be absent. */
interface Member {
  readonly value: Value | undefined;
}

function itemOf(ways: Ways, whole: Value, index: number): Member | undefined {
  const items = itemsOf(ways, whole);
  return items && { value: items[index] };
}

function entryOf(ways: Ways, whole: Value, key: string): Member | undefined {
  const entries = entriesOf(ways, whole);
  const entry = entries?.get(key);
  if (entry) return entry.value && { value: entry.value };
  return entries && !(key in {}) ? { value: undefined } : undefined;
}
