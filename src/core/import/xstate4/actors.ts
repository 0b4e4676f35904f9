import {
  declaredFunction,
  isFunction,
  patternPart,
  replaceParams,
  typedParams,
  rewriteMapper,
  typeOf,
} from "#core/import/xstate4/functions.ts";
import { propertiesOf, type Rewriting } from "#core/import/xstate4/Rewriting.ts";
import type { MachineFacts, StatePlace } from "#core/import/xstate4/machineFacts.ts";
import { child, literalText, nameOf, nodesOf, unwrap, walk, type Node } from "#core/syntax/node.ts";

/** What a service of XState 4 sees of the machine that starts it: its context and the event, as input. */
const INPUT = "({ context, event }) => ({ context, event })";

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
  if (!rw.first(node)) {
    if (/\bonDone|onError\b/.test(rw.source(node)))
      rw.leftOut(`${place.element}.invoke`, node, "shared", { code: rw.source(node) });
    return;
  }
  const properties = propertiesOf(node);
  const part = (name: string) => {
    const property = properties.get(name);
    return property && child(property, "value");
  };
  const src = properties.get("src");
  const service = src?.type === "ObjectMethod" ? src : part("src");
  if (service) rewriteSource(place, node, service, properties.get("data"));
  for (const [name, outcome] of [
    ["onDone", "output"],
    ["onError", "error"],
  ] as const) {
    const slot = part(name);
    if (slot) rewriteSlot(place, rw.tree.resolve(slot), { data: outcome, at: `invoke.${name}` });
    else if (properties.has(name))
      rw.leftOut(`${place.element}.invoke.${name}`, properties.get(name)!, "code-unread", {
        code: rw.source(properties.get(name)!),
      });
  }
  for (const name of ["autoForward", "forward"]) {
    const property = properties.get(name);
    if (!property) continue;
    rw.leftOut(`${place.element}.invoke.${name}`, property, "autoforward");
    rw.remove(property);
  }
  for (const [name, property] of properties)
    if (!INVOKE_KEYS.has(name)) {
      rw.leftOut(`${place.element}.invoke.${name}`, property, "unknown-key", { key: name });
      rw.remove(property);
    }
  for (const property of nodesOf(node["properties"]))
    if (property.type === "SpreadElement" || property["computed"] === true)
      rw.leftOut(`${place.element}.invoke`, property, "code-unread", { code: rw.source(property) });
}
const INVOKE_KEYS = new Set(["id", "src", "data", "onDone", "onError", "autoForward", "forward", "meta"]);

/** What is invoked, and what it gets: a service reads the context and the event, a machine its own data. */
function rewriteSource(place: StatePlace, invoke: Node, given: Node, data: Node | undefined): void {
  const { facts, element } = place;
  const { rw, services } = facts;
  const service = unwrap(given);
  const implementation = implementationOf(facts, service);
  const isMachine = implementation !== undefined && rw.isMachine(implementation);
  const name = literalText(service);
  const mapper = data && child(data, "value");
  if (data && (!mapper || data["shorthand"] === true))
    return rw.leftOut(`${element}.invoke.data`, data, "code-unread", { code: rw.source(data) });
  if (mapper) rewriteMapper(rw, mapper, facts.unsure);
  if (name !== undefined && !services.has(name)) facts.missing.set(name, service);
  if (isMachine) {
    if (name === undefined) hoist(facts, invoke, given);
    if (!data) return;
    rw.renameKey(data, "input");
    return rw.changed(`${element}.invoke.data`, data, "child-context");
  }
  if (implementation && isFunction(implementation)) {
    if (name === undefined) {
      rewriteService(rw, service);
      hoist(facts, invoke, given);
    }
  } else if (name === undefined)
    return rw.leftOut(`${element}.invoke.src`, service, "code-unread", { code: rw.source(service) });
  // The file may have no more than its name: then it is not known whether a machine or a function stands behind it.
  if (!data || !mapper) return rw.addProperty(invoke, `input: ${INPUT}`);
  if (!implementation) rw.changed(`${element}.invoke.data`, data, "child-context");
  const plain = unwrap(mapper);
  const code = rw.print(mapper);
  const isMapper = isFunction(plain) || code.startsWith("({ context, event }) =>");
  rw.renameKey(data, "input");
  if (!implementation) return;
  rw.replace(
    mapper,
    `({ context, event }) => ({ context, event, data: ${isMapper ? `(${code})({ context, event })` : code} })`,
  );
}

/** Puts an inline service under a name in `setup`, where XState 5 takes its types from. */
function hoist({ rw, hoisted, services }: MachineFacts, invoke: Node, given: Node): void {
  const service = unwrap(given);
  if (service.type === "ObjectMethod") return;
  const id = literalText(child(propertiesOf(invoke).get("id") ?? invoke, "value"));
  const stem = (nameOf(service) || id || "service").replace(/\W+/g, "_").replace(/^(?=\d|$)/, "_");
  let name = stem;
  for (let i = 2; hoisted.has(name) || services.has(name); i++) name = `${stem}${i}`;
  const parent = rw.tree.parentOf(given);
  const code = parent?.["shorthand"] === true ? rw.print(parent).replace(/^src:\s*/, "") : rw.print(given);
  hoisted.set(name, code === name ? name : `${name}: ${code}`);
  rw.replaceValue(given, JSON.stringify(name));
}

/** The code of a service, inline, under a name of the module, or under one of the options. */
function implementationOf({ rw, services }: MachineFacts, service: Node): Node | undefined {
  if (isFunction(service)) return service;
  const name = literalText(service);
  const given = name === undefined ? service : services.get(name);
  if (!given) return undefined;
  if (isFunction(given)) return given;
  const value = unwrap(rw.tree.resolve(given));
  return declaredFunction(rw, given) ?? (value.type === "Identifier" ? undefined : value);
}

/**
 * A service of XState 4, inline or under a name: a function that gives a promise, or one that gives a callback.
 * A machine stays as it is.
 */
export function rewriteService(rw: Rewriting, given: Node): void {
  const fn = unwrap(given);
  if (!rw.first(fn)) return;
  if (!isFunction(fn)) {
    const declared = declaredFunction(rw, fn);
    if (declared)
      return rw.replaceValue(
        fn,
        calledService(rw, declared, () => rw.source(fn)),
      );
    if (!rw.isMachine(fn)) rw.leftOut("service", fn, "code-unread", { code: rw.source(fn) });
    return;
  }
  const returned = returnedFunction(fn);
  if (fn["generator"] === true) return rw.leftOut("service", fn, "code-unread", { code: rw.source(fn) });
  if (fn.type === "ObjectMethod") return rewriteMethod(rw, fn);
  if (returned === undefined) {
    rewriteInput(rw, fn);
    if (!isPromise(rw, fn)) rw.changed("service", fn, "service-promise");
    return rw.replace(fn, `${rw.today("fromPromise")}(${rw.print(fn)})`);
  }
  if (returned === "within" || returned["async"] === true || nodesOf(returned["params"]).length > 2)
    return rw.replace(
      fn,
      calledService(rw, fn, () => `(${typedParams(rw, fn)})`),
    );
  const params = nodesOf(returned["params"]);
  const body = child(returned, "body");
  if (!body) return;
  rewriteEvents(rw, returned);
  const fields = ["sendBack", "receive"].map((name, i) => params[i] && patternPart(rw, params[i], name));
  const input = inputPattern(rw, fn);
  const parts = [...fields, input && `input: ${input.pattern}`].filter((part) => part !== undefined);
  const known = input ? `<any, ${input.type}>` : "";
  const pattern = parts.length === 0 ? "" : `{ ${parts.join(", ")} }`;
  rw.replace(fn, `${rw.today("fromCallback")}${known}((${pattern}) => ${rw.print(body)})`);
}

/** `load(context) { … }` of the options becomes a property. */
function rewriteMethod(rw: Rewriting, fn: Node): void {
  const key = child(fn, "key");
  const body = child(fn, "body");
  const [first] = nodesOf(fn["params"]);
  if (
    !key ||
    !body ||
    fn["computed"] === true ||
    fn["kind"] !== "method" ||
    returnedFunction(fn) !== undefined
  )
    return rw.leftOut("service", fn, "code-unread", { code: rw.source(fn) });
  const isAsync = fn["async"] === true;
  if (!isPromise(rw, fn)) rw.changed("service", fn, "service-promise");
  rewriteInput(rw, fn);
  const params = first ? rw.print({ start: first.start, end: nodesOf(fn["params"]).at(-1)!.end }) : "";
  rw.replace(
    fn,
    `${rw.source(key)}: ${rw.today("fromPromise")}(${isAsync ? "async " : ""}function (${params}) ${rw.print(body)})`,
  );
}

/** A service whose code stays as it is, called with what it expects. */
function calledService(rw: Rewriting, fn: Node, code: () => string): string {
  const params = nodesOf(fn["params"]);
  if (params.length > 2) rw.leftOut("function", params[2]!, "function-arguments");
  const args = ["input.context", "input.event"].slice(0, params.length).join(", ");
  const input = params.length === 0 ? "" : "input";
  const type = params.length === 0 ? "" : `<any, { context: ${rw.types.context}; event: any }>`;
  if (returnedFunction(fn) === undefined) {
    if (!isPromise(rw, fn)) rw.changed("service", fn, "service-promise");
    const call = `async (${input && `{ ${input} }`}) => ${code()}(${args})`;
    return `${rw.today("fromPromise")}${type}(${call})`;
  }
  // Events that are sent back as their type alone are not looked for in code that stays.
  rw.changed("service", fn, "service-callback");
  walk(fn, (node) => {
    const given = node.type === "ReturnStatement" ? child(node, "argument") : undefined;
    const inner = given && unwrap(given);
    if (inner && isFunction(inner)) typeParams(rw, inner);
  });
  const pattern = ["sendBack", "receive", input].filter((name) => name !== "").join(", ");
  return `${rw.today("fromCallback")}${type}(({ ${pattern} }) => ${code()}(${args})(sendBack, receive))`;
}

function rewriteInput(rw: Rewriting, fn: Node): void {
  const input = inputPattern(rw, fn);
  if (input) replaceParams(rw, fn, `{ input: ${input.pattern} }: { input: ${input.type} }`);
}

/** The context and the event as parts of the input, and their types. */
function inputPattern(
  rw: Rewriting,
  fn: Node,
): { readonly pattern: string; readonly type: string } | undefined {
  const params = nodesOf(fn["params"]);
  const [, , third] = params;
  const names = ["context", "event"] as const;
  const parts = names.flatMap((name, i) => (params[i] ? [patternPart(rw, params[i], name)] : []));
  // The third argument holds the data that `invoke` gives, and who else is there.
  const fields = third?.type === "ObjectPattern" ? nodesOf(third["properties"]) : [];
  const isData = fields.length === 1 && nameOf(child(fields[0]!, "key")) === "data";
  if (third && isData) parts.push(rw.source(fields[0]!));
  else if (third) rw.leftOut("function", third, "function-arguments");
  if (parts.length === 0) return undefined;
  const types = names.flatMap((name, i) => {
    const annotation = params[i] && child(params[i], "typeAnnotation");
    return params[i]
      ? [`${name}: ${annotation ? typeOf(rw, annotation) : name === "context" ? rw.types.context : "any"}`]
      : [];
  });
  return {
    pattern: `{ ${parts.join(", ")} }`,
    type: `{ ${[...types, ...(isData ? ["data?: any"] : [])].join("; ")} }`,
  };
}

/** Parameters that XState 4 gave their types. */
function typeParams(rw: Rewriting, fn: Node): void {
  for (const param of nodesOf(fn["params"]))
    if (param.type === "Identifier" && !child(param, "typeAnnotation")) {
      const isBare = !rw.tree.text.slice(fn.start, param.start).includes("(");
      rw.replace(param, isBare ? `(${rw.source(param)}: any)` : `${rw.source(param)}: any`);
    }
}

/** The events that a callback sends back are objects. */
function rewriteEvents(rw: Rewriting, callback: Node): void {
  const [send] = nodesOf(callback["params"]);
  const name = nameOf(send);
  if (!send || name === "") return;
  walk(callback, (node) => {
    const callee = node.type === "CallExpression" ? child(node, "callee") : undefined;
    const [event] = nodesOf(node["arguments"]);
    if (!callee || nameOf(callee) !== name || !event) return;
    const type = literalText(event);
    if (type !== undefined) rw.replace(event, `{ type: ${JSON.stringify(type)} }`);
    else if (unwrap(event).type !== "ObjectExpression" && !isFunction(unwrap(event)))
      rw.changed("service", event, "event-text", { code: rw.source(event) });
  });
}

/** The function that a function gives: its node where that is all it does, `within` where it does more. */
function returnedFunction(fn: Node): Node | "within" | undefined {
  const body = child(fn, "body");
  if (!body || fn["async"] === true) return undefined;
  if (body.type !== "BlockStatement") return isFunction(unwrap(body)) ? unwrap(body) : undefined;
  const [only, ...more] = nodesOf(body["body"]);
  const value = only?.type === "ReturnStatement" ? child(only, "argument") : undefined;
  if (more.length === 0 && value && isFunction(unwrap(value))) return unwrap(value);
  let isWithin = false;
  walk(body, (node) => {
    if (isFunction(node)) return false;
    const given = node.type === "ReturnStatement" ? child(node, "argument") : undefined;
    if (given && isFunction(unwrap(given))) isWithin = true;
    return undefined;
  });
  return isWithin ? "within" : undefined;
}

/** Whether it is plain that a promise comes. */
const isPromise = (rw: Rewriting, fn: Node): boolean =>
  fn["async"] === true || /\bnew Promise\b|\bPromise\.|\bfetch\(|\.then\(/.test(rw.source(fn));

/** An activity: what it gives ends it. */
export function rewriteActivity(rw: Rewriting, given: Node): void {
  const fn = unwrap(given);
  const params = isFunction(fn) ? nodesOf(fn["params"]) : [];
  if (!isFunction(fn) || fn.type === "ObjectMethod" || params.length > 1)
    return rw.leftOut("activity", fn, "activities", { code: rw.source(fn) });
  if (!rw.first(fn)) return;
  rewriteInput(rw, fn);
  rw.replace(fn, `${rw.today("fromCallback")}(${rw.print(fn)})`);
}
