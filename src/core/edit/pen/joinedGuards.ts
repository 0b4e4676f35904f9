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
  const nameIn = (one: Node): string | undefined => {
    const name = one.type === "Identifier" ? nameOf(one) : literalText(one);
    return name !== undefined && formula.isGuard(name) ? name : undefined;
  };
  const isCall = (one: Node) => GUARDS.has(formula.xstateName(one) ?? "");
  const names = (part: Node): boolean => {
    const one = unwrap(part);
    if (one.type === "LogicalExpression") return sidesOf(one, one).some(names);
    if (isNot(one)) return names(child(one, "argument") as Node);
    return nameIn(one) !== undefined || isCall(one);
  };
  const code = (part: Node): string => {
    const one = unwrap(part);
    if (!names(one)) return formula.arrow(part);
    if (one.type === "LogicalExpression")
      return `${draft.xstate(one["operator"] === "&&" ? "and" : "or")}([${all(one)}])`;
    if (isNot(one)) return `${draft.xstate("not")}(${code(child(one, "argument") as Node)})`;
    const name = nameIn(one);
    if (name !== undefined) return quoteText(name, draft.style.quote);
    draft.use(one);
    return callCode(formula, one, one) ?? formula.slice(one.start, one.end);
  };
  /** Formulas side by side stay one function: what the first makes sure of is known to the next. */
  const all = (of: Node): string => {
    const items: string[] = [];
    let run: Node[] = [];
    const close = () => {
      const [first] = run;
      const joined = run.map((one) => formula.code(one)).join(` ${String(of["operator"])} `);
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
  const one = unwrap(part);
  const { operator } = of;
  if (one.type !== "LogicalExpression" || one["operator"] !== operator || operator === "??") return [part];
  return [child(one, "left"), child(one, "right")].flatMap((side) => (side ? sidesOf(side, of) : []));
}
