import { XSTATE_MAKERS, xstateName } from "#core/edit/pen/xstateImports.ts";
import type { CallExpression, Expression } from "#core/syntax/ast.ts";
import { openingCalls } from "#core/syntax/calls/callResult.ts";
import { child, walk, type Node } from "#core/syntax/node.ts";
import { resolve } from "#core/syntax/resolve.ts";
import { calledName } from "#core/syntax/scope.ts";
import type { Tree } from "#core/syntax/tree.ts";
import type { Span } from "#core/text/textEdit.ts";

const DOES = /^(?:New|Await|Assignment|Update|TaggedTemplate|Yield|Import|Class)Expression$/;

/** Does the reader know what a call gives? Then its function does nothing else, and gives the same each time. */
const isSeenThrough = (tree: Tree, call: Node): boolean =>
  openingCalls(() => {
    const node = call as unknown as Expression;
    return resolve({ node, scope: tree.scopeAt(call.start), shared: false }).node !== node;
  });

/**
 * Code in a stretch that runs as soon as it is read, so that a copy of it may be something else, or do something twice; a machine that
 * is made anywhere in it would be a machine more.
 */
export function runsAtOnce(tree: Tree, { from, to }: Span): Node | undefined {
  let found: Node | undefined;
  const look = (node: Node, isLater: boolean): void => {
    walk(node, (inner) => {
      if (found || inner.end <= from || inner.start >= to) return false;
      if (inner !== node && /Function|ObjectMethod|ClassMethod/.test(inner.type)) {
        look(inner, true);
        return false;
      }
      if (inner.start < from || inner.end > to) return undefined;
      const name =
        inner.type === "CallExpression"
          ? calledName(inner as unknown as CallExpression, tree.scopeAt(inner.start))
          : undefined;
      const makesMachine = name === "createMachine" || name === "setup";
      const callee = child(inner, "callee");
      const made = callee && xstateName(callee, tree.scopeAt(inner.start));
      const isMaker = made !== undefined && XSTATE_MAKERS.has(made);
      const isCall = inner.type.endsWith("CallExpression");
      const runs = DOES.test(inner.type) || (isCall && !isMaker);
      if (makesMachine || (runs && !isLater && !(isCall && isSeenThrough(tree, inner)))) found = inner;
      return undefined;
    });
  };
  look(tree.program, false);
  return found;
}
