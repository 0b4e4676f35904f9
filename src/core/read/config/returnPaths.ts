import { child, childrenOf, nameOf, nodesOf, unwrap, walk, type Node } from "#core/syntax/node.ts";
import { addAll } from "#core/text/addAll.ts";

/**
 * In XState 6 a transition may be a function: where it leads is what it returns, and it is taken when it returns something or enqueues an
 * effect. Each way through its body to a `return` is one candidate, with the conditions on that way as its guard. Candidates are tried in
 * order, so a condition that an earlier candidate has already answered is left out: what remains reads like the guards of version 5.
 */
export interface ReturnPath {
  /** All of them hold on this path, the outermost first. */
  readonly conditions: readonly PathCondition[];
  /** The object that is returned, or the value that stands for it; undefined where the path only enqueues. */
  readonly result: Node | undefined;
  /** Statements on the path that enqueue effects, in order. */
  readonly effects: readonly Node[];
}
export interface PathCondition {
  readonly test: Node;
  /** For a `case`: what is compared with the value of the `switch`. */
  readonly equals?: Node;
  readonly negated: boolean;
}

/** Paths of one function. A function with more is shown as code: nobody could compare that many candidates side by side. */
const MAX_RETURN_PATHS = 32;

/** The function's return paths in order, or undefined where they are not certain from its text (loops, `try`, more than 32 paths). */
export function returnPaths(fn: Node): readonly ReturnPath[] | undefined {
  const body = child(fn, "body");
  if (!body) return undefined;
  const [, queue] = nodesOf(fn["params"]);
  const paths = new PathWalk(queue ? nameOf(queue) : "");
  try {
    if (body.type === "BlockStatement") paths.end(paths.statements(nodesOf(body["body"]), [START]));
    else paths.value(body, START);
  } catch (error) {
    if (error === UNCERTAIN) return undefined;
    throw error;
  }
  return withoutAnswered(paths.finished);
}

/** Names that a function's parameters and its own declarations give, and that therefore do not mean what they mean around it. */
export function namesWithin(fn: Node): ReadonlySet<string> {
  const names = new Set<string>();
  const bind = (pattern: Node): void => {
    if (pattern.type === "Identifier") names.add(nameOf(pattern));
    else if (pattern.type === "ObjectProperty") for (const part of nodesOf([pattern["value"]])) bind(part);
    else if (pattern.type === "AssignmentPattern") for (const part of nodesOf([pattern["left"]])) bind(part);
    else for (const part of childrenOf(pattern)) bind(part);
  };
  for (const param of nodesOf(fn["params"])) bind(param);
  const body = child(fn, "body");
  if (body)
    visit(body, (node) => {
      if (node.type === "VariableDeclarator") for (const id of nodesOf([node["id"]])) bind(id);
      else if (node.type === "FunctionDeclaration") names.add(nameOf(node["id"]));
      return true;
    });
  return names;
}

interface Path {
  readonly conditions: readonly PathCondition[];
  readonly effects: readonly Node[];
  /** Whether one of the effects is enqueued for certain, and not only in a loop or a callback. */
  readonly enqueues: boolean;
}
interface FinishedPath extends Path {
  readonly result: Node | undefined;
  /** Whether the path takes the transition for certain. */
  readonly isTaken: boolean;
}

const START: Path = { conditions: [], effects: [], enqueues: false };
const UNCERTAIN = new Error("The return paths are not certain");

class PathWalk {
  readonly finished: FinishedPath[] = [];
  readonly #queue: string;

  /** @param queue name of the parameter that effects are enqueued with, or "" */
  constructor(queue: string) {
    this.#queue = queue;
  }

  /** Paths that reach the end of the body return nothing. */
  end(open: readonly Path[]): void {
    for (const path of open) this.#finish(path, undefined, false);
  }

  /** Walks statements for each open path. @returns the paths that go on behind them */
  statements(list: readonly Node[], open: readonly Path[]): readonly Path[] {
    let at = open;
    for (const statement of list) {
      if (at.length === 0) return at;
      if (at.length > MAX_RETURN_PATHS) throw UNCERTAIN;
      at = this.#statement(statement, at);
    }
    return at;
  }

  /** Finishes a path with a value that is returned: each branch of a condition in it is a path of its own. */
  value(written: Node, path: Path): void {
    const node = unwrap(written);
    switch (node.type) {
      case "ConditionalExpression": {
        const test = child(node, "test");
        const [then, otherwise] = [child(node, "consequent"), child(node, "alternate")];
        if (!test || !then || !otherwise) throw UNCERTAIN;
        this.value(then, under(path, test));
        return this.value(otherwise, under(path, test, true));
      }
      case "LogicalExpression": {
        const [left, right] = [child(node, "left"), child(node, "right")];
        if (node["operator"] !== "&&" || !left || !right) throw UNCERTAIN;
        this.value(right, under(path, left));
        return this.#finish(under(path, left, true), undefined, false);
      }
      case "NullLiteral":
        return this.#finish(path, undefined, false);
      case "BooleanLiteral":
        return this.#finish(path, undefined, node["value"] === true);
      case "Identifier":
        if (nameOf(node) === "undefined") return this.#finish(path, undefined, false);
        throw UNCERTAIN;
      case "UnaryExpression":
        if (node["operator"] === "void") return this.#finish(this.#through(node, path), undefined, false);
        throw UNCERTAIN;
      case "ObjectExpression":
        return this.#finish(path, node, true);
      case "CallExpression":
        // `(_, enq) => enq.raise(...)`: the effect is all that it is for.
        if (!this.#isQueueCall(node)) throw UNCERTAIN;
        return this.#finish(this.#through(node, path), undefined, false);
      default:
        throw UNCERTAIN;
    }
  }

  #statement(statement: Node, open: readonly Path[]): readonly Path[] {
    switch (statement.type) {
      case "BlockStatement":
        return this.statements(nodesOf(statement["body"]), open);
      case "ReturnStatement": {
        const argument = child(statement, "argument");
        for (const path of open)
          if (argument) this.value(argument, path);
          else this.#finish(path, undefined, false);
        return [];
      }
      case "ThrowStatement":
        this.end(open);
        return [];
      case "FunctionDeclaration":
      case "EmptyStatement":
        return open;
      default:
    }
    const returns = returnsWithin(statement);
    if (!returns && !this.#mentionsQueue(statement)) return open;
    if (statement.type === "IfStatement") return this.#branches(statement, open);
    if (statement.type === "SwitchStatement") return this.#cases(statement, open);
    if (returns) throw UNCERTAIN;
    return open.map((path) => this.#through(statement, path));
  }

  /** A path through code that may enqueue something. */
  #through(node: Node, { conditions, effects, enqueues }: Path): Path {
    if (!this.#mentionsQueue(node)) return { conditions, effects, enqueues };
    const isCertain = /^(?:ExpressionStatement|CallExpression|UnaryExpression)$/.test(node.type);
    return {
      conditions,
      effects: [...effects, node],
      enqueues: enqueues || (isCertain && this.#isQueueCall(child(node, "expression") ?? node)),
    };
  }

  #branches(statement: Node, open: readonly Path[]): readonly Path[] {
    const [test, then] = [child(statement, "test"), child(statement, "consequent")];
    const otherwise = child(statement, "alternate");
    if (!test || !then) throw UNCERTAIN;
    return open.flatMap((path) => [
      ...this.statements([then], [under(path, test)]),
      ...this.statements(otherwise ? [otherwise] : [], [under(path, test, true)]),
    ]);
  }

  /** Cases that end by themselves; what falls into the next case is not certain. */
  #cases(statement: Node, open: readonly Path[]): readonly Path[] {
    const test = child(statement, "discriminant");
    const cases = nodesOf(statement["cases"]);
    if (!test) throw UNCERTAIN;
    const ends: Path[] = [];
    let rest = open;
    for (const [i, clause] of cases.entries()) {
      const body = nodesOf(clause["consequent"]);
      const equals = child(clause, "test");
      const isLast = i === cases.length - 1;
      const last = body.at(-1);
      const breaks = last?.type === "BreakStatement";
      if (!isLast && !breaks && !(last && endsAlways(last))) throw UNCERTAIN;
      // A default that is not the last is tried last all the same.
      if (!isLast && !equals) throw UNCERTAIN;
      const statements = breaks ? body.slice(0, -1) : body;
      if (statements.some((node) => holds(node, "BreakStatement"))) throw UNCERTAIN;
      const paths = equals ? rest.map((path) => under(path, test, false, equals)) : rest;
      addAll(ends, this.statements(statements, paths));
      rest = equals ? rest.map((path) => under(path, test, true, equals)) : [];
    }
    return [...ends, ...rest];
  }

  #finish(path: Path, result: Node | undefined, isTaken: boolean): void {
    if (this.finished.length >= MAX_RETURN_PATHS) throw UNCERTAIN;
    this.finished.push({ ...path, result, isTaken: isTaken || path.enqueues });
  }

  /** `enq(...)` or `enq.raise(...)` itself. */
  #isQueueCall(written: Node): boolean {
    const node = unwrap(written);
    const callee = node.type === "CallExpression" ? child(node, "callee") : undefined;
    const head = callee?.type === "MemberExpression" ? child(callee, "object") : callee;
    return this.#queue !== "" && nameOf(head) === this.#queue;
  }

  #mentionsQueue(node: Node): boolean {
    let isMentioned = false;
    if (this.#queue !== "")
      walk(node, (part) => {
        if (nameOf(part) === this.#queue) isMentioned = true;
        return !isMentioned;
      });
    return isMentioned;
  }
}

/** A path on which a condition holds, or does not. */
function under(path: Path, test: Node, negated = false, equals?: Node): Path {
  const condition: PathCondition = equals ? { test, equals, negated } : { test, negated };
  return { ...path, conditions: [...path.conditions, condition] };
}

/**
 * Leaves out paths that take nothing, and of the others each "not" whose opposite leads to a candidate in every case: that candidate is
 * tried first, so when this one is asked the condition is known not to hold.
 */
function withoutAnswered(paths: readonly FinishedPath[]): readonly ReturnPath[] {
  const isAnswered = (path: FinishedPath, depth: number): boolean => {
    const { test, equals } = path.conditions[depth] as PathCondition;
    const opposite = paths.filter(({ conditions }) => {
      const at = conditions[depth];
      return (
        at?.test === test &&
        at.equals === equals &&
        !at.negated &&
        path.conditions.slice(0, depth).every((condition, i) => same(condition, conditions[i]))
      );
    });
    return opposite.length > 0 && opposite.every(({ isTaken }) => isTaken);
  };
  return paths.flatMap((path) => {
    if (!path.isTaken && path.effects.length === 0) return [];
    const conditions = path.conditions.filter(({ negated }, depth) => !negated || !isAnswered(path, depth));
    return [{ conditions, result: path.result, effects: path.effects }];
  });
}

const same = (a: PathCondition, b: PathCondition | undefined): boolean =>
  a.test === b?.test && a.equals === b.equals && a.negated === b.negated;

const FUNCTION = /Function|ObjectMethod|ClassMethod/;

/** Visits a node and what is below it, but no function within. */
function visit(root: Node, each: (node: Node) => boolean): void {
  if (!each(root)) return;
  for (const part of childrenOf(root)) if (!FUNCTION.test(part.type)) visit(part, each);
}

function holds(root: Node, type: string): boolean {
  let isFound = false;
  visit(root, (node) => {
    if (node.type === type) isFound = true;
    return !isFound;
  });
  return isFound;
}

const returnsWithin = (node: Node): boolean =>
  holds(node, "ReturnStatement") || holds(node, "ThrowStatement");

/** Whether nothing behind a statement is reached. */
function endsAlways(node: Node): boolean {
  if (node.type === "ReturnStatement" || node.type === "ThrowStatement") return true;
  if (node.type === "BlockStatement") return nodesOf(node["body"]).some((statement) => endsAlways(statement));
  const [then, otherwise] = [child(node, "consequent"), child(node, "alternate")];
  return node.type === "IfStatement" && !!then && !!otherwise && endsAlways(then) && endsAlways(otherwise);
}
