import type { CallExpression } from "#core/syntax/ast.ts";
import type { Draft } from "#core/edit/draft.ts";
import { freeNames } from "#core/syntax/freeNames.ts";
import type { Node } from "#core/syntax/node.ts";
import { calledName, lookup } from "#core/syntax/scope.ts";
import type { Span } from "#core/text/textEdit.ts";

/** For each other machine of the module its name, and the code outside its call that it is made of: consts, and a `setup`. */
export function reachedByOthers({ tree, chart }: Draft): [machine: string, spans: readonly Span[]][] {
  const calls = tree.nodes.filter(
    (node) =>
      node.type === "CallExpression" &&
      calledName(node as unknown as CallExpression, tree.scopeAt(node.start)) === "createMachine",
  );
  const own = (node: Node) => node.start <= chart.callAt.from && chart.callAt.to <= node.end;
  return calls.flatMap((call, ordinal) => {
    if (own(call) || (chart.callAt.from <= call.start && call.end <= chart.callAt.to)) return [];
    const spans: Span[] = [];
    const seen = new Set<Node>();
    const reach = (root: Node): void =>
      freeNames(root).forEach((node) => {
        const binding = lookup(tree.scopeAt(node.start), String(node["name"]));
        const init =
          binding?.kind === "const"
            ? (binding.init as unknown as Node)
            : binding?.kind === "function"
              ? binding.declaration
              : undefined;
        // What invokes the machine holds all of it and says nothing of its names.
        if (!init || seen.has(init) || own(init)) return;
        seen.add(init);
        spans.push({ from: init.start, to: init.end });
        reach(init);
      });
    reach(call);
    return [[nameOf(tree.parentOf(call)) ?? String(ordinal + 1), spans] as [string, Span[]]];
  });
}

/** The name of the variable that a call is stored in. */
function nameOf(holder: Node | undefined): string | undefined {
  const { id } = (holder ?? {}) as { id?: { readonly name?: unknown } };
  return typeof id?.name === "string" ? id.name : undefined;
}
