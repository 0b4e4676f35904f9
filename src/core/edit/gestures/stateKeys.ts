import type { Span } from "#core/text/textEdit.ts";
import type { StateNode } from "#core/chart/chart.ts";
import type { PlacedState } from "#core/chart/places.ts";
import type { Draft } from "#core/edit/draft.ts";
import { refuse } from "#core/edit/refuse.ts";
import { nodesOf, spanOf } from "#core/syntax/node.ts";

/**
 * Why a key is not one that XState 5 handles well, or undefined: integer-like keys change their order, dots and backslashes
 * mean something in targets, `#` starts an id, `__proto__` vanishes.
 */
function keyFault(key: string): "empty" | "integer" | "proto" | "dot" | "hash" | "backslash" | undefined {
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

/** `newState`, `newState2`, ...: the first that no child of the parent has. */
export function freeKey(parent: StateNode, base = "newState"): string {
  const used = new Set(parent.children.map((child) => child.key));
  for (let n = 1; ; n++) {
    const key = n === 1 ? base : `${base}${n}`;
    if (!used.has(key)) return key;
  }
}
