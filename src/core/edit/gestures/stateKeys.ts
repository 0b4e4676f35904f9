import type { Span } from "#core/text/textEdit.ts";
import type { StateNode } from "#core/chart/chart.ts";
import { absolute, type PlacedState } from "#core/chart/places.ts";
import type { Draft } from "#core/edit/draft.ts";
import { refuse } from "#core/edit/refuse.ts";
import { child, nodesOf, spanOf, type Node } from "#core/syntax/node.ts";

/**
 * Why a key is not one that XState 5 handles well, or undefined: integer-like keys change their order, dots and backslashes
 * mean something in targets, `#` starts an id, `__proto__` vanishes.
 */
export function keyFault(
  key: string,
): "empty" | "integer" | "proto" | "dot" | "hash" | "backslash" | undefined {
  if (key === "") return "empty";
  if (/^\d+$/.test(key)) return "integer";
  if (key === "__proto__") return "proto";
  if (key.includes(".")) return "dot";
  if (key.includes("\\")) return "backslash";
  return key.startsWith("#") ? "hash" : undefined;
}

/** Refuses a key that XState mishandles or that a child of the parent has already. */
export function requireKey(parent: StateNode, key: string, at: Span): void {
  const fault = keyFault(key);
  if (fault) refuse("key-invalid", at, { key, fault });
  if (parent.children.some((child) => child.key === key)) refuse("name-taken", at, { key });
}

/** Refuses a key of which a spread in the parent's states may bring a state already, which is not read. */
export function requireNotBrought(draft: Draft, parent: PlacedState, key: string): void {
  const states = draft.objectIn(draft.holderOf(parent, "states"), "states")?.value;
  if (!states || !draft.isBrought(states, key)) return;
  const spread = nodesOf(states["properties"]).find((one) => one.type === "SpreadElement");
  refuse("spread-may-bring", spanOf(spread ?? states), { name: key });
}

/** Warns of what stands among the states of a parent and may have a key: a spread that is not read, or a key that is not known. */
export function warnOfBroughtState(draft: Draft, parent: PlacedState, states: Node, state: string): void {
  const { tree } = draft;
  const objects = new Set([states]);
  // It grows while it is walked: what is spread may spread in turn.
  for (const object of objects)
    for (const one of nodesOf(object["properties"])) {
      const argument = one.type === "SpreadElement" ? child(one, "argument") : undefined;
      const inner = argument && tree.resolve(argument);
      if (inner?.type === "ObjectExpression") objects.add(inner);
    }
  const entries = new Set(
    [...objects].flatMap((object) => nodesOf(object["properties"]).map(({ start }) => start)),
  );
  const unread = parent.node.opaque.find(
    ({ what, at }) => /^(?:spread|computedKey)$/.test(what) && entries.has(absolute(parent, at).from),
  );
  const at = unread && absolute(parent, unread.at);
  if (at && !draft.isWarnedOf(at)) draft.warn("state-may-be-there", at, { state });
}

/** `newState`, `newState2`, ...: the first that no child of the parent has. */
export function freeKey(parent: StateNode, base = "newState"): string {
  const used = new Set(parent.children.map((child) => child.key));
  for (let n = 1; ; n++) {
    const key = n === 1 ? base : `${base}${n}`;
    if (!used.has(key)) return key;
  }
}
