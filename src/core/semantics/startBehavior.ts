import { oneLine } from "#core/semantics/behaviorPrint.ts";
import type { Chart } from "#core/chart/chart.ts";
import type { ModuleCode } from "#core/semantics/moduleCode.ts";
import { type CheckPart, type StartCheck, startChecksOf } from "#core/semantics/startChecks.ts";
import { EACH, saysSomething, type StartValue, startValuesOf } from "#core/semantics/startValues.ts";
import { restOf } from "#core/expr/formula.ts";
import { type FormulaWords, printFormula } from "#core/expr/print.ts";
import { asCode } from "#core/expr/formulaParts.ts";
import { usedNames } from "#core/expr/usedNames.ts";

/** What a field of the context holds when the machine begins: `handLimit := 5`, for each of `players`. */
export interface FirstValue {
  /** The list that it is in each item of, from the context inwards; empty for a field that is there once. */
  readonly each: string;
  readonly text: string;
  /** Helpers and lists that it names. */
  readonly uses: readonly string[];
  /** Nothing yet, none, 0 or no: listed together with all others that begin so. */
  readonly blank?: true;
}

/** What must be so that the machine begins: `|seats| ≥ 2`, and whatever else the helper of its context throws at. */
export type StartNeed = StartCheck<string>;

/** How a machine begins, in formulas: what no guard or action tells. */
export class StartBehavior {
  readonly #chart: Chart;
  readonly #code: ModuleCode;
  #starts: readonly StartValue[] | undefined;
  /** Printed once each: many formulas look at the same fields. */
  readonly #printed = new Map<StartValue, FirstValue>();

  constructor(chart: Chart, code: ModuleCode) {
    this.#chart = chart;
    this.#code = code;
  }

  /**
   * What the context holds at first. @param read only the fields of these names, and what belongs to no field where there are any; all when
   * left out
   */
  values(read?: ReadonlySet<string>): readonly FirstValue[] {
    const hasValue = ({ path, rest }: StartValue) =>
      !read || ((!rest || read.size > 0) && path.every((name) => name === EACH || read.has(name)));
    return this.#starting()
      .filter(hasValue)
      .map((start) => {
        const value = this.#printed.get(start) ?? this.#firstValue(start);
        this.#printed.set(start, value);
        return value;
      });
  }

  /** What the helpers that make the first context ask of what the machine is given, in the order in which they are used. */
  needs(): readonly StartNeed[] {
    return startChecksOf(this.#chart, this.#code.texts).map(({ given, needs }) => ({
      given: given.map((part) => this.#checkPart(part)),
      needs: needs.map((part) => this.#checkPart(part)),
    }));
  }

  #checkPart({ text, expr, allDifferent, not, loop }: CheckPart): string {
    const style = this.#code.style();
    const different = allDifferent && style.words?.reading?.words.different;
    if (allDifferent && different && !not)
      return different.replace("{list}", () => printFormula(allDifferent, style));
    if (!expr) return asCode(loop || !not ? oneLine(text) : `!(${oneLine(text)})`);
    return printFormula(not ? { kind: "unary", op: "!", of: expr, at: expr.at } : expr, style);
  }

  #starting(): readonly StartValue[] {
    this.#starts ??= startValuesOf(
      this.#chart,
      (text) => this.#code.parse(text),
      (name) => this.#code.texts.get(name),
    );
    return this.#starts;
  }

  #firstValue({ path, value, known, rest }: StartValue): FirstValue {
    const each = path.lastIndexOf(EACH);
    const style = { ...this.#code.style(), bare: new Set<string>() };
    const constants = new Map(style.constants);
    for (const [param, plain] of known)
      if (plain) constants.set(param, plain);
      else constants.delete(param);
    const names = [each < 0 ? "context" : "", ...path.slice(each + 1)];
    const name = pathText(names, style.words);
    const text = rest
      ? restOf(value, { ...style, constants })
      : printFormula(value, { ...style, constants }, names);
    return {
      ...(saysSomething({ path, value, known, ...(rest ? { rest } : {}) }) ? {} : { blank: true as const }),
      each: pathText(
        ["context", ...path.slice(0, Math.max(each, 0)).filter((key) => key !== EACH)],
        style.words,
      ),
      text: rest
        ? [...(name ? [`${name}:`] : []), text].join(" ")
        : `${name} := ${text}`.replace(/^ := /, ""),
      uses: usedNames(value).filter((key) => !known.has(key)),
    };
  }
}

/** A path of fields; the first name says what it is of and is not shown. */
const pathText = (path: readonly string[], words: FormulaWords | undefined): string =>
  words?.names?.path(path) ?? path.slice(1).join(".");
