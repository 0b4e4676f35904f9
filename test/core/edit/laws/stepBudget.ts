import type { Node } from "#core/syntax/node.ts";
import { isNode } from "#core/syntax/node.ts";
import { sourceOf } from "#core/syntax/source.ts";

/** More nodes were looked at than the budget has. */
export class OverBudgetError extends Error {
  constructor(visits: number, nodes: number) {
    super(`${visits} looks at a tree of ${nodes} nodes`);
  }
}

/**
 * Has a function work on the syntax trees of a module's texts and counts how often a node of them is looked at, that is, how often it is
 * asked for its type; no clock is needed to tell a loop without end.
 * @param perNode looks for each node of the first text, whatever is made of it on the way; beyond them the work is broken off with an `OverBudgetError`
 */
export function withinSteps<T>(
  perNode: number,
  text: string,
  work: (prepare: (text: string) => void) => T,
): { readonly result: T; readonly perNode: number } {
  let visits = 0;
  let nodes = 0;
  let counting = true;
  const looked = () => {
    if (counting && ++visits > perNode * nodes) throw new OverBudgetError(visits, nodes);
  };
  const prepare = (one: string) => {
    const tree = sourceOf(one).parsed.tree?.program as unknown as Node | undefined;
    const count = tree ? watch(tree, looked) : 0;
    nodes ||= count;
  };
  prepare(text);
  visits = 0;
  try {
    const result = work(prepare);
    return { result, perNode: visits / Math.max(nodes, 1) };
  } finally {
    counting = false;
  }
}

const watched = new WeakMap<Node, { count: number; looked: () => void }>();

/** Has every node of a tree tell when it is asked for its type. Gives the number of nodes. */
function watch(program: Node, looked: () => void): number {
  const before = watched.get(program);
  if (before) {
    before.looked = looked;
    return before.count;
  }
  const record = { count: 0, looked };
  const stack = [program];
  const all: Node[] = [];
  for (let node = stack.pop(); node; node = stack.pop()) {
    all.push(node);
    for (const field in node) {
      if (field === "loc" || field === "extra" || field === "errors") continue;
      const part = node[field];
      for (const one of Array.isArray(part) ? part : [part]) if (isNode(one)) stack.push(one);
    }
  }
  for (const node of all) {
    const { type } = node;
    Object.defineProperty(node, "type", {
      enumerable: true,
      get: () => {
        record.looked();
        return type;
      },
    });
  }
  record.count = all.length;
  watched.set(program, record);
  return all.length;
}
