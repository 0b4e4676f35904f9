import type { PayloadType } from "#core/chart/payload.ts";
import type { Draft } from "#core/edit/draft.ts";
import { Formula } from "#core/edit/pen/formula.ts";
import { refuse } from "#core/edit/refuse.ts";
import { expressionOf } from "#core/syntax/expressionOf.ts";
import { freeNames } from "#core/syntax/freeNames.ts";
import { child, nameOf, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";

/*
 * What an action sets, as one `assign`. A member is set by a copy of what holds it: `hands[by] += 1` gives a record with one other count,
 * `players[next].ep -= cost` a list with one other item.
 */

/**
 * `n += 1; m := n - 2` as one `assign`.
 * @param code the assignments as a list
 * @param typed the text that a person typed, and the event that it answers
 */
export function assignCode(
  draft: Draft,
  code: string,
  { text, event }: { readonly text: string; readonly event: string | undefined },
): string {
  const list = expressionOf(code);
  if (!list) refuse("not-an-expression", undefined, { text });
  const formula = new Formula(draft, code, event);
  const set = new Map<string, string>();
  for (const item of nodesOf(list["elements"])) {
    const { name, value } = assigned(formula, unwrap(item), text);
    // The values of one `assign` are all taken before any of them is set.
    const names = freeNames(item).map(nameOf);
    const before = [...set.keys()].find((key) => key === name || names.includes(key));
    if (before !== undefined) refuse("assigned-before", undefined, { name: before });
    set.set(name, value);
  }
  if (set.size === 0) refuse("not-an-action", undefined, { text });
  const { pad } = draft.style;
  const fields = [...set].map(([name, value]) => `${name}: ${value}`);
  return `${draft.xstate("assign")}({${pad}${fields.join(", ")}${pad}})`;
}

const PLAIN = new Set(["NumericLiteral", "StringLiteral", "BooleanLiteral", "NullLiteral"]);
/** What binds more tightly than any operator. */
const TIGHT = new Set([
  ...PLAIN,
  "Identifier",
  "MemberExpression",
  "CallExpression",
  "ParenthesizedExpression",
]);

/** What the items of a list that is copied are called in the code. */
const ITEM = "item";
const AT = "at";

/** The field that one assignment sets, and the code of its new value. */
function assigned(formula: Formula, item: Node, text: string): { name: string; value: string } {
  const isUpdate = item.type === "UpdateExpression";
  const target = child(item, isUpdate ? "argument" : "left");
  if (!target || (!isUpdate && item.type !== "AssignmentExpression"))
    refuse("not-an-action", undefined, { text });
  const [field, ...inner] = stepsTo(target) ?? refuse("not-an-action", undefined, { text });
  if (!field) refuse("not-an-action", undefined, { text });
  const name = nameOf(field.node);
  const right = isUpdate ? undefined : child(item, "right");
  formula.requireField(name, field.node, item);
  const operator = String(item["operator"]).replace(/=$/, "");
  const sign = isUpdate ? operator.slice(0, 1) : operator;
  if (sign === "" && right && inner.length === 0 && PLAIN.has(right.type))
    return { name, value: formula.code(right) };
  const by = right ? formula.code(right, item) : "1";
  const tight = !right || TIGHT.has(right.type) ? by : `(${by})`;
  const type = formula.draft.chart.context?.find((known) => known.name === name)?.type;
  const value = changed({ code: `context.${name}`, type }, inner, {
    fresh: ({ code, isCount }) =>
      sign === "" ? by : `${isCount ? `(${code} ?? 0)` : code} ${sign} ${tight}`,
    keyOf: (node) => formula.code(node, item),
    isTaken: () => right !== undefined && freeNames(right).some((node) => [ITEM, AT].includes(nameOf(node))),
    fail: () => refuse("not-an-action", undefined, { text }),
  });
  return { name, value: formula.arrow(item, value) };
}

/** A part of the context: its code and, as far as the types say it, its type. */
interface Part {
  readonly code: string;
  readonly type: PayloadType | undefined;
  /** A number of a record, which may not have it yet: it counts from 0. */
  readonly isCount?: boolean;
}

interface Setting {
  readonly fresh: (part: Part) => string;
  readonly keyOf: (node: Node) => string;
  /** Whether the new value speaks of names that the copy of a list would hide. */
  readonly isTaken: () => boolean;
  readonly fail: () => never;
}

/** The code of a part in which the member at these steps is another. */
function changed(part: Part, [step, ...rest]: readonly Step[], setting: Setting): string {
  if (!step) return setting.fresh(part);
  const { code, type } = part;
  if (!step.isComputed) {
    const name = nameOf(step.node);
    const member = { code: `${code}.${name}`, type: memberType(type, name) };
    return `({ ...${code}, ${name}: ${changed(member, rest, setting)} })`;
  }
  const key = setting.keyOf(step.node);
  if (type?.kind === "array") {
    if (code === ITEM || setting.isTaken()) setting.fail();
    const item = changed({ code: ITEM, type: type.of }, rest, setting);
    return `${code}.map((${ITEM}, ${AT}) => (${AT} === ${key} ? ${item} : ${ITEM}))`;
  }
  // Of a part that nothing is known of, a copy may be the wrong thing.
  if (type?.kind !== "record" && type?.kind !== "object") setting.fail();
  const of = type.kind === "record" ? type.of : undefined;
  const member = { code: `${code}[${key}]`, type: of, isCount: of?.kind === "number" };
  return `({ ...${code}, [${key}]: ${changed(member, rest, setting)} })`;
}

const memberType = (type: PayloadType | undefined, name: string): PayloadType | undefined =>
  type?.kind === "object"
    ? type.fields.find((field) => field.name === name)?.type
    : type?.kind === "record"
      ? type.of
      : undefined;

/** One name or key on the way to what is set. */
interface Step {
  readonly node: Node;
  readonly isComputed: boolean;
}

/** The names and keys on the way to what is set, without a `context` before them; undefined for anything else. */
function stepsTo(target: Node): Step[] | undefined {
  const steps: Step[] = [];
  let at = unwrap(target);
  for (; at.type === "MemberExpression"; at = unwrap(child(at, "object") as Node)) {
    const node = child(at, "property");
    const isComputed = at["computed"] === true;
    if (!node || (!isComputed && nameOf(node) === "")) return undefined;
    steps.unshift({ node, isComputed });
  }
  if (at.type !== "Identifier") return undefined;
  if (nameOf(at) !== "context") steps.unshift({ node: at, isComputed: false });
  return steps[0] && !steps[0].isComputed ? steps : undefined;
}
