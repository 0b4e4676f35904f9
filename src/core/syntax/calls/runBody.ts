import type { Expression } from "#core/syntax/ast.ts";
import { bindPattern } from "#core/syntax/calls/bindPattern.ts";
import {
  constantOf,
  entriesOf,
  itemsOf,
  listOf,
  nothing,
  objectOf,
  type Ways,
} from "#core/syntax/calls/ways.ts";
import { declared, linkScope } from "#core/syntax/declared.ts";
import { child, keyText, nameOf, nodesOf, unwrap, walk, type Located, type Node } from "#core/syntax/node.ts";
import { FUNCTION } from "#core/syntax/scopeOf.ts";
import { lookup, type Binding, type Scope, type Value } from "#core/syntax/scope.ts";

/**
 * What a function's body comes to: consts, `if` where it is known which way, `for ... of` over known lists, lists and objects that are
 * filled step by step, and `return`. Anything else could do anything: then nothing is said of the result.
 */
export function runBody(
  ways: Ways,
  body: Node,
  scope: Scope,
  at: Located,
  via: Located | undefined,
): Value | undefined {
  const filled = filledNames(body);
  const run = filled && new Run(ways, filled, at, via);
  const end = run?.block(nodesOf(body["body"]), scope);
  return end && (end.result ?? nothing(at));
}

/** Where a run of statements ended: what was returned, or the names as they then are. */
interface End {
  readonly result?: Value;
  readonly scope: Scope;
}

/** Iterations of a loop that are run to read a config; longer loops do not build charts. */
const MAX_LOOP_ITERATIONS = 300;
const SAYS_NOTHING = /^(?:EmptyStatement|FunctionDeclaration|TS\w+)$/;

class Run {
  private readonly ways: Ways;
  private readonly filled: ReadonlySet<string>;
  private readonly at: Located;
  private readonly via: Located | undefined;
  constructor(ways: Ways, filled: ReadonlySet<string>, at: Located, via: Located | undefined) {
    this.ways = ways;
    this.filled = filled;
    this.at = at;
    this.via = via;
  }

  /** Names that are declared here end here; what was filled stays so behind it. */
  block(statements: readonly Node[], outer: Scope): End | undefined {
    const names = declared(statements);
    const locals = new Set(names.keys());
    for (const name of this.filled) if (names.has(name)) names.set(name, { kind: "unknown" });
    let scope: Scope = { names, outer };
    linkScope(scope);
    for (const statement of statements) {
      const end = this.statement(statement, scope);
      if (!end || end.result) return end;
      ({ scope } = end);
    }
    return { scope: this.carry(scope, outer, locals) };
  }

  /** The names around a block with what was filled in it. */
  private carry(inner: Scope, outer: Scope, locals: ReadonlySet<string>): Scope {
    const names = new Map<string, Binding>();
    for (const name of this.filled) {
      const binding = locals.has(name) ? undefined : lookup(inner, name);
      if (binding && binding !== lookup(outer, name)) names.set(name, binding);
    }
    return names.size > 0 ? { names, outer } : outer;
  }

  private statement(statement: Node, scope: Scope): End | undefined {
    switch (statement.type) {
      case "VariableDeclaration":
        return this.declare(statement, scope);
      case "IfStatement": {
        const test = constantOf(this.ways, this.valueAt(child(statement, "test") as Node, scope));
        const way = test && child(statement, test.is ? "consequent" : "alternate");
        return test && (way ? this.runStatement(way, scope) : { scope });
      }
      case "BlockStatement":
        return this.runStatement(statement, scope);
      case "ForOfStatement":
        return this.loop(statement, scope);
      case "ReturnStatement": {
        const argument = child(statement, "argument");
        return { scope, result: argument ? this.valueAt(argument, scope) : nothing(this.at) };
      }
      case "ExpressionStatement":
        return this.fill(unwrap(child(statement, "expression") as Node), scope);
      default:
        return SAYS_NOTHING.test(statement.type) ? { scope } : undefined;
    }
  }

  private runStatement(statement: Node, scope: Scope): End | undefined {
    const inner = statement.type === "BlockStatement" ? nodesOf(statement["body"]) : [statement];
    return this.block(inner, scope);
  }

  private valueAt(node: Node, scope: Scope): Value {
    const { via } = this;
    return { node: node as unknown as Expression, scope, shared: true, ...(via ? { via } : {}) };
  }

  private bind(pattern: Node, given: Value | undefined, outer: Scope): Scope {
    const names = new Map<string, Binding>();
    const scope = { names, outer };
    bindPattern({ ways: this.ways, names, scope, at: this.at, via: this.via }, pattern, given);
    return scope;
  }

  private declare(statement: Node, outer: Scope): End {
    let scope = outer;
    for (const declarator of nodesOf(statement["declarations"])) {
      const init = statement["kind"] === "const" ? child(declarator, "init") : undefined;
      scope = this.bind(child(declarator, "id") as Node, init && this.valueAt(init, scope), scope);
    }
    return { scope };
  }

  private loop(statement: Node, outer: Scope): End | undefined {
    const left = child(statement, "left");
    const [declarator] = nodesOf(left?.["declarations"]);
    const pattern = declarator && child(declarator, "id");
    const items = itemsOf(this.ways, this.valueAt(child(statement, "right") as Node, outer));
    const body = child(statement, "body");
    if (left?.["kind"] !== "const" || !pattern || !items || !body || statement["await"] === true)
      return undefined;
    if (items.length > MAX_LOOP_ITERATIONS) return undefined;
    let scope = outer;
    for (const item of items) {
      const inner = this.bind(pattern, item, scope);
      const end = this.runStatement(body, inner);
      if (!end || end.result) return end;
      scope = this.carry(end.scope, scope, new Set((inner.names as Map<string, Binding>).keys()));
    }
    return { scope };
  }

  /** `list.push(item)`, `object.key = value`. */
  private fill(expression: Node, scope: Scope): End | undefined {
    const { ways, at } = this;
    const target = filledBy(expression);
    if (!target) return saysOnly(expression) ? { scope } : undefined;
    const binding = lookup(scope, target.name);
    if (binding?.kind !== "given" || !this.filled.has(target.name)) return undefined;
    const old = binding.value;
    let now: Value | undefined;
    if (target.key) {
      const key = this.valueAt(target.key, scope);
      const plain = keyText(target.key);
      const name = target.computed ? ways.text(key) : plain;
      const value = this.valueAt(child(expression, "right") as Node, scope);
      const known = entriesOf(ways, old);
      const all = [...(known ?? [])].flatMap(([fieldName, part]) =>
        part.value ? [[fieldName, part.value] as const] : [],
      );
      if (name !== undefined && known && all.length === known.size)
        now = objectOf([...all, [name, value]], at);
    } else {
      const list = this.valueAt(
        { type: "ArrayExpression", start: 0, end: 0, elements: expression["arguments"] },
        scope,
      );
      const [before, more] = [itemsOf(ways, old), itemsOf(ways, list)];
      if (before && more) now = listOf([...before, ...more], at);
    }
    if (!now) return undefined;
    return { scope: { names: new Map([[target.name, { kind: "given", value: now }]]), outer: scope } };
  }
}

interface Filled {
  readonly name: string;
  /** Of an object. */
  readonly key?: Node;
  readonly computed?: boolean;
}

function filledBy(expression: Node): Filled | undefined {
  const isPush = expression.type === "CallExpression";
  const isSet = expression.type === "AssignmentExpression" && expression["operator"] === "=";
  const member = isPush ? child(expression, "callee") : isSet ? child(expression, "left") : undefined;
  const name =
    member?.type === "MemberExpression"
      ? nameOf(child(member, "object") && unwrap(child(member, "object") as Node))
      : "";
  const key = member && child(member, "property");
  if (name === "" || !key) return undefined;
  if (isPush) return nameOf(key) === "push" && member["computed"] !== true ? { name } : undefined;
  return { name, key, computed: member["computed"] === true };
}

/** `console.log(...)`. */
const saysOnly = (expression: Node): boolean => {
  const callee = child(expression, "callee");
  return callee?.type === "MemberExpression" && nameOf(callee["object"]) === "console";
};

/**
 * The names of lists and objects that are filled after they were made. Undefined when one of them may be seen, or changed, under another
 * name or by another function: such a body is not read.
 */
function filledNames(body: Node): Set<string> | undefined {
  const names = new Set<string>();
  const allowed = new Set<Node>();
  const returns: Node[] = [];
  const fresh = new Set<string>();
  const inner = new Set<string>();
  let other = false;
  const look = (node: Node, nested: boolean): void => {
    walk(node, (item) => {
      if (item !== node && FUNCTION.test(item.type)) {
        look(item, true);
        return false;
      }
      const target = filledBy(item);
      other ||= changesInPlace(item);
      if (target && nested) inner.add(target.name);
      else if (target) names.add(target.name);
      if (target && !nested) allowed.add(objectOfMember(item));
      if (item.type === "VariableDeclarator") {
        const [id, init] = [child(item, "id"), child(item, "init")];
        const type = init && unwrap(init).type;
        if (
          id?.type === "Identifier" &&
          (type === "ArrayExpression" || type === "ObjectExpression") &&
          !nested
        ) {
          fresh.add(nameOf(id));
          allowed.add(id);
        }
      }
      const argument = item.type === "SpreadElement" ? child(item, "argument") : undefined;
      if (argument) allowed.add(argument);
      if (item.type === "ReturnStatement" && !nested) returns.push(item);
      return true;
    });
  };
  look(body, false);
  if (other || [...names].some((name) => !fresh.has(name)) || [...inner].some((name) => fresh.has(name)))
    return undefined;
  const isSeen = (node: Node) =>
    node.type === "Identifier" &&
    names.has(nameOf(node)) &&
    !allowed.has(node) &&
    !returns.some(({ start, end }) => start <= node.start && node.end <= end);
  let isFilled = false;
  if (names.size > 0)
    walk(body, (node) => {
      // The name of a property is none of them.
      if (node.type.endsWith("MemberExpression") && node["computed"] !== true)
        allowed.add(node["property"] as Node);
      if (node.type === "ObjectProperty" && node["computed"] !== true && node["shorthand"] !== true)
        allowed.add(node["key"] as Node);
      isFilled ||= isSeen(node);
    });
  return isFilled ? undefined : names;
}

/** Changes a list or object in a way that is not followed. */
function changesInPlace(node: Node): boolean {
  const callee = node.type === "CallExpression" ? child(node, "callee") : undefined;
  if (callee?.type !== "MemberExpression") return false;
  const method = nameOf(callee["property"]);
  const [first] = nodesOf(node["arguments"]);
  if (method === "assign" && nameOf(callee["object"]) === "Object") return first?.type !== "ObjectExpression";
  return /^(?:splice|unshift|pop|shift|sort|reverse|fill)$/.test(method);
}

function objectOfMember(fill: Node): Node {
  const member = child(fill, fill.type === "CallExpression" ? "callee" : "left") as Node;
  return unwrap(child(member, "object") as Node);
}
