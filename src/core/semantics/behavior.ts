import { behaviorPrint, oneLine, wordsOf } from "#core/semantics/behaviorPrint.ts";
import type { Action, Chart, Guard, Implementation, Verbatim } from "#core/chart/chart.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import { type CodePlace, type Definition, ModuleCode } from "#core/semantics/moduleCode.ts";
import { StartBehavior } from "#core/semantics/startBehavior.ts";
import { FieldUses } from "#core/semantics/fieldUses.ts";
import type { Expr } from "#core/expr/expr.ts";
import { fieldOf, fieldsOf } from "#core/expr/fields.ts";
import { plainFormula } from "#core/expr/formulaParts.ts";
import { forEvent } from "#core/expr/forEvent.ts";
import { assignments } from "#core/expr/formula.ts";
import { memberNames } from "#core/expr/memberNames.ts";
import { type FormulaWords, printFormula, printKey } from "#core/expr/print.ts";
import { usedNames } from "#core/expr/usedNames.ts";

/**
 * What guards and actions do, read from their code and from nothing else: a name or a label is what somebody called it. Formulas stand
 * for what is in the readable subset (FORMATS.md, "A machine module"); other code is shown as it is written. Constants show their value,
 * helpers are opened once each, so that nothing that decides is left behind a name.
 */

/** A guard: a formula, or parts that `sign` joins. */
export interface GuardBehavior {
  readonly sign: "formula" | "and" | "or" | "not";
  /** Its name in setup. */
  readonly name?: string;
  /** The formula, or the code where it is not readable; absent where the code is not in this project. */
  readonly text?: string;
  readonly readable: boolean;
  readonly of: readonly GuardBehavior[];
  /** Helpers that its formula names. */
  readonly uses: readonly string[];
  /** Fields that it looks at, by their names alone. */
  readonly reads: readonly string[];
}

/** An action: `dp := dp + points` for each field that it assigns, one line otherwise. */
export interface ActionBehavior {
  readonly name?: string;
  /** Empty where the code is not in this project. */
  readonly lines: readonly string[];
  readonly readable: boolean;
  readonly uses: readonly string[];
  readonly reads: readonly string[];
}

/** Whatever names helpers and lists. */
interface Uses {
  readonly uses: readonly string[];
}

const JOINED = { and: " ∧ ", or: " ∨ " };

/** A guard as one line, its named parts by their names. */
export function guardLine(guard: GuardBehavior, isTop = true): string {
  if (guard.name !== undefined && !isTop) return guard.name;
  if (guard.sign === "formula") return plainFormula(guard.text ?? guard.name ?? "");
  const parts = guard.of.map((part) => guardLine(part, false));
  return guard.sign === "not"
    ? `¬(${parts.join("")})`
    : parts.map((part) => `(${part})`).join(JOINED[guard.sign]);
}

/** A guard that is more than this many names deep refers to itself. */
const MAX_NAME_HOPS = 8;

/** Reads what the guards and actions of one chart do. `consts`: those of its module. */
export class Behaviors {
  readonly #guards: ReadonlyMap<string, Implementation>;
  readonly #actions: ReadonlyMap<string, Implementation>;
  readonly #code: ModuleCode;
  /** How the machine begins. */
  readonly start: StartBehavior;
  /** Where fields are set, cleared and read. */
  readonly fields: FieldUses;

  constructor(chart: Chart, consts: readonly Const[], words?: FormulaWords) {
    const byName = (list: readonly Implementation[] = []) => new Map(list.map((impl) => [impl.name, impl]));
    this.#guards = byName(chart.setup?.guards);
    this.#actions = byName(chart.setup?.actions);
    this.#code = new ModuleCode(consts, words);
    this.start = new StartBehavior(chart, this.#code);
    this.fields = new FieldUses(chart, consts, this.#code);
  }

  /** What a field of the context is called, with its id under it as in formulas. */
  fieldName(field: string): string {
    return printKey(["context", field], this.#code.style());
  }

  /** @param event the type of the event that the transition is for: tests of the type are then known, and left out */
  guard(guard: Guard, event?: string): GuardBehavior {
    const at: CodePlace = { isLocal: true, ...(event === undefined ? {} : { event }) };
    switch (guard.kind) {
      case "and":
      case "or":
      case "not":
        return joined(
          guard.kind,
          (guard.of ?? []).map((item) => this.guard(item, event)),
        );
      case "named":
        return this.#namedGuard(guard.name ?? "", fieldsOf(this.#params(guard.params)), at);
      default:
        return this.#guardCode(guard.text, at);
    }
  }

  action(action: Action, event?: string): ActionBehavior {
    const at: CodePlace = { isLocal: true, ...(event === undefined ? {} : { event }) };
    if (action.kind !== "named") return this.#actionCode(action.text, at);
    const name = action.name ?? "";
    const impl = this.#actions.get(name);
    if (!impl) return { name, lines: [], readable: false, uses: [], reads: [] };
    const params = fieldsOf(this.#params(action.params));
    return {
      name,
      ...this.#actionCode(impl.text, { ...at, isLocal: !impl.elsewhere, ...(params ? { params } : {}) }),
    };
  }

  /** Everything that these formulas name, and what that names in turn, each once, in the order in which it is met. */
  definitions(of: readonly (GuardBehavior | ActionBehavior | Uses)[]): readonly Definition[] {
    return this.#code.definitions(withParts(of).flatMap(({ uses }) => uses));
  }

  /** The fields that these look at, by themselves or through helpers. */
  fieldsRead(of: readonly (GuardBehavior | ActionBehavior)[]): ReadonlySet<string> {
    const through = this.definitions(of).flatMap(({ name }) => this.#code.readsOf(name));
    return new Set([...withParts(of).flatMap(({ reads }) => reads), ...through]);
  }

  /** What a machine or state gives back at its end: `winner := …` for each field. */
  output(text: string): ActionBehavior {
    const expr = this.#code.parse(text);
    const fields = expr && assignments(expr, this.#code.style());
    if (!expr || !fields) return this.#actionCode(text, { isLocal: true });
    return { lines: fields, readable: true, uses: usedNames(expr), reads: memberNames(expr) };
  }

  /** A short name for all that decides what a guard or action does; undefined for a name that setup lacks. */
  fingerprintOf(kind: "guard" | "action", name: string): string | undefined {
    const impl = (kind === "guard" ? this.#guards : this.#actions).get(name);
    const { texts } = this.#code;
    const parse = (code: string) => this.#code.parse(code);
    return impl && behaviorPrint(impl, { guards: this.#guards, consts: texts, parse });
  }

  #namedGuard(
    name: string,
    params: ReadonlyMap<string, Expr> | undefined,
    at: CodePlace,
    depth = 0,
  ): GuardBehavior {
    const impl = this.#guards.get(name);
    if (!impl || depth > MAX_NAME_HOPS)
      return { sign: "formula", name, readable: false, of: [], uses: [], reads: [] };
    const inside = { ...at, isLocal: !impl.elsewhere, ...(params ? { params } : {}) };
    return { ...this.#guardCode(impl.text, inside, depth + 1), name };
  }

  #guardCode(text: string, at: CodePlace, depth = 0): GuardBehavior {
    const expr = this.#code.parse(text);
    return expr ? this.#guardExpr(expr, at, depth) : asWritten(text);
  }

  #guardExpr(expr: Expr, at: CodePlace, depth: number): GuardBehavior {
    const leaf = (body: Expr): GuardBehavior => ({
      sign: "formula",
      text: printFormula(body, this.#code.style(at)),
      readable: true,
      of: [],
      uses: at.isLocal ? usedNames(body) : [],
      reads: memberNames(body),
    });
    if (expr.kind === "arrow") {
      const body = forEvent(expr.body, at.event, true);
      const whole = { ...expr, body };
      return { ...leaf(body), uses: at.isLocal ? usedNames(whole) : [], reads: memberNames(whole) };
    }
    if (expr.kind === "literal" && typeof expr.value === "string")
      return this.#namedGuard(expr.value, undefined, at, depth);
    if (expr.kind === "name" && at.isLocal && depth <= MAX_NAME_HOPS) {
      const known = this.#code.texts.get(expr.name);
      if (known !== undefined) return this.#guardCode(known, at, depth + 1);
    }
    if (expr.kind === "object") {
      const type = fieldOf(expr, "type");
      if (type?.kind === "literal")
        return this.#namedGuard(String(type.value), fieldsOf(fieldOf(expr, "params")), at, depth);
    }
    if (expr.kind !== "call") return leaf(expr);
    const [first] = expr.args;
    if (!first || first.kind === "spread") return leaf(expr);
    if (expr.name === "stateIn" && first.kind === "literal")
      return {
        sign: "formula",
        text: `in ${String(first.value)}`,
        readable: true,
        of: [],
        uses: [],
        reads: [],
      };
    if (expr.name === "not") return joined("not", [this.#guardExpr(first, at, depth)]);
    if ((expr.name !== "and" && expr.name !== "or") || first.kind !== "array") return leaf(expr);
    const items = first.items.map((item) => (item.kind === "spread" ? item.of : item));
    return joined(
      expr.name,
      items.map((item) => this.#guardExpr(item, at, depth)),
    );
  }

  #actionCode(text: string, at: CodePlace, depth = 0): ActionBehavior {
    const expr = this.#code.parse(text);
    if (!expr) return { lines: [oneLine(text)], readable: false, uses: [], reads: wordsOf(text) };
    if (expr.kind === "name" && at.isLocal && depth <= MAX_NAME_HOPS) {
      const known = this.#code.texts.get(expr.name);
      if (known !== undefined) return this.#actionCode(known, at, depth + 1);
    }
    const uses = at.isLocal ? usedNames(expr).filter((name) => !CREATORS.has(name)) : [];
    const reads = memberNames(expr);
    const narrowed = forEvent(expr, at.event);
    const [first] = narrowed.kind === "call" && narrowed.name === "assign" ? narrowed.args : [];
    const style = this.#code.style(at);
    if (!first) {
      const body = narrowed.kind === "arrow" ? narrowed.body : narrowed;
      return { lines: [printFormula(body, style)], readable: true, uses, reads };
    }
    const given = first.kind === "spread" ? first.of : first;
    const fields = assignments(given, style);
    if (fields) return { lines: fields, readable: true, uses, reads };
    const whole = given.kind === "arrow" ? given.body : given;
    const context = style.words?.names?.helper("context", {}) ?? "context";
    return { lines: [`${context} := ${printFormula(whole, style)}`], readable: true, uses, reads };
  }

  #params(params: Verbatim | undefined): Expr | undefined {
    return params && this.#code.parse(params.text);
  }
}

/** What makes an action in XState, and is no helper of the module. */
const CREATORS: ReadonlySet<string> = new Set([
  "assign",
  "cancel",
  "emit",
  "enqueueActions",
  "forwardTo",
  "log",
  "raise",
  "sendParent",
  "sendTo",
  "spawnChild",
  "stop",
  "stopChild",
]);

const joined = (sign: "and" | "or" | "not", of: readonly GuardBehavior[]): GuardBehavior => ({
  sign,
  readable: of.every((part) => part.readable),
  of,
  uses: [],
  reads: [],
});

/** A guard outside of the readable subset. */
const asWritten = (text: string): GuardBehavior => ({
  sign: "formula",
  text: oneLine(text),
  readable: false,
  of: [],
  uses: [],
  reads: wordsOf(text),
});

/** Formulas with those that they consist of, each before its parts. */
const withParts = <T extends Uses & { readonly of?: readonly GuardBehavior[] }>(
  all: readonly T[],
): readonly (T | GuardBehavior)[] => all.flatMap((guard) => [guard, ...withParts(guard.of ?? [])]);
