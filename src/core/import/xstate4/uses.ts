import { OWN_EVENTS } from "#core/import/xstate4/states.ts";
import type { Rewriting } from "#core/import/xstate4/Rewriting.ts";
import { child, literalText, nameOf, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";
import { calleeOf } from "#core/syntax/tree.ts";

/** Members of a running machine of XState 4, and what is there today. */
const OF_SERVICE: Readonly<Record<string, string>> = {
  batch: "send",
  initialState: "getSnapshot()",
  initialized: "getSnapshot().status",
  machine: "logic",
  nextState: "getNextSnapshot(…)",
  off: "unsubscribe()",
  onChange: "subscribe(…)",
  onDone: "subscribe({ complete })",
  onEvent: "system.inspect",
  onSend: "system.inspect",
  onStop: "subscribe({ complete })",
  onTransition: "subscribe(…)",
  sender: "send",
  state: "getSnapshot()",
  status: "getSnapshot().status",
};
/** Members of a machine of XState 4, and what is there today. */
const OF_MACHINE: Readonly<Record<string, string>> = {
  context: "config.context",
  initialState: "getInitialSnapshot(machine)",
  options: "implementations",
  transition: "getNextSnapshot(machine, …)",
  withContext: "input",
};

/** Rewrites or reports what the module does with its machines: runs them, or gives them other code. */
export function rewriteUses(rw: Rewriting, rewriteOptions: (machine: Node, options: Node) => void): void {
  const services = new Set<string>();
  for (const node of rw.tree.nodes) {
    if (node.type !== "CallExpression") continue;
    const callee = child(node, "callee");
    if (callee && rw.names.of(node) === "interpret") {
      rw.replace(callee, rw.today("createActor"));
      rw.changed("interpret", node, "former-key", { key: "interpret", today: "createActor" });
      const name = followChain(rw, node);
      if (name !== "") services.add(name);
    } else if (callee && calleeOf(node) === "withConfig" && rw.isMachine(node)) {
      const [options, context] = nodesOf(node["arguments"]);
      const machine = machineOf(rw, node);
      if (!options || !machine) continue;
      rw.replace(callee["property"] as Node, "provide");
      rewriteOptions(machine, options);
      if (context) rw.leftOut("withConfig", context, "former-key", { key: "withContext", today: "input" });
    }
  }
  for (const node of rw.tree.nodes) {
    const own = OWN_EVENTS.find(([pattern]) => pattern.test(literalText(node) ?? ""));
    const text = literalText(node) ?? "";
    if (own && rw.tree.parentOf(node)?.["key"] !== node)
      rw.leftOut("event", node, "former-key", { key: text, today: text.replace(...own) });
    if (!/^(?:Optional)?MemberExpression$/.test(node.type) || node["computed"] === true) continue;
    const object = child(node, "object");
    if (object && services.has(nameOf(unwrap(object)))) ofService(rw, node);
    else if (object && rw.isMachine(rw.tree.resolve(object))) reportMember(rw, node, OF_MACHINE);
  }
}

/** Notes what machines are given with `withConfig`. */
export function findLaterOptions(rw: Rewriting): void {
  for (const node of rw.tree.nodes) {
    if (node.type !== "CallExpression" || calleeOf(node) !== "withConfig" || !rw.isMachine(node)) continue;
    const [options] = nodesOf(node["arguments"]);
    const machine = machineOf(rw, node);
    if (options && machine) rw.laterOptions.set(machine, [...(rw.laterOptions.get(machine) ?? []), options]);
  }
}

/** The call that makes the machine which a chain of `with…` calls begins with. */
function machineOf(rw: Rewriting, call: Node): Node | undefined {
  let node: Node | undefined = call;
  while (node && /^with(?:Config|Context)$/.test(nameOf(child(node, "callee")?.["property"]))) {
    const object: Node | undefined = child(child(node, "callee") ?? node, "object");
    node = object && rw.tree.resolve(object);
  }
  return node;
}

/** What follows a call of `interpret`; answers with the name under which its result goes on. */
function followChain(rw: Rewriting, call: Node): string {
  let node = call;
  for (;;) {
    const above = rw.tree.parentOf(node);
    const next = above?.type === "MemberExpression" ? rw.tree.parentOf(above) : undefined;
    if (!above || !next || next["callee"] !== above) return above ? nameOf(child(above, "id")) : "";
    ofService(rw, above);
    node = next;
  }
}

/** A member of a running machine. */
function ofService(rw: Rewriting, member: Node): void {
  const call = rw.tree.parentOf(member);
  const isSend = nameOf(member["property"]) === "send" && call?.["callee"] === member;
  if (!isSend) return reportMember(rw, member, OF_SERVICE);
  const [event, ...more] = nodesOf(call["arguments"]);
  const type = literalText(event);
  if (!event || (type === undefined && unwrap(event).type === "ObjectExpression")) return;
  if (type !== undefined && more.length === 0) rw.replace(event, `{ type: ${JSON.stringify(type)} }`);
  else rw.leftOut("send", call, "event-text", { code: rw.source(call) });
}

function reportMember(rw: Rewriting, member: Node, table: Readonly<Record<string, string>>): void {
  const name = nameOf(member["property"]);
  if (Object.hasOwn(table, name))
    rw.leftOut(name, member["property"] as Node, "former-key", { key: `.${name}`, today: table[name]! });
}
