import { identifiersNamed } from "#core/syntax/references.ts";
import { child, nameOf, nodesOf, stringOf, unwrap, walk, type Node } from "#core/syntax/node.ts";
import { lookup } from "#core/syntax/scope.ts";
import { FUNCTION } from "#core/syntax/scopeOf.ts";
import { textAt } from "#core/syntax/textUses.ts";
import type { Tree } from "#core/syntax/tree.ts";

/** A text that an expression may come to, and the literals that would have to say another for it to come to another. */
export interface GivenText {
  readonly text: string;
  /** Undefined where changing them would change something else as well. */
  readonly literals: readonly Node[] | undefined;
}

/** How many calls a parameter is followed through. The bound ends recursion. */
const MAX_PARAMETER_HOPS = 4;

/**
 * The texts that an expression may come to when it is not known before the module runs: the ways of a choice, and of a parameter its default
 * and what the function is called with. Undefined when there may be others, as where another file can call the function.
 */
export function givenTexts(
  tree: Tree,
  node: Node,
  depth = MAX_PARAMETER_HOPS,
): readonly GivenText[] | undefined {
  const code = unwrap(node);
  const text = textAt(tree, code);
  if (text !== undefined) return [{ text, literals: stringOf(code) === undefined ? undefined : [code] }];
  if (depth === 0) return undefined;
  if (code.type === "ConditionalExpression" || code.type === "LogicalExpression") {
    const ways = [
      child(code, code.type === "ConditionalExpression" ? "consequent" : "left"),
      child(code, "alternate") ?? child(code, "right"),
    ];
    const texts = ways.map((way) => way && givenTexts(tree, way, depth - 1));
    return texts.includes(undefined) ? undefined : texts.flatMap((wayTexts) => wayTexts ?? []);
  }
  return code.type === "Identifier" ? ofParameter(tree, code, depth) : undefined;
}

function ofParameter(tree: Tree, used: Node, depth: number): readonly GivenText[] | undefined {
  const name = nameOf(used);
  const parameter = lookup(tree.scopeAt(used.start), name);
  let fn: Node | undefined = used;
  let place = -1;
  for (fn = tree.parentOf(used); fn; fn = tree.parentOf(fn)) {
    if (!FUNCTION.test(fn.type)) continue;
    const params = nodesOf(fn["params"]).filter((param) => nameOf(param) !== "this");
    place = params.findIndex(
      (param) => nameOf(param.type === "AssignmentPattern" ? param["left"] : param) === name,
    );
    if (place >= 0) break;
  }
  if (!fn || !parameter || tree.scopeAt(used.start).names.get(name) !== parameter) return undefined;
  const param = nodesOf(fn["params"]).filter((node) => nameOf(node) !== "this")[place] as Node;
  const uses = identifiersNamed(tree, name).filter(
    (identifier) => lookup(tree.scopeAt(identifier.start), name) === parameter,
  );
  const pattern = param.type === "AssignmentPattern" ? child(param, "left") : param;
  // Where the parameter says something else as well, no other text may be given.
  const isOnlyUse = uses.every((use) => use === used || use === pattern);
  const calls = callsOf(tree, fn);
  if (!calls) return undefined;
  const standard = param.type === "AssignmentPattern" ? child(param, "right") : undefined;
  const values: Node[] = standard ? [standard] : [];
  for (const call of calls) {
    const args = nodesOf(call["arguments"]);
    if (args.slice(0, place + 1).some((arg) => arg.type === "SpreadElement")) return undefined;
    const argument = args[place];
    if (argument) values.push(argument);
    else if (!standard) return undefined;
  }
  const texts = values.map((value) => givenTexts(tree, value, depth - 1));
  if (texts.includes(undefined)) return undefined;
  const types = pattern ? typeTexts(pattern) : [];
  return texts.flatMap((valueTexts) =>
    (valueTexts ?? []).map(({ text, literals }) => ({
      text,
      literals:
        literals && isOnlyUse ? [...literals, ...types.filter((type) => stringOf(type) === text)] : undefined,
    })),
  );
}

/** The texts that the type of a parameter has. */
function typeTexts(pattern: Node): Node[] {
  const type = child(pattern, "typeAnnotation");
  const literals: Node[] = [];
  if (type) walk(type, (node) => void (stringOf(node) !== undefined && literals.push(node)));
  return literals;
}

/** All calls of a function; undefined when it may be called from elsewhere, too. */
function callsOf(tree: Tree, fn: Node): readonly Node[] | undefined {
  const holder = tree.parentOf(fn);
  const isConst = holder?.type === "VariableDeclarator" && tree.parentOf(holder)?.["kind"] === "const";
  const declared = fn.type === "FunctionDeclaration" ? fn : isConst ? holder : undefined;
  const id = declared && child(declared, "id");
  const statement = declared && (declared === fn ? declared : tree.parentOf(declared));
  if (!id || !statement || tree.parentOf(statement)?.type.startsWith("Export")) return undefined;
  const calls: Node[] = [];
  for (const identifier of identifiersNamed(tree, nameOf(id))) {
    if (identifier === id) continue;
    const binding = lookup(tree.scopeAt(identifier.start), nameOf(id));
    const isOther =
      (binding?.kind === "function" && binding.declaration !== fn) ||
      (binding?.kind === "const" && unwrap(binding.init as unknown as Node) !== fn);
    if (isOther) continue;
    const call = tree.parentOf(identifier);
    if (call?.type !== "CallExpression" || call["callee"] !== identifier) return undefined;
    calls.push(call);
  }
  return calls;
}
