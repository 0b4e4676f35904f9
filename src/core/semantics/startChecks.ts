import type { Chart } from "#core/chart/chart.ts";
import type { Expr } from "#core/expr/expr.ts";
import { parseExpr } from "#core/expr/parse.ts";
import { usedNames } from "#core/expr/usedNames.ts";
import { child, nameOf, type Node, nodesOf } from "#core/syntax/node.ts";
import { parseAlone } from "#core/syntax/parse.ts";

/**
 * What a machine needs so that it begins at all: a helper that makes the first context may throw, and the limits of what it takes, such
 * as how many may play, often stand nowhere else. Read from `if (test) throw …`, however deep it stands; nothing is run.
 */
export interface StartCheck<Part = CheckPart> {
  /** The condition under which this is checked: `seats ≠ none`; empty where it is always checked. */
  readonly given: readonly Part[];
  /** What must all be so: the machine does not begin otherwise. */
  readonly needs: readonly Part[];
}

/** A condition as written; `not`: its opposite is meant. */
export interface CheckPart {
  readonly text: string;
  readonly not: boolean;
  /** Absent where the code is outside of the readable subset. */
  readonly expr?: Expr;
  /** It says that the items of this list differ from each other: `new Set(list).size === list.length`. */
  readonly allDifferent?: Expr;
  /** It stands for everything that a loop goes through. */
  readonly loop?: true;
}

/** The checks of every helper that a chart's first context is created with. */
export function startChecksOf(chart: Chart, consts: ReadonlyMap<string, string>): readonly StartCheck[] {
  const { context } = chart.root;
  if (!context) return [];
  const met = new Set<string>();
  const checks: StartCheck[] = [];
  const visit = (text: string): void => {
    const { expr } = parseExpr(text);
    for (const name of expr ? usedNames(expr) : []) {
      const helper = consts.get(name);
      if (helper === undefined || met.has(name)) continue;
      met.add(name);
      checks.push(...startChecksIn(helper));
      visit(helper);
    }
  };
  visit(context.text);
  return checks;
}

/** The checks of a function by its text; none where it cannot be parsed. */
export function startChecksIn(text: string): readonly StartCheck[] {
  if (!/\bthrow\b/.test(text)) return [];
  const root = parseAlone(text) as Node | undefined;
  const body = root && child(root, "body");
  if (body?.type !== "BlockStatement") return [];
  const reader = new Reader(text);
  reader.block(nodesOf(body["body"]), []);
  return reader.checks;
}

class Reader {
  readonly checks: StartCheck[] = [];
  readonly #text: string;
  /** Consts of the function by name: `const ok = …`. */
  readonly #consts = new Map<string, Node>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Statements in a row: where one of them leaves, what follows is checked only otherwise. */
  block(statements: readonly Node[], given: readonly CheckPart[]): void {
    let under = given;
    for (const node of statements) {
      this.#statement(node, under);
      const test = node.type === "IfStatement" ? child(node, "test") : undefined;
      const then = child(node, "consequent");
      if (test && then && leaves(then)) under = [...under, ...this.#unless(test)];
    }
  }

  #statement(node: Node, given: readonly CheckPart[]): void {
    switch (node.type) {
      case "VariableDeclaration":
        for (const { id, init } of nodesOf(node["declarations"]) as unknown as { id: Node; init?: Node }[])
          if (id.type === "Identifier" && init) this.#consts.set(nameOf(id), init);
        return;
      case "BlockStatement":
        return this.block(nodesOf(node["body"]), given);
      case "ForOfStatement":
      case "ForInStatement":
      case "ForStatement":
      case "WhileStatement": {
        const body = child(node, "body");
        if (!body) return;
        const text = this.#text.slice(node.start, body.start).trim();
        return this.#statement(body, [...given, { text, not: false, loop: true }]);
      }
      case "IfStatement": {
        const test = child(node, "test");
        const then = child(node, "consequent");
        const otherwise = child(node, "alternate");
        if (!test || !then) return;
        if (throws(then)) this.checks.push({ given, needs: this.#unless(test) });
        else this.#statement(then, [...given, ...this.#when(test)]);
        if (otherwise) this.#statement(otherwise, [...given, ...this.#unless(test)]);
        return;
      }
      default:
    }
  }

  /** What holds where a condition does, part by part. */
  #when(node: Node): readonly CheckPart[] {
    const part = this.#meant(node);
    if (part.type === "LogicalExpression" && part["operator"] === "&&") return this.#sides(part, "when");
    if (isNot(part)) return this.#unless(child(part, "argument") as Node);
    return [this.#part(part, false)];
  }

  /** What holds where a condition does not. */
  #unless(node: Node): readonly CheckPart[] {
    const part = this.#meant(node);
    if (part.type === "LogicalExpression" && part["operator"] === "||") return this.#sides(part, "unless");
    if (isNot(part)) return this.#when(child(part, "argument") as Node);
    return [this.#part(part, true)];
  }

  #sides(node: Node, way: "when" | "unless"): readonly CheckPart[] {
    return (["left", "right"] as const).flatMap((side) => {
      const of = child(node, side);
      if (!of) return [];
      return way === "when" ? this.#when(of) : this.#unless(of);
    });
  }

  /** The condition that a const of the function stands for; one that holds something else is shown by its name. */
  #meant(node: Node): Node {
    const known = node.type === "Identifier" ? this.#consts.get(nameOf(node)) : undefined;
    return known && CONDITIONS.has(known.type) ? known : node;
  }

  #part(node: Node, not: boolean): CheckPart {
    const text = this.#text.slice(node.start, node.end);
    const list = differentIn(node, this.#text);
    const allDifferent = list === undefined ? undefined : parseExpr(list).expr;
    const { expr } = parseExpr(text);
    return { text, not, ...(expr ? { expr } : {}), ...(allDifferent ? { allDifferent } : {}) };
  }
}

const CONDITIONS: ReadonlySet<string> = new Set(["LogicalExpression", "BinaryExpression", "UnaryExpression"]);

const isNot = (node: Node): boolean => node.type === "UnaryExpression" && node["operator"] === "!";

const lastOf = (node: Node): Node | undefined =>
  node.type === "BlockStatement" ? nodesOf(node["body"]).at(-1) : node;

const throws = (node: Node): boolean => lastOf(node)?.type === "ThrowStatement";

/** It goes on nowhere behind itself, and throws nothing: what a throw keeps away is a check of its own. */
const leaves = (node: Node): boolean =>
  ["ContinueStatement", "ReturnStatement", "BreakStatement"].includes(lastOf(node)?.type ?? "");

/** The text of `list` in `new Set(list).size === list.length`. */
function differentIn(node: Node, text: string): string | undefined {
  if (node.type !== "BinaryExpression" || node["operator"] !== "===") return undefined;
  const source = text.slice(node.start, node.end);
  const [, list, again] = /^new Set\(([\w.]+)\)\.size\s*===\s*([\w.]+)\.length$/.exec(source) ?? [];
  return list === again ? list : undefined;
}

/** How many may play, as far as the checks say so of `seats`; an end that is not limited is left out. */
export interface SeatLimits {
  readonly min?: number;
  readonly max?: number;
}

/** @param numberOf what a number or the name of one comes to */
export function seatLimits(
  checks: readonly StartCheck[],
  numberOf: (expr: Expr) => number | undefined,
): SeatLimits {
  let min: number | undefined;
  let max: number | undefined;
  for (const { expr, not } of checks.flatMap(({ needs }) => needs)) {
    const bound = expr && boundOf(expr, not, numberOf);
    if (bound?.min !== undefined) min = Math.max(bound.min, min ?? bound.min);
    if (bound?.max !== undefined) max = Math.min(bound.max, max ?? bound.max);
  }
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

/** What is left and right of a comparison, the other way round. */
const TURNED: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/** The opposite of a comparison, true of whole numbers such as a count. */
const OPPOSITE: Readonly<Record<string, string>> = {
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
  "!==": "===",
  "!=": "==",
};

function boundOf(
  expr: Expr,
  not: boolean,
  numberOf: (expr: Expr) => number | undefined,
): SeatLimits | undefined {
  if (expr.kind !== "binary") return undefined;
  const counted = isSeatCount(expr.left);
  if (!counted && !isSeatCount(expr.right)) return undefined;
  const count = numberOf(counted ? expr.right : expr.left);
  if (count === undefined) return undefined;
  const op = counted ? expr.op : (TURNED[expr.op] ?? expr.op);
  switch (not ? OPPOSITE[op] : op) {
    case "===":
    case "==":
      return { min: count, max: count };
    case ">=":
      return { min: count };
    case ">":
      return { min: count + 1 };
    case "<=":
      return { max: count };
    case "<":
      return { max: count - 1 };
    default:
      return undefined;
  }
}

/** `seats.length`, `input.seats.length`. */
function isSeatCount(expr: Expr): boolean {
  if (expr.kind !== "member" || expr.name !== "length") return false;
  const { of } = expr;
  return (of.kind === "name" || of.kind === "member") && of.name === "seats";
}
