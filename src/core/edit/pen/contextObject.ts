import type { Draft } from "#core/edit/draft.ts";
import { child, nameOf, nodesOf, unwrap, walk, type Node } from "#core/syntax/node.ts";
import { entryOf } from "#core/syntax/property.ts";
import { lookup, MAX_CONST_HOPS } from "#core/syntax/scope.ts";
import type { Tree } from "#core/syntax/tree.ts";

/**
 * The object literal that a machine's context begins as: the value of `context`, or what its function gives back, if need be by way of
 * helper functions of the module: `context: ({ input }) => start(input)`.
 * @param use to write there, nothing else may use the consts and helpers on the way
 */
export function contextObject(draft: Draft, use: "read" | "write" = "read"): Node | undefined {
  const { chart, tree } = draft;
  const resolve = (node: Node) => (use === "write" ? draft.follow(node) : tree.resolve(node));
  const config = chart.configAt && tree.nodeAt(chart.configAt);
  const value = config && entryOf(config, "context")?.value;
  const node = value && resolve(value);
  let given = node && isFunction(node) ? result(node) : node;
  for (let hops = 0; given && hops < MAX_CONST_HOPS; hops++) {
    const object = resolve(unwrap(given));
    if (object.type === "ObjectExpression") return object;
    const helper = helperOf(tree, object);
    if (!helper || (use === "write" && !isCalledOnce(tree, helper.name))) return undefined;
    given = result(helper.code);
  }
  return undefined;
}

const isFunction = ({ type }: Node): boolean => /Function/.test(type);

/** What a function gives back that has one way out. */
function result(code: Node): Node | undefined {
  if (code["async"] === true || code["generator"] === true) return undefined;
  const body = child(code, "body");
  if (body?.type !== "BlockStatement") return body;
  let ways = 0;
  walk(body, (node) => void (node.type === "ReturnStatement" && ways++));
  if (ways !== 1) return undefined;
  const last = nodesOf(body["body"]).at(-1);
  return last?.type === "ReturnStatement" ? child(last, "argument") : undefined;
}

/** The function of the module that is called by its name. */
function helperOf(tree: Tree, call: Node): { readonly name: string; readonly code: Node } | undefined {
  const callee = call.type === "CallExpression" ? child(call, "callee") : undefined;
  if (callee?.type !== "Identifier") return undefined;
  const name = nameOf(callee);
  const binding = lookup(tree.scopeAt(callee.start), name);
  if (binding?.kind === "function") return { name, code: binding.declaration };
  const code = binding?.kind === "const" ? unwrap(binding.init as unknown as Node) : undefined;
  return code && isFunction(code) ? { name, code } : undefined;
}

/** Whether a name is written for its declaration and one call only; one of another scope counts too, so the answer is rather no than yes. */
function isCalledOnce(tree: Tree, name: string): boolean {
  const uses = tree.nodes.filter((node) => {
    if (node.type !== "Identifier" || nameOf(node) !== name) return false;
    const parent = tree.parentOf(node);
    const isName = parent?.["key"] === node || parent?.["property"] === node;
    return !isName || parent["computed"] === true || parent["shorthand"] === true;
  });
  return uses.length === 2;
}
