import { entriesOf, entryOf } from "#core/syntax/property.ts";
import { calleeOf } from "#core/syntax/tree.ts";
import { resolveTarget } from "#core/chart/targets.ts";
import { eventNames, type TypeNames } from "#core/symbol/declaredTypes.ts";
import { bindParameters, isContext, isEvent, type Locals } from "#core/symbol/locals.ts";
import type { MachineCode } from "#core/symbol/machineCode.ts";
import type { SiteList } from "#core/symbol/siteList.ts";
import { targetSegments } from "#core/symbol/targetSegments.ts";
import {
  childrenOf,
  isNode,
  nameOf,
  nodesOf,
  spanOf,
  stringOf,
  unwrap,
  type Node,
} from "#core/syntax/node.ts";

/** Names in code, where XState's own functions or the types make it certain what is meant: `event.type === "X"`, `raise`, `check`. */
export function codeSites(list: SiteList, code: MachineCode, types: TypeNames): void {
  const stack: { node: Node; locals: Locals }[] = [
    { node: list.tree.program, locals: { types, alone: code.alone, events: new Set(), contexts: new Set() } },
  ];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { node } = top;
    const locals = bindParameters(node, top.locals, list);
    if (code.has(node)) look(list, node, locals, code);
    // What a const or function says is the machine's that takes it, as its guard.
    else
      list.addWhere(
        () => code.takes(node),
        () => look(list, node, locals, code),
      );
    for (const child of childrenOf(node).reverse()) stack.push({ node: child, locals });
  }
}

function look(list: SiteList, node: Node, locals: Locals, code: MachineCode): void {
  switch (node.type) {
    case "CallExpression":
    case "OptionalCallExpression":
      return callSites(list, node, locals, code);
    case "BinaryExpression":
      return comparison(list, node, locals);
    case "SwitchStatement":
      if (isTypeOfEvent(node["discriminant"], locals))
        for (const item of nodesOf(node["cases"]))
          if (isNode(item["test"])) list.literal("event", item["test"]);
      return undefined;
    case "MemberExpression":
    case "OptionalMemberExpression":
      return memberSite(list, node, locals);
    case "VariableDeclarator":
      return declaratorSites(list, node, locals);
    case "TSTypeReference":
      return extractSites(list, node, locals);
    default:
      return undefined;
  }
}

/** `Extract<Event, { type: "X" }>`. */
function extractSites(list: SiteList, node: Node, { types }: Locals): void {
  if (nameOf(node["typeName"]) !== "Extract") return;
  const params = node["typeParameters"] ?? node["typeArguments"];
  const [from, shape] = nodesOf(isNode(params) ? params["params"] : undefined);
  if (!from || shape?.type !== "TSTypeLiteral" || !types.events.has(nameOf(from["typeName"]))) return;
  for (const member of nodesOf(shape["members"])) {
    const outer = member["typeAnnotation"];
    if (isNode(member["key"]) && nameOf(member["key"]) === "type" && isNode(outer))
      eventNames(list, outer["typeAnnotation"] as Node, "reference");
  }
}

const isTypeOfEvent = (value: unknown, locals: Locals): boolean => {
  const node = isNode(value) ? unwrap(value) : undefined;
  return nameOf(node?.["property"]) === "type" && isEvent(node?.["object"], locals);
};

function comparison(list: SiteList, node: Node, locals: Locals): void {
  const { left, right } = node as { left?: unknown; right?: unknown };
  if (!/^[!=]==?$/.test(String(node["operator"])) || !isNode(left) || !isNode(right)) return;
  if (isTypeOfEvent(left, locals)) list.literal("event", right);
  else if (isTypeOfEvent(right, locals)) list.literal("event", left);
}

/** `context.field`. */
function memberSite(list: SiteList, node: Node, locals: Locals): void {
  const property = node["property"];
  if (!isNode(property) || !isContext(node["object"], locals)) return;
  if (node["computed"] === true)
    list.literal("context", stringOf(property) === undefined ? undefined : property);
  else if (property.type === "Identifier")
    list.add({
      kind: "context",
      name: nameOf(property),
      at: spanOf(property),
      written: spanOf(property),
      form: "word",
      role: "reference",
    });
}

/** `const { field } = context`, and an object that is declared to be an event. */
function declaratorSites(list: SiteList, node: Node, locals: Locals): void {
  const { id, init } = node as { id?: unknown; init?: unknown };
  if (!isNode(id) || !isNode(init)) return;
  if (id.type === "ObjectPattern" && isContext(init, locals)) list.keys("context", id);
  const annotation = id["typeAnnotation"];
  const type = isNode(annotation) ? annotation["typeAnnotation"] : undefined;
  if (isNode(type) && locals.types.events.has(nameOf(type["typeName"]))) eventOf(list, init);
}

/** The `type` of an event that is written out, or given back by a function that does nothing else. */
function eventOf(list: SiteList, value: Node | undefined): void {
  const node = value && list.tree.resolve(value);
  const body = node?.type === "ArrowFunctionExpression" && isNode(node["body"]) ? unwrap(node["body"]) : node;
  if (body?.type === "ObjectExpression") list.literal("event", entryOf(body, "type")?.value);
}

function callSites(list: SiteList, call: Node, locals: Locals, code: MachineCode): void {
  const [first, second, third] = nodesOf(call["arguments"]);
  const callee = isNode(call["callee"]) ? unwrap(call["callee"]) : undefined;
  const isMethod = nameOf(callee?.["property"]) !== "";
  const holder = isNode(callee?.["object"]) ? callee["object"] : undefined;
  const bare = !isMethod || nameOf(holder) === "enqueue";
  switch (calleeOf(call)) {
    case "and":
    case "or":
    case "not":
    case "check":
      return isMethod ? undefined : list.list("guard", first);
    case "enqueue":
      return list.list("action", first);
    case "assertEvent":
      return list.list("event", second);
    case "raise":
      if (!bare) return undefined;
      eventOf(list, first);
      return delayOf(list, second);
    case "sendTo":
      return bare ? delayOf(list, third) : undefined;
    case "send":
    case "can":
      return isMethod && code.alone ? eventOf(list, first) : undefined;
    case "spawn":
    case "spawnChild":
      return void list.literal("actor", first);
    case "hasTag":
      return isMethod ? void list.literal("tag", first) : undefined;
    case "stateIn":
    case "matches":
      return isMethod && !code.alone ? undefined : stateSites(list, first, []);
    case "assign":
      return bare ? assignSites(list, first) : undefined;
    case "includes":
      if (holder && isTypeOfEvent(first, locals)) list.list("event", holder);
      return undefined;
    default:
      return undefined;
  }
}

function delayOf(list: SiteList, options: Node | undefined): void {
  if (options?.type === "ObjectExpression") list.literal("delay", entryOf(options, "delay")?.value);
}

/** `assign({ field: ... })`, and a function that gives such an object back. */
function assignSites(list: SiteList, value: Node | undefined): void {
  const node = value && list.tree.resolve(value);
  const body = isNode(node?.["body"]) ? unwrap(node["body"]) : node;
  if (body?.type === "ObjectExpression") list.keys("context", body);
  else if (body?.type === "BlockStatement")
    for (const statement of nodesOf(body["body"])) {
      const given = statement.type === "ReturnStatement" ? statement["argument"] : undefined;
      if (isNode(given) && unwrap(given).type === "ObjectExpression") list.keys("context", unwrap(given));
    }
}

/** `stateIn("#id")`, `matches("a.b")`, `matches({ a: "b" })`. */
function stateSites(list: SiteList, value: Node | undefined, base: readonly string[]): void {
  const node = value && list.tree.resolve(value);
  const { root } = list.chart;
  if (node?.type === "ObjectExpression") {
    for (const { name, value: inner, key } of entriesOf(node)) {
      const path = [...base, name];
      if (!resolveTarget(root, [], `.${path.join(".")}`)) continue;
      list.key("state", list.tree.ownerAt(spanOf(key)), { says: name, name: path.join(".") });
      stateSites(list, inner, path);
    }
    return;
  }
  const prefix = base.length > 0 ? `${base.join(".")}.` : "";
  targetSegments(list, node, (text) =>
    resolveTarget(root, [], text.startsWith("#") ? text : `.${prefix}${text}`),
  );
}
