import type { Rewriting } from "#core/import/xstate4/Rewriting.ts";
import { child, isNode, literalText, nameOf, nodesOf, unwrap, walk, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";

/**
 * What `event.data` of XState 4 is called where the function runs: the output of what was invoked, or its error; `unsure` where events of
 * several kinds come by, `undefined` where the event is one that the machine is sent.
 */
export type DataName = "output" | "error" | "unsure" | undefined;

const FUNCTION = /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration|ObjectMethod)$/;
type FunctionNode = Node & { readonly params: unknown };
export const isFunction = (node: Node | undefined): node is FunctionNode =>
  node !== undefined && FUNCTION.test(node.type);

/** `(context, event) => …` becomes `({ context, event }) => …`. */
export function rewriteFunction(rw: Rewriting, fn: Node, data?: DataName): void {
  if (!rw.firstWith(fn, data)) return;
  const params = nodesOf(fn["params"]);
  const [context, event, third] = params;
  if (third || params.some(({ type }) => type === "RestElement"))
    rw.leftOut("function", third ?? fn, "function-arguments");
  const isRenamed = event !== undefined && renameData(rw, fn, event, data);
  if (!context) return;
  const parts = [bindingCode(rw, fn, context, "context"), event && bindingCode(rw, fn, event, "event")];
  const fields = parts.filter((part) => part !== undefined);
  const pattern =
    fields.length === 0
      ? ""
      : `{ ${fields.join(", ")} }${eventType(rw, fields, { context, event, isRenamed })}`;
  replaceParams(rw, fn, pattern);
}

/** Puts one parameter, or none, in the place of those that a function has; comments between them go with them. */
export function replaceParams(rw: Rewriting, fn: Node, code: string): void {
  const params = nodesOf(fn["params"]);
  const [first] = params;
  if (!first) return;
  const isBare = !rw.tree.text.slice(fn.start, first.start).includes("(");
  rw.replace({ start: first.start, end: (params.at(-1) ?? first).end }, isBare ? `(${code})` : code);
}

/**
 * The type of the parameter where the event had one of its own, or was any: XState works out the types of the others. Where a function takes
 * only some of the events, XState 5 does not believe it, so that its event is `any`.
 */
function eventType(
  rw: Rewriting,
  fields: readonly string[],
  {
    context,
    event,
    isRenamed,
  }: { readonly context: Node; readonly event: Node | undefined; readonly isRenamed: boolean },
): string {
  const own = event && child(event, "typeAnnotation");
  if (!fields.some((field) => /^event\b/.test(field))) return "";
  if (!isRenamed && (!own || typeOf(rw, own) === rw.types.events)) return "";
  const contextType = child(context, "typeAnnotation");
  return `: { context: ${contextType ? typeOf(rw, contextType) : rw.types.context}; event: any }`;
}
/** The type of an annotation, without its colon. */
export const typeOf = (rw: Rewriting, annotation: Node): string =>
  rw.source(child(annotation, "typeAnnotation") ?? annotation).replace(/^\s*:\s*/, "");

/** A parameter as a part of a pattern; undefined for one that the function does not use. */
function bindingCode(rw: Rewriting, fn: Node, param: Node, name: string): string | undefined {
  if (param.type === "Identifier" && !uses(fn, param)) return undefined;
  return patternPart(rw, param, name);
}

/** A parameter as a part of a pattern, under a name. */
export function patternPart(rw: Rewriting, param: Node, name: string): string {
  const text = printedParam(rw, param);
  return text === name ? name : `${name}: ${text}`;
}

/** A parameter without its type. */
function printedParam(rw: Rewriting, param: Node): string {
  if (param.type === "AssignmentPattern") {
    const [left, right] = [child(param, "left"), child(param, "right")];
    if (left && right) return `${printedParam(rw, left)} = ${rw.print(right)}`;
  }
  const annotation = child(param, "typeAnnotation");
  const name = rw.print({ start: param.start, end: annotation?.start ?? param.end }).trimEnd();
  return name.endsWith("?") ? name.slice(0, -1).trimEnd() : name;
}

function uses(fn: Node, param: Node): boolean {
  let isUsed = false;
  const look = (node: Node) => {
    if (node !== param && nameOf(node) === nameOf(param)) isUsed = true;
  };
  for (const other of nodesOf(fn["params"])) walk(other, look);
  const body = child(fn, "body");
  if (body) walk(body, look);
  return isUsed;
}

/** `event.data` becomes `event.output` or `event.error`, in the body and in patterns; where it is not certain which, it is reported.
 * Answers whether it was renamed. */
function renameData(rw: Rewriting, fn: Node, event: Node, data: DataName): boolean {
  if (data === undefined) return false;
  let isRenamed = false;
  const rename = (node: Node, edit: (today: string) => void) => {
    if (data === "unsure") rw.leftOut("event.data", node, "event-data");
    else {
      isRenamed = true;
      edit(data);
    }
  };
  const inPattern = (pattern: Node) => {
    const field = nodesOf(pattern["properties"]).find((part) => keyName(part) === "data");
    if (field) rename(field, (today) => rw.renameKey(field, today));
  };
  const param = event.type === "AssignmentPattern" ? (child(event, "left") ?? event) : event;
  if (param.type === "ObjectPattern") {
    inPattern(param);
    return isRenamed;
  }
  const isEvent = (node: unknown) => isNode(node) && nameOf(unwrap(node)) === nameOf(param);
  walk(fn, (node) => {
    const property = child(node, "property");
    if (node.type.endsWith("MemberExpression") && isEvent(node["object"]) && property) {
      if (node["computed"] === true && literalText(property) === "data")
        rename(property, (today) => rw.replace(property, JSON.stringify(today)));
      else if (node["computed"] !== true && nameOf(property) === "data")
        rename(property, (today) => rw.replace(property, today));
    }
    const id = node.type === "VariableDeclarator" ? child(node, "id") : undefined;
    if (id?.type === "ObjectPattern" && isEvent(node["init"])) inPattern(id);
    // What else reads the event is not looked into.
    const whole = nodesOf(node["arguments"]).find(isEvent) ?? (isEvent(node["argument"]) ? node : undefined);
    if (whole && !/^(?:TS|Await)/.test(node.type)) rw.leftOut("event.data", whole, "event-data");
  });
  return isRenamed;
}

/** The function that a name stands for, where the module declares it. */
export function declaredFunction(rw: Rewriting, node: Node): Node | undefined {
  const value = unwrap(rw.tree.resolve(node));
  if (isFunction(value)) return value;
  return value.type === "Identifier" ? rw.functionNamed(nameOf(value)) : undefined;
}

/** A function of its own that stands under a name goes on as it is; it is called with what it expects. */
export function wrapReference(rw: Rewriting, node: Node, fn: Node, data?: DataName): void {
  const params = nodesOf(fn["params"]);
  const [, event, third] = params;
  if (third || params.some(({ type }) => type === "RestElement"))
    rw.leftOut("function", node, "function-arguments");
  if (event && data === "unsure" && /\bdata\b/.test(rw.source(fn)))
    rw.leftOut("event.data", node, "event-data");
  const renamed = event && (data === "output" || data === "error") && /\bdata\b/.test(rw.source(fn));
  const passed = [
    ...(params.length > 0 ? ["context"] : []),
    ...(event ? [renamed ? `{ ...event, data: event.${data} }` : "event"] : []),
  ];
  const type =
    event && child(event, "typeAnnotation") ? `: { context: ${rw.types.context}; event: any }` : "";
  const pattern = passed.length === 0 ? "" : `{ ${event ? "context, event" : "context"} }${type}`;
  rw.replaceValue(node, `(${pattern}) => ${rw.source(node)}(${passed.join(", ")})`);
}

/** A value that may be a function of context and event, inline or under a name. */
export function rewriteValue(rw: Rewriting, given: Node | undefined, data: DataName): void {
  if (!given) return;
  const node = unwrap(given);
  if (isFunction(node)) return rewriteFunction(rw, node, data);
  if (node.type === "CallExpression" || node.type === "TaggedTemplateExpression")
    return rw.leftOut("function", node, "code-unread", { code: rw.source(node) });
  if (node.type === "ConditionalExpression" || node.type === "LogicalExpression") {
    for (const part of ["left", "right", "consequent", "alternate"])
      rewriteValue(rw, child(node, part), data);
    return;
  }
  if (node.type !== "Identifier" && node.type !== "MemberExpression") return;
  const fn = declaredFunction(rw, node);
  if (fn) return wrapReference(rw, node, fn, data);
  const value = rw.tree.resolve(node);
  const isUnknown = /^(?:Identifier|MemberExpression|CallExpression)$/.test(value.type);
  if (isUnknown && !/^(?:undefined|NaN|Infinity)$/.test(nameOf(value)))
    rw.leftOut("function", node, "code-unread", { code: rw.source(node) });
}

/** An object whose fields may be functions of context and event: it becomes a function as a whole. */
export function rewriteMapper(rw: Rewriting, given: Node, data?: DataName): void {
  const value = unwrap(given);
  if (value.type !== "ObjectExpression") return rewriteValue(rw, value, data);
  const parts = nodesOf(value["properties"]);
  const mappers = parts.filter((part) => part.type === "ObjectMethod" || isFunction(valueOf(part)));
  for (const part of parts)
    if (!mappers.includes(part)) {
      const fn = part.type === "ObjectProperty" ? valueOf(part) : undefined;
      const declared =
        fn && /^(?:Identifier|MemberExpression)$/.test(fn.type) ? declaredFunction(rw, fn) : undefined;
      if (fn && declared) {
        rw.replaceValue(fn, `${rw.source(fn)}(context, event)`);
        mappers.push(part);
      } else if (part.type === "SpreadElement" || fn?.type === "CallExpression")
        rw.leftOut("data", part, "code-unread", { code: rw.source(part) });
    }
  if (mappers.length === 0) return;
  for (const part of mappers) {
    const fn = part.type === "ObjectMethod" ? part : valueOf(part);
    if (!fn || !isFunction(fn) || !rw.first(fn)) continue;
    const body = child(fn, "body");
    const params = nodesOf(fn["params"]);
    const [context, event] = params.map((param) => nameOf(param));
    if (params[1]) renameData(rw, fn, params[1], data);
    const isPlain = body && body.type !== "BlockStatement" && params.length <= 2;
    if (part.type === "ObjectMethod") rw.leftOut("data", part, "code-unread", { code: rw.source(part) });
    else if (isPlain && [undefined, "context"].includes(context) && [undefined, "event"].includes(event))
      rw.replace(fn, rw.print(body));
    else {
      const args = ["context", "event"].slice(0, params.length).join(", ");
      if (params.length > 2) rw.leftOut("function", params[2]!, "function-arguments");
      rw.replace(fn, `(${typedParams(rw, fn)})(${args})`);
    }
  }
  rw.replace(value, `({ context, event }) => (${rw.print(value)})`);
}
const valueOf = (part: Node): Node | undefined => {
  const value = child(part, "value");
  return value && unwrap(value);
};

/** A function that stands alone is not told the types of its parameters. */
export function typedParams(rw: Rewriting, fn: Node): string {
  const params = nodesOf(fn["params"]);
  if (!params.some((param) => child(param, "typeAnnotation")))
    replaceParams(
      rw,
      fn,
      params.map((param, i) => `${rw.print(param)}: ${i === 0 ? rw.types.context : "any"}`).join(", "),
    );
  return rw.print(fn);
}
