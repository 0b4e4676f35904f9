import type { Chart } from "#core/chart/chart.ts";
import type { Refusal } from "#core/edit/command.ts";
import { refuse } from "#core/edit/refuse.ts";
import { absolute, stateAt } from "#core/chart/places.ts";
import { providedMachine } from "#core/symbol/calls.ts";
import { machineName, usesOf, type Use } from "#core/symbol/uses.ts";
import { around } from "#core/symbol/useSteps.ts";
import { child, nameOf, nodesOf, spanOf, unwrap, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";
import { passThrough } from "#core/syntax/passThrough.ts";
import { FUNCTION } from "#core/syntax/scopeOf.ts";
import { textAt } from "#core/syntax/textUses.ts";
import { calleeOf, type Tree } from "#core/syntax/tree.ts";
import type { Span, TextEdit } from "#core/text/textEdit.ts";

/** The machines beside that of the chart that read a stretch of the module, and calls that may make one of it. */
export function othersThatUse(tree: Tree, { callAt }: Chart, at: Span): readonly (Use & { machine: Node })[] {
  const isOwn = ({ start, end }: Node) => start === callAt.from && end === callAt.to;
  return usesOf(tree, at).uses.flatMap((use) =>
    use.machine && !isOwn(use.machine) ? [{ ...use, machine: use.machine }] : [],
  );
}

/**
 * Refuses edits of what another machine consists of as well, and offers a copy of its own first. What stands in a setup that several share
 * may be added to; nothing takes a machine's part of a setup apart from that of the others.
 */
export function requireUnshared(tree: Tree, chart: Chart, edits: readonly TextEdit[]): void {
  for (const edit of edits) {
    const at = { from: edit.from, to: edit.to };
    const others = othersThatUse(tree, chart, at);
    const other = others.find(({ as }) => as !== "setup") ?? others[0];
    if (!other || (other.as === "setup" && isAddition(tree, edit))) continue;
    const isSetup = other.as === "setup";
    const part = isSetup ? partAround(tree, at) : undefined;
    const name = part ?? tree.text.slice(other.at.start, other.at.end).replaceAll(/\s+/g, " ");
    refuse(
      "used-by-other",
      at,
      { name: name.length > 40 ? `${name.slice(0, 39)}…` : name, machine: machineName(tree, other.machine) },
      isSetup ? undefined : offerApart(tree, chart, at),
    );
  }
}

/** The guard, action or whatever of a setup in which a stretch stands. */
export function partAround(tree: Tree, at: Span): string | undefined {
  for (let node = around(tree, at); node; node = tree.parentOf(node)) {
    const name = /^Object(?:Property|Method)$/.test(node.type) ? keyName(node) : undefined;
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Does an edit only add to what a setup has? What stands in one of its guards or actions is changed by what is added. */
function isAddition(tree: Tree, { from, to }: TextEdit): boolean {
  if (/[^\s,;|]/.test(tree.text.slice(from, to))) return false;
  let at = around(tree, { from, to });
  if (!at || !/^(?:Object|Array)Expression$|^TS/.test(at.type)) return false;
  for (; at && !/Call/.test(at.type); at = tree.parentOf(at)) if (FUNCTION.test(at.type)) return false;
  return at !== undefined && /^(?:setup|extend|provide|createMachine)$/.test(calleeOf(at));
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

/**
 * The places where other machines take the config that stands in the call of this one: `machine.config`. What a function takes from a
 * parameter is another config each time, and none of these.
 */
export function configTakenByOthers(tree: Tree, { callAt, configAt }: Chart): readonly Node[] {
  const inCall = configAt && callAt.from <= configAt.from && configAt.to <= callAt.to;
  const call = tree.nodeAt(callAt);
  const others = inCall ? usesOf(tree, configAt).uses : [];
  return others.flatMap(({ at, machine }) =>
    machine && call && machine !== call && isConfigOf(tree, at, call) ? [at] : [],
  );
}

function isConfigOf(tree: Tree, name: Node, call: Node): boolean {
  // `const { config } = machine` is a name for it.
  const node = name.type === "Identifier" ? tree.resolve(name) : name;
  const root = isMember(tree, node, "config") ? child(node, "object") : undefined;
  const object = root && isMember(tree, unwrap(root), "root") ? child(unwrap(root), "object") : root;
  return object !== undefined && providedMachine(tree, object, new Set([call])) === call;
}

function isMember(tree: Tree, node: Node, name: string): boolean {
  const property = node.type.endsWith("MemberExpression") ? child(node, "property") : undefined;
  return (
    property !== undefined && (node["computed"] === true ? textAt(tree, property) : nameOf(property)) === name
  );
}
