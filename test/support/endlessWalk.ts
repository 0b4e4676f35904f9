import { walk, type Node } from "#core/syntax/node.ts";

/** A walk over a syntax tree that never ends, because a node stands within itself: the fault that a limit is for. */
export function endlessWalk(): never {
  const node: Record<string, unknown> = { type: "Loop", start: 0, end: 0 };
  node["next"] = node;
  walk(node as unknown as Node, () => undefined);
  throw new Error("The walk ended");
}
