import {
  type DataName,
  declaredFunction,
  isFunction,
  rewriteFunction,
  rewriteValue,
  wrapReference,
} from "#core/import/xstate4/functions.ts";
import { propertiesOf, type Rewriting } from "#core/import/xstate4/Rewriting.ts";
import { child, literalText, nameOf, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";
import { calleeOf } from "#core/syntax/tree.ts";

/** Under which names guards, actions and actors stand in the config, and in which slots they are named. */
export class NamedUses {
  readonly #slots = new Map<string, Set<DataName>>();
  /** Where each is named first. */
  readonly named = new Map<
    string,
    { readonly kind: "guard" | "action"; readonly name: string; readonly node: Node }
  >();
  note(
    kind: "guard" | "action",
    name: string,
    { data, node }: { readonly data: DataName; readonly node: Node },
  ): void {
    const key = `${kind}:${name}`;
    const slots = this.#slots.get(key) ?? new Set();
    this.#slots.set(key, slots.add(data));
    if (!this.named.has(key)) this.named.set(key, { kind, name, node });
  }
  /** What `event.data` is for it everywhere. */
  dataOf(kind: "guard" | "action", name: string): DataName {
    const slots = [...(this.#slots.get(`${kind}:${name}`) ?? [])];
    return slots.length > 1 ? "unsure" : slots[0];
  }
}

interface Slot {
  readonly uses: NamedUses;
  readonly data?: DataName;
}

/** An action or a list of them, wherever it stands. */
export function rewriteActions(rw: Rewriting, given: Node, slot: Slot): void {
  const node = unwrap(given);
  const name = literalText(node);
  if (name !== undefined) return slot.uses.note("action", name, { data: slot.data, node });
  if (isFunction(node)) return rewriteFunction(rw, node, slot.data);
  switch (node.type) {
    case "ArrayExpression":
      for (const item of nodesOf(node["elements"])) rewriteActions(rw, item, slot);
      return;
    case "ObjectExpression":
      return rewriteNamedObject(rw, node, "action", slot);
    case "CallExpression":
      return rewriteCreator(rw, node, slot);
    case "Identifier":
    case "MemberExpression":
      return rewriteReference(rw, node, (value) => rewriteActions(rw, value, slot), slot.data);
    case "NullLiteral":
      return;
    default:
      rw.leftOut("actions", node, "code-unread", { code: rw.source(node) });
  }
}

/** A guard: `cond` of XState 4. */
export function rewriteGuard(rw: Rewriting, given: Node, slot: Slot): void {
  const node = unwrap(given);
  const name = literalText(node);
  if (name !== undefined) return slot.uses.note("guard", name, { data: slot.data, node });
  if (isFunction(node)) return rewriteFunction(rw, node, slot.data);
  if (node.type === "ObjectExpression") return rewriteNamedObject(rw, node, "guard", slot);
  if (node.type === "Identifier" || node.type === "MemberExpression")
    return rewriteReference(rw, node, (value) => rewriteGuard(rw, value, slot), slot.data);
  rw.leftOut("cond", node, "code-unread", { code: rw.source(node) });
}

/** A name that stands for code: what it stands for is rewritten, or called with what it expects. */
function rewriteReference(rw: Rewriting, node: Node, rewrite: (value: Node) => void, data: DataName): void {
  if (nameOf(node) === "undefined") return;
  const fn = declaredFunction(rw, node);
  if (fn) return wrapReference(rw, node, fn, data);
  const value = rw.tree.resolve(node);
  if (value === node || /^(?:Identifier|MemberExpression)$/.test(value.type))
    return rw.leftOut("reference", node, "code-unread", { code: rw.source(node) });
  rewrite(value);
}

/** `{ type: "greet", text: "…" }` becomes `{ type: "greet", params: { text: "…" } }`. */
function rewriteNamedObject(rw: Rewriting, node: Node, kind: "guard" | "action", slot: Slot): void {
  const properties = propertiesOf(node);
  const type = literalText(child(properties.get("type") ?? node, "value"));
  if (type === undefined) return rw.leftOut(kind, node, "code-unread", { code: rw.source(node) });
  slot.uses.note(kind, type, { data: slot.data, node });
  const others = [...properties].filter(([name]) => name !== "type" && name !== "params");
  if (others.length === 0) return;
  const fields = others.map(([, property]) => rw.source(property)).join(", ");
  rw.replace(node, `{ type: ${JSON.stringify(type)}, params: { ${fields} } }`);
  rw.changed(kind, node, "former-key", { key: others.map(([name]) => name).join(", "), today: "params" });
}

/** A call of an action creator. */
function rewriteCreator(rw: Rewriting, call: Node, slot: Slot): void {
  if (!rw.firstWith(call, slot.data)) return;
  const name = rw.names.of(call);
  const args = nodesOf(call["arguments"]).map(unwrap);
  const [first, second, third] = args;
  const callee = child(call, "callee");
  if (!callee) return;
  const take = (today: string, options?: Node) => {
    const types = child(call, "typeParameters");
    rw.replace(
      { start: callee.start, end: types?.end ?? callee.end },
      rw.today(today) + typeArguments(rw, name, types),
    );
    rewriteOptions(rw, options, slot);
  };
  switch (name) {
    case "assign":
      take("assign");
      return rewriteAssigner(rw, first, slot);
    case "send":
      return rewriteSend(rw, call, slot);
    case "raise":
    case "sendParent":
      take(name, second);
      return rewriteEvent(rw, first, slot);
    case "sendTo":
      take(name, third);
      rewriteValue(rw, first, slot.data);
      return rewriteEvent(rw, second, slot);
    case "log":
    case "cancel":
      take(name);
      return rewriteValue(rw, first, slot.data);
    case "forwardTo":
      take(name, second);
      return rewriteValue(rw, first, slot.data);
    case "stop":
      take("stopChild");
      return rewriteValue(rw, first, slot.data);
    case "choose":
      return rewriteChoose(rw, call, slot);
    default:
      rw.leftOut(name ?? (calleeOf(call) || "actions"), call, "code-unread", { code: rw.source(call) });
  }
}

/** `assign<Context, Event>` names two of the five types that XState 5 has; what else is worked out. */
function typeArguments(rw: Rewriting, name: string | undefined, types: Node | undefined): string {
  const [context, event] = nodesOf(types?.["params"]).map((type) => rw.source(type));
  if (name !== "assign" || context === undefined) return "";
  const events = event ?? "any";
  return `<${context}, ${events}, undefined, ${events}, never>`;
}

/** A function of the whole context, or one for each field. */
function rewriteAssigner(rw: Rewriting, given: Node | undefined, { data }: Slot): void {
  if (given?.type !== "ObjectExpression") return rewriteValue(rw, given, data);
  for (const property of nodesOf(given["properties"])) {
    if (property.type === "ObjectMethod") rewriteFunction(rw, property, data);
    else if (property.type === "SpreadElement")
      rw.leftOut("assign", property, "code-unread", { code: rw.source(property) });
    else rewriteValue(rw, child(property, "value"), data);
  }
}

/** An event of XState 4 may be its type alone. */
function rewriteEvent(rw: Rewriting, event: Node | undefined, { data }: Slot): void {
  if (!event) return;
  const type = literalText(rw.tree.resolve(event));
  if (type === undefined) return rewriteValue(rw, event, data);
  rw.replace(event, `{ type: ${event.type === "StringLiteral" ? JSON.stringify(type) : rw.source(event)} }`);
}

/** Options of an action: each may be a function. */
function rewriteOptions(rw: Rewriting, options: Node | undefined, slot: Slot): void {
  if (!options) return;
  if (options.type !== "ObjectExpression")
    return rw.leftOut("options", options, "code-unread", { code: rw.source(options) });
  for (const property of nodesOf(options["properties"]))
    if (property.type === "ObjectMethod") rewriteFunction(rw, property, slot.data);
    else rewriteValue(rw, child(property, "value"), slot.data);
}

/** `send` to oneself is `raise`, to another one `sendTo`. */
function rewriteSend(rw: Rewriting, call: Node, slot: Slot): void {
  const [event, options] = nodesOf(call["arguments"]).map(unwrap);
  if (!event || (options && options.type !== "ObjectExpression"))
    return rw.leftOut("send", call, "code-unread", { code: rw.source(call) });
  rewriteEvent(rw, event, slot);
  rewriteOptions(rw, options, slot);
  const properties = options ? nodesOf(options["properties"]) : [];
  const to = options && propertiesOf(options).get("to");
  const target = to && child(to, "value");
  const others = properties.filter((property) => property !== to).map((property) => rw.print(property));
  const rest = others.length === 0 ? "" : `, { ${others.join(", ")} }`;
  const today = rw.today(target ? "sendTo" : "raise");
  rw.replace(call, `${today}(${target ? `${rw.print(target)}, ` : ""}${rw.print(event)}${rest})`);
}

/** The first branch whose condition holds is taken. */
function rewriteChoose(rw: Rewriting, call: Node, slot: Slot): void {
  const [list] = nodesOf(call["arguments"]).map(unwrap);
  const branches = nodesOf(list?.["elements"]).map(unwrap);
  const isPlain = branches.every(
    (branch) =>
      branch.type === "ObjectExpression" &&
      nodesOf(branch["properties"]).every(
        (part) => part.type === "ObjectProperty" && /^(?:cond|actions)$/.test(keyName(part) ?? ""),
      ),
  );
  if (list?.type !== "ArrayExpression" || !isPlain || branches.length === 0)
    return rw.leftOut("choose", call, "code-unread", { code: rw.source(call) });
  const code = branches.map((branch) => {
    const parts = propertiesOf(branch);
    const [cond, actions] = ["cond", "actions"].map((key) => child(parts.get(key) ?? branch, "value"));
    if (cond) rewriteGuard(rw, cond, slot);
    if (actions) rewriteActions(rw, actions, slot);
    const given = actions && unwrap(actions);
    const each = given?.type === "ArrayExpression" ? nodesOf(given["elements"]) : given ? [given] : [];
    const body = each.map((action) => `enqueue(${rw.print(action)});`).join(" ");
    return `${cond ? `if (check(${rw.print(cond)})) ` : ""}{ ${body} }`;
  });
  const last = branches.findIndex((branch) => !propertiesOf(branch).has("cond"));
  const taken = last < 0 ? code : code.slice(0, last + 1);
  rw.replace(call, `${rw.today("enqueueActions")}(({ enqueue, check }) => { ${taken.join(" else ")} })`);
}
