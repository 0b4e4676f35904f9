import {
  find,
  under,
  type Behavior,
  type Candidate,
  type Event,
  type Invoke,
  type Model,
  type Path,
  type State,
} from "#test/core/edit/laws/model.ts";
import type { Random } from "#test/core/edit/laws/random.ts";

interface Style {
  readonly unit: string;
  readonly eol: string;
  readonly quote: string;
  readonly comma: boolean;
  readonly pad: string;
  readonly comments: number;
  readonly oneLine: number;
  readonly ts: boolean;
  /** How values of xstate are brought in. Only those that the module uses are. */
  readonly brings: "named" | "lines" | "typed" | "namespace" | "require" | "whole";
}

const XSTATE_CALL = /(?<![\w.'"`])(?:assign|fromPromise|not|setup|stateIn)(?=\()/g;

/**
 * A module that says the model, written by hands that differ from seed to seed: indents, quotes, line ends, commas, one-liners,
 * comments everywhere. Comments are numbered and say what they belong to: `@path` of the state, or `loose`.
 */
export function printModule(model: Model, r: Random): string {
  const style: Style = {
    unit: r.pick(["  ", "\t", "    "]),
    eol: r.chance(0.25) ? "\r\n" : "\n",
    quote: r.pick(["'", "'", '"']),
    comma: r.chance(0.7),
    pad: r.chance(0.85) ? " " : "",
    comments: r.chance(0.25) ? 0 : r.pick([0.1, 0.3]),
    oneLine: r.pick([0, 0.3, 0.9]),
    ts: r.chance(0.6),
    brings: r.pick(["named", "named", "named", "lines", "typed", "namespace", "require", "whole"]),
  };
  return new Printer(model, r, style).module();
}

/** Decorators of parameters and accessors: TypeScript, though no standard. */
const DECORATED = [
  "class Service { constructor(@inject() private readonly x: number) {} @log accessor n = 1; }",
  "const inject = () => () => {}, log = () => {};",
];

/** What a spread says of what is said otherwise behind it. */
const OLD: Readonly<Record<string, string>> = {
  description: '"inherited"',
  tags: '["inherited"]',
  entry: '["inherited"]',
  exit: '"inherited"',
  on: "{ INHERITED: {} }",
  after: "{ 7: {} }",
  always: '{ guard: "inherited" }',
  invoke: '{ src: "inherited" }',
  guard: '"inherited"',
  actions: '["inherited"]',
  reenter: "true",
  target: '"inherited"',
};

class Printer {
  private readonly model: Model;
  private readonly r: Random;
  private readonly style: Style;
  private count = 0;
  private readonly consts: string[] = [];
  /** Uses of consts beside those in the machine. */
  private readonly uses: string[] = [];
  /** Consts that stand for values, in one module of five: such are seen and followed; edited only where used once. */
  private readonly shares: boolean;
  /** Objects and lists that stand in a const of their own, in one module of five: such are edited there. */
  private readonly holds: boolean;
  /** Spreads in front of what they would say otherwise, in one module of five: what is taken away must not come back with them. */
  private readonly inherits: boolean;
  /** States that a const, an enum, a const object or a template names, in one module of four: all of it is edited here. */
  private readonly names: boolean;
  private readonly named = new Map<string, string | undefined>();
  /** Functions that give states, transitions, lists and texts, in one module of five: what they give is read, and edited nowhere. */
  private readonly calls: boolean;
  /** Another machine in the file, in one module of ten. */
  private readonly second: boolean;
  /** A config that stands in the call of a function which gives it back, in one module of ten: it is edited there. */
  private readonly defines: boolean;
  constructor(model: Model, r: Random, style: Style) {
    this.model = model;
    this.r = r;
    this.style = style;
    this.shares = r.chance(0.2);
    this.holds = r.chance(0.2);
    this.inherits = r.chance(0.25);
    this.names = r.chance(0.25);
    this.calls = r.chance(0.2);
    // What consts hold may be either machine's.
    this.second = !this.shares && !this.holds && !this.calls && r.chance(0.2);
    this.defines = r.chance(0.1);
  }

  /** The code, or a const that stands for it. */
  private shared(written: string): string {
    const code = this.given(written);
    if (code !== written) return code;
    if (!this.shares || code.includes("//") || !this.r.chance(0.15)) return code;
    const name = `SHARED${this.consts.length}`;
    // Another use, or another meaning: elsewhere the name is a parameter.
    if (this.r.chance(0.7)) this.uses.push(this.r.pick([`void ${name};`, `void ((${name}) => ${name});`]));
    if (this.style.ts && /^(['"]).*\1$/.test(code) && this.r.chance(0.4)) {
      this.consts.push(`enum ${name} { Other = 'other', Own = ${code} }`);
      return `${name}.Own`;
    }
    this.consts.push(`const ${name} = ${code};`);
    return name;
  }

  /** The code, or the call of a function that gives it: with it in its body, or handed to it. */
  private given(code: string, chance = 0.1): string {
    const { r } = this;
    if (!this.calls || code.includes("//") || !r.chance(chance)) return code;
    const name = `GIVES${this.consts.length}`;
    const isList = code.startsWith("[");
    const isObject = code.startsWith("{");
    const ways: [declared: string, call: string][] = [
      [`const ${name} = () => (${code});`, `${name}()`],
      [`function ${name}() { const it = ${code}; return it; }`, `${name}()`],
      [`const ${name} = (it) => it;`, `${name}(${code})`],
      [`const ${name} = { give(it = ${code}) { return it; } };`, `${name}.give()`],
      [`const ${name} = (yes, it, no) => (yes ? it : no);`, `${name}(true, ${code}, "no")`],
      [
        `function ${name}(how, ...all) { const [it] = all; if (how === "own") return it; return how; }`,
        `${name}("own", ${code})`,
      ],
      [`const ${name} = ({ it = "none", other }) => other ?? it;`, `${name}({ it: ${code} })`],
    ];
    if (isList)
      ways.push(
        [`function ${name}(more) { const all = []; all.push(...more); return all; }`, `${name}(${code})`],
        [`const ${name} = (all) => all.map((one) => one);`, `${name}(${code})`],
      );
    if (isObject) ways.push([`const ${name} = ({ ...rest }) => ({ ...rest });`, `${name}(${code})`]);
    // A loop over an object begins with its numbers, whatever is written first.
    if (isObject && !/(?<![\w$])\d+['"]?\s*:/.test(code))
      ways.push([
        `function ${name}(from) { const to = {}; for (const [key, one] of Object.entries(from)) { to[key] = one; } return to; }`,
        `${name}(${code})`,
      ]);
    const [declared, call] = r.pick(ways);
    this.consts.push(declared);
    return call;
  }

  /** What names a state beside its key, undefined when nothing does. Some names stand for other states of the key as well. */
  private nameOf(path: Path): string | undefined {
    const key = path.at(-1) ?? "";
    if (!this.names || path.length === 0) return undefined;
    const own = path.join(".");
    const id = this.named.has(own) || this.r.chance(0.7) ? own : `every ${key}`;
    if (!this.named.has(id)) this.named.set(id, this.r.chance(0.7) ? this.declareName(key) : undefined);
    return this.named.get(id);
  }

  private declareName(key: string): string {
    const name = `NAME${this.consts.length}`;
    const code = this.text(key);
    const { r } = this;
    const way = r.below(this.style.ts ? 7 : 5);
    const said = ["", ".own", ".in.own", ".own", "", ".Own", "['Own']"][way] ?? "";
    const declared = [
      `const ${name} = ${code};`,
      `const ${name} = { other: 'other', own: ${code} }${this.style.ts ? " as const" : ""};`,
      `const ${name} = { in: { own: ${code} } };`,
      `const ${name} = Object.freeze({ own: ${code} });`,
      `const OLD_${name} = ${code};\nconst ${name} = OLD_${name};`,
      `enum ${name} { Other = 'other', Own = ${code} }`,
      `enum ${name} { Own = ${code}, Other = 'other' }`,
    ][way];
    this.consts.push(declared ?? "");
    if (r.chance(0.25))
      this.uses.push(r.pick([`void ${name}${said};`, `void [${name}];`, `void ((${name}) => ${name});`]));
    return name + said;
  }

  /** A state where its key stands alone. */
  private keyAlone(path: Path, chance = 0.7): string {
    const name = this.r.chance(chance) ? this.nameOf(path) : undefined;
    return name ?? this.text(path.at(-1) ?? "");
  }

  /** A target with names in the place of some of its keys. */
  private targetCode(source: Path, target: Path): string {
    const text = this.target(source, target);
    const first = target.findIndex((_, i) => {
      const tail = target.slice(i).join(".");
      return text === tail || text.endsWith(`.${tail}`);
    });
    if (!this.names || first < 0) return this.text(text);
    const holes = target.map((_, i) => {
      return i >= first && this.r.chance(0.6) ? this.nameOf(target.slice(0, i + 1)) : undefined;
    });
    const head = text.slice(0, text.length - target.slice(first).join(".").length);
    const keys = holes.slice(first);
    const [only] = keys;
    if (head === "" && keys.length === 1 && only !== undefined) return only;
    if (!keys.some((one) => one !== undefined)) return this.text(text);
    const escaped = (part: string) => part.replace(/[\\`]/g, "\\$&").replaceAll("${", "\\${");
    const body = keys.map((name, i) => (name ? `\${${name}}` : escaped(target[first + i] ?? "")));
    return `\`${escaped(head)}${body.join(".")}\``;
  }

  /** The properties, some of them with one of the same name in a spread before them. */
  private inherited(props: readonly string[]): string[] {
    if (!this.inherits) return [...props];
    const old = props.flatMap((prop) => {
      const name =
        /^(?:'[^'\\\n]*'|"[^"\\\n]*"|[\p{ID_Start}$_][\p{ID_Continue}$]*)(?=: )/u.exec(prop)?.[0] ?? "";
      const known = Object.hasOwn(OLD, name) ? OLD[name] : undefined;
      return known !== undefined && this.r.chance(0.4) ? [`${name}: ${known}`] : [];
    });
    return old.length > 0 ? [`...${this.given(`{ ${old.join(", ")} }`, 0.4)}`, ...props] : [...props];
  }

  /** The properties, one of them in a const that is spread behind another of the same name, which then says nothing. */
  private overridden(props: readonly string[]): string[] {
    const nameOf = (prop: string) => /^\w+(?=: )/.exec(prop)?.[0] ?? "";
    const able = props.filter((prop) => Object.hasOwn(OLD, nameOf(prop)) && !prop.includes("//"));
    if (!this.shares || able.length === 0 || !this.r.chance(0.3)) return [...props];
    const real = this.r.pick(able);
    const name = `SHARED${this.consts.length}`;
    this.consts.push(`const ${name} = { ${real} };`);
    if (this.r.chance(0.7)) this.uses.push(`void ${name};`);
    const decoys = this.r.chance(0.7) ? [`${nameOf(real)}: ${OLD[nameOf(real)]}`] : [];
    return [...decoys, ...props.filter((prop) => prop !== real), `...${name}`];
  }

  /** An object or list, or the name of a const that is used here alone. */
  private held(depth: number, print: (depth: number) => string, most = 0.15): string {
    if (most < 1 && this.calls && this.r.chance(0.1)) return this.given(print(depth), 1);
    if (!this.holds || !this.r.chance(most)) return print(depth);
    const code = print(0);
    const name = `ONCE${this.consts.length}`;
    this.consts.push(`${this.r.chance(0.2) ? "export " : ""}const ${name} = ${code};`);
    return name;
  }

  /** A spread with an event that the map has as well. */
  private inheritedEvent(events: readonly Event[], slot: string): string[] {
    const [event] = events;
    if (!this.inherits || !event || this.r.chance(0.7)) return [];
    return [`...${this.given(`{ ${this.key(event.event ?? "", slot)}: { actions: "inherited" } }`, 0.4)}`];
  }

  module(): string {
    const { model, style } = this;
    const guards = Object.entries(model.guards).map(([name, guard]) => `${name}: ${this.setupGuard(guard)}`);
    const actions = model.actions.map((name) => `${name}: () => {}`);
    const setup = [
      `guards: ${this.object(guards, 1, [], "setup")}`,
      `actions: ${this.object(actions, 1, [], "setup")}`,
    ];
    const all = (names: readonly string[], code: string) =>
      this.object(
        names.map((name) => `${name}: ${code}`),
        1,
        [],
        "setup",
      );
    if (model.actors.length > 0) setup.push(`actors: ${all(model.actors, "fromPromise(async () => 1)")}`);
    if (model.delays.length > 0) setup.push(`delays: ${all(model.delays, "100")}`);
    if (style.ts) setup.unshift("types: {} as { context: { n: number } }");
    const root = this.state(model.root, [], 0);
    const given = this.defines ? `define(${root})` : root;
    const config = `setup(${this.object(setup, 0, [], "setup")}).createMachine(${given})`;
    if (this.defines)
      this.consts.unshift(
        this.r.pick(
          style.ts
            ? [
                "function define(config: object) { return config; }",
                "const define = (config: any) => config as object;",
                "const define = (config: object) => { return config; };",
              ]
            : ["const define = (config) => config;", "function define(config) { return config; }"],
        ),
      );
    const whole = style.brings === "namespace" || style.brings === "whole";
    const body = [
      ...this.consts,
      "",
      `export const machine = ${config};`,
      `export const other = f(1);`,
      ...(this.second
        ? [
            `export const second = setup({ guards: { isOk: () => true } }).createMachine({ initial: "a", states: { a: { on: { GO: "b" } }, b: {} } });`,
          ]
        : []),
      ...this.uses,
      "",
    ].map((line) => (whole ? line.replace(XSTATE_CALL, "xstate.$&") : line));
    const lines = [
      ...this.imports([...new Set(body.join("\n").match(XSTATE_CALL))].toSorted()),
      "// 日本語 🎴 f() is here",
      ...(style.ts && this.r.chance(0.1) ? DECORATED : []),
      `const f = (n${style.ts ? ": number" : ""}) => n;`,
      `const spare = { output: ${style.quote}spare${style.quote} };`,
      ...body,
    ];
    return lines.join("\n").replace(/\n/g, style.eol);
  }

  private imports(names: readonly string[]): string[] {
    const { unit, comma, pad, quote, brings, ts } = this.style;
    const from = `${quote}xstate${quote}`;
    const list = `{${pad}${names.join(", ")}${pad}}`;
    switch (ts || brings !== "typed" ? brings : "named") {
      case "lines":
        return [
          `import {`,
          names.map((name) => unit + name).join(",\n") + (comma ? "," : ""),
          `} from ${from};`,
        ];
      case "typed":
        return [`import type { AnyEventObject } from ${from};`, `import ${list} from ${from};`];
      case "namespace":
        return [`import * as xstate from ${from};`];
      case "require":
        return [`const ${list} = require(${from});`];
      case "whole":
        return [`const xstate = require(${from});`];
      default:
        return [`import ${list} from ${from};`];
    }
  }

  private state(state: State, path: Path, depth: number): string {
    const { r } = this;
    const props: string[] = [];
    const text = (value: string) => this.text(value);
    if (state.id !== undefined) props.push(`id: ${text(state.id)}`);
    if (state.description !== undefined) props.push(`description: ${text(state.description)}`);
    if (state.type === "parallel" || state.type === "final") props.push(`type: ${text(state.type)}`);
    if (state.type === "history" && r.chance(0.9))
      props.push(`type: ${text("history")}`, `history: ${text(state.history ?? "shallow")}`);
    else if (state.type === "history") props.push(`history: ${text(state.history ?? "shallow")}`);
    if (state.historyTarget) props.push(`target: ${this.keyAlone(state.historyTarget)}`);
    if (state.initial !== undefined) {
      const target = this.names ? this.keyAlone([...path, state.initial]) : this.shared(text(state.initial));
      const done = [`target: ${target}`, `actions: ${this.actions(state.initialActions)}`];
      props.push(
        `initial: ${state.initialActions.length > 0 ? this.object(done, depth + 1, path, "initial") : target}`,
      );
    }
    if (state.tags.length > 0) props.push(`tags: ${this.list(state.tags)}`);
    if (r.chance(0.1) && path.length > 0) props.push("...spare");
    const meta = this.meta(state);
    if (meta.length > 0) props.push(`meta: ${this.object(meta, depth + 1, path, "prop")}`);
    if (state.entry.length > 0) props.push(`entry: ${this.actions(state.entry)}`);
    if (state.exit.length > 0) props.push(`exit: ${this.actions(state.exit)}`);
    for (const slot of ["on", "after"] as const) {
      const events = state.events.filter((event) => event.slot === slot);
      const items = events.map(
        (event) => `${this.key(event.event ?? "", slot)}: ${this.candidates(event, path, depth + 2)}`,
      );
      if (items.length > 0)
        this.put(props, slot, depth, path, (inner) =>
          this.object([...this.inheritedEvent(events, slot), ...items], inner, path, "attached"),
        );
    }
    for (const event of state.events) {
      if (event.slot === "always" || event.slot === "onDone")
        props.push(`${event.slot}: ${this.candidates(event, path, depth + 1)}`);
      // A route is one object: it has no list and no target.
      const [route] = event.candidates;
      if (event.slot === "route" && route)
        props.push(`route: ${this.candidate(route, path, depth + 1, true)}`);
    }
    const invokes = state.invokes.map((_, index) => this.invoke(state, index, path, depth + 1));
    if (invokes.length === 1 && r.chance(0.6)) props.push(`invoke: ${invokes[0]}`);
    else if (invokes.length > 0)
      props.push(`invoke: ${this.object(invokes, depth + 1, path, "prop", [], ["[", "]"])}`);
    if (state.children.length > 0) {
      const items = state.children.map((child) => {
        const own = [...path, child.key];
        const wrap = this.style.ts && r.chance(0.05) ? " as const" : "";
        const held = this.held(depth + 2, (inner) => this.state(child, own, inner));
        const code = this.shared(held);
        const name = this.r.chance(0.7) ? this.nameOf(own) : undefined;
        return `${name ? `[${name}]` : this.key(child.key, "states")}: ${code}${wrap}`;
      });
      const owners = state.children.map((child) => [...path, child.key]);
      this.put(props, "states", depth, path, (inner) => this.object(items, inner, path, "state", owners));
    }
    return this.object(this.inherited(props), depth, path, "prop");
  }

  /** A property, one in a const of its own, or one in a const that is spread. */
  private put(
    props: string[],
    name: string,
    depth: number,
    path: Path,
    print: (depth: number) => string,
  ): void {
    if (this.calls && this.r.chance(0.1)) {
      const code = `{ ${name}: ${print(depth + 1)} }`;
      const given = this.given(code, 1);
      props.push(given === code ? code.slice(2, -2) : `...${given}`);
      return;
    }
    if (!this.holds || this.r.chance(0.85)) {
      props.push(`${name}: ${this.held(depth + 1, print)}`);
      return;
    }
    // What comes with `states` stands there too, now and then.
    const initial = name === "states" ? props.findIndex((one) => one.startsWith("initial: ")) : -1;
    const others = initial >= 0 && this.r.chance(0.7) ? props.splice(initial, 1) : [];
    const code = this.held(
      0,
      (inner) => this.object([...others, `${name}: ${print(inner + 1)}`], inner, path, "prop"),
      1,
    );
    props.push(`...${code}`);
  }

  private invoke(state: State, index: number, path: Path, depth: number): string {
    const { id, systemId, src, input } = state.invokes[index] as Invoke;
    const props = [`src: ${src.replaceAll("'", this.style.quote)}`];
    if (id !== undefined) props.unshift(`id: ${this.text(id)}`);
    if (systemId !== undefined) props.push(`systemId: ${this.text(systemId)}`);
    if (input !== undefined) props.push(`input: ${input}`);
    for (const event of state.events)
      if (event.slot.startsWith("invoke.") && event.event === String(index))
        props.push(`${event.slot.slice("invoke.".length)}: ${this.candidates(event, path, depth + 1)}`);
    return this.object(props, depth, path, "prop");
  }

  private meta({ clauses, meta }: Pick<State, "clauses" | "meta">): string[] {
    const entries = Object.entries(meta).map(([key, value]) => `${this.key(key, "meta")}: ${value}`);
    return clauses.length > 0 ? [`clauses: ${this.list(clauses)}`, ...entries] : entries;
  }

  private list(texts: readonly string[]): string {
    return `[${texts.map((text) => this.text(text)).join(", ")}]`;
  }

  private candidates(event: Event, path: Path, depth: number): string {
    const [first, second] = event.candidates;
    if (first && !second && this.r.chance(0.85)) return this.candidate(first, path, depth);
    // XState 5.33 drops the target of a string in a list of `after`.
    const objects = event.slot === "after";
    const items = event.candidates.map((candidate) => {
      const code = this.candidate(candidate, path, depth + 1, objects);
      const given = this.calls ? this.given(`[${code}]`, 0.1) : "[";
      return given.startsWith("[") ? code : `...${given}`;
    });
    return this.held(depth, (inner) => this.object(items, inner, path, "attached", [], ["[", "]"]));
  }

  private candidate(candidate: Candidate, path: Path, depth: number, object = false): string {
    const { targets, guard, actions, reenter, description } = candidate;
    const meta = this.meta(candidate);
    const written = targets.map((target) => this.shared(this.targetCode(path, target)));
    const alone =
      !guard && actions.length === 0 && !reenter && description === undefined && meta.length === 0;
    if (!object && alone && written[0] && this.r.chance(0.6)) return written[0];
    const props: string[] = [];
    if (written[0]) props.push(`target: ${this.r.chance(0.05) ? `[${written[0]}]` : written[0]}`);
    if (guard) props.push(`guard: ${this.behavior(guard)}`);
    if (reenter) props.push("reenter: true");
    if (actions.length > 0) props.push(`actions: ${this.actions(actions)}`);
    if (description !== undefined) props.push(`description: ${this.text(description)}`);
    if (meta.length > 0) props.push(`meta: ${this.object(meta, depth + 1, path, "prop")}`);
    return this.shared(this.object(this.overridden(this.inherited(props)), depth, path, "prop"));
  }

  /** One of the texts that name the target from the source. */
  private target(source: Path, target: Path): string {
    const forms: string[] = [];
    const parent = source.slice(0, -1);
    if (source.length > 0 && target.length > parent.length && under(target, parent)) {
      const text = target.slice(parent.length).join(".");
      if (!text.startsWith("#")) forms.push(text);
    }
    if (target.length > source.length && under(target, source))
      forms.push(`.${target.slice(source.length).join(".")}`);
    for (let depth = 0; depth <= target.length; depth++) {
      const id = find(this.model.root, target.slice(0, depth))?.id ?? (depth === 0 ? "(machine)" : undefined);
      if (id !== undefined && (id !== "(machine)" || forms.length === 0))
        forms.push(`#${[id, ...target.slice(depth)].join(".")}`);
    }
    return this.r.pick(forms);
  }

  private behavior(guard: Behavior): string {
    if ("code" in guard) return guard.code.replaceAll("'", this.style.quote);
    const path = guard.stateIn ?? [];
    const q = this.style.quote;
    const object = (keys: Path): string =>
      keys.length === 1
        ? this.text(keys[0] ?? "")
        : `{ ${this.key(keys[0] ?? "", "states")}: ${object(keys.slice(1))} }`;
    const id = this.model.id;
    const forms = [object(path), this.text(path.join("."))];
    if (id !== undefined)
      forms.push(
        this.text(`#${[id, ...path].join(".")}`),
        `${q}#${[id, ...path].join(".")}${q}`.includes("'s")
          ? this.text(`#${id}.${path.join(".")}`)
          : `${q}#${[id, ...path].join(".")}${q}`,
      );
    return `stateIn(${this.r.pick(forms)})`;
  }

  private setupGuard(guard: Behavior): string {
    return "code" in guard ? "() => true" : this.behavior(guard);
  }

  private actions(codes: readonly string[]): string {
    const items = codes.map((code) => code.replaceAll("'", this.style.quote));
    return items.length === 1 && this.r.chance(0.6) ? (items[0] ?? "") : `[${items.join(", ")}]`;
  }

  private key(key: string, where: string): string {
    if (where === "after" && /^\d+$/.test(key)) return key;
    const bare = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key);
    return bare && this.r.chance(0.9) ? key : this.text(key, true);
  }

  private text(value: string, key = false): string {
    const { r, style } = this;
    if (!key && r.chance(0.06) && style.eol === "\n")
      return `\`${value.replace(/[\\`]/g, "\\$&").replaceAll("${", "\\${").replaceAll("\t", "\\t")}\``;
    const quote = r.chance(0.93) ? style.quote : style.quote === "'" ? '"' : "'";
    const body = value
      .replaceAll("\\", "\\\\")
      .replaceAll(quote, `\\${quote}`)
      .replaceAll("\n", "\\n")
      .replaceAll("\t", "\\t");
    return quote + body + quote;
  }

  private object(
    items: readonly string[],
    depth: number,
    path: Path,
    tag: string,
    owners: readonly Path[] = [],
    brackets: readonly [string, string] = ["{", "}"],
  ): string {
    const { r, style } = this;
    const [open, close] = brackets;
    // What stands loose inside an `initial` goes where that goes.
    const loose = tag === "initial" ? tag : "loose";
    const pad = open === "[" ? "" : style.pad;
    if (items.length === 0)
      return r.chance(0.9) ? open + close : `${open} /* ${this.label(loose, path)} */ ${close}`;
    const noted = (item: string, index: number) => {
      const owner = owners[index] ?? path;
      const label = owners[index] ? this.label("state", owner) : this.label(tag, path);
      if (!r.chance(style.comments)) return { before: "", item, after: "", tail: "" };
      const kind = r.below(4);
      return {
        before: kind === 0 ? `/* ${label} */ ` : kind === 1 ? `// ${label}\n` : "",
        item,
        after: kind === 2 ? ` /* ${label} */` : "",
        tail: kind === 3 ? ` // ${label}` : "",
      };
    };
    const all = items.map(noted);
    const multi = all.some(
      ({ before, tail, item }) => before.includes("//") || tail !== "" || item.includes("\n"),
    );
    if (!multi && r.chance(style.oneLine)) {
      const inner = all.map(({ before, item, after }) => before + item + after).join(", ");
      return open + pad + inner + (r.chance(0.05) ? "," : "") + pad + close;
    }
    const indent = style.unit.repeat(depth + 1);
    const blank = r.chance(0.1);
    let out = open + (r.chance(style.comments / 4) ? ` // ${this.label(loose, path)}` : "");
    for (const [index, { before, item, after, tail }] of all.entries()) {
      const last = index === all.length - 1;
      if (r.chance(style.comments / 4)) out += `\n${indent}// ${this.label(loose, path)}\n`;
      else if (blank && index > 0) out += "\n";
      const lead = before.endsWith("\n") ? before + indent : before;
      out += `\n${indent}${lead}${item}${after}${!last || style.comma ? "," : ""}${tail}`;
    }
    if (r.chance(style.comments / 6)) out += `\n\n${indent}// ${this.label(loose, path)}`;
    return `${out}\n${style.unit.repeat(depth)}${close}`;
  }

  private label(tag: string, path: Path): string {
    return `c${this.count++} ${tag} @${path.join(".")}`;
  }
}
