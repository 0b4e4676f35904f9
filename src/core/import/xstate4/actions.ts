import { type DataName, isFunction, rewriteFunction, wrapReference } from "#core/import/xstate4/functions.ts";
import { propertiesOf, type Rewriting } from "#core/import/xstate4/Rewriting.ts";
import { child, literalText, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";
import { calleeOf } from "#core/syntax/tree.ts";

/** Under which names guards, actions and actors stand in the config, and in which slots they are named. */
export class NamedUses {
  readonly #slots = new Map<string, Set<DataName>>();
  note(kind: "guard" | "action", name: string, data: DataName): void {
    const key = `${kind}:${name}`;
    const slots = this.#slots.get(key) ?? new Set();
    this.#slots.set(key, slots.add(data));
  }
  /** What `event.data` is for it everywhere; `mixed` where that differs. */
  dataOf(kind: "guard" | "action", name: string): DataName | "mixed" {
    const slots = [...(this.#slots.get(`${kind}:${name}`) ?? [])];
    return slots.length > 1 ? "mixed" : slots[0];
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
  if (name !== undefined) return slot.uses.note("action", name, slot.data);
  if (isFunction(node)) return rewriteFunction(rw, node, { data: slot.data });
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
  if (name !== undefined) return slot.uses.note("guard", name, slot.data);
  if (isFunction(node)) return rewriteFunction(rw, node, { data: slot.data });
  if (node.type === "ObjectExpression") return rewriteNamedObject(rw, node, "guard", slot);
  if (node.type === "Identifier" || node.type === "MemberExpression")
    return rewriteReference(rw, node, (value) => rewriteGuard(rw, value, slot), slot.data);
  rw.leftOut("cond", node, "code-unread", { code: rw.source(node) });
}

/** A name that stands for code: what it stands for is rewritten, or called with what it expects. */
function rewriteReference(rw: Rewriting, node: Node, rewrite: (value: Node) => void, data: DataName): void {
  const value = rw.tree.resolve(node);
  if (isFunction(value)) return wrapReference(rw, node, data);
  if (value === node || /^(?:Identifier|MemberExpression)$/.test(value.type))
    return rw.leftOut("reference", node, "code-unread", { code: rw.source(node) });
  if (rw.first(value)) rewrite(value);
}

/** `{ type: "greet", text: "…" }` becomes `{ type: "greet", params: { text: "…" } }`. */
function rewriteNamedObject(rw: Rewriting, node: Node, kind: "guard" | "action", slot: Slot): void {
  const properties = propertiesOf(node);
  const type = literalText(child(properties.get("type") ?? node, "value"));
  if (type === undefined) return rw.leftOut(kind, node, "code-unread", { code: rw.source(node) });
  slot.uses.note(kind, type, slot.data);
  const others = [...properties].filter(([name]) => name !== "type" && name !== "params");
  if (others.length === 0) return;
  const fields = others.map(([, property]) => rw.source(property)).join(", ");
  rw.replace(node, `{ type: ${JSON.stringify(type)}, params: { ${fields} } }`);
  rw.changed(kind, node, "former-key", { key: others.map(([name]) => name).join(", "), today: "params" });
}

/** A call of an action creator. */
function rewriteCreator(rw: Rewriting, call: Node, slot: Slot): void {
  if (!rw.first(call)) return;
  const name = calleeOf(call);
  const [first, second, third] = nodesOf(call["arguments"]).map(unwrap);
  const callee = child(call, "callee");
  if (!callee || name === undefined) return;
  const take = (today: string) => {
    rw.imports.add(today);
    rw.replace(callee, today);
  };
  const part = (node: Node | undefined) => {
    if (node && isFunction(node)) rewriteFunction(rw, node, { data: slot.data });
  };
  switch (name) {
    case "assign":
      take("assign");
      part(first);
      if (first?.type === "ObjectExpression")
        for (const property of nodesOf(first["properties"]))
          part(property.type === "ObjectMethod" ? property : child(property, "value"));
      return;
    case "send":
      return rewriteSend(rw, call, slot);
    case "raise":
    case "sendParent":
      take(name);
      eventObject(rw, first);
      part(first);
      return;
    case "sendTo":
      take(name);
      part(first);
      eventObject(rw, second);
      part(second);
      return;
    case "log":
    case "cancel":
    case "forwardTo":
      take(name);
      part(first);
      return;
    case "stop":
      take("stopChild");
      part(first);
      return;
    default:
      void third;
      rw.leftOut(name === "" ? "actions" : name, call, "code-unread", { code: rw.source(call) });
  }
}

/** An event of XState 4 may be its type alone. */
function eventObject(rw: Rewriting, event: Node | undefined): void {
  const type = literalText(event);
  if (event && type !== undefined) rw.replace(event, `{ type: ${JSON.stringify(type)} }`);
}

/** `send` to oneself is `raise`, to another one `sendTo`. */
function rewriteSend(rw: Rewriting, call: Node, slot: Slot): void {
  const [event, options] = nodesOf(call["arguments"]).map(unwrap);
  if (!event || (options && options.type !== "ObjectExpression"))
    return rw.leftOut("send", call, "code-unread", { code: rw.source(call) });
  eventObject(rw, event);
  if (isFunction(event)) rewriteFunction(rw, event, { data: slot.data });
  const settings = options ? propertiesOf(options) : new Map<string, Node>();
  for (const property of settings.values()) {
    const value = child(property, "value");
    if (isFunction(value)) rewriteFunction(rw, value, { data: slot.data });
  }
  const to = settings.get("to");
  const target = to && child(to, "value");
  const others = [...settings.values()]
    .filter((property) => property !== to)
    .map((property) => rw.print(property));
  const rest = others.length === 0 ? "" : `, { ${others.join(", ")} }`;
  const today = target ? "sendTo" : "raise";
  rw.imports.add(today);
  rw.replace(call, `${today}(${target ? `${rw.print(target)}, ` : ""}${rw.print(event)}${rest})`);
}
