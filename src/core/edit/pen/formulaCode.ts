import { formulasSet, formulaToCode } from "#core/expr/formulaToCode.ts";
import { fromActionSigns, fromSigns } from "#core/expr/signs.ts";
import { assignCode } from "#core/edit/pen/assignCode.ts";
import { Formula } from "#core/edit/pen/formula.ts";
import { joinedGuards } from "#core/edit/pen/joinedGuards.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { expressionOf } from "#core/syntax/expressionOf.ts";
import { child, nameOf, nodesOf, unwrap, walk, type Node } from "#core/syntax/node.ts";

/*
 * Guards and actions are functions in the code and formulas on the graph. Whoever types `turn > 3` or `turn += 1` means the formula:
 * it is written as the function that is shown so. A name in it is a field of the context or of the event, or something of the module;
 * any other is refused, since code with it would look right and could not run.
 */

/** What guards and actions are written as; anything else that is typed is a formula. */
const CODE = new Set([
  "ArrowFunctionExpression",
  "FunctionExpression",
  "StringLiteral",
  "TemplateLiteral",
  "ObjectExpression",
  "ArrayExpression",
  "NullLiteral",
]);
/** What may be code of the module, as `guards.isLate` and `above(3)`, or a formula, as `hand.includes("A")`. */
const EITHER = new Set(["Identifier", "MemberExpression", "CallExpression", "OptionalCallExpression"]);
/** A formula with signs as code. What is code as it stands and holds a regular expression stays: signs in that are none. */
function asCode(text: string, plain: string, from: (text: string) => string): string {
  const node = expressionOf(plain);
  if (node && holds(node, (item) => item.type === "RegExpLiteral")) return text;
  const code = from(text);
  const expression = node ? undefined : expressionOf(from(plain));
  const isChanged = (item: Node) =>
    item.type === "RegExpLiteral" && !text.includes(from(plain).slice(item.start - 2, item.end - 2));
  if (expression && holds(expression, isChanged)) refuse("not-an-expression", undefined, { text });
  return code;
}

function holds(root: Node, test: (node: Node) => boolean): boolean {
  let isFound = false;
  walk(root, (node) => void (isFound ||= test(node)));
  return isFound;
}

/**
 * The code of a guard or action that was typed as a formula; undefined for what is code already. Refuses a formula with a name that is
 * nothing here, or that an action cannot be built from.
 * @param event the event that it answers: fields of that are meant by their names alone
 */
export function formulaCode(
  draft: Draft,
  given: string,
  kind: "guards" | "actions",
  event?: string,
): string | undefined {
  const text = kind === "guards" ? fromFormula(draft, given.trim()) : given.trim();
  const called = signedCall(draft, text, kind, event);
  if (called !== undefined) return called;
  const node = expressionOf(text);
  const shape = node && unwrap(node);
  const joined = node && kind === "guards" && joinedGuards(new Formula(draft, text, event), node, callCode);
  if (joined) return joined;
  if (shape && CODE.has(shape.type)) return undefined;
  if (node && shape && EITHER.has(shape.type)) {
    const formula = new Formula(draft, text, event);
    if (formula.isXState(shape)) return callCode(formula, node, shape);
    // A helper of the module that is shown without its context is no guard as it stands.
    const isWhole = kind !== "guards" || formula.code(node) === formula.slice(node.start, node.end);
    if (!formula.speaksOfFields(shape) && isWhole) return undefined;
    if (kind === "guards") return formula.arrow(node);
  }
  return kind === "guards" ? guardOf(draft, text, event) : assignCode(draft, listOf(text), { text, event });
}

/** Assignments as one list of code: with their signs alone, or with what they set read as formulas. */
function listOf(text: string): string {
  const list = `[${asCode(text, `[${text}]`, fromActionSigns)}]`;
  const node = expressionOf(list);
  const isPlain = node && nodesOf(node["elements"]).every((item) => !setsWithin(unwrap(item)));
  // `a = b = 3` may set both or compare; `a := b = 3` says which.
  const isClear = !isPlain && (node === undefined || text.includes(":="));
  const read = isClear ? formulasSet(text) : undefined;
  return read === undefined || !expressionOf(`[${read}]`) ? list : `[${read}]`;
}

/** Whether an assignment sets to what sets in turn, as `a = b = c`, where a formula compares. */
const setsWithin = (item: Node): boolean => {
  const right = item.type === "AssignmentExpression" ? child(item, "right") : undefined;
  return right !== undefined && holds(right, ({ type }) => type === "AssignmentExpression");
};

/** A guard in the signs and words in which it is shown, as code; what is code already stays as it is typed. */
function fromFormula(draft: Draft, text: string): string {
  const code = expressionOf(text);
  // `in` of the language looks for a key; of a list everybody means its items.
  const plain = code && holds(code, (item) => asksOfList(draft, item)) ? undefined : code;
  const sets = plain && holds(plain, ({ type }) => type === "AssignmentExpression");
  const isCode =
    plain && (!sets || EITHER.has(unwrap(plain).type) || holds(plain, ({ type }) => /Function/.test(type)));
  const read = isCode ? undefined : formulaToCode(text);
  return read !== undefined && expressionOf(read) ? read : text;
}

/** Whether code is `part in list` with a list of the context. */
function asksOfList({ chart }: Draft, item: Node): boolean {
  const right =
    item.type === "BinaryExpression" && item["operator"] === "in" ? child(item, "right") : undefined;
  const list = right && unwrap(right);
  return (
    chart.context?.some(({ name, type }) => type.kind === "array" && name === (list && nameOf(list))) ?? false
  );
}

function guardOf(draft: Draft, text: string, event: string | undefined): string {
  const code = asCode(text, text, fromSigns);
  const node = expressionOf(code) ?? refuse("not-an-expression", undefined, { text });
  if (/^(Assignment|Update)Expression$/.test(unwrap(node).type))
    refuse("not-an-expression", undefined, { text });
  return new Formula(draft, code, event).arrow(node);
}

/** A call of XState's that is given formulas with signs; undefined for anything else. */
function signedCall(
  draft: Draft,
  text: string,
  kind: "guards" | "actions",
  event: string | undefined,
): string | undefined {
  const plain = expressionOf(text);
  // As a guard `not(turn = 3)` asks; what functions of its own set is set.
  const asks = kind === "guards" && plain && holds(plain, ({ type }) => type === "AssignmentExpression");
  if (plain && (!asks || holds(plain, ({ type }) => /Function/.test(type)))) return undefined;
  const code = asCode(text, text, kind === "guards" ? fromSigns : fromActionSigns);
  const node = expressionOf(code);
  const call = node && unwrap(node);
  const formula = new Formula(draft, code, event);
  if (!call || !formula.isXState(call)) return undefined;
  if (holds(call, ({ type }) => type === "BlockStatement")) refuse("not-an-expression", undefined, { text });
  formula.draft.use(call);
  return callCode(formula, node, call) ?? code;
}

const JOINING = new Set(["and", "or", "not"]);

const joins = (formula: Formula, call: Node): boolean => JOINING.has(formula.xstateName(call) ?? "");

/** A call of XState's: what it is given may be formulas, of `and` guards, of `assign` the values of fields. */
function callCode(formula: Formula, node: Node, call: Node): string | undefined {
  const edits: { node: Node; code: string }[] = [];
  const isGuard = joins(formula, call);
  const isAssign = formula.xstateName(call) === "assign";
  const take = (part: Node) => {
    const inner = unwrap(part);
    if (isGuard && joins(formula, inner)) return into(inner);
    const joined = isGuard ? joinedGuards(formula, part, callCode) : undefined;
    if (joined !== undefined) return void edits.push({ node: part, code: joined });
    if (/Function/.test(inner.type) || (!isGuard && !formula.speaksOfFields(inner))) return;
    if (isGuard && (CODE.has(inner.type) || (EITHER.has(inner.type) && !formula.speaksOfFields(inner))))
      return;
    edits.push({ node: part, code: formula.arrow(part) });
  };
  const into = (of: Node): void => {
    for (const arg of nodesOf(of["arguments"])) {
      const inner = unwrap(arg);
      if (inner.type === "ArrayExpression" && isGuard) nodesOf(inner["elements"]).forEach(take);
      else if (inner.type === "ObjectExpression" && isAssign)
        for (const item of nodesOf(inner["properties"])) {
          const value = item["shorthand"] === true ? undefined : child(item, "value");
          if (value) take(value);
        }
      else take(arg);
    }
  };
  into(call);
  if (edits.length === 0) return undefined;
  formula.draft.use(node);
  let out = "";
  let at = node.start;
  for (const edit of edits.toSorted((a, b) => a.node.start - b.node.start)) {
    out += formula.slice(at, edit.node.start) + edit.code;
    at = edit.node.end;
  }
  return out + formula.slice(at, node.end);
}
