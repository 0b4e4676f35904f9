import type { Chart } from "#core/chart/chart.ts";
import type { Refusal } from "#core/edit/command.ts";
import { refuse } from "#core/edit/refuse.ts";
import { absolute, stateAt } from "#core/chart/places.ts";
import { machineName, usesOf, type Use } from "#core/symbol/uses.ts";
import { nameOf, nodesOf, spanOf, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";
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
 * Refuses edits of what another machine consists of as well, and offers a copy of its own first. What stands in a setup that several share
 * may be added to.
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
      offerApart(tree, chart, { from, to }),
    );
  }
}

/** What takes a machine's reading of a stretch apart from that of the others: the config, a transition, a state or what it says. */
export function offerApart(tree: Tree, chart: Chart, at: Span): Refusal["offer"] {
  const { callAt } = chart;
  const use = usesOf(tree, at).uses.find(
    ({ machine }) => machine?.start === callAt.from && machine.end === callAt.to,
  );
  const node = use?.at;
  if (!node) return undefined;
  const whole = { id: "state.own", args: { state: [] } };
  const place = stateAt(chart, node.start);
  const [argument] = nodesOf(tree.nodeAt(callAt)?.["arguments"]);
  const isConfig = argument !== undefined && passThrough(argument) === node;
  // What stands in the call itself is read by others through `machine.config`.
  if (!place || isConfig || (node.start <= at.from && at.to <= node.end)) return whole;
  const holds = (span: Span) => span.from <= node.start && node.end <= span.to;
  const transition = place.node.transitions.find(
    ({ propAt, at: span }) => holds(absolute(place, propAt ?? span)) && place.node.origin !== "shared",
  );
  if (transition) {
    const { slot, event, index } = transition;
    const ref = { source: place.path, slot, ...(event === undefined ? {} : { event }), index };
    return { id: "transition.own", args: { transition: ref } };
  }
  const object = tree.objects.get(absolute(place, place.node.valueAt).from);
  const property = nodesOf(object?.["properties"]).find((entry) => holds(spanOf(entry)));
  const name = property && keyName(property);
  const named = name === undefined ? {} : { property: name };
  return { id: "state.own", args: { state: place.path, ...named } };
}

/** Whether another machine reads what stands at a node. */
export const isUsedByOthers = (tree: Tree, chart: Chart, node: Node): boolean =>
  othersThatUse(tree, chart, spanOf(node)).length > 0;

/** The places where other machines take the config that stands in the call of this one: `machine.config`. */
export function configTakenByOthers(tree: Tree, { callAt, configAt }: Chart): readonly Node[] {
  const inCall = configAt && callAt.from <= configAt.from && configAt.to <= callAt.to;
  const others = inCall ? usesOf(tree, configAt).uses : [];
  return others.flatMap(({ at, machine }) => {
    const isOwn = machine?.start === callAt.from && machine.end === callAt.to;
    return machine && !isOwn && isConfigMember(at) ? [at] : [];
  });
}

const isConfigMember = (node: Node): boolean =>
  node.type.endsWith("MemberExpression") &&
  node["computed"] !== true &&
  nameOf(node["property"]) === "config";
