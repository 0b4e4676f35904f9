import type { Arrow, Expr, Item, Pattern } from "#core/expr/expr.ts";
import { boundNames, innerOf, ofItem } from "#core/expr/parts.ts";

/** What stands for the whole context: by the name that a parameter or the file gives it. */
type Wholes = ReadonlySet<string>;

/** Under which XState gives a guard or action the context. */
const CONTEXT_KEY = "context";
/** Helpers inside helpers; deeper ones are not followed. */
const MAX_HELPER_NESTING = 12;

/** The fields of the context that code looks at. */
export interface ContextReads {
  readonly fields: ReadonlySet<string>;
  /** Whether every use of the context was understood: none is handed to code that is not read. */
  readonly complete: boolean;
}

/**
 * Finds the top fields of the context that an expression looks at, by itself and through the helpers of the module that it hands the
 * context to. Taking the whole context along, as in `{ ...context, turn: 1 }`, looks at no field.
 */
export class ContextReader {
  readonly #exprOf: (name: string) => Expr | undefined;
  readonly #arrows = new Map<string, ContextReads>();

  /** @param exprOf a const or helper of the module; undefined where there is none or it is outside of the readable subset */
  constructor(exprOf: (name: string) => Expr | undefined) {
    this.#exprOf = exprOf;
  }

  /** What a guard or action looks at, or whatever else XState gives `{ context, event }`. */
  ofGiven(expr: Expr): ContextReads {
    const reads = new Reads();
    const meant = expr.kind === "name" ? this.#exprOf(expr.name) : expr;
    if (meant) this.#visit(meant, new Set(), reads, 0, true);
    else reads.complete = false;
    return reads;
  }

  #visit(expr: Expr, wholes: Wholes, reads: Reads, depth: number, given = false): void {
    const visitAll = (items: readonly Expr[]) => {
      for (const item of items) this.#visit(item, wholes, reads, depth, given);
    };
    switch (expr.kind) {
      case "member":
        if (isWhole(expr.of, wholes)) reads.fields.add(expr.name);
        else visitAll([expr.of]);
        return;
      case "index":
        if (isWhole(expr.of, wholes)) {
          if (expr.index.kind === "literal") reads.fields.add(String(expr.index.value));
          else reads.complete = false;
        }
        visitAll([expr.of, expr.index].filter((item) => !isWhole(item, wholes)));
        return;
      case "call":
        this.#call(expr.name, expr.args, wholes, reads, depth);
        visitAll(expr.args.map(ofItem).filter((arg) => !isWhole(arg, wholes)));
        return;
      case "method":
        // A list that is worked through from the context on: `list.reduce((now, item) => ..., context)`.
        if (expr.method === "reduce" && expr.args[1] && isWhole(ofItem(expr.args[1]), wholes)) {
          const [arrow] = expr.args;
          if (arrow?.kind === "arrow") this.#arrow(arrow, new Set([0]), wholes, reads, depth);
          else if (arrow?.kind === "name") this.#named(arrow.name, new Set([0]), reads, depth);
          visitAll([expr.of]);
          return;
        }
        visitAll(innerOf(expr));
        return;
      case "arrow":
        this.#arrow(expr, new Set(), wholes, reads, depth, given);
        return;
      default:
        visitAll(innerOf(expr).filter((item) => !isWhole(item, wholes)));
    }
  }

  #call(name: string, args: readonly Item[], wholes: Wholes, reads: Reads, depth: number): void {
    const handed = new Set(args.flatMap((arg, i) => (isWhole(ofItem(arg), wholes) ? [i] : [])));
    if (handed.size > 0) this.#named(name, handed, reads, depth);
  }

  /** What a helper looks at of a context that it is given in these places. */
  #named(name: string, handed: ReadonlySet<number>, reads: Reads, depth: number): void {
    const key = `${name} ${[...handed].join()}`;
    const known = this.#arrows.get(key);
    if (known) return reads.add(known);
    const expr = this.#exprOf(name);
    if (expr?.kind !== "arrow" || depth > MAX_HELPER_NESTING) {
      reads.complete = false;
      return;
    }
    const inside = new Reads();
    // A helper that calls itself looks at nothing more.
    this.#arrows.set(key, inside);
    this.#arrow(expr, handed, new Set(), inside, depth + 1);
    reads.add(inside);
  }

  #arrow(
    { params, body }: Arrow,
    handed: ReadonlySet<number>,
    outer: Wholes,
    reads: Reads,
    depth: number,
    given = false,
  ): void {
    const wholes = new Set(outer);
    for (const name of params.flatMap(boundNames)) wholes.delete(name);
    for (const [i, param] of params.entries()) {
      if (handed.has(i)) takeWhole(param, wholes, reads);
      else if (given && i === 0 && param.kind === "object")
        for (const { key, to } of param.fields) if (key === CONTEXT_KEY) takeWhole(to, wholes, reads);
      if (given && i === 0 && param.kind === "bind") reads.complete = false;
    }
    if (!isWhole(body, wholes)) this.#visit(body, wholes, reads, depth);
  }
}

class Reads implements ContextReads {
  readonly fields = new Set<string>();
  complete = true;

  add(more: ContextReads): void {
    for (const field of more.fields) this.fields.add(field);
    this.complete &&= more.complete;
  }
}

/** A parameter that is given the context: its name stands for all of it, or it takes fields out. */
function takeWhole(pattern: Pattern, wholes: Set<string>, reads: Reads): void {
  if (pattern.kind === "bind") wholes.add(pattern.name);
  else if (pattern.kind === "object") {
    for (const { key } of pattern.fields) reads.fields.add(key);
    if (pattern.rest !== undefined) reads.complete = false;
  } else reads.complete = false;
}

const isWhole = (expr: Expr, wholes: Wholes): boolean => expr.kind === "name" && wholes.has(expr.name);
