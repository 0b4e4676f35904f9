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
  const parameter = parameterOf(tree, used);
  const calls = parameter && callsOf(tree, parameter.fn);
  if (!calls || calls.exported || calls.escapes) return undefined;
  const { values, isWhole } = givenTo(parameter, calls.nodes);
  const texts = values.map((value) => givenTexts(tree, value, depth - 1));
  if (!isWhole || texts.includes(undefined)) return undefined;
  const { types, isOnlyUse } = parameter;
  return texts.flatMap((valueTexts) =>
    (valueTexts ?? []).map(({ text, literals }) => ({
      text,
      literals:
        literals && isOnlyUse ? [...literals, ...types.filter((type) => stringOf(type) === text)] : undefined,
    })),
  );
}

/** An expression that another may come to. */
export interface GivenValue {
  readonly node: Node;
  /** Whether nothing else than the other expression is taken from it. */
  readonly alone: boolean;
  /** The texts in the types of the parameters that it is given to. */
  readonly types: readonly Node[];
}

/**
 * The expressions of the file that an expression may come to: the ways of a choice, and of a parameter its default, what the function is
 * called with here, and the items of a list that it is called for.
 * @param isKnown where to stop: what says by itself what it is
 * @returns with `rest` the parts of which it is not seen what they come to
 */
export function givenValues(
  tree: Tree,
  node: Node,
  isKnown: (node: Node) => boolean,
  depth = MAX_PARAMETER_HOPS,
): { readonly values: readonly GivenValue[]; readonly rest: readonly Node[] } {
  const code = unwrap(node);
  if (isKnown(code)) return { values: [{ node: code, alone: true, types: [] }], rest: [] };
  const parameter = code.type === "Identifier" ? parameterOf(tree, code) : undefined;
  const inner = depth === 0 ? undefined : parameter ? givenHere(tree, parameter) : choicesOf(code);
  if (!inner) return { values: [], rest: [code] };
  const all = inner.map((value) => givenValues(tree, value, isKnown, depth - 1));
  const { isOnlyUse = true, types = [] } = parameter ?? {};
  return {
    values: all.flatMap(({ values }) =>
      values.map((value) => ({
        node: value.node,
        alone: value.alone && isOnlyUse,
        types: [...value.types, ...types],
      })),
    ),
    rest: all.flatMap(({ rest }) => rest),
  };
}

/** The ways of a choice. */
function choicesOf(code: Node): Node[] | undefined {
  if (code.type !== "ConditionalExpression" && code.type !== "LogicalExpression") return undefined;
  const isConditional = code.type === "ConditionalExpression";
  // What `&&` lets through is its right side; the left one is none of a text.
  const left = code["operator"] === "&&" ? undefined : child(code, "left");
  return nodesOf(
    isConditional ? [child(code, "consequent"), child(code, "alternate")] : [left, child(code, "right")],
  );
}

/** What a parameter is given in this file; undefined where that is not seen. */
function givenHere(tree: Tree, parameter: Parameter): Node[] | undefined {
  const { fn, place } = parameter;
  const call = tree.parentOf(fn);
  const callee = call?.type === "CallExpression" && call["callee"] !== fn ? child(call, "callee") : undefined;
  if (callee?.type.endsWith("MemberExpression") && place === 0) {
    if (!EACH.has(nameOf(callee["property"])) || nodesOf(call?.["arguments"])[0] !== fn) return undefined;
    const list = unwrap(child(callee, "object") as Node);
    const items = list.type === "ArrayExpression" ? nodesOf(list["elements"]) : undefined;
    return items?.some(({ type }) => type === "SpreadElement") ? undefined : items;
  }
  const calls = callsOf(tree, fn);
  const given = calls && !calls.escapes ? givenTo(parameter, calls.nodes) : undefined;
  return given?.isWhole ? given.values : undefined;
}

/** Methods of a list that call a function for each item. */
const EACH = new Set(["map", "flatMap", "forEach", "filter", "find", "some", "every"]);

interface Parameter {
  readonly fn: Node;
  /** Which of the parameters it is, `this` not counted. */
  readonly place: number;
  /** Its default. */
  readonly standard: Node | undefined;
  /** Where the parameter says something else as well, no other text may be given. */
  readonly isOnlyUse: boolean;
  readonly types: readonly Node[];
}

/** The parameter that an identifier names. */
function parameterOf(tree: Tree, used: Node): Parameter | undefined {
  const name = nameOf(used);
  const parameter = lookup(tree.scopeAt(used.start), name);
  let fn: Node | undefined = used;
  let place = -1;
  for (fn = tree.parentOf(used); fn; fn = tree.parentOf(fn)) {
    if (!FUNCTION.test(fn.type)) continue;
    place = paramsOf(fn).findIndex(
      (param) => nameOf(param.type === "AssignmentPattern" ? param["left"] : param) === name,
    );
    if (place >= 0) break;
  }
  if (!fn || !parameter || tree.scopeAt(used.start).names.get(name) !== parameter) return undefined;
  const param = paramsOf(fn)[place] as Node;
  const uses = identifiersNamed(tree, name).filter(
    (identifier) => lookup(tree.scopeAt(identifier.start), name) === parameter,
  );
  const pattern = param.type === "AssignmentPattern" ? child(param, "left") : param;
  return {
    fn,
    place,
    standard: param.type === "AssignmentPattern" ? child(param, "right") : undefined,
    isOnlyUse: uses.every((use) => use === used || use === pattern),
    types: pattern ? typeTexts(pattern) : [],
  };
}

const paramsOf = (fn: Node): Node[] => nodesOf(fn["params"]).filter((param) => nameOf(param) !== "this");

/** What calls give a parameter, its default among it. */
function givenTo(
  { place, standard }: Parameter,
  calls: readonly Node[],
): { readonly values: Node[]; readonly isWhole: boolean } {
  const values: Node[] = standard ? [standard] : [];
  let isWhole = true;
  for (const call of calls) {
    const args = nodesOf(call["arguments"]);
    const argument = args[place];
    if (args.slice(0, place + 1).some((arg) => arg.type === "SpreadElement")) isWhole = false;
    else if (argument) values.push(argument);
    else if (!standard) isWhole = false;
  }
  return { values, isWhole };
}

/** The texts that the type of a parameter has. */
function typeTexts(pattern: Node): Node[] {
  const type = child(pattern, "typeAnnotation");
  const literals: Node[] = [];
  if (type) walk(type, (node) => void (stringOf(node) !== undefined && literals.push(node)));
  return literals;
}

interface Calls {
  readonly nodes: readonly Node[];
  /** Other files may call it, too. */
  readonly exported: boolean;
  /** It is handed on, to be called by whoever has it. */
  readonly escapes: boolean;
}

/** The calls of a function that has a name; undefined for others. */
function callsOf(tree: Tree, fn: Node): Calls | undefined {
  const holder = tree.parentOf(fn);
  const isConst = holder?.type === "VariableDeclarator" && tree.parentOf(holder)?.["kind"] === "const";
  const declared = fn.type === "FunctionDeclaration" ? fn : isConst ? holder : undefined;
  const id = declared && child(declared, "id");
  const statement = declared && (declared === fn ? declared : tree.parentOf(declared));
  if (!id || !statement) return undefined;
  const nodes: Node[] = [];
  let exported = tree.parentOf(statement)?.type.startsWith("Export") === true;
  let escapes = false;
  for (const identifier of identifiersNamed(tree, nameOf(id))) {
    if (identifier === id) continue;
    const binding = lookup(tree.scopeAt(identifier.start), nameOf(id));
    const isOther =
      (binding?.kind === "function" && binding.declaration !== fn) ||
      (binding?.kind === "const" && unwrap(binding.init as unknown as Node) !== fn);
    if (isOther) continue;
    const call = tree.parentOf(identifier);
    if (call?.type.startsWith("Export")) exported = true;
    else if (call?.type === "CallExpression" && call["callee"] === identifier) nodes.push(call);
    else escapes = true;
  }
  return { nodes, exported, escapes };
}
