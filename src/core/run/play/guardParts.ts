import type { Chart, Guard, Transition } from "#core/chart/chart.ts";
import type { Arrow, Expr, Item } from "#core/expr/expr.ts";
import { forEvent } from "#core/expr/forEvent.ts";
import { parseExpr } from "#core/expr/parse.ts";
import { innerOf } from "#core/expr/parts.ts";
import { printFormula } from "#core/expr/print.ts";

/** An operand of an `and` or an `or` within a guard, as `guardOutcomeId` names it. */
export interface GuardPart {
  readonly part: readonly number[];
  /** Its formula, or the name of the guard. */
  readonly text: string;
}

/** Guards that are names of guards: a longer chain refers to itself. */
const MAX_GUARD_NAME_HOPS = 20;

/**
 * The operands of `and` and `or` in the guard of a transition, of combinators and of formulas, outermost first: what a play tells of it
 * when it evaluates them (`GuardTrial`), known before that. None of code outside of the readable subset.
 */
export function guardParts(chart: Chart, { slot, event, guard }: Transition): readonly GuardPart[] {
  if (!guard) return [];
  const eventType = slot === "on" && event !== undefined && !event.includes("*") ? event : undefined;
  return new Outline(chart, eventType).parts(guard);
}

class Outline {
  readonly #chart: Chart;
  readonly #event: string | undefined;
  readonly #parts: GuardPart[] = [];

  constructor(chart: Chart, event: string | undefined) {
    this.#chart = chart;
    this.#event = event;
  }

  parts(guard: Guard): readonly GuardPart[] {
    this.#guard(guard, [], 0);
    return this.#parts;
  }

  #guard({ kind, of = [], name, text }: Guard, part: readonly number[], depth: number): void {
    if (depth > MAX_GUARD_NAME_HOPS) return;
    if (kind === "and" || kind === "or")
      of.forEach((operand, i) => {
        this.#parts.push({ part: [...part, i], text: guardText(operand) });
        this.#guard(operand, [...part, i], depth + 1);
      });
    else if (kind === "not") for (const inner of of) this.#guard(inner, part, depth + 1);
    else if (kind === "named") this.#named(name ?? "", part, depth);
    // Of a function within a combinator nothing but its verdict is reported.
    else if (kind === "code" && depth === 0) this.#expr(parseExpr(text).expr, part, depth);
  }

  #named(name: string, part: readonly number[], depth: number): void {
    const implementation = this.#chart.setup?.guards.find((impl) => impl.name === name);
    if (implementation && !implementation.elsewhere)
      this.#expr(parseExpr(implementation.text).expr, part, depth + 1);
  }

  /** What a guard is in setup: a function, or a combinator. */
  #expr(expr: Expr | undefined, part: readonly number[], depth: number): void {
    if (!expr || depth > MAX_GUARD_NAME_HOPS) return;
    if (expr.kind === "arrow") return this.#body(expr, part);
    if (expr.kind === "literal") return this.#named(String(expr.value), part, depth);
    if (expr.kind === "object") {
      const type = expr.fields.find((field) => field.kind !== "spread" && field.key === "type");
      if (type && type.kind !== "spread" && type.value.kind === "literal")
        this.#named(String(type.value.value), part, depth);
      return;
    }
    if (expr.kind !== "call") return;
    const [first] = expr.args;
    if (expr.name === "not" && first && first.kind !== "spread") this.#operand(first, part, depth + 1);
    else if ((expr.name === "and" || expr.name === "or") && first?.kind === "array")
      first.items.forEach((operand, i) => {
        this.#parts.push({ part: [...part, i], text: operandText(operand) });
        if (operand.kind !== "spread") this.#operand(operand, [...part, i], depth + 1);
      });
  }

  #operand(expr: Expr, part: readonly number[], depth: number): void {
    if (expr.kind !== "arrow") this.#expr(expr, part, depth);
  }

  #body(arrow: Arrow, part: readonly number[]): void {
    // Which tests of the type are left in it depends on the event that it is evaluated for.
    if (this.#event === undefined && asksType(arrow.body)) return;
    this.#formula(forEvent(arrow.body, this.#event), part);
  }

  #formula(expr: Expr, part: readonly number[]): void {
    if (expr.kind === "unary" && expr.op === "!") return this.#formula(expr.of, part);
    if (expr.kind !== "binary" || (expr.op !== "&&" && expr.op !== "||")) return;
    operandsOf(expr, expr.op).forEach((operand, i) => {
      // What is always the same for this type of event can come to nothing else.
      if (operand.kind === "literal" && typeof operand.value === "boolean") return;
      this.#parts.push({ part: [...part, i], text: formulaText(operand) });
      this.#formula(operand, [...part, i]);
    });
  }
}

const operandsOf = (expr: Expr, sign: "&&" | "||"): Expr[] =>
  expr.kind === "binary" && expr.op === sign
    ? [...operandsOf(expr.left, sign), ...operandsOf(expr.right, sign)]
    : [expr];

const asksType = (expr: Expr): boolean =>
  (expr.kind === "member" && expr.name === "type" && expr.of.kind === "name" && expr.of.name === "event") ||
  innerOf(expr).some(asksType);

const formulaText = (expr: Expr): string => printFormula(expr, { impliedContext: true });

/** A guard as it is shown among others. */
function guardText({ kind, name, of = [], text }: Guard): string {
  if (kind === "named") return name ?? text;
  if (kind === "not") return `not ${of.map(guardText).join(", ")}`;
  if (kind === "and" || kind === "or") return `${kind}(${of.map(guardText).join(", ")})`;
  if (kind === "stateIn") return name ?? text;
  const expr = parseExpr(text).expr;
  return expr?.kind === "arrow" ? formulaText(expr.body) : text;
}

function operandText(item: Item): string {
  if (item.kind === "spread") return "…";
  if (item.kind === "literal") return String(item.value);
  if (item.kind === "arrow") return formulaText(item.body);
  if (item.kind === "call") return `${item.name}(${item.args.map(argText).join(", ")})`;
  return formulaText(item);
}

const argText = (item: Item): string =>
  item.kind === "array" ? item.items.map(operandText).join(", ") : operandText(item);
