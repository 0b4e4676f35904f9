import type { Chart } from "#core/chart/chart.ts";
import type { Refusal } from "#core/edit/command.ts";
import { refusalOf, refuse } from "#core/edit/refuse.ts";
import { absolute, stateAt } from "#core/chart/places.ts";
import { providedMachine } from "#core/symbol/calls.ts";
import { farUsesOf, type FarPlace, type FarUse } from "#core/symbol/farUses.ts";
import type { Importers } from "#core/symbol/importers.ts";
import { exitName, isMachineExit, machineName, usesOf, type Exit, type Use } from "#core/symbol/uses.ts";
import { around } from "#core/symbol/useSteps.ts";
import { child, nameOf, nodesOf, spanOf, unwrap, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";
import { passThrough } from "#core/syntax/passThrough.ts";
import { FUNCTION } from "#core/syntax/scopeOf.ts";
import { textAt } from "#core/syntax/textUses.ts";
import { calleeOf, type Tree } from "#core/syntax/tree.ts";
import type { Span, TextEdit } from "#core/text/textEdit.ts";

/** The module that is edited, and the files that import it. */
interface Edited {
  readonly tree: Tree;
  readonly chart: Chart;
  readonly importers: Importers | undefined;
}

/** The machines beside that of the chart that read a stretch of the module, and calls that may make one of it. */
export function othersThatUse(
  { tree, chart: { callAt } }: Pick<Edited, "tree" | "chart">,
  at: Span,
): readonly (Use & { machine: Node })[] {
  const isOwn = ({ start, end }: Node) => start === callAt.from && end === callAt.to;
  return usesOf(tree, at).uses.flatMap((use) =>
    use.machine && !isOwn(use.machine) ? [{ ...use, machine: use.machine }] : [],
  );
}

/** The machines of files that import the module which read a stretch of it. */
const farUsesAt = ({ tree, importers }: Edited, at: Span): readonly FarUse[] =>
  importers ? farUsesOf(importers, usesOf(tree, at).exits).uses : [];

/**
 * Refuses edits of what another machine consists of as well, and offers a copy of its own first. What stands in a setup that several share
 * may be added to; nothing takes a machine's part of a setup apart from that of the others.
 */
export function requireUnshared(edited: Edited, edits: readonly TextEdit[]): void {
  for (const edit of edits)
    requireOwn(edited, { from: edit.from, to: edit.to }, isAddition(edited.tree, edit));
}

/** Refuses a change of a stretch of the module that another machine reads. @param name what it is called, if that is not to be looked for */
export function requireOwn(edited: Edited, at: Span, isAdded = false, name?: string): void {
  const { tree, chart, importers } = edited;
  const others = othersThatUse(edited, at);
  const other = others.find(({ as }) => as !== "setup") ?? others[0];
  if (other && !(other.as === "setup" && isAdded)) {
    const isSetup = other.as === "setup";
    const facts = { name: name ?? nameAt(tree, at, other), machine: machineName(tree, other.machine) };
    refuse("used-by-other", at, facts, isSetup ? undefined : offerApart(tree, chart, at));
  }
  const far = farUsesAt(edited, at).filter(({ as }) => as !== "setup" || !isAdded);
  const use = far.find(({ as }) => as !== "setup") ?? far[0];
  if (!use || !importers) return;
  const facts = {
    name: name ?? exitName(use.exit),
    machine: machineName(use.tree, use.machine),
    file: farName(importers, use),
  };
  const offer = use.as === "setup" || isMachineExit(use.exit) ? undefined : offerApart(tree, chart, at);
  refuse("used-by-file", at, facts, offer, true);
}

function nameAt(tree: Tree, at: Span, { as, at: use }: Use): string {
  const part = as === "setup" ? partAround(tree, at) : undefined;
  const name = part ?? tree.text.slice(use.start, use.end).replaceAll(/\s+/g, " ");
  return name.length > 40 ? `${name.slice(0, 39)}…` : name;
}

/**
 * What is to be said of other files that have what is edited, and of files that are not known. Of a text alone nobody is told that its
 * machine is exported.
 */
export function importerWarnings(
  { tree, importers, isAlone }: Edited & { readonly isAlone: boolean },
  edits: readonly TextEdit[],
): readonly Refusal[] {
  const all = edits.flatMap((edit) => usesOf(tree, edit).exits.map((exit) => ({ exit, edit })));
  const exits = [...new Map(all.map(({ exit }) => [exitKey(exit), exit])).values()];
  const isUnknown = ({ exit, edit }: (typeof all)[number]) =>
    isMachineExit(exit) ? !isAlone : isGivenAway(tree, exit, edit);
  const unknown = importers?.isComplete
    ? []
    : onePerName(all.filter(isUnknown).map(({ exit }) => exit)).map((exit) =>
        refusalOf("exported-changed", spanOf(exit.at), { name: ownName(exit) }),
      );
  const known = importers ? onePerFile(farUsesOf(importers, exits).read) : [];
  const far = known.map((place) => {
    const facts = { name: ownName(place.exit), file: importers ? farName(importers, place) : place.path };
    return refusalOf("used-in-file", spanOf(place.exit.at), facts);
  });
  return [...unknown, ...far];
}

/** Whether an export holds what is edited; a function that only asks for it is none. An enum is named, and `named-by-others` tells that. */
function isGivenAway(tree: Tree, { at }: Exit, edit: TextEdit): boolean {
  const declaration = tree.parentOf(at);
  const init = declaration && (child(declaration, "init") ?? child(declaration, "right"));
  const isFunction = !init || FUNCTION.test(unwrap(init).type);
  if (!declaration || declaration.type.startsWith("TS")) return false;
  return !isFunction || (declaration.start <= edit.from && edit.to <= declaration.end);
}

/** What code is called in its own file. */
const ownName = (exit: Exit): string => nameOf(exit.at) || exitName(exit);
const exitKey = ({ name, at, way }: Exit): string => `${at.start} ${name} ${way.keys.join(".")}`;

function onePerName(exits: readonly Exit[]): readonly Exit[] {
  const byPlace = new Map(exits.map((exit) => [exit.at.start, exit]));
  return [...byPlace.values()].toSorted((a, b) => a.at.start - b.at.start);
}

function onePerFile(places: readonly FarPlace[]): readonly FarPlace[] {
  const nameIn = ({ line, exit }: FarPlace) => (line === undefined ? "" : ownName(exit));
  return [...new Map(places.map((place) => [`${nameIn(place)} ${place.path}`, place])).values()];
}

/** A place in another file as a person finds it from the module: `b.ts:12`. */
export function farName({ path: home }: Importers, { path, line }: Pick<FarPlace, "path" | "line">): string {
  const from = home.split("/").slice(0, -1);
  const to = path.split("/");
  const common = from.findIndex((part, i) => part !== to[i]);
  const shared = common < 0 ? from.length : common;
  const file = shared === 0 ? path : [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/");
  return line === undefined ? file : `${file}:${line}`;
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
export const isUsedByOthers = (edited: Edited, node: Node): boolean =>
  othersThatUse(edited, spanOf(node)).length > 0 || farUsesAt(edited, spanOf(node)).length > 0;

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
