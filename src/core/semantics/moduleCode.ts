import { oneLine, wordsOf } from "#core/semantics/behaviorPrint.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import type { Arrow, Expr, Pattern } from "#core/expr/expr.ts";
import { fieldOf } from "#core/expr/fields.ts";
import { memberNames } from "#core/expr/memberNames.ts";
import { parseExpr } from "#core/expr/parse.ts";
import { boundNames } from "#core/expr/parts.ts";
import { type FormulaWords, printFormula, type PrintOptions } from "#core/expr/print.ts";
import { usedNames } from "#core/expr/usedNames.ts";

/** A helper or a list of the module: `facedOp` = `(op else 0) + bonus(“opponentOp”)`. */
export interface Definition {
  readonly name: string;
  /** The name with what it is given: `bonus(stat)`. */
  readonly head: string;
  readonly text: string;
  readonly readable: boolean;
  /** Of a list of named things, such as cards, the names. */
  readonly names?: readonly string[];
}

/** Where code stands whose names are looked up, and what it is given. */
export interface CodePlace {
  /** In the module itself, not in a file that it imports. */
  readonly isLocal: boolean;
  /** What `params.<name>` stands for. */
  readonly params?: ReadonlyMap<string, Expr>;
  /** The type of the event that it is for. */
  readonly event?: string;
}

/**
 * What the names of one module stand for, and how its formulas are printed: constants show their value, helpers and lists are opened once
 * each. A text is parsed once.
 */
export class ModuleCode {
  /** The texts of consts and helpers by name. */
  readonly texts: ReadonlyMap<string, string>;
  readonly #constants = new Map<string, Expr>();
  readonly #parsed = new Map<string, Expr | undefined>();
  readonly #defined = new Map<string, Definition | undefined>();
  readonly #words: FormulaWords | undefined;

  constructor(consts: readonly Const[], words?: FormulaWords) {
    this.texts = new Map(consts.map(({ name, text }) => [name, text]));
    this.#words = words;
    for (const { name, text } of consts) {
      const expr = MAY_BE_SCALAR.test(text) ? this.parse(text) : undefined;
      if (expr && isScalar(expr)) this.#constants.set(name, expr);
    }
  }

  /** Undefined for code outside of the readable subset. */
  parse(text: string): Expr | undefined {
    if (!this.#parsed.has(text)) this.#parsed.set(text, parseExpr(text).expr);
    return this.#parsed.get(text);
  }

  /** How a formula of code that stands there is printed. */
  style({ isLocal, params, event }: CodePlace = { isLocal: true }): PrintOptions {
    return {
      ...(this.#words ? { words: this.#words } : {}),
      ...(params ? { params } : {}),
      ...(event === undefined ? {} : { event }),
      ...(isLocal ? { constants: this.#constants, impliedContext: true } : {}),
    };
  }

  /** What these names stand for, and what that names in turn, each once, in the order in which it is met; without what shows its value. */
  definitions(names: readonly string[]): readonly Definition[] {
    const definitions = new Map<string, Definition>();
    const visit = (name: string): void => {
      if (definitions.has(name) || this.#constants.has(name)) return;
      const definition = this.#definition(name);
      if (!definition) return;
      definitions.set(name, definition);
      for (const inner of this.#usesOf(this.texts.get(name) ?? "")) visit(inner);
    };
    names.forEach(visit);
    return [...definitions.values()];
  }

  /** Fields that the code of a const or helper looks at, by their names alone. */
  readsOf(name: string): readonly string[] {
    const text = this.texts.get(name) ?? "";
    const expr = this.parse(text);
    return expr ? memberNames(expr) : wordsOf(text);
  }

  #definition(name: string): Definition | undefined {
    if (!this.#defined.has(name)) this.#defined.set(name, this.#newDefinition(name));
    return this.#defined.get(name);
  }

  #newDefinition(name: string): Definition | undefined {
    const text = this.texts.get(name);
    if (text === undefined) return undefined;
    const expr = this.parse(text);
    const style = this.style();
    const title = style.words?.names?.helper(name, {}) ?? name;
    if (!expr) return { name, head: title, text: oneLine(text), readable: false };
    if (expr.kind !== "arrow") {
      const names = namesIn(expr);
      return {
        name,
        head: title,
        text: printFormula(expr, style),
        readable: true,
        ...(names ? { names } : {}),
      };
    }
    const inside = printHelper(name, expr, style);
    if (inside) return { name, ...inside, readable: true };
    const taken = parametersOf(expr);
    const head = taken.length === 0 ? name : `${name}(${taken.join(", ")})`;
    return { name, head, text: printFormula(expr.body, style), readable: true };
  }

  #usesOf(text: string): readonly string[] {
    const expr = this.parse(text);
    if (expr) return usedNames(expr);
    return wordsOf(text).filter((word) => this.texts.has(word));
  }
}

/** The names of the things in a list, where each of them has one; a name alone says all of itself already. */
function namesIn(list: Expr): readonly string[] | undefined {
  if (list.kind !== "array" || list.items.length === 0) return undefined;
  const names = list.items.map((item) => (item.kind === "object" ? fieldOf(item, "name") : undefined));
  const texts = names.flatMap((expr) =>
    expr?.kind === "literal" && typeof expr.value === "string" ? [expr.value] : [],
  );
  return texts.length === names.length ? texts : undefined;
}

/** How the text of a constant begins that reads as its value. */
const MAY_BE_SCALAR = /^\s*(["'\d+-]|true|false|null|undefined)/;

/** A constant that reads as its value: a number, a string, a truth value, nothing. */
const isScalar = (expr: Expr): boolean =>
  expr.kind === "literal" || (expr.kind === "unary" && expr.op !== "!" && expr.of.kind === "literal");

/** A helper in the words of a reader: its head as a call of it is printed, with what it is given. Undefined where there are no words. */
function printHelper(
  name: string,
  { params, body, at }: Arrow,
  options: PrintOptions,
): Pick<Definition, "head" | "text"> | undefined {
  const { names } = options.words ?? {};
  if (!names) return undefined;
  const isGiven = (pattern: Pattern) => boundNames(pattern).includes("context");
  const taken = params.filter((pattern) => !isGiven(pattern));
  const within = (style: PrintOptions) => ({ ...style, ...names.inside(taken, undefined, style) });
  const style = within(names.whole(options, (whole) => printFormula(body, within(whole))));
  const given = taken.flatMap(boundNames).map((bound): Expr => ({ kind: "name", name: bound, at }));
  return {
    head: printFormula({ kind: "call", name, args: given, at }, style),
    text: printFormula(body, style),
  };
}

/** What a helper is given, the whole context left out. */
function parametersOf(arrow: Arrow): string[] {
  const text = (pattern: Pattern): string =>
    pattern.kind === "bind" ? pattern.name : `{${boundNames(pattern).join(", ")}}`;
  return arrow.params.filter((pattern) => pattern.kind !== "bind" || pattern.name !== "context").map(text);
}
