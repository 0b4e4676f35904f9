import { child, isNode, nameOf, nodesOf, unwrap, type Located, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";
import {
  lookup,
  MAX_CONST_HOPS,
  textAround,
  type Binding,
  type ImportBinding,
  type Scope,
} from "#core/syntax/scope.ts";
import { FUNCTION, scopeOf } from "#core/syntax/scopeOf.ts";
import { sourceOf } from "#core/syntax/source.ts";
import type { TextEdit } from "#core/text/textEdit.ts";
import { ofLastText } from "#core/text/ofLastText.ts";

/**
 * Whether a const of a module, or a static property of a class, is changed after it was made: `config.states.a = {}`, `list.push(x)`,
 * `Object.assign(config, more)`, or by a second name, or in a function that it is given to. What is written where it is declared is then half
 * of what it holds, and says nothing.
 * @param text of the module
 * @param value as it is written where it is declared
 */
export function isChangedLater(text: string, value: Located): boolean {
  // Few modules have such words; the tree is asked for those that do.
  return changedWords(text).size > 0 && changesIn(text).starts.has(value.start ?? -1);
}

/**
 * The same of what is imported: whether the file that imports it, or one that it comes through, changes it.
 * @param value as it is written in the file that declares it
 */
export function isChangedByImporter(binding: Binding | undefined, value: Located): boolean {
  let at = binding;
  for (let i = 0; at?.kind === "import" && i <= MAX_CONST_HOPS; i++) {
    const text = textAround(at.scope) ?? "";
    const changed = changedWords(text).size > 0 ? changesIn(text).imports.get(importKey(at)) : undefined;
    if (changed === "written" || (changed === "given" && isLiteral(unwrap(value as Node)))) return true;
    at = at.scope.module?.imported(at.from, at.name);
  }
  return false;
}

const importKey = ({ from, name }: ImportBinding): string => `${from} ${name}`;
const isLiteral = ({ type }: Node): boolean => /^(?:Object|Array)Expression$/.test(type);

const CHANGES = "push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin";
const CHANGING_CALL = new RegExp(`^(?:${CHANGES})$`);
const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;
const MEMBER = String.raw`(?:\s*[!?]?\.\s*${NAME}|\s*\.?\[[^\]]*\])`;
/** The end of what is assigned to or filled, and the beginning of what `Object.assign` and `delete` are given. */
const END = new RegExp(
  `(?:\\.\\s*(?:${CHANGES})\\s*\\(|(?:\\.\\s*${NAME}|\\])\\s*(?:[-+*/%&|^?<>]{0,3}=(?![=>])|\\+\\+|--))|(?:\\b(?:Object|Reflect)\\s*\\.\\s*(?:assign|define\\w+|set\\w*|delete\\w+)\\s*\\(|\\bdelete\\s)[\\s(]*(${NAME})`,
  "gu",
);
/** The name at the head of members, where these end. */
const HEAD = new RegExp(`(${NAME})(?:\\s+as\\s+[^()]*\\))?${MEMBER}*\\s*$`, "u");
/** As `NAME` and `MEMBER`, as long as people write them: what is searched for in a whole module may not run over a long part again. */
const SHORT_NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]{0,100}`;
const SPACE = String.raw`\s{0,100}`;
const SHORT_MEMBER = `(?:${SPACE}[!?]?\\.${SPACE}${SHORT_NAME}|${SPACE}\\.?\\[[^\\]]{0,100}\\])`;
const TYPE_ARGUMENTS = String.raw`(?:<[^<>()]{0,100}>)?`;
/** What is called, and a name that it is given alone: of calls that may change what they are given. */
const GIVEN = new RegExp(
  `(?<callee>${SHORT_NAME}|[)\\](,])${SPACE}${TYPE_ARGUMENTS}\\(${SPACE}(?<first>${SHORT_NAME})(?=${SHORT_MEMBER}{0,8}${SPACE}(?:[,)]|as\\b|!))|,${SPACE}(?<later>${SHORT_NAME})${SHORT_MEMBER}{0,8}${SPACE}(?=,?${SPACE}\\))`,
  "gu",
);
/** A call that is given an object or list which is written in it. */
const LITERAL_GIVEN = new RegExp(
  `(${SHORT_NAME})${SPACE}${TYPE_ARGUMENTS}\\(${SPACE}[{[]${SPACE}(?:\\.\\.\\.|${SHORT_NAME}${SPACE}[,:}\\]])`,
  "gu",
);
/** How many characters before an assignment are searched for the head of its member chain; nobody writes longer ones. */
const MAX_MEMBER_CHAIN_CHARACTERS = 160;

/** What reads what it is given and changes nothing of it: functions of XState and of the language, by their last name. */
const READERS: ReadonlySet<string> = new Set(
  `createMachine Machine setup provide extend createActor interpret useMachine useActor useActorRef createBrowserInspector assign raise
  sendTo emit log cancel enqueueActions spawnChild stopChild and or not stateIn fromPromise fromCallback fromObservable fromTransition
  fromEventObservable createEmptyActor withConfig withContext matchesState toDirectedGraph getShortestPaths getSimplePaths
  structuredClone String Number Boolean BigInt Symbol isNaN isFinite parseInt parseFloat stringify isArray
  includes indexOf lastIndexOf has get join test match startsWith endsWith hasOwn hasOwnProperty
  send start subscribe transition initialTransition getNextSnapshot getInitialSnapshot resolveState matches can
  ok equal deepEqual deepStrictEqual strictEqual assert info warn error debug trace waitFor
  if for while switch catch return typeof import require expect`.split(/\s+/),
);

const changedWords = ofLastText<ReadonlySet<string>>((text) => wordsIn(text));

/** Words in a stretch of code that may be names of consts that are changed. */
function wordsIn(code: string): Set<string> {
  const words = new Set<string>();
  for (const { 0: end, 1: given, index } of code.matchAll(END)) {
    const to = index + (end.startsWith("]") ? 1 : 0);
    const head = given ?? HEAD.exec(code.slice(Math.max(0, to - MAX_MEMBER_CHAIN_CHARACTERS), to))?.[1];
    words.add(head ?? ")");
  }
  for (const { 1: callee = "" } of code.matchAll(LITERAL_GIVEN)) if (!READERS.has(callee)) words.add(callee);
  for (const { groups = {} } of code.matchAll(GIVEN)) {
    const { callee, first, later } = groups;
    const name = callee === undefined || READERS.has(callee) ? later : first;
    if (name !== undefined) words.add(name);
  }
  return words;
}

/** Whether an edit may have begun or ceased to change a const. */
export function mayChangeOthers(before: string, after: string, { from, to, insert }: TextEdit): boolean {
  const near = (text: string, end: number) =>
    wordsIn(text.slice(Math.max(0, from - MAX_MEMBER_CHAIN_CHARACTERS), end + MAX_MEMBER_CHAIN_CHARACTERS));
  const [was, is] = [near(before, to), near(after, from + insert.length)];
  return was.size !== is.size || [...was].some((word) => !is.has(word));
}

const MAX_TEXTS = 8;
const knownChanges = new Map<string, Changed>();

interface Changed {
  /** Where the values of changed consts and static properties begin. */
  readonly starts: ReadonlySet<number>;
  /** What is imported and changed: by code that is seen, or only given to code that is not. */
  readonly imports: ReadonlyMap<string, "written" | "given">;
}

function changesIn(text: string): Changed {
  let changed = knownChanges.get(text);
  if (!changed) {
    const program = sourceOf(text).parsed.tree?.program as unknown as Node | undefined;
    changed = program ? new Changes(program).changed() : { starts: new Set(), imports: new Map() };
    if (knownChanges.size >= MAX_TEXTS) knownChanges.delete(knownChanges.keys().next().value ?? "");
    knownChanges.set(text, changed);
  }
  return changed;
}

/**
 * What holds a value: a name, or what has none, by the node that makes it: an object or list that is written, what a function gives, a class
 * with its static members, an object of a class by the body of that.
 */
type Holder = Binding | Node;

/** A value as a part of what something holds, so many members deep; `fresh` is a new list or object of the parts of that. */
interface Part {
  readonly of: Holder;
  readonly depth: number;
  readonly fresh: boolean;
}

/** Where a holder is changed at a depth of `least` or more, another one is changed `add` deeper. */
interface Link {
  readonly of: Holder;
  readonly least: number;
  readonly add: number;
}

/** How deep a holder is changed by code that is seen, and by code that is not. */
type Depths = Map<Holder, number>;

const MAX_DEPTH = 50;
const WRAPPER =
  /^(?:TSAsExpression|TSSatisfiesExpression|TSNonNullExpression|TSTypeAssertion|ParenthesizedExpression|ChainExpression|AwaitExpression|LogicalExpression|ConditionalExpression|TSInstantiationExpression)$/;
const IS_CLASS = /^Class(?:Declaration|Expression)$/;
const IS_PROPERTY = /^Class(?:Accessor)?Property$/;
const CALL = /^(?:Optional)?CallExpression$|^NewExpression$/;
const TYPES: ReadonlySet<string> = new Set([
  "typeAnnotation",
  "typeParameters",
  "returnType",
  "typeArguments",
  "superTypeArguments",
]);

/** Methods that give one of the things that a list holds, or some of them in a new list; of others nothing is known. */
const GIVES_ONE = /^(?:at|find|findLast|pop|shift|get)$/;
const GIVES_SOME =
  /^(?:filter|slice|concat|flat|flatMap|map|toSorted|toReversed|toSpliced|with|values|entries)$/;
const STORES = /^(?:push|unshift|splice|fill|add|set|append|concat|with)$/;

/** Follows all objects and lists of a module through the names, members, calls and lists by which they can be changed. */
class Changes {
  readonly #parents = new Map<Node, Node>();
  readonly #bindings = new Map<Node, Binding>();
  readonly #sources: [node: Node, holder: Holder][] = [];
  readonly #consts: Extract<Binding, { kind: "const" }>[] = [];
  readonly #imports: ImportBinding[] = [];
  readonly #statics: Node[] = [];
  /** Classes by the names that they have in their own code. */
  readonly #ownNames = new Map<Binding, Node>();
  readonly #links = new Map<Holder, Link[]>();
  readonly #written: Depths = new Map();
  readonly #given: Depths = new Map();

  constructor(program: Node) {
    this.#visit(program);
    for (const [node, holder] of this.#sources) this.#climb(node, { of: holder, depth: 0, fresh: false });
  }

  changed(): Changed {
    this.#spread(this.#written);
    this.#spread(this.#given);
    const starts = new Set<number>();
    for (const binding of this.#consts)
      if (this.#isChanged(binding, binding.init as unknown as Node)) starts.add(binding.init.start ?? -1);
    for (const property of this.#statics) {
      const value = child(property, "value") as Node;
      if (this.#isChanged(property, value)) starts.add(value.start);
    }
    const imports = new Map<string, "written" | "given">();
    for (const binding of this.#imports)
      if (this.#written.has(binding)) imports.set(importKey(binding), "written");
      else if (this.#given.has(binding) && !imports.has(importKey(binding)))
        imports.set(importKey(binding), "given");
    return { starts, imports };
  }

  /** Whether what has a name is changed, or the value that it is declared with. */
  #isChanged(holder: Holder, value: Node): boolean {
    const inner = unwrap(value);
    if (this.#written.has(holder) || this.#written.has(inner)) return true;
    return isLiteral(inner) && (this.#given.has(holder) || this.#given.has(inner));
  }

  /** Takes changes along the links, until there are no more. */
  #spread(depths: Depths): void {
    const open = [...depths.keys()];
    for (let holder = open.pop(); holder; holder = open.pop()) {
      const depth = depths.get(holder) ?? 0;
      for (const { of, least, add } of this.#links.get(holder) ?? [])
        if (depth >= least && note(depths, of, depth + add)) open.push(of);
    }
  }

  #visit(program: Node): void {
    const open: { node: Node; outer: Scope }[] = [
      { node: program, outer: { names: new Map(), outer: undefined } },
    ];
    const known = new Set<Binding>();
    const calls: Node[] = [];
    for (let top = open.pop(); top; top = open.pop()) {
      const { node, outer } = top;
      const scope = scopeOf(node, outer);
      if (scope !== outer)
        for (const binding of scope.names.values())
          if ((binding.kind === "const" || binding.kind === "import") && !known.has(binding)) {
            known.add(binding);
            if (binding.kind === "const") this.#consts.push(binding);
            else this.#imports.push(binding);
          }
      if (node.type === "Identifier") {
        const binding = lookup(outer, nameOf(node));
        if (binding) this.#bindings.set(node, binding);
        const made = binding && this.#classNamed(binding);
        if (made) this.#sources.push([node, made]);
        else if (binding && /^(?:const|import|unknown)$/.test(binding.kind))
          this.#sources.push([node, binding]);
      } else if (IS_CLASS.test(node.type)) {
        const own = scope === outer ? undefined : scope.names.get(nameOf(child(node, "id")));
        if (own) this.#ownNames.set(own, node);
        this.#sources.push([node, node]);
      } else if (IS_PROPERTY.test(node.type) && node["static"] === true && child(node, "value")) {
        this.#statics.push(node);
        // A class that is assigned to by another name may have another value there.
        this.#addLink(this.#ownerOf(node), { of: node, least: 0, add: -1 });
      } else if (/^(?:Object|Array)Expression$/.test(node.type)) this.#sources.push([node, node]);
      else if (node.type === "ThisExpression" || node.type === "Super") {
        const holder = this.#holderOfThis(node);
        if (holder) this.#sources.push([node, holder]);
      } else if (CALL.test(node.type)) calls.push(node);
      for (const field in node) {
        if (field === "loc" || field === "extra" || field === "errors" || TYPES.has(field)) continue;
        const isName = (field === "property" || field === "key") && node["computed"] !== true;
        const part = node[field];
        for (const one of Array.isArray(part) ? part : [part])
          if (isNode(one) && !isName) {
            this.#parents.set(one, node);
            open.push({ node: one, outer: scope });
          }
      }
    }
    for (const call of calls) {
      const made = this.#functionOf(child(call, "callee"));
      if (made) this.#sources.push([call, IS_CLASS.test(made.type) ? (child(made, "body") as Node) : made]);
    }
  }

  /** The object in whose method `this` stands, or the class or the object of one. */
  #holderOfThis(node: Node): Node | undefined {
    for (let at = this.#parents.get(node); at; at = this.#parents.get(at)) {
      if (this.#parents.get(at)?.type === "ClassBody") return this.#ownerOf(at);
      if (!FUNCTION.test(at.type) || at.type === "ArrowFunctionExpression") continue;
      const property = at.type.endsWith("Method") ? at : this.#parents.get(at);
      const owner = property && this.#parents.get(property);
      return owner?.type === "ObjectExpression" ? owner : property && this.#ownerOf(property);
    }
    return undefined;
  }

  /** What has a member of a class: the class itself, or an object of it. */
  #ownerOf(member: Node): Node | undefined {
    const body = this.#parents.get(member);
    if (body?.type !== "ClassBody") return undefined;
    const isStatic = member["static"] === true || member.type === "StaticBlock";
    return isStatic ? this.#parents.get(body) : body;
  }

  /** The class that a name stands for: around it, or in its own code. */
  #classNamed(binding: Binding): Node | undefined {
    if (binding.kind !== "function") return this.#ownNames.get(binding);
    return IS_CLASS.test(binding.declaration.type) ? binding.declaration : undefined;
  }

  /** The static property of a class that a member names. */
  #staticOf(holder: Holder, member: Node): Node | undefined {
    if (!isNode(holder) || !IS_CLASS.test(holder.type) || member["computed"] === true) return undefined;
    const name = nameOf(child(member, "property"));
    return this.#membersOf(holder).find(
      (one) => IS_PROPERTY.test(one.type) && one["static"] === true && keyName(one) === name,
    );
  }

  #membersOf(made: Node): Node[] {
    return nodesOf(child(made, "body")?.["body"]);
  }

  /** The function or class of this module that an expression names or is. */
  #functionOf(callee: Node | undefined): Node | undefined {
    const node = callee && unwrap(callee);
    if (!node) return undefined;
    if (FUNCTION.test(node.type) || node.type.startsWith("Class")) return node;
    if (node.type.endsWith("MemberExpression")) {
      const object = unwrap(child(node, "object") as Node);
      const binding = this.#bindings.get(object);
      const name = nameOf(child(node, "property"));
      const holder = this.#functionOf(object);
      if (holder && IS_CLASS.test(holder.type))
        return this.#membersOf(holder).find(
          (one) => one.type === "ClassMethod" && one["static"] === true && keyName(one) === name,
        );
      const init = binding?.kind === "const" ? unwrap(binding.init as unknown as Node) : undefined;
      const property =
        init?.type === "ObjectExpression"
          ? nodesOf(init["properties"]).find((one) => keyName(one) === name)
          : undefined;
      const made = property?.type === "ObjectMethod" ? property : property && child(property, "value");
      return made && FUNCTION.test(unwrap(made).type) ? unwrap(made) : undefined;
    }
    const binding = this.#bindings.get(node);
    if (binding?.kind === "function") return binding.declaration;
    const init = binding?.kind === "const" ? unwrap(binding.init as unknown as Node) : undefined;
    return init && (FUNCTION.test(init.type) || init.type === "ClassExpression") ? init : undefined;
  }

  #link(to: Holder | undefined, { of, depth, fresh }: Part, nesting = 0): void {
    if (!to || to === of) return;
    this.#addLink(to, { of, least: nesting + (fresh ? 1 : 0), add: depth - nesting });
  }

  #addLink(to: Holder | undefined, link: Link): void {
    const links = to && this.#links.get(to);
    if (links) links.push(link);
    else if (to) this.#links.set(to, [link]);
  }

  #bind(pattern: Node | undefined, part: Part): void {
    if (!pattern) return;
    const inner = { ...part, depth: part.depth + 1, fresh: false };
    switch (pattern.type) {
      case "Identifier":
        return this.#link(this.#bindings.get(pattern), part);
      case "AssignmentPattern":
        return this.#bind(child(pattern, "left"), part);
      case "TSParameterProperty": {
        const made = this.#parents.get(pattern);
        this.#link(made && this.#ownerOf(made), part, 1);
        return this.#bind(child(pattern, "parameter"), part);
      }
      case "RestElement":
        return this.#bind(child(pattern, "argument"), { ...part, fresh: true });
      case "ObjectPattern":
        for (const one of nodesOf(pattern["properties"]))
          if (one.type === "RestElement") this.#bind(one, part);
          else this.#bind(child(one, "value"), inner);
        return;
      case "ArrayPattern":
        for (const one of nodesOf(pattern["elements"]))
          this.#bind(one, one.type === "RestElement" ? part : inner);
    }
  }

  /** Goes up from an expression to what is done with its value. */
  #climb(node: Node, from: Part): void {
    let part = from;
    for (let at = node, up = this.#parents.get(at); up; at = up, up = this.#parents.get(at)) {
      const { type } = up;
      if (WRAPPER.test(type)) {
        if (up["test"] === at) return;
      } else if (type.endsWith("MemberExpression") && up["object"] === at) {
        const call = this.#parents.get(up);
        if (call && CALL.test(call.type) && call["callee"] === up) {
          const next = this.#method(call, nameOf(child(up, "property")), part);
          if (!next) return;
          part = next;
          up = call;
        } else {
          const property = part.depth === 0 && !part.fresh ? this.#staticOf(part.of, up) : undefined;
          if (this.#isAssigned(up))
            return property ? void note(this.#written, property, -1) : this.#change(part);
          part = property ? whole(property) : { ...part, depth: part.depth + 1, fresh: false };
        }
      } else if (CALL.test(type) && up["callee"] !== at) {
        const next = this.#handed(up, at, part);
        if (!next) return;
        part = next;
      } else return this.#put(up, at, part);
    }
  }

  /** Notes where a value goes that is no part of a longer expression. */
  #put(up: Node, at: Node, part: Part): void {
    const owner = this.#parents.get(up);
    switch (up.type) {
      case "ObjectProperty":
        return owner?.type === "ObjectExpression" ? this.#link(owner, part, 1) : undefined;
      case "ArrayExpression":
        return this.#link(up, part, 1);
      case "SpreadElement":
        if (owner && CALL.test(owner.type))
          return void this.#handed(owner, up, { ...part, depth: part.depth + 1, fresh: false });
        return this.#link(owner, { ...part, fresh: true });
      case "VariableDeclarator":
        return up["init"] === at ? this.#bind(child(up, "id"), part) : undefined;
      case "AssignmentPattern":
        return up["right"] === at ? this.#bind(child(up, "left"), part) : undefined;
      case "AssignmentExpression":
        return up["right"] === at ? this.#store(child(up, "left") as Node, part) : undefined;
      case "ForOfStatement": {
        const left = up["right"] === at ? child(up, "left") : undefined;
        const [declared] = nodesOf(left?.["declarations"]);
        return this.#bind(declared ? child(declared, "id") : left, {
          ...part,
          depth: part.depth + 1,
          fresh: false,
        });
      }
      case "ReturnStatement":
        for (let fn = owner; fn; fn = this.#parents.get(fn))
          if (FUNCTION.test(fn.type)) return this.#link(fn, part);
        return;
      case "ArrowFunctionExpression":
        return up["body"] === at ? this.#link(up, part) : undefined;
      case "ClassProperty":
      case "ClassPrivateProperty":
      case "ClassAccessorProperty":
        if (up["value"] !== at) return;
        return up["static"] === true ? this.#link(up, part) : this.#link(this.#ownerOf(up), part, 1);
      case "ClassDeclaration":
      case "ClassExpression":
        if (up["superClass"] === at) this.#inherit(up, at, part);
    }
  }

  /** What a class and its objects have of another one is changed with them. */
  #inherit(made: Node, base: Node, part: Part): void {
    this.#link(made, part);
    const body = child(this.#functionOf(base) ?? base, "body");
    if (body) this.#link(child(made, "body"), whole(body));
  }

  /** `name = value`, `object.member = value`. */
  #store(target: Node, part: Part): void {
    let at = unwrap(target);
    let nesting = 0;
    for (; at.type.endsWith("MemberExpression"); nesting++) at = unwrap(child(at, "object") as Node);
    if (nesting === 0) return this.#bind(at, part);
    this.#link(at.type === "ThisExpression" ? this.#holderOfThis(at) : this.#bindings.get(at), part, nesting);
  }

  #isAssigned(member: Node): boolean {
    let at = member;
    let up = this.#parents.get(at);
    for (; up && WRAPPER.test(up.type); at = up, up = this.#parents.get(at));
    if (up?.type === "AssignmentExpression") return up["left"] === at;
    return up?.type === "UpdateExpression" || (up?.type === "UnaryExpression" && up["operator"] === "delete");
  }

  #change({ of, depth, fresh }: Part): void {
    if (!fresh) note(this.#written, of, depth);
  }

  /** What a method of a value does to it, and which part of it the call gives. */
  #method(call: Node, name: string, part: Part): Part | undefined {
    if (CHANGING_CALL.test(name)) this.#change(part);
    const item = { ...part, depth: part.depth + 1, fresh: false };
    for (const argument of nodesOf(call["arguments"]))
      for (const param of nodesOf(this.#functionOf(argument)?.["params"])) this.#bind(param, item);
    if (GIVES_ONE.test(name)) return item;
    return GIVES_SOME.test(name) ? { ...part, fresh: true } : undefined;
  }

  /** What a call does with what it is given, and which part of it the call gives. */
  #handed(call: Node, argument: Node, part: Part): Part | undefined {
    const callee = unwrap(child(call, "callee") as Node);
    const place = nodesOf(call["arguments"]).indexOf(argument);
    const isMember = callee.type.endsWith("MemberExpression");
    const name = nameOf(isMember ? child(callee, "property") : callee);
    const object = isMember ? unwrap(child(callee, "object") as Node) : undefined;
    const owner = object?.type === "Identifier" && !this.#bindings.has(object) ? nameOf(object) : "";
    if (owner === "Object" || owner === "Reflect") {
      if (/^(?:freeze|seal|preventExtensions)$/.test(name)) return part;
      if (/^(?:values|entries|fromEntries)$/.test(name)) return { ...part, fresh: true };
      if (name === "assign" && place > 0) {
        this.#storeIn(nodesOf(call["arguments"])[0], { ...part, fresh: true });
        return { ...part, fresh: true };
      }
      if (place === 0 && /^(?:assign|define|set|delete)/.test(name)) this.#change(part);
      return name === "assign" ? part : undefined;
    }
    if (owner === "Array" && name === "from") return { ...part, fresh: true };
    if (/^(?:Array|Math|JSON|console|Promise)$/.test(owner)) return undefined;
    const made = this.#functionOf(callee);
    if (made) {
      const maker = made.type.startsWith("Class") ? constructorOf(made) : made;
      const params = nodesOf(maker?.["params"]).filter((param) => nameOf(param) !== "this");
      const param = params[place] ?? params.at(-1);
      // What the rest takes is a list of what is given.
      if (param?.type === "RestElement") {
        const rest = child(param, "argument");
        this.#link(rest && this.#bindings.get(rest), part, 1);
      } else if (params[place]) this.#bind(param, part);
      return undefined;
    }
    if (name === "createStateConfig" || name === "createAction") return part;
    if (READERS.has(name) || this.#isXState(object ?? callee)) return undefined;
    if (object && STORES.test(name)) {
      this.#storeIn(object, part);
      return undefined;
    }
    if (call.type === "NewExpression" && /^(?:Set|Map|WeakSet|WeakMap|Array|Error)$/.test(name))
      return { ...part, fresh: true };
    if (object && (FUNCTION.test(unwrap(argument).type) || GIVES_SOME.test(name))) return undefined;
    if (!part.fresh) note(this.#given, part.of, Infinity);
    return undefined;
  }

  /** What a list or object takes up. */
  #storeIn(target: Node | undefined, part: Part): void {
    let at = target && unwrap(target);
    let nesting = part.fresh ? 0 : 1;
    for (; at?.type.endsWith("MemberExpression"); nesting++) at = unwrap(child(at, "object") as Node);
    if (at)
      this.#link(this.#bindings.get(at) ?? (at.type.endsWith("Expression") ? at : undefined), part, nesting);
  }

  #isXState(node: Node): boolean {
    const binding = this.#bindings.get(node);
    return binding?.kind === "import" && /^@?xstate(?:$|\/)/.test(binding.from);
  }
}

const whole = (of: Holder): Part => ({ of, depth: 0, fresh: false });

/** Whether a holder is changed deeper than was known. */
function note(depths: Depths, holder: Holder, depth: number): boolean {
  const known = depths.get(holder);
  const noted = depth > MAX_DEPTH ? Infinity : depth;
  if (known !== undefined && known >= noted) return false;
  depths.set(holder, noted);
  return true;
}

const constructorOf = (made: Node): Node | undefined =>
  nodesOf(child(made, "body")?.["body"]).find((one) => one["kind"] === "constructor");
