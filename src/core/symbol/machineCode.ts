import { calleeOf, type Tree } from "#core/syntax/tree.ts";
import type { Chart } from "#core/chart/chart.ts";
import type { Span } from "#core/text/textEdit.ts";
import { machineCalls, usesOf } from "#core/symbol/uses.ts";
import { isNode, nodesOf, spanOf, walk, type Node } from "#core/syntax/node.ts";

/** The code that belongs to one machine of a module. */
export interface MachineCode {
  /** Whether the module has no other machine: then all of its code is this one's. */
  readonly alone: boolean;
  readonly has: (node: Node) => boolean;
  /** Whether code beside it, as in a const or function, goes into this machine. It is searched for, which takes a while. */
  readonly takes: (node: Node) => boolean;
  /**
   * Whether code may speak of this machine: its own, and all that goes into no other one. What another one sends may be for this one.
   * It is searched for, which takes a while.
   */
  readonly mayMean: (node: Node) => boolean;
  /** The objects that give the machine its implementations: of `setup`, `extend`, `createMachine`'s second argument, `provide`. */
  readonly sources: readonly Node[];
}

/** Finds the call that creates the machine, the code that it is built from, and whether the module creates others. */
export function machineCode(chart: Chart, tree: Tree): MachineCode {
  const calls: Node[] = [];
  walk(tree.program, (node) => {
    if (/^(createMachine|setup|extend|provide)$/.test(calleeOf(node))) calls.push(node);
  });
  const machineCall = tree.nodeAt(chart.callAt);
  const chain = machineCall ? setupChain(tree, machineCall) : [];
  const alone = calls.every(
    (call) => call === machineCall || chain.includes(call) || calleeOf(call) === "provide",
  );
  const provided = calls.filter(
    (call) => calleeOf(call) === "provide" && (alone || providesTo(call, chart.ref.name)),
  );
  const given = [
    ...chain.map((call) => nodesOf(call["arguments"])[0]),
    machineCall && nodesOf(machineCall["arguments"])[1],
    ...provided.map((call) => nodesOf(call["arguments"])[0]),
  ];
  const sources = given.flatMap((node) => (node ? [tree.resolve(node)] : []));
  const spans: Span[] = [chart.callAt, ...(chart.configAt ? [chart.configAt] : [])];
  for (const source of sources) spans.push({ from: source.start, to: source.end });
  const inner = machinesWithin(tree, machineCall, spans);
  const has = (node: Node) => alone || (isWithin(node, spans) && !isWithin(node, inner));
  const takes = (node: Node) =>
    machineCall !== undefined &&
    usesOf(tree, spanOf(node)).uses.some(({ machine }) => machine === machineCall);
  const mayMean = (node: Node) => {
    if (has(node)) return true;
    const { uses } = usesOf(tree, spanOf(node));
    const isOfOthers = uses.length > 0 && uses.every(({ machine }) => machine && machine !== machineCall);
    return !isOfOthers || isSent(tree, node);
  };
  return { alone, has, takes, mayMean, sources };
}

/** The machines that stand in stretches of another one, as actors of it. They have their names for themselves. */
export const machinesWithin = (tree: Tree, machine: Node | undefined, spans: readonly Span[]): Span[] =>
  machineCalls(tree)
    .filter(
      (call) => call !== machine && isWithin(call, spans) && !(machine && isWithin(machine, [spanOf(call)])),
    )
    .map(spanOf);

const isWithin = ({ start, end }: Node, spans: readonly Span[]): boolean =>
  spans.some(({ from, to }) => from <= start && end <= to);

const SENDS = /^(?:sendTo|sendParent|send|forwardTo)$/;

/** Whether code stands in an event that is sent to another actor. */
function isSent(tree: Tree, node: Node): boolean {
  for (let at = tree.parentOf(node); at && !at.type.endsWith("Statement"); at = tree.parentOf(at))
    if (at.type.endsWith("CallExpression")) return SENDS.test(calleeOf(at));
  return false;
}

/** The calls of `setup` and `extend` on which `createMachine` was called, the first one first. */
function setupChain(tree: Tree, call: Node): Node[] {
  const chain: Node[] = [];
  for (let at: Node | undefined = call; at && chain.length < 32;) {
    const callee: unknown = at["callee"];
    const object: unknown = isNode(callee) ? callee["object"] : undefined;
    const before: Node | undefined = isNode(object) ? tree.resolve(object) : undefined;
    if (!before || !/^(setup|extend)$/.test(calleeOf(before))) break;
    chain.unshift(before);
    at = before;
  }
  return chain;
}

function providesTo(call: Node, name: string | undefined): boolean {
  const callee = call["callee"];
  const object = isNode(callee) ? callee["object"] : undefined;
  return isNode(object) && object.type === "Identifier" && object["name"] === name;
}
