import { quoteText } from "#core/edit/pen/codeText.ts";
import type { Formula } from "#core/edit/pen/formula.ts";
import { child, literalText, nameOf, unwrap, type Node } from "#core/syntax/node.ts";

/** The code of a call of XState's that is given formulas; undefined where it stays as it is. */
type CallCode = (formula: Formula, node: Node, call: Node) => string | undefined;

/** Calls of XState's that are guards by themselves. */
const GUARDS = new Set(["and", "or", "not", "stateIn"]);

/**
 * The code of a formula in which guards of setup are joined by their names: `isLate && turn > 3` is
 * `and(["isLate", ({ context }) => context.turn > 3])`. Undefined where none is named.
 */
export function joinedGuards(formula: Formula, node: Node, callCode: CallCode): string | undefined {
  const { draft } = formula;
  const nameIn = (item: Node): string | undefined => {
    const name = item.type === "Identifier" ? nameOf(item) : literalText(item);
    return name !== undefined && formula.isGuard(name) ? name : undefined;
  };
  const isCall = (operand: Node) => GUARDS.has(formula.xstateName(operand) ?? "");
  const names = (part: Node): boolean => {
    const operand = unwrap(part);
    if (operand.type === "LogicalExpression") return sidesOf(operand, operand).some(names);
    if (isNot(operand)) return names(child(operand, "argument") as Node);
    return nameIn(operand) !== undefined || isCall(operand);
  };
  const code = (part: Node): string => {
    const operand = unwrap(part);
    if (!names(operand)) return formula.arrow(part);
    if (operand.type === "LogicalExpression")
      return `${draft.xstate(operand["operator"] === "&&" ? "and" : "or")}([${all(operand)}])`;
    if (isNot(operand)) return `${draft.xstate("not")}(${code(child(operand, "argument") as Node)})`;
    const name = nameIn(operand);
    if (name !== undefined) return quoteText(name, draft.style.quote);
    draft.use(operand);
    return callCode(formula, operand, operand) ?? formula.slice(operand.start, operand.end);
  };
  /** Formulas side by side stay one function: what the first makes sure of is known to the next. */
  const all = (of: Node): string => {
    const items: string[] = [];
    let run: Node[] = [];
    const close = () => {
      const [first] = run;
      const joined = run.map((operand) => formula.code(operand)).join(` ${String(of["operator"])} `);
      if (first) items.push(formula.arrow(first, joined));
      run = [];
    };
    for (const side of sidesOf(of, of))
      if (names(side)) {
        close();
        items.push(code(side));
      } else run.push(side);
    close();
    return items.join(", ");
  };
  const whole = unwrap(node);
  return (whole.type === "Identifier" || whole.type === "LogicalExpression" || isNot(whole)) && names(whole)
    ? code(whole)
    : undefined;
}

const isNot = (node: Node): boolean => node.type === "UnaryExpression" && node["operator"] === "!";

/** What one operator joins, however it is nested. */
function sidesOf(part: Node, of: Node): Node[] {
  const node = unwrap(part);
  const { operator } = of;
  if (node.type !== "LogicalExpression" || node["operator"] !== operator || operator === "??") return [part];
  return [child(node, "left"), child(node, "right")].flatMap((side) => (side ? sidesOf(side, of) : []));
}
