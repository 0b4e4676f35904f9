import type { CallExpression } from "#core/syntax/ast.ts";
import { declaredName, exportsFilled, WHOLE_MODULE } from "#core/symbol/commonJs.ts";
import {
  calledBy,
  constructorOf,
  CONFIG_KEYS,
  hasConfigKeys,
  holderOfThis,
  OF_XSTATE,
  providedMachine,
  thisOf,
  thisWithin,
} from "#core/symbol/calls.ts";
import {
  around,
  bindingsOf,
  filledBy,
  headOf,
  isHidden,
  isInNamespace,
  isParameter,
  kindOf,
  namespaceOf,
  outermost,
  writeOf,
  writeWithin,
  type UseKind,
} from "#core/symbol/useSteps.ts";

import { child, nameOf, nodesOf, stringOf, unwrap, type Node } from "#core/syntax/node.ts";
import { givenBack } from "#core/syntax/calls/givenBack.ts";
import { passThrough } from "#core/syntax/passThrough.ts";
import { keyName } from "#core/syntax/property.ts";
import { identifiersNamed } from "#core/syntax/references.ts";
import { calledName, lookup } from "#core/syntax/scope.ts";
import { FUNCTION } from "#core/syntax/scopeOf.ts";
import { textAt } from "#core/syntax/textUses.ts";
import type { Tree } from "#core/syntax/tree.ts";
import type { Span } from "#core/text/textEdit.ts";

/**
 * The table of uses: for any stretch of code of a module, who reads it in the end. Code stands in a machine's call, or in something with a
 * name (a const, a member of one, a parameter and its default, an enum, a function that gives it back), and the name stands somewhere again,
 * until a machine is reached. A stretch that two machines reach is shared, by whatever mixture of names, members, spreads and calls.
 */
export interface Use {
  /** The code in the machine's own call that stands for it: the code itself, a name, a spread. Outside of machines the last name. */
  readonly at: Node;
  /**
   * The call of `createMachine` that takes it, or one that may make a machine of it, as a function of another file; undefined for code
   * that makes no machine.
   */
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
  /** Under which names other files may read it, or a machine that is made of it. */
  readonly exits: readonly Exit[];
  /** Assignments and calls that change it after it was made. */
  readonly writes: readonly Node[];
}

/** An export by which code leaves its module. */
export interface Exit {
  /** What other files import it as, and where it is called so. */
  readonly name: string;
  readonly at: Node;
  readonly way: Way;
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

/** Who reads, in a module that imports another one, what that exports. */
export function usesOfImport(tree: Tree, path: string, exit: Exit, places: readonly ImportPlace[]): Uses {
  return tableOf(tree).ofImport(`${path} ${exit.name} ${wayKey(exit.way)}`, exit, places);
}

/** Where a module takes an export of another one: a name, or an expression that is all of its exports. */
export interface ImportPlace {
  readonly kind: "name" | "value";
  readonly node: Node;
  /** The statement around a name. */
  readonly declaration: Node;
  /** What of the module it is: an export, all of them as `*`, or what `require` gives. */
  readonly name: string;
}

/** By which ways code that leaves a module under a name is in what another file takes of that. */
export function waysInto({ name: exported, way }: Exit, taken: string): readonly Way[] {
  const { keys } = way;
  if (exported !== WHOLE_MODULE) {
    const isAll = taken === "*" || taken === WHOLE_MODULE;
    return isAll ? [{ ...way, keys: [exported, ...keys], ofModule: true }] : taken === exported ? [way] : [];
  }
  // The default import of a CommonJS module is all that it exports.
  const whole = { ...way, ofModule: true };
  if (taken === "*") return [whole, { ...whole, keys: ["default", ...keys] }];
  if (taken === WHOLE_MODULE || taken === "default") return [whole];
  if (keys.length === 0) return [{ ...way, byShape: true }];
  return keys[0] === taken || keys[0] === "*" ? [{ ...way, keys: keys.slice(1) }] : [];
}

/** What code that leaves a module is called there. */
export const exitName = ({ name, way: { keys } }: Exit): string =>
  name === WHOLE_MODULE ? (keys.find((key) => key !== "*" && key !== MACHINE) ?? "module.exports") : name;

/** Whether code is not read itself by whoever follows an exit, but the machine that is made of it. */
export const isMachineExit = ({ way }: Exit): boolean => isMachine(way.keys);

const wayKey = ({ keys, byShape, isValue, certain }: Way): string =>
  `${keys.join(".")} ${byShape} ${isValue} ${certain}`;

/** The calls of `createMachine` of a module, in the order of the text. */
export const machineCalls = (tree: Tree): readonly Node[] => tableOf(tree).machines;

/** What a machine is called: the variable that holds it, else its place among those of the module, or the function that may make it. */
export function machineName(tree: Tree, call: Node): string {
  for (let at: Node | undefined = call; at; at = tree.parentOf(at)) {
    if (at.type === "VariableDeclarator" && nameOf(at["id"]) !== "") return nameOf(at["id"]);
    if (at !== call && (FUNCTION.test(at.type) || /Statement$|^ObjectProperty$/.test(at.type))) break;
  }
  const place = machineCalls(tree).indexOf(call);
  const callee = child(call, "callee") ?? call;
  return place < 0 ? tree.text.slice(callee.start, callee.end).replaceAll(/\s+/g, " ") : String(place + 1);
}

function tableOf(tree: Tree): Table {
  let table = tables.get(tree);
  if (!table) tables.set(tree, (table = new Table(tree)));
  return table;
}

/** What is known of the code whose uses are searched for, where a way through the module has come to. */
export interface Way {
  /** The keys from here down to the code. */
  readonly keys: readonly string[];
  readonly certain: boolean;
  /** Whether the code itself comes here; not where something is only done or told because of it. */
  readonly isValue: boolean;
  /** Nothing but an object with the keys of a config tells that it goes into a machine: texts go anywhere. */
  readonly byShape: boolean;
  /** It has come by such an object. */
  readonly inConfig: boolean;
  /** It stands in a `setup`. */
  readonly inSetup: boolean;
  /** A call that may make a machine of it, unless what it gives goes into a machine that is known. */
  readonly taker: Node | undefined;
  /** The first of the keys is what a module calls it: a change of another export does not change it. */
  readonly ofModule?: boolean;
}
interface Step extends Way {
  readonly node: Node;
}

/** A key that stands for the way from a machine to its config: `config`, `root.config`, `provide(...).config`. */
const MACHINE = "(machine)";
const isMachine = (keys: readonly string[]): boolean => keys.includes(MACHINE);
/** The keys where it is not known which of them are gone: all, but for what is in a machine. */
const unknownKeys = (keys: readonly string[]): readonly string[] =>
  isMachine(keys) ? keys.slice(keys.indexOf(MACHINE)) : [];

class Table {
  readonly machines: readonly Node[];
  private readonly tree: Tree;
  private readonly calls: ReadonlySet<Node>;
  private readonly known = new Map<Node, Uses>();
  private readonly imported = new Map<string, Uses>();

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

  ofImport(key: string, exit: Exit, places: readonly ImportPlace[]): Uses {
    let uses = this.imported.get(key);
    if (!uses) this.imported.set(key, (uses = new Search(this.tree, this.calls).fromImport(exit, places)));
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
  /** Calls that may make a machine, and whether what they are given looks like its config. */
  private readonly takers = new Map<Node, Step & { readonly isLikely: boolean }>();
  private readonly settled = new Set<Node>();
  private readonly exits: Exit[] = [];

  constructor(tree: Tree, machines: ReadonlySet<Node>) {
    this.tree = tree;
    this.machines = machines;
  }

  from(node: Node): Uses {
    // The call that makes a machine, beside its config, is that machine's alone.
    if (this.machines.has(node)) return { uses: [], exported: false, exits: [], writes: [] };
    this.open.push({
      node,
      keys: [],
      certain: true,
      isValue: true,
      byShape: IS_TEXT.test(node.type),
      inConfig: false,
      inSetup: false,
      taker: undefined,
    });
    return this.found();
  }

  fromImport(exit: Exit, places: readonly ImportPlace[]): Uses {
    for (const { kind, node, declaration, name } of places)
      for (const way of waysInto(exit, name))
        if (kind === "value") this.member(node, way);
        else this.named(node, declaration, way);
    return this.found();
  }

  private found(): Uses {
    for (let step = this.open.pop(); step && this.uses.length < MAX_USES_PER_SPAN; step = this.open.pop())
      this.climb(step);
    for (const [machine, { node: at, keys, inSetup }] of this.takers)
      if (!this.settled.has(machine))
        this.add({ at, machine, as: inSetup ? "setup" : kindOf(keys), keys, certain: false });
    const exported = this.exits.some((exit) => !isMachineExit(exit));
    return { uses: this.uses, exported, exits: this.exits, writes: this.writes };
  }

  /** Notes an export; what takes the code there is another call than those of this module. */
  private leave(name: string, at: Node, way: Way): void {
    this.exits.push({ name, at, way: { ...way, taker: undefined } });
  }

  /** Notes what is put into `module.exports`; says whether that is done here. */
  private leaveByCommonJs(filling: Node, way: Way, value: Node): boolean {
    const keys = exportsFilled(this.tree, filling);
    if (!keys) return false;
    const name = declaredName(this.tree, value) ?? child(filling, "left") ?? filling;
    this.leave(WHOLE_MODULE, name, { ...way, keys: [...keys, ...way.keys] });
    return true;
  }

  private add(use: Use): void {
    const isSame = ({ at, machine, keys }: Use) =>
      at === use.at && machine === use.machine && keys.join() === use.keys.join();
    if (!this.uses.some(isSame)) this.uses.push(use);
  }

  /** Goes up from an expression to the machine that takes it, or to what has a name. */
  private climb(step: Step): void {
    const { tree } = this;
    const { node } = step;
    let way: Way = step;
    let top = node;
    for (let at = node, parent = tree.parentOf(node); parent; at = parent, parent = tree.parentOf(parent)) {
      top = parent;
      const { type } = parent;
      if (this.machines.has(parent)) return this.arrive(node, parent, at, way);
      if (type === "ObjectProperty" && parent["value"] === at) {
        const key = keyName(parent) ?? "*";
        // What an object inherits is its own like what it spreads.
        if (key !== "__proto__") way = { ...way, keys: [key, ...way.keys] };
        if (CONFIG_KEYS.has(key)) way = { ...way, inConfig: true };
      } else if (type === "ArrayExpression") way = { ...way, keys: ["*", ...way.keys] };
      else if (type === "ObjectExpression") {
        if (!way.inConfig && hasConfigKeys(parent)) way = { ...way, inConfig: true };
        this.inThis(parent, way);
      } else if (type === "ForOfStatement" && parent["right"] === at) this.eachOf(parent, way);
      else if (type.endsWith("MemberExpression") && parent["object"] === at) {
        if (way.keys[0] === MACHINE) return this.ofMachine(parent, way);
        this.callbacks(parent, way, node);
      } else if (type === "VariableDeclarator" && parent["init"] === at)
        return this.named(child(parent, "id") as Node, parent, way);
      else if (type === "AssignmentPattern" && parent["right"] === at)
        // A default counts where nothing is given.
        this.named(child(parent, "left") as Node, parent, { ...way, certain: false });
      else if (type === "AssignmentExpression" && parent["right"] === at) this.assigned(parent, way, node);
      else if (IS_CALL.test(type) && parent["callee"] !== at) {
        // What is given back as it is, as by `Object.freeze`, stands for itself.
        if (passThrough(parent) === passThrough(at)) continue;
        if (givenBack(parent, tree.scopeAt(parent.start)) === at) continue;
        const given = this.given(parent, at, way, node);
        if (!given) return;
        way = given;
      } else if (IS_CALL.test(type)) this.called(parent, way, node);
      else if (type === "TSEnumMember") return this.enumMember(parent, way);
      else if (FUNCTION.test(type) || /^Class(?!Body)/.test(type)) {
        const keys = unknownKeys(way.keys);
        const isMember = /^(?:Object|Class)Method$|^ClassProperty$/.test(type);
        if (/^Class(?:Declaration|Expression)$/.test(type)) this.inThis(parent, way);
        way = { ...way, certain: false, keys: isMember ? [keyName(parent) ?? "*", ...keys] : keys };
        // What a function gives is often only shown.
        if (FUNCTION.test(type))
          way = { ...way, byShape: true, inConfig: way.inConfig || way.keys.includes("states") };
        if (!/^(?:Function|Class)Declaration$/.test(type)) continue;
        const id = child(parent, "id");
        if (!id && this.isExported(parent)) this.leave("default", parent, { ...way, keys });
        return id && this.named(id, parent, { ...way, keys });
      } else if (type === "TSExportAssignment") this.leave(WHOLE_MODULE, at, way);
      else if (type.startsWith("ExportDefault")) this.leave("default", at, way);
      else if (IS_NO_VALUE.test(type)) way = { ...way, isValue: false };
    }
    const { keys, certain } = way;
    if (!isMachine(keys)) this.add({ at: top, machine: undefined, as: "code", keys, certain });
  }

  /** A machine takes it; so does what takes the machine's config. */
  private arrive(at: Node, machine: Node, argument: Node, way: Way): void {
    const { keys, certain, taker } = way;
    // A machine that another one invokes has its config for itself.
    if (isMachine(keys)) return;
    const isConfig = nodesOf(machine["arguments"])[0] === argument;
    const as = isConfig ? kindOf(keys) : "setup";
    // A machine may well be an actor of another one.
    if (taker && !(this.takers.get(taker)?.isLikely && /^(?:actor|setup)$/.test(as))) this.settled.add(taker);
    this.add({ at, machine, as, keys, certain });
    if (isConfig) this.open.push({ ...way, node: machine, keys: [MACHINE, ...keys] });
  }

  /** `machine.config`, `machine["config"]`, `machine.root`, `machine.provide(...)`. */
  private ofMachine(member: Node, way: Way): void {
    const name = this.propertyName(member);
    const call = this.tree.parentOf(member);
    // What only reads a config is as good as what reads the machine.
    if (name === "config")
      this.open.push({ ...way, node: member, keys: way.keys.slice(1), byShape: true, inConfig: false });
    else if (name === "root") this.open.push({ ...way, node: member });
    else if (name === "provide" && call?.["callee"] === member) this.open.push({ ...way, node: call });
  }

  private propertyName(member: Node): string | undefined {
    const property = child(member, "property");
    return property && (member["computed"] === true ? textAt(this.tree, property) : nameOf(property));
  }

  /** Goes on from each place that says a name, or one of the names of a pattern. */
  private named(pattern: Node, declaration: Node, from: Way): void {
    const visits = (this.visits.get(pattern) ?? 0) + 1;
    this.visits.set(pattern, visits);
    const way = {
      ...from,
      keys: visits > MAX_VISITS_PER_NAME ? unknownKeys(from.keys) : from.keys,
      // What holds a part of a config under a name is one itself, as a state in a const.
      byShape: from.byShape && !from.inConfig,
      inConfig: false,
    };
    const { keys } = way;
    if (pattern.type === "ObjectPattern") {
      for (const part of nodesOf(pattern["properties"])) {
        const inner = child(part, part.type === "RestElement" ? "argument" : "value");
        const key = part.type === "RestElement" ? undefined : keyName(part);
        if (!inner) continue;
        const target = inner.type === "AssignmentPattern" ? (child(inner, "left") as Node) : inner;
        if (key === undefined) this.named(target, declaration, way);
        else if (keys[0] === MACHINE) {
          if (key === "root") this.named(target, declaration, way);
          if (key === "config")
            this.named(target, declaration, { ...way, keys: keys.slice(1), byShape: true, inConfig: false });
        } else if (keys.length === 0 || keys[0] === "*" || keys[0] === key)
          this.named(target, declaration, { ...way, keys: keys.slice(1), ofModule: false });
      }
      return;
    }
    if (pattern.type === "ArrayPattern") {
      for (const part of nodesOf(pattern["elements"])) {
        const isRest = part.type === "RestElement";
        const inner = child(part, isRest ? "argument" : "left") ?? part;
        this.named(inner, declaration, { ...way, keys: isRest ? keys : keys.slice(1), certain: false });
      }
      return;
    }
    const name = nameOf(pattern);
    const { tree } = this;
    const id = `${name} ${pattern.start} ${keys.join(".")} ${way.taker?.start ?? ""} ${way.byShape}`;
    if (name === "" || this.visited.has(id)) return;
    this.visited.add(id);
    const space = namespaceOf(tree, declaration);
    if (space) this.inNamespace(space, name, way);
    else if (this.isExported(declaration)) this.leave(this.exportName(declaration, name), pattern, way);
    const bindings = bindingsOf(tree, pattern, declaration);
    for (const identifier of bindings.length > 0 ? identifiersNamed(tree, name) : []) {
      const meant = lookup(tree.scopeAt(identifier.start), name);
      if (identifier === pattern || !meant || !bindings.includes(meant)) continue;
      if (declaration["id"] === identifier || isParameter(tree, identifier)) continue;
      const parent = tree.parentOf(identifier);
      if (parent?.type === "ExportSpecifier") {
        const exported = child(parent, "exported");
        this.leave(nameOf(exported) || (stringOf(exported) ?? ""), pattern, way);
      } else if (parent?.type === "ExportDefaultDeclaration") this.leave("default", pattern, way);
      else this.member(identifier, way);
    }
  }

  /** Follows the keys behind a name as far as they are those of the code whose uses are searched for. */
  private member(name: Node, from: Way): void {
    const { tree } = this;
    const way = { ...from, ofModule: false };
    let at = outermost(tree, name);
    let { keys, byShape } = way;
    for (;;) {
      const parent = tree.parentOf(at);
      const write = parent && writeOf(tree, parent, at);
      if (write) {
        if (!isMachine(keys)) this.writes.push(write);
        return;
      }
      if (parent?.type === "AwaitExpression") {
        at = outermost(tree, parent);
        continue;
      }
      if (parent?.type === "TSImportEqualsDeclaration")
        return this.named(child(parent, "id") as Node, parent, { ...way, keys, byShape });
      if (parent?.type === "TSQualifiedName" && parent["left"] === at) {
        const key = nameOf(parent["right"]);
        if (keys[0] !== undefined && keys[0] !== "*" && keys[0] !== key) return;
        byShape ||= keys.length === 0;
        keys = keys.slice(1);
        at = parent;
        continue;
      }
      if (!parent?.type.endsWith("MemberExpression") || parent["object"] !== at) break;
      if (keys[0] === MACHINE) return this.ofMachine(parent, { ...way, keys });
      const propertyKey = this.propertyName(parent);
      const call = tree.parentOf(parent);
      // A method of a list or of an object gives all of it.
      if (!call?.type.endsWith("CallExpression") || call["callee"] !== parent) {
        const key = keys[0];
        if (key !== undefined && key !== "*" && propertyKey !== undefined && propertyKey !== key) {
          const isOfModule = from.ofModule === true && keys === from.keys;
          if (!isOfModule && writeWithin(tree, parent)) this.writes.push(parent);
          return;
        }
        byShape ||= key === undefined;
        keys = keys.slice(1);
      } else {
        keys = unknownKeys(keys);
        this.callbacks(parent, { ...way, byShape }, name);
      }
      at = outermost(tree, parent);
    }
    const holder = tree.parentOf(at);
    if (holder?.type === "VariableDeclarator" && keys === from.keys)
      return this.named(child(holder, "id") as Node, holder, { ...from, byShape });
    if (isHidden(tree, at, keys[0])) return;
    this.open.push({ ...way, node: at, keys, byShape });
  }

  /** What a namespace exports is a member of it, and has its name in all the blocks of that. */
  private inNamespace(space: Node, name: string, way: Way): void {
    const { tree } = this;
    const id = child(space, "id") as Node;
    this.named(id, space, { ...way, keys: [name, ...way.keys] });
    for (const identifier of identifiersNamed(tree, name))
      if (!lookup(tree.scopeAt(identifier.start), name) && isInNamespace(tree, identifier, nameOf(id)))
        this.member(identifier, way);
  }

  /** Goes on where the methods of an object or class say `this` or `super`. */
  private inThis(holder: Node, way: Way): void {
    for (const self of thisWithin(this.tree, holder)) {
      const id = `this ${self.start} ${way.keys.join(".")} ${way.taker?.start ?? ""}`;
      if (this.visited.has(id)) continue;
      this.visited.add(id);
      this.member(self, { ...way, certain: false });
    }
  }

  private assigned(assignment: Node, way: Way, value: Node): void {
    if (this.leaveByCommonJs(assignment, way, value)) return;
    const left = unwrap(child(assignment, "left") as Node);
    const head = headOf(left);
    const keys = unknownKeys(way.keys);
    if (head) return this.named(head, assignment, { ...way, keys, certain: false });
    const self = thisOf(left);
    const holder = self && holderOfThis(this.tree, self);
    if (!holder) return;
    this.inThis(holder, { ...way, keys });
    const id = child(holder, "id");
    if (id) this.named(id, holder, { ...way, keys, certain: false });
  }

  /**
   * An argument of a call goes to a parameter of the function, where that is known. Gives the way of what the call gives back; undefined
   * where none of it is in that.
   */
  private given(call: Node, argument: Node, way: Way, at: Node): Way | undefined {
    const { tree } = this;
    const keys = unknownKeys(way.keys);
    const callee = unwrap(child(call, "callee") as Node);
    const filled = filledBy(call, argument);
    if (filled) this.leaveByCommonJs(call, way, at);
    const head = filled && headOf(filled);
    if (head) this.named(head, call, { ...way, keys, certain: false });
    if (
      !isMachine(keys) &&
      callee.type.endsWith("MemberExpression") &&
      this.propertyName(callee) === "provide"
    ) {
      const machine = providedMachine(tree, child(callee, "object") as Node, this.machines);
      this.add({ at, machine: machine ?? call, as: "setup", keys: way.keys, certain: false });
      return undefined;
    }
    const called = calledBy(tree, callee);
    if (called.kind === "function") this.parameter(call, argument, called.node, way);
    // What takes a machine is not known to take anything of its config.
    if (isMachine(keys)) return undefined;
    const next = { ...way, keys, certain: false };
    if (called.kind === "plain") {
      if (called.gives === "texts") return { ...next, byShape: true, inConfig: false };
      return called.gives === "nothing"
        ? { ...next, isValue: false }
        : { ...next, inSetup: way.inSetup || called.gives === "setup" };
    }
    return called.kind === "function" ? next : this.taken(call, called.kind === "maker", next, at);
  }

  /** Notes that a call may make a machine of what it is given. */
  private taken(call: Node, isMaker: boolean, way: Way, node: Node): Way {
    const isMeant = way.isValue && (isMaker || way.inConfig || !way.byShape);
    // Where a machine is certainly made, a call on the way there has only given what that is made of.
    if (!isMeant || (way.taker && !isMaker)) return way;
    if (way.taker) this.settled.add(way.taker);
    const isLikely = isMaker || way.inConfig || way.keys.includes("states");
    if (!this.takers.has(call)) this.takers.set(call, { ...way, node, isLikely });
    return { ...way, taker: call };
  }

  /** What it is in is called: a setup makes a machine that way. */
  private called(call: Node, way: Way, node: Node): void {
    if (isMachine(way.keys)) return;
    const callee = unwrap(child(call, "callee") as Node);
    const name = callee.type.endsWith("MemberExpression") ? this.propertyName(callee) : undefined;
    const isMaker =
      name === "createMachine" || (way.inSetup && !(name !== undefined && OF_XSTATE.test(name)));
    if (isMaker) this.taken(call, true, way, node);
  }

  private parameter(call: Node, argument: Node, called: Node, way: Way): void {
    const given = { ...way, certain: false };
    const fn = called.type.startsWith("Class") ? constructorOf(called) : called;
    const place = nodesOf(call["arguments"]).indexOf(argument);
    const params = nodesOf(fn?.["params"]).filter((param) => nameOf(param) !== "this");
    const param = params[place] ?? params.at(-1);
    if (!fn || !param) return;
    const inner = param.type === "TSParameterProperty" ? (child(param, "parameter") as Node) : param;
    const pattern = inner.type === "AssignmentPattern" ? (child(inner, "left") as Node) : inner;
    if (pattern.type === "RestElement")
      this.named(child(pattern, "argument") as Node, fn, { ...given, keys: ["*", ...way.keys] });
    else this.named(pattern, fn, given);
    if (inner !== param) this.inThis(called, { ...way, keys: [nameOf(pattern), ...way.keys] });
  }

  /** `for (const one of list)`: the name stands for each of them. */
  private eachOf(loop: Node, way: Way): void {
    for (const declarator of nodesOf(child(loop, "left")?.["declarations"]))
      this.named(child(declarator, "id") as Node, declarator, {
        ...way,
        keys: unknownKeys(way.keys),
        certain: false,
      });
  }

  /** `list.map((one) => ...)`: a function that a method is given may be given what the method is of. */
  private callbacks(method: Node, from: Way, node: Node): void {
    const call = this.tree.parentOf(method);
    if (!call?.type.endsWith("CallExpression") || call["callee"] !== method) return;
    const way = { ...from, keys: unknownKeys(from.keys), certain: false };
    const callsBack = CALLS_BACK.test(this.propertyName(method) ?? "");
    for (const argument of nodesOf(call["arguments"])) {
      const fn = unwrap(argument);
      // What a setup gives a function is no code of the setup.
      const isCalled = callsBack || (FUNCTION.test(fn.type) && !from.inSetup);
      const called = isCalled ? calledBy(this.tree, fn) : undefined;
      if (called?.kind === "function")
        for (const param of nodesOf(called.node["params"]))
          this.named(
            param.type === "AssignmentPattern" ? (child(param, "left") as Node) : param,
            called.node,
            way,
          );
      else if (called && called.kind !== "plain" && !isMachine(way.keys) && isName(fn))
        this.taken(call, called.kind === "maker", way, node);
    }
  }

  private enumMember(member: Node, way: Way): void {
    const { tree } = this;
    const outer = tree.parentOf(member);
    const node = outer?.type === "TSEnumBody" ? tree.parentOf(outer) : outer;
    const name = child(member, "id");
    const key = String(name?.["name"] ?? name?.["value"]);
    if (node) this.named(child(node, "id") as Node, node, { ...way, keys: [key, ...way.keys] });
  }

  private isExported(declaration: Node): boolean {
    return this.exportAround(declaration) !== undefined;
  }

  private exportName(declaration: Node, name: string): string {
    return this.exportAround(declaration)?.type === "ExportDefaultDeclaration" ? "default" : name;
  }

  private exportAround(declaration: Node): Node | undefined {
    const around = declaration.type === "VariableDeclarator" ? this.tree.parentOf(declaration) : declaration;
    const outer = around && this.tree.parentOf(around);
    return outer?.type.startsWith("Export") ? outer : undefined;
  }
}

const IS_TEXT = /^(?:StringLiteral|TemplateLiteral|TemplateElement|NumericLiteral)$/;
const IS_CALL = /^(?:(?:Optional)?Call|New)Expression$/;
/** Of what stands in these nothing is left but what is done. */
const IS_NO_VALUE =
  /^(?:(?:Expression|If|While|Switch|Throw)Statement|(?:Binary|Unary)Expression|TemplateLiteral)$/;
const CALLS_BACK = /^(?:map|flatMap|forEach|filter|find|some|every|reduce|reduceRight|then)$/;
const isName = (node: Node): boolean => node.type === "Identifier" || node.type.endsWith("MemberExpression");
