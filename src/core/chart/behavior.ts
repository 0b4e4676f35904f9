import type {
  Action,
  Chart,
  Guard,
  Implementation,
  StateNode,
  Transition,
  Verbatim,
} from "#core/chart/chart.ts";
import { pathOf, placeOf, transitionOf, transitionRef } from "#core/chart/places.ts";
import { behaviorPrint, oneLine, WORD } from "#core/chart/behaviorPrint.ts";
import type { Const } from "#core/chart/codeReading.ts";
import type { Arrow, Expr, Pattern } from "#core/expr/expr.ts";
import { memberNames } from "#core/expr/memberNames.ts";
import { beginsIn } from "#core/chart/reached.ts";
import { type CheckPart, type StartCheck, startChecksIn } from "#core/chart/startChecks.ts";
import { EACH, saysSomething, type StartValue, startValuesOf } from "#core/chart/startValues.ts";
import { fieldOf, fieldsOf } from "#core/expr/fields.ts";
import { assignments, restOf } from "#core/expr/formula.ts";
import { forEvent } from "#core/expr/forEvent.ts";
import { parseExpr } from "#core/expr/parse.ts";
import { boundNames } from "#core/expr/parts.ts";
import { type FormulaWords, printFormula, type PrintOptions } from "#core/expr/print.ts";
import { asCode } from "#core/expr/readable.ts";
import { usedNames } from "#core/expr/usedNames.ts";

/**
 * What guards and actions do, told from their code and from nothing else: a name or a label is what somebody called it. Formulas stand
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

/** What a field of the context holds when the machine begins: `handLimit := 5`, for each of `players`. */
export interface FirstValue {
  /** The list that it is in each item of, from the context inwards; empty for a field that is there once. */
  readonly each: string;
  readonly text: string;
  /** Helpers and lists that it names. */
  readonly uses: readonly string[];
  /** Nothing yet, none, 0 or no: told with all that begin so. */
  readonly blank?: true;
}

/** What must be so that the machine begins: `|seats| ≥ 2`, and whatever else the helper of its context throws at. */
export interface StartNeed {
  /** What must be so for this to be asked: `seats ≠ none`; empty where it is always asked. */
  readonly given: readonly string[];
  readonly needs: readonly string[];
}

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

/** Whatever names helpers and lists. */
interface Uses {
  readonly uses: readonly string[];
}

/** How one guard or action is read: in which file its names mean something, what it is given, for which event. */
interface Situation {
  readonly here: boolean;
  readonly params?: ReadonlyMap<string, Expr>;
  readonly event?: string;
}

/** More than this many names deep, a guard made of consts leads to itself. */
const DEEPEST = 8;

/** Reads what the guards and actions of one chart do. `consts`: those of its module. */
export class Behaviors {
  readonly #guards: ReadonlyMap<string, Implementation>;
  readonly #actions: ReadonlyMap<string, Implementation>;
  readonly #consts: ReadonlyMap<string, string>;
  readonly #constants = new Map<string, Expr>();
  readonly #parsed = new Map<string, Expr | undefined>();
  readonly #words: FormulaWords | undefined;
  readonly #chart: Chart;
  #start: readonly StartValue[] | undefined;

  constructor(chart: Chart, consts: readonly Const[], words?: FormulaWords) {
    const byName = (list: readonly Implementation[] = []) => new Map(list.map((one) => [one.name, one]));
    this.#guards = byName(chart.setup?.guards);
    this.#actions = byName(chart.setup?.actions);
    this.#consts = new Map(consts.map(({ name, text }) => [name, text]));
    this.#words = words;
    this.#chart = chart;
    for (const { name, text } of consts) {
      const expr = MAY_BE_SCALAR.test(text) ? this.#parse(text) : undefined;
      if (expr && isScalar(expr)) this.#constants.set(name, expr);
    }
  }

  /** @param event the type of the event that the transition is for: tests of the type are then known, and left out */
  guard(guard: Guard, event?: string): GuardBehavior {
    const at: Situation = { here: true, ...(event === undefined ? {} : { event }) };
    switch (guard.kind) {
      case "and":
      case "or":
      case "not":
        return joined(
          guard.kind,
          (guard.of ?? []).map((one) => this.guard(one, event)),
        );
      case "named":
        return this.#namedGuard(guard.name ?? "", fieldsOf(this.#params(guard.params)), at);
      default:
        return this.#guardCode(guard.text, at);
    }
  }

  action(action: Action, event?: string): ActionBehavior {
    const at: Situation = { here: true, ...(event === undefined ? {} : { event }) };
    if (action.kind !== "named") return this.#actionCode(action.text, at);
    const name = action.name ?? "";
    const found = this.#actions.get(name);
    if (!found) return { name, lines: [], readable: false, uses: [], reads: [] };
    const params = fieldsOf(this.#params(action.params));
    return {
      name,
      ...this.#actionCode(found.text, { ...at, here: !found.elsewhere, ...(params ? { params } : {}) }),
    };
  }

  /** Everything that these formulas name, and what that names in turn, each once, in the order in which it is met. */
  definitions(of: readonly (GuardBehavior | ActionBehavior | Uses)[]): readonly Definition[] {
    const found = new Map<string, Definition>();
    const visit = (name: string): void => {
      if (found.has(name) || this.#constants.has(name)) return;
      const definition = this.#definition(name);
      if (!definition) return;
      found.set(name, definition);
      for (const inner of this.#usesOf(this.#consts.get(name) ?? "")) visit(inner);
    };
    const enter = (one: GuardBehavior | ActionBehavior | Uses): void => {
      for (const name of one.uses) visit(name);
      if ("of" in one) one.of.forEach(enter);
    };
    of.forEach(enter);
    return [...found.values()];
  }

  /** What the fields that these look at, by themselves or through helpers, hold when the machine begins. */
  firstValues(of: readonly (GuardBehavior | ActionBehavior)[]): readonly FirstValue[] {
    const read = new Set<string>();
    const enter = (one: GuardBehavior | ActionBehavior): void => {
      for (const name of one.reads) read.add(name);
      if ("of" in one) one.of.forEach(enter);
    };
    of.forEach(enter);
    for (const { name } of this.definitions(of))
      for (const field of this.#readsOf(this.#consts.get(name) ?? "")) read.add(field);
    return this.#starting()
      .filter(
        ({ path, rest }) => (!rest || read.size > 0) && path.every((name) => name === EACH || read.has(name)),
      )
      .map((one) => this.#firstValue(one));
  }

  /** All of them. */
  allFirstValues(): readonly FirstValue[] {
    return this.#starting().map((one) => this.#firstValue(one));
  }

  /** What a machine or state gives back at its end: `winner := …` for each field. */
  output(text: string): ActionBehavior {
    const expr = this.#parse(text);
    const fields = expr && assignments(expr, this.#style({ here: true }));
    if (!expr || !fields) return this.#actionCode(text, { here: true });
    return { lines: fields, readable: true, uses: usedNames(expr), reads: memberNames(expr) };
  }

  /** What the helpers that make the first context ask of what the machine is given, in the order in which they are used. */
  startNeeds(): readonly StartNeed[] {
    return startChecksOf(this.#chart, this.#consts).map(({ given, needs }) => ({
      given: given.map((one) => this.#checkPart(one)),
      needs: needs.map((one) => this.#checkPart(one)),
    }));
  }

  #checkPart({ text, expr, allDifferent, not, loop }: CheckPart): string {
    const style = this.#style({ here: true });
    const different = allDifferent && this.#words?.reading?.different;
    if (allDifferent && different && !not)
      return different.replace("{list}", () => printFormula(allDifferent, style));
    if (!expr) return asCode(loop || !not ? oneLine(text) : `!(${oneLine(text)})`);
    return printFormula(not ? { kind: "unary", op: "!", of: expr, at: expr.at } : expr, style);
  }

  #starting(): readonly StartValue[] {
    this.#start ??= startValuesOf(
      this.#chart,
      (text) => this.#parse(text),
      (name) => this.#consts.get(name),
    );
    return this.#start;
  }

  #firstValue({ path, value, known, rest }: StartValue): FirstValue {
    const each = path.lastIndexOf(EACH);
    const style = { ...this.#style({ here: true }), bare: new Set<string>() };
    const constants = new Map(this.#constants);
    for (const [param, plain] of known)
      if (plain) constants.set(param, plain);
      else constants.delete(param);
    const name = path.slice(each + 1).join(".");
    const told = rest ? restOf(value, { ...style, constants }) : printFormula(value, { ...style, constants });
    return {
      ...(saysSomething({ path, value, known, ...(rest ? { rest } : {}) }) ? {} : { blank: true as const }),
      each: path
        .slice(0, Math.max(each, 0))
        .filter((one) => one !== EACH)
        .join("."),
      text: rest
        ? [...(name ? [`${name}:`] : []), told].join(" ")
        : `${name} := ${told}`.replace(/^ := /, ""),
      uses: usedNames(value).filter((one) => !known.has(one)),
    };
  }

  /** A short name for all that decides what a guard or action does; undefined for a name that setup lacks. */
  fingerprintOf(kind: "guard" | "action", name: string): string | undefined {
    const found = (kind === "guard" ? this.#guards : this.#actions).get(name);
    const parts = { guards: this.#guards, consts: this.#consts, parse: (text: string) => this.#parse(text) };
    return found && behaviorPrint(found, parts);
  }

  #namedGuard(
    name: string,
    params: ReadonlyMap<string, Expr> | undefined,
    at: Situation,
    depth = 0,
  ): GuardBehavior {
    const found = this.#guards.get(name);
    if (!found || depth > DEEPEST)
      return { sign: "formula", name, readable: false, of: [], uses: [], reads: [] };
    const inside = { ...at, here: !found.elsewhere, ...(params ? { params } : {}) };
    return { ...this.#guardCode(found.text, inside, depth + 1), name };
  }

  #guardCode(text: string, at: Situation, depth = 0): GuardBehavior {
    const expr = this.#parse(text);
    return expr ? this.#guardExpr(expr, at, depth) : code(text);
  }

  #guardExpr(expr: Expr, at: Situation, depth: number): GuardBehavior {
    const leaf = (body: Expr): GuardBehavior => ({
      sign: "formula",
      text: printFormula(body, this.#style(at)),
      readable: true,
      of: [],
      uses: at.here ? usedNames(body) : [],
      reads: memberNames(body),
    });
    if (expr.kind === "arrow") {
      const body = forEvent(expr.body, at.event, true);
      const whole = { ...expr, body };
      return { ...leaf(body), uses: at.here ? usedNames(whole) : [], reads: memberNames(whole) };
    }
    if (expr.kind === "literal" && typeof expr.value === "string")
      return this.#namedGuard(expr.value, undefined, at, depth);
    if (expr.kind === "name" && at.here && depth <= DEEPEST) {
      const known = this.#consts.get(expr.name);
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

  #actionCode(text: string, at: Situation, depth = 0): ActionBehavior {
    const expr = this.#parse(text);
    if (!expr) return { lines: [oneLine(text)], readable: false, uses: [], reads: wordsOf(text) };
    if (expr.kind === "name" && at.here && depth <= DEEPEST) {
      const known = this.#consts.get(expr.name);
      if (known !== undefined) return this.#actionCode(known, at, depth + 1);
    }
    const uses = at.here ? usedNames(expr).filter((name) => !CREATORS.has(name)) : [];
    const reads = memberNames(expr);
    const narrowed = forEvent(expr, at.event);
    const [first] = narrowed.kind === "call" && narrowed.name === "assign" ? narrowed.args : [];
    const style = this.#style(at);
    if (!first) {
      const body = narrowed.kind === "arrow" ? narrowed.body : narrowed;
      return { lines: [printFormula(body, style)], readable: true, uses, reads };
    }
    const given = first.kind === "spread" ? first.of : first;
    const fields = assignments(given, style);
    if (fields) return { lines: fields, readable: true, uses, reads };
    const whole = given.kind === "arrow" ? given.body : given;
    return { lines: [`context := ${printFormula(whole, style)}`], readable: true, uses, reads };
  }

  #definition(name: string): Definition | undefined {
    const text = this.#consts.get(name);
    if (text === undefined) return undefined;
    const expr = this.#parse(text);
    if (!expr) return { name, head: name, text: oneLine(text), readable: false };
    const style = this.#style({ here: true });
    if (expr.kind !== "arrow") {
      const names = namesIn(expr);
      return {
        name,
        head: name,
        text: printFormula(expr, style),
        readable: true,
        ...(names ? { names } : {}),
      };
    }
    const taken = parametersOf(expr);
    const head = taken.length === 0 ? name : `${name}(${taken.join(", ")})`;
    return { name, head, text: printFormula(expr.body, style), readable: true };
  }

  #style({ here, params }: Situation): PrintOptions {
    return {
      ...(this.#words ? { words: this.#words } : {}),
      ...(params ? { params } : {}),
      ...(here ? { constants: this.#constants, impliedContext: true } : {}),
    };
  }

  #params(params: Verbatim | undefined): Expr | undefined {
    return params && this.#parse(params.text);
  }

  #usesOf(text: string): readonly string[] {
    const expr = this.#parse(text);
    if (expr) return usedNames(expr);
    return wordsOf(text).filter((word) => this.#consts.has(word));
  }

  #readsOf(text: string): readonly string[] {
    const expr = this.#parse(text);
    return expr ? memberNames(expr) : wordsOf(text);
  }

  #parse(text: string): Expr | undefined {
    if (!this.#parsed.has(text)) this.#parsed.set(text, parseExpr(text).expr);
    return this.#parsed.get(text);
  }
}

/** Everything that a state (entry, exit, what it goes on by) or a transition does. Nothing for an id that the chart lacks. */
export function behaviorsOf(
  chart: Chart,
  { kind, id }: { readonly kind: "state" | "transition"; readonly id: string },
  behaviors: Behaviors,
): readonly (GuardBehavior | ActionBehavior)[] {
  const of = ({ guard, actions, slot, event }: Transition) => {
    const type = slot === "on" ? event : undefined;
    return [
      ...(guard ? [behaviors.guard(guard, type)] : []),
      ...actions.map((action) => behaviors.action(action, type)),
    ];
  };
  if (kind === "transition") {
    const ref = transitionRef(id);
    const found = ref && transitionOf(chart, ref);
    return found ? of(found.transition) : [];
  }
  const node = placeOf(chart, pathOf(id))?.node;
  if (!node) return [];
  return [
    ...[...node.entry, ...node.exit].map((action) => behaviors.action(action)),
    ...node.transitions.filter(({ slot }) => slot === "always").flatMap(of),
  ];
}

/** What is given back where an element ends: by the state itself, and by the machine where it is its end or the machine. */
export function outputsOf(
  chart: Chart,
  { kind, id }: Parameters<typeof behaviorsOf>[1],
  behaviors: Behaviors,
): readonly ActionBehavior[] {
  const place = kind === "state" ? placeOf(chart, pathOf(id)) : undefined;
  if (!place) return [];
  const { node, path } = place;
  const endsAll = path.length === 1 && node.type === "final";
  return [
    ...(node.output ? [behaviors.output(node.output.text)] : []),
    ...(endsAll && chart.root.output ? [behaviors.output(chart.root.output.text)] : []),
  ];
}

/**
 * What the fields that these elements look at hold when the game begins. A phase that the game begins with and that does nothing itself,
 * such as the setting up, stands for all of them.
 */
export function firstValuesOf(
  chart: Chart,
  elements: readonly Parameters<typeof behaviorsOf>[1][],
  behaviors: Behaviors,
): readonly FirstValue[] {
  if (standForTheStart(chart, elements, behaviors)) return behaviors.allFirstValues();
  return behaviors.firstValues(elements.flatMap((one) => behaviorsOf(chart, one, behaviors)));
}

/** What must be so that the game begins, where one of these elements stands for its beginning. */
export const startNeedsOf = (
  chart: Chart,
  elements: readonly Parameters<typeof behaviorsOf>[1][],
  behaviors: Behaviors,
): readonly StartNeed[] => (standForTheStart(chart, elements, behaviors) ? behaviors.startNeeds() : []);

/** Whether one of these is the machine, or a phase with steps of its own that it begins with and that does nothing itself. */
function standForTheStart(
  chart: Chart,
  elements: readonly Parameters<typeof behaviorsOf>[1][],
  behaviors: Behaviors,
): boolean {
  const first = new Set(["", ...beginsIn(chart, "")]);
  return elements.some(
    (one) =>
      one.kind === "state" &&
      first.has(one.id) &&
      behaviorsOf(chart, one, behaviors).length === 0 &&
      (placeOf(chart, pathOf(one.id))?.node.children.length ?? 0) > 0,
  );
}

/** The checks of every helper that a chart's first context is made with. */
export function startChecksOf(chart: Chart, consts: ReadonlyMap<string, string>): readonly StartCheck[] {
  const { context } = chart.root;
  if (!context) return [];
  const met = new Set<string>();
  const found: StartCheck[] = [];
  const visit = (text: string): void => {
    const { expr } = parseExpr(text);
    for (const name of expr ? usedNames(expr) : []) {
      const helper = consts.get(name);
      if (helper === undefined || met.has(name)) continue;
      met.add(name);
      found.push(...startChecksIn(helper));
      visit(helper);
    }
  };
  visit(context.text);
  return found;
}

/** How a candidate is tried: alone, first, after others, or when none of the others was enabled. */
export type CandidateRole = "only" | "if" | "else-if" | "else";

/** The place of a transition among those of its state for the same trigger, in the order in which XState tries them. */
export function candidateRole(transition: Transition, source: StateNode): CandidateRole {
  if (candidatesBefore(transition, source).length > 0) return transition.guard ? "else-if" : "else";
  return transition.guard ? "if" : "only";
}

/** The candidates of the same trigger that XState tries before a transition, in their order. */
export const candidatesBefore = (transition: Transition, source: StateNode): readonly Transition[] =>
  source.transitions
    .filter(
      (one) => one.slot === transition.slot && one.event === transition.event && one.index < transition.index,
    )
    .toSorted((a, b) => a.index - b.index);

/** The names of the things in a list, where each of them has one; a name alone says all of itself already. */
function namesIn(list: Expr): readonly string[] | undefined {
  if (list.kind !== "array" || list.items.length === 0) return undefined;
  const names = list.items.map((item) => (item.kind === "object" ? fieldOf(item, "name") : undefined));
  const texts = names.flatMap((one) =>
    one?.kind === "literal" && typeof one.value === "string" ? [one.value] : [],
  );
  return texts.length === names.length ? texts : undefined;
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
  readable: of.every((one) => one.readable),
  of,
  uses: [],
  reads: [],
});

const code = (text: string): GuardBehavior => ({
  sign: "formula",
  text: oneLine(text),
  readable: false,
  of: [],
  uses: [],
  reads: wordsOf(text),
});

/** Whatever code outside of the subset mentions may matter. */
const wordsOf = (text: string): readonly string[] => [...new Set(text.match(WORD) ?? [])];

/** How the text of a constant begins that reads as its value. */
const MAY_BE_SCALAR = /^\s*(["'\d+-]|true|false|null|undefined)/;

/** A constant that reads as its value: a number, a string, a truth value, nothing. */
const isScalar = (expr: Expr): boolean =>
  expr.kind === "literal" || (expr.kind === "unary" && expr.op !== "!" && expr.of.kind === "literal");

/** What a helper is given, the whole context left out. */
function parametersOf(arrow: Arrow): string[] {
  const text = (pattern: Pattern): string =>
    pattern.kind === "bind" ? pattern.name : `{${boundNames(pattern).join(", ")}}`;
  return arrow.params.filter((one) => one.kind !== "bind" || one.name !== "context").map(text);
}
