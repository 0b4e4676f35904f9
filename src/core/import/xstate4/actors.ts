import { isFunction, rewriteMapper } from "#core/import/xstate4/functions.ts";
import { propertiesOf, type Rewriting } from "#core/import/xstate4/Rewriting.ts";
import type { StatePlace } from "#core/import/xstate4/machineFacts.ts";
import { child, literalText, nodesOf, unwrap, walk, type Node } from "#core/syntax/node.ts";

/** What a service of XState 4 sees of the machine that starts it: its context and the event, as input. */
const INPUT = "input: ({ context, event }) => ({ context, event })";

/** Rewrites the transitions of one slot. */
type RewriteSlot = (
  place: StatePlace,
  value: Node,
  slot: { readonly data: "output" | "error"; readonly at: string },
) => void;

/** One `invoke` or a list of them. */
export function rewriteInvoke(place: StatePlace, value: Node, rewriteSlot: RewriteSlot): void {
  const { rw } = place.facts;
  const node = rw.tree.resolve(value);
  if (node.type === "ArrayExpression") {
    for (const item of nodesOf(node["elements"])) rewriteInvoke(place, item, rewriteSlot);
    return;
  }
  if (node.type !== "ObjectExpression")
    return rw.leftOut(`${place.element}.invoke`, node, "code-unread", { code: rw.source(node) });
  const properties = propertiesOf(node);
  const part = (name: string) => {
    const property = properties.get(name);
    return property && child(property, "value");
  };
  const data = properties.get("data");
  if (data) {
    rw.renameKey(data, "input");
    const mapper = child(data, "value");
    if (mapper) rewriteMapper(rw, mapper);
  }
  const src = properties.get("src");
  const given = src?.type === "ObjectMethod" ? src : part("src");
  const service = given && unwrap(given);
  if (service && isFunction(service) && service.type !== "ObjectMethod") rewriteService(rw, service);
  if (service && !data && (isFunction(service) || literalText(service) !== undefined))
    rw.addProperty(node, INPUT);
  for (const [name, outcome] of [
    ["onDone", "output"],
    ["onError", "error"],
  ] as const) {
    const slot = part(name);
    if (slot) rewriteSlot(place, rw.tree.resolve(slot), { data: outcome, at: `invoke.${name}` });
  }
  for (const name of ["autoForward", "forward"]) {
    const property = properties.get(name);
    if (!property) continue;
    rw.leftOut(`${place.element}.invoke.${name}`, property, "autoforward");
    rw.remove(property);
  }
}

/** A service of XState 4: a function that gives a promise, or a callback; a machine stays as it is. */
export function rewriteService(rw: Rewriting, fn: Node): void {
  if (!rw.first(fn)) return;
  const input = { around: "input: #" };
  const inner = returnedFunction(fn);
  if (!inner) {
    rewriteInput(rw, fn, input);
    rw.imports.add("fromPromise");
    if (!isPromise(rw, fn)) rw.changed("service", fn, "service-promise");
    return rw.replace(fn, `fromPromise(${rw.print(fn)})`);
  }
  const [send, receive] = nodesOf(inner["params"]).map((param) => rw.source(param));
  const body = child(inner, "body");
  if (!body) return;
  rewriteEvents(rw, inner);
  const service = nodesOf(fn["params"]);
  const names = ["context", "event"].map((name, i) => service[i] && `${name}: ${rw.source(service[i])}`);
  const known = names.filter((name) => name !== undefined);
  const fields = [
    ...(send === undefined ? [] : [`sendBack: ${send}`]),
    ...(receive === undefined ? [] : [`receive: ${receive}`]),
    ...(known.length === 0 ? [] : [`input: { ${known.join(", ")} }`]),
  ];
  rw.imports.add("fromCallback");
  rw.replace(
    fn,
    `fromCallback((${fields.length === 0 ? "" : `{ ${fields.join(", ")} }`}) => ${rw.print(body)})`,
  );
}

function rewriteInput(rw: Rewriting, fn: Node, input: { readonly around: string }): void {
  const params = nodesOf(fn["params"]);
  const [context, event] = params;
  if (!context) return;
  const fields = [`context: ${rw.source(context)}`, ...(event ? [`event: ${rw.source(event)}`] : [])];
  const isBare = !rw.tree.text.slice(fn.start, context.start).includes("(");
  const code = `{ ${input.around.replace("#", () => `{ ${fields.join(", ")} }`)} }`;
  rw.replace({ start: context.start, end: (params.at(-1) ?? context).end }, isBare ? `(${code})` : code);
}

/** The events that a callback sends back are objects. */
function rewriteEvents(rw: Rewriting, callback: Node): void {
  const [send] = nodesOf(callback["params"]);
  if (!send) return;
  walk(callback, (node) => {
    const callee = node.type === "CallExpression" ? child(node, "callee") : undefined;
    const [event] = nodesOf(node["arguments"]);
    const type = literalText(event);
    if (
      callee &&
      event &&
      type !== undefined &&
      rw.source(callee) === rw.source(send).replace(/\s*:.*$/s, "")
    )
      rw.replace(event, `{ type: ${JSON.stringify(type)} }`);
  });
}

/** The function that a function gives, where that is all it does. */
function returnedFunction(fn: Node): Node | undefined {
  const body = child(fn, "body");
  if (!body) return undefined;
  if (body.type !== "BlockStatement") return isFunction(unwrap(body)) ? unwrap(body) : undefined;
  const [only, ...more] = nodesOf(body["body"]);
  const value = more.length === 0 && only?.type === "ReturnStatement" ? child(only, "argument") : undefined;
  return value && isFunction(unwrap(value)) ? unwrap(value) : undefined;
}

/** Whether it is plain that a promise comes. */
const isPromise = (rw: Rewriting, fn: Node): boolean =>
  fn["async"] === true || /\bnew Promise\b|\bPromise\.|\bfetch\(|\.then\(/.test(rw.source(fn));
