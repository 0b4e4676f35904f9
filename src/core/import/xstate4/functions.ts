import type { Rewriting } from "#core/import/xstate4/Rewriting.ts";
import { child, isNode, nameOf, nodesOf, walk, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";

/** What `event.data` of XState 4 is called where the function runs: the output of what was invoked, or its error. */
export type DataName = "output" | "error" | undefined;

const FUNCTION = /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration|ObjectMethod)$/;
type FunctionNode = Node & { readonly params: unknown };
export const isFunction = (node: Node | undefined): node is FunctionNode =>
  node !== undefined && FUNCTION.test(node.type);

/** `(context, event) => …` becomes `({ context, event }) => …`. @param around what stands around the pattern: `input: #` for actors */
export function rewriteFunction(
  rw: Rewriting,
  fn: Node,
  { data, around = "#" }: { readonly data?: DataName; readonly around?: string } = {},
): void {
  if (!rw.first(fn)) return;
  const params = nodesOf(fn["params"]);
  const [context, event, third] = params;
  if (third || params.some(({ type }) => type === "RestElement"))
    rw.leftOut("function", third ?? fn, "function-arguments");
  if (event && data) renameData(rw, fn, event, data);
  if (!context) return;
  const parts = [bindingCode(rw, fn, context, "context"), event && bindingCode(rw, fn, event, "event")];
  const fields = parts.filter((part) => part !== undefined);
  const pattern = fields.length === 0 ? "" : around.replace("#", () => `{ ${fields.join(", ")} }`);
  const last = event ?? context;
  const isBare = !rw.tree.text.slice(fn.start, context.start).includes("(");
  const code = pattern === "" ? "" : around === "#" ? pattern : `{ ${pattern} }`;
  rw.replace({ start: context.start, end: last.end }, isBare ? `(${code})` : code);
}

/** A parameter as a part of a pattern; undefined for one that the function does not use. */
function bindingCode(rw: Rewriting, fn: Node, param: Node, name: string): string | undefined {
  const annotation = child(param, "typeAnnotation");
  const text = rw.print({ start: param.start, end: annotation?.start ?? param.end }).replace(/\s*\?\s*$/, "");
  if (param.type === "Identifier") {
    if (!uses(fn, param)) return undefined;
    return text === name ? name : `${name}: ${text}`;
  }
  return `${name}: ${text}`;
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

/** `event.data` becomes `event.output` or `event.error`, in the body and in a pattern. */
function renameData(rw: Rewriting, fn: Node, event: Node, data: NonNullable<DataName>): void {
  if (event.type === "ObjectPattern") {
    const field = nodesOf(event["properties"]).find((part) => keyName(part) === "data");
    if (field) rw.renameKey(field, data);
    return;
  }
  walk(fn, (node) => {
    const property = child(node, "property");
    if (!node.type.endsWith("MemberExpression") || node["computed"] === true || !isNode(property)) return;
    if (nameOf(node["object"]) === nameOf(event) && nameOf(property) === "data") rw.replace(property, data);
  });
}

/** A function of its own that stands under a name goes on as it is; it is called with what it expects. */
export function wrapReference(rw: Rewriting, node: Node, data?: DataName): void {
  const event = data === undefined ? "event" : `{ ...event, data: event.${data} }`;
  rw.replace(node, `({ context, event }) => ${rw.source(node)}(context, ${event})`);
}

/** An object whose fields may be functions of context and event: it becomes a function as a whole. */
export function rewriteMapper(rw: Rewriting, value: Node, data?: DataName): void {
  if (isFunction(value)) return rewriteFunction(rw, value, { data });
  if (value.type !== "ObjectExpression") return;
  const mappers = nodesOf(value["properties"]).filter((part) => isFunction(child(part, "value")));
  if (mappers.length === 0) return;
  for (const part of mappers) {
    const fn = child(part, "value");
    const body = fn && child(fn, "body");
    const params = fn ? nodesOf(fn["params"]) : [];
    const [context, event] = params.map((param) => nameOf(param));
    const isPlain = body && body.type !== "BlockStatement" && params.length <= 2;
    if (fn && isPlain && [undefined, "context"].includes(context) && [undefined, "event"].includes(event)) {
      if (event && data && params[1]) renameData(rw, fn, params[1], data);
      rw.replace(fn, rw.print(body));
    } else if (fn) {
      rw.replace(fn, `(${rw.print(fn)})(context, event)`);
    }
  }
  rw.replace(value, `({ context, event }) => (${rw.print(value)})`);
}
