import type { CallExpression } from "#core/syntax/ast.ts";
import {
  around,
  bindingOf,
  filledBy,
  headOf,
  isHidden,
  isParameter,
  kindOf,
  outermost,
  writeOf,
  writeWithin,
  type UseKind,
} from "#core/symbol/useSteps.ts";

import { child, nameOf, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";
import { passThrough } from "#core/syntax/passThrough.ts";
import { keyName } from "#core/syntax/property.ts";
import { identifiersNamed } from "#core/syntax/references.ts";
import { calledName, lookup } from "#core/syntax/scope.ts";
import { FUNCTION } from "#core/syntax/scopeOf.ts";
import { textAt } from "#core/syntax/textUses.ts";
import { calleeOf, type Tree } from "#core/syntax/tree.ts";
import type { Span } from "#core/text/textEdit.ts";

/**
 * The table of uses: for any stretch of code of a module, who reads it in the end. Code stands in a machine's call, or in something with a
 * name (a const, a member of one, a parameter and its default, an enum, a function that gives it back), and the name stands somewhere again,
 * until a machine is reached. A stretch that two machines reach is shared, by whatever mixture of names, members, spreads and calls.
 */
export interface Use {
  /** The code in the machine's own call that stands for it: the code itself, a name, a spread. Outside of machines the last name. */
  readonly at: Node;
  /** The call of `createMachine` that takes it; undefined for code that makes no machine. */
  readonly machine: Node | undefined;
  /** What it is to that machine, and the keys under which it stands there, as far as they are known. */
  readonly as: UseKind;
  readonly keys: readonly string[];
  /** Whether all on the way are consts and members: what a call or function makes of it may be something else. */
  readonly certain: boolean;
}
export interface Uses {
  readonly uses: readonly Use[];
  /** Other files may read it, too. */
  readonly exported: boolean;
  /** Assignments and calls that change it after it was made. */
  readonly writes: readonly Node[];
}

/** How often one name is followed, each time with other keys. Constants that hold each other would produce ever more keys. */
const MAX_VISITS_PER_NAME = 12;
/** How many uses of one span are searched for; beyond, the span counts as shared by all. */
const MAX_USES_PER_SPAN = 500;

const tables = new WeakMap<Tree, Table>();

/** Who reads the code at a stretch of a module. */
export function usesOf(tree: Tree, span: Span): Uses {
  const node = around(tree, span);
  return tableOf(tree).of(node ?? tree.program);
}

/** The calls of `createMachine` of a module, in the order of the text. */
export const machineCalls = (tree: Tree): readonly Node[] => tableOf(tree).machines;

/** What a machine is called: the variable that holds it, else its place among those of the module. */
export function machineName(tree: Tree, call: Node): string {
  for (let at: Node | undefined = call; at; at = tree.parentOf(at)) {
    if (at.type === "VariableDeclarator")
      return nameOf(at["id"]) || String(machineCalls(tree).indexOf(call) + 1);
    if (at !== call && (FUNCTION.test(at.type) || /Statement$|^ObjectProperty$/.test(at.type))) break;
  }
  return String(machineCalls(tree).indexOf(call) + 1);
}

function tableOf(tree: Tree): Table {
  let table = tables.get(tree);
  if (!table) tables.set(tree, (table = new Table(tree)));
  return table;
}

/** Where a way through the module is: an expression, and the keys from it down to the code whose uses are searched for. */
interface Step {
  readonly node: Node;
  readonly keys: readonly string[];
  readonly certain: boolean;
  /** The value of the expression is a machine, of which only its config is asked. */
  readonly isMachine: boolean;
}

class Table {
  readonly machines: readonly Node[];
  private readonly tree: Tree;
  private readonly calls: ReadonlySet<Node>;
  private readonly known = new Map<Node, Uses>();

  constructor(tree: Tree) {
    this.tree = tree;
    this.machines = tree.nodes.filter(
      (node) =>
        node.type === "CallExpression" &&
        calledName(node as unknown as CallExpression, tree.scopeAt(node.start)) === "createMachine",
    );
    this.calls = new Set(this.machines);
  }

  of(node: Node): Uses {
    const known = this.known.get(node);
    if (known) return known;
    const uses = new Search(this.tree, this.calls).from(node);
    this.known.set(node, uses);
    return uses;
  }
}

class Search {
  private readonly tree: Tree;
  private readonly machines: ReadonlySet<Node>;
  private readonly uses: Use[] = [];
  private readonly writes: Node[] = [];
  private readonly open: Step[] = [];
  private readonly visited = new Set<string>();
  private readonly visits = new Map<Node, number>();
  private exported = false;

  constructor(tree: Tree, machines: ReadonlySet<Node>) {
    this.tree = tree;
    this.machines = machines;
  }

  from(node: Node): Uses {
    this.open.push({ node, keys: [], certain: true, isMachine: false });
    for (let step = this.open.pop(); step && this.uses.length < MAX_USES_PER_SPAN; step = this.open.pop())
      if (step.isMachine) this.climbMachine(step);
      else this.climb(step);
    return { uses: this.uses, exported: this.exported, writes: this.writes };
  }

  private add(use: Use): void {
    const isSame = ({ at, machine, keys }: Use) =>
      at === use.at && machine === use.machine && keys.join() === use.keys.join();
    if (!this.uses.some(isSame)) this.uses.push(use);
  }

  /** Goes up from an expression to the machine that takes it, or to what has a name. */
  private climb({ node, keys: below, certain: sure }: Step): void {
    const { tree } = this;
    let keys = below;
    let certain = sure;
    let top = node;
    for (let at = node, parent = tree.parentOf(node); parent; at = parent, parent = tree.parentOf(parent)) {
      top = parent;
      const { type } = parent;
      if (this.machines.has(parent)) return this.arrive(node, parent, at, keys, certain);
      if (type === "ObjectProperty" && parent["value"] === at) keys = [keyName(parent) ?? "*", ...keys];
      else if (type === "ArrayExpression") keys = ["*", ...keys];
      else if (type === "ForOfStatement" && parent["right"] === at) this.eachOf(parent);
      else if (type.endsWith("MemberExpression") && parent["object"] === at) this.callbacks(parent);
      else if (type === "VariableDeclarator" && parent["init"] === at)
        return this.named(child(parent, "id") as Node, parent, keys, certain);
      else if (type === "AssignmentPattern" && parent["right"] === at)
        // A default counts where nothing is given.
        this.named(child(parent, "left") as Node, parent, keys, false);
      else if (type === "AssignmentExpression" && parent["right"] === at) {
        const head = headOf(child(parent, "left") as Node);
        if (head) this.named(head, parent, [], false);
      } else if (/^(?:Optional)?CallExpression$/.test(type) && parent["callee"] !== at) {
        // What is given back as it is, as by `Object.freeze`, stands for itself.
        if (passThrough(parent) === passThrough(at)) continue;
        certain = false;
        this.given(parent, at, keys);
        keys = [];
      } else if (type === "TSEnumMember") return this.enumMember(parent, keys, certain);
      else if (FUNCTION.test(type) || type.startsWith("Class")) {
        certain = false;
        keys = /^(?:Object|Class)Method$|^ClassProperty$/.test(type) ? [keyName(parent) ?? "*"] : [];
        if (!/^(?:Function|Class)Declaration$/.test(type)) continue;
        const id = child(parent, "id");
        this.exported ||= tree.parentOf(parent)?.type.startsWith("Export") === true;
        return id && this.named(id, parent, [], false);
      } else if (type.startsWith("Export")) this.exported = true;
    }
    this.add({ at: top, machine: undefined, as: "code", keys, certain });
  }

  /** A machine takes it; so does what takes the machine's config. */
  private arrive(at: Node, machine: Node, argument: Node, keys: readonly string[], certain: boolean): void {
    const isConfig = nodesOf(machine["arguments"])[0] === argument;
    this.add({ at, machine, as: isConfig ? kindOf(keys) : "setup", keys, certain });
    if (isConfig) this.open.push({ node: machine, keys, certain, isMachine: true });
  }

  /** `machine.config`, `machine.provide(...)`, and a const that holds the machine. */
  private climbMachine({ node, keys, certain }: Step): void {
    const { tree } = this;
    const outer = outermost(tree, node);
    const parent = tree.parentOf(outer);
    if (parent?.type === "VariableDeclarator" && parent["init"] === outer)
      return this.named(child(parent, "id") as Node, parent, keys, certain, true);
    if (!parent?.type.endsWith("MemberExpression") || parent["object"] !== outer) return;
    const name = nameOf(child(parent, "property"));
    const call = tree.parentOf(parent);
    if (name === "config") this.open.push({ node: parent, keys, certain, isMachine: false });
    else if (name === "provide" && call && calleeOf(call) === "provide")
      this.open.push({ node: call, keys, certain, isMachine: true });
  }

  /** Goes on from each place that says a name, or one of the names of a pattern. */
  private named(
    pattern: Node,
    declaration: Node,
    path: readonly string[],
    certain: boolean,
    isMachine = false,
  ): void {
    const visits = (this.visits.get(pattern) ?? 0) + 1;
    this.visits.set(pattern, visits);
    const keys = visits > MAX_VISITS_PER_NAME ? [] : path;
    if (pattern.type === "ObjectPattern") {
      for (const part of nodesOf(pattern["properties"])) {
        const inner = child(part, part.type === "RestElement" ? "argument" : "value");
        const key = part.type === "RestElement" ? undefined : keyName(part);
        if (inner && (key === undefined || keys.length === 0 || keys[0] === "*" || keys[0] === key))
          this.named(
            inner.type === "AssignmentPattern" ? (child(inner, "left") as Node) : inner,
            declaration,
            key === undefined ? keys : keys.slice(1),
            certain,
          );
      }
      return;
    }
    if (pattern.type === "ArrayPattern") {
      for (const part of nodesOf(pattern["elements"])) this.named(part, declaration, keys.slice(1), false);
      return;
    }
    const name = nameOf(pattern);
    const { tree } = this;
    const id = `${name} ${pattern.start} ${keys.join(".")} ${isMachine}`;
    if (name === "" || this.visited.has(id)) return;
    this.visited.add(id);
    // Another file that takes a machine takes nothing of its code.
    if (!isMachine && this.isExported(declaration)) this.exported = true;
    const binding = bindingOf(tree, pattern, declaration);
    for (const identifier of binding ? identifiersNamed(tree, name) : []) {
      if (identifier === pattern || lookup(tree.scopeAt(identifier.start), name) !== binding) continue;
      if (declaration["id"] === identifier || isParameter(tree, identifier)) continue;
      const parent = tree.parentOf(identifier);
      if (parent?.type === "ExportSpecifier" || parent?.type === "ExportDefaultDeclaration") {
        this.exported ||= !isMachine;
        continue;
      }
      if (isMachine) this.open.push({ node: identifier, keys, certain, isMachine });
      else this.member(identifier, keys, certain);
    }
  }

  /** Follows the keys behind a name as far as they are those of the code whose uses are searched for. */
  private member(name: Node, wanted: readonly string[], certain: boolean): void {
    const { tree } = this;
    let at = outermost(tree, name);
    let keys = wanted;
    for (;;) {
      const parent = tree.parentOf(at);
      const write = parent && writeOf(tree, parent, at);
      if (write) {
        this.writes.push(write);
        return;
      }
      if (!parent?.type.endsWith("MemberExpression") || parent["object"] !== at) break;
      const property = child(parent, "property");
      const propertyKey =
        property && (parent["computed"] === true ? textAt(tree, property) : nameOf(property));
      // A method of a list or of an object gives all of it.
      if (
        !tree.parentOf(parent)?.type.endsWith("CallExpression") ||
        tree.parentOf(parent)?.["callee"] !== parent
      ) {
        const key = keys[0];
        if (key !== undefined && key !== "*" && propertyKey !== undefined && propertyKey !== key) {
          if (writeWithin(tree, parent)) this.writes.push(parent);
          return;
        }
        keys = keys.slice(1);
      } else {
        keys = [];
        this.callbacks(parent);
      }
      at = outermost(tree, parent);
    }
    if (isHidden(tree, at, keys[0])) return;
    this.open.push({ node: at, keys, certain, isMachine: false });
  }

  /** An argument of a call goes to a parameter of the function, where that is known. */
  private given(call: Node, argument: Node, keys: readonly string[]): void {
    const { tree } = this;
    const callee = unwrap(child(call, "callee") as Node);
    const filled = filledBy(call, argument);
    const head = filled && headOf(filled);
    if (head) this.named(head, call, [], false);
    const binding =
      callee.type === "Identifier" ? lookup(tree.scopeAt(call.start), nameOf(callee)) : undefined;
    const declared = binding?.kind === "function" ? binding.declaration : undefined;
    const fn = declared ?? (binding?.kind === "const" ? unwrap(binding.init as unknown as Node) : callee);
    if (!FUNCTION.test(fn.type)) return;
    const place = nodesOf(call["arguments"]).indexOf(argument);
    const params = nodesOf(fn["params"]).filter((param) => nameOf(param) !== "this");
    const param = params[place] ?? params.at(-1);
    const pattern = param?.type === "AssignmentPattern" ? child(param, "left") : param;
    if (pattern?.type === "RestElement")
      this.named(child(pattern, "argument") as Node, fn, ["*", ...keys], false);
    else if (pattern) this.named(pattern, fn, keys, false);
  }

  /** `for (const one of list)`: the name stands for each of them. */
  private eachOf(loop: Node): void {
    for (const declarator of nodesOf(child(loop, "left")?.["declarations"]))
      this.named(child(declarator, "id") as Node, declarator, [], false);
  }

  /** `list.map((one) => ...)`: a function that a method is given may be given what the method is of. */
  private callbacks(method: Node): void {
    const call = this.tree.parentOf(method);
    if (!call?.type.endsWith("CallExpression") || call["callee"] !== method) return;
    for (const fn of nodesOf(call["arguments"]))
      if (FUNCTION.test(fn.type))
        for (const param of nodesOf(fn["params"]))
          this.named(
            param.type === "AssignmentPattern" ? (child(param, "left") as Node) : param,
            fn,
            [],
            false,
          );
  }

  private enumMember(member: Node, keys: readonly string[], certain: boolean): void {
    const { tree } = this;
    const outer = tree.parentOf(member);
    const node = outer?.type === "TSEnumBody" ? tree.parentOf(outer) : outer;
    const name = child(member, "id");
    const key = String(name?.["name"] ?? name?.["value"]);
    if (node) this.named(child(node, "id") as Node, node, [key, ...keys], certain);
  }

  private isExported(declaration: Node): boolean {
    const around = declaration.type === "VariableDeclarator" ? this.tree.parentOf(declaration) : declaration;
    return (around && this.tree.parentOf(around)?.type.startsWith("Export")) === true;
  }
}
