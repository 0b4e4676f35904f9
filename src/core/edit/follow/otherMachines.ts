import type { Chart } from "#core/chart/chart.ts";
import { refuse } from "#core/edit/refuse.ts";
import { machineName, usesOf, type Use } from "#core/symbol/uses.ts";
import { nodesOf, spanOf, type Node } from "#core/syntax/node.ts";
import { passThrough } from "#core/syntax/passThrough.ts";
import type { Tree } from "#core/syntax/tree.ts";
import type { Span, TextEdit } from "#core/text/textEdit.ts";

/** The machines beside that of the chart that read a stretch of the module. */
export function othersThatUse(tree: Tree, { callAt }: Chart, at: Span): readonly (Use & { machine: Node })[] {
  const isOwn = ({ start, end }: Node) => start === callAt.from && end === callAt.to;
  return usesOf(tree, at).uses.flatMap((use) =>
    use.machine && !isOwn(use.machine) ? [{ ...use, machine: use.machine }] : [],
  );
}

/**
 * Refuses edits of what another machine is made of as well; where the machine takes its config by a name, a copy of its own is offered.
 * What stands in a setup that several share may be added to.
 */
export function requireUnshared(tree: Tree, chart: Chart, edits: readonly TextEdit[]): void {
  for (const { from, to } of edits) {
    const other = othersThatUse(tree, chart, { from, to }).find(({ as }) => as !== "setup");
    if (!other) continue;
    const name = tree.text.slice(other.at.start, other.at.end).replaceAll(/\s+/g, " ");
    refuse(
      "used-by-other",
      { from, to },
      { name: name.length > 40 ? `${name.slice(0, 39)}…` : name, machine: machineName(tree, other.machine) },
      isNamedConfig(tree, chart) ? { id: "state.own", args: { state: [] } } : undefined,
    );
  }
}

/** Is the config that the machine takes written under a name? */
function isNamedConfig(tree: Tree, { callAt }: Chart): boolean {
  const [argument] = nodesOf(tree.nodeAt(callAt)?.["arguments"]);
  const config = argument && passThrough(argument);
  return config !== undefined && (config.type === "Identifier" || config.type.endsWith("MemberExpression"));
}

/** Whether another machine reads what stands at a node. */
export const isUsedByOthers = (tree: Tree, chart: Chart, node: Node): boolean =>
  othersThatUse(tree, chart, spanOf(node)).length > 0;
