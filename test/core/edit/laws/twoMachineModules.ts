import type { Random } from "#test/core/edit/laws/random.ts";

/** Consts, enums, helpers and classes that two machines may share; each module has those that it uses. */
const SHARED: Readonly<Record<string, string>> = {
  leaf: `const leaf = { on: { GO: "q" }, entry: "act", tags: ["calm"] };`,
  parts: `const parts = { inner: { initial: "x", states: { x: { on: { IN: "y" } }, y: { entry: ["act", "log"] } } }, begun: { initial: { target: "x", actions: ["log"] }, states: { x: { on: { IN: "y" } }, y: {} } }, moves: { GO: "q", BACK: { target: "p" } } };`,
  acts: `const acts = ["act", "log"];`,
  enter: `const enter = (last: string) => ["act", last];`,
  back: `const back = { target: "p", actions: "act" };`,
  FIRST: `const FIRST = "p" as const;`,
  EVENT: `const EVENT = "GO";`,
  Phase: `enum Phase { P = "p", Q = "q", R = "r" }`,
  Name: `const Name = { go: "GO", back: "BACK" } as const;`,
  phase: `const phase = (to: string, event = "GO") => ({ on: { [event]: to }, entry: "act" });`,
  region: `function region(first: "x" | "y" = "x") { return { initial: first, states: { x: { on: { IN: "y" } }, y: {} } }; }`,
  table: `const table = { moves(to: string) { return { GO: to, BACK: "p" }; }, get calm() { return { on: { NEXT: "p" } }; } };`,
  Parts: `class Parts { static readonly inner = { initial: "x", states: { x: {}, y: {} } }; static calm(to: string) { return { on: { NEXT: to } }; } }`,
  keys: `const keys = ["k1", "k2"];`,
};

/** The names of these that a piece of code says, with those that they say themselves. */
function declarations(code: string, r: Random): string {
  const used = Object.keys(SHARED).filter((name) =>
    new RegExp(`(?<![\\w$]|(?<!\\.\\.)\\.)${name}\\b(?!:)`).test(code),
  );
  return used
    .map((name) => `${r.chance(0.15) ? (SHARED[name] as string).replace(/^/, "export ") : SHARED[name]}\n`)
    .join("");
}

const config = (r: Random, id: string): string => {
  const initial = r.pick([`"p"`, `"p"`, "FIRST", "Phase.P", `{ target: "p" }`]);
  const p = r.pick([
    `p: leaf`,
    `p: { ...leaf }`,
    `[FIRST]: leaf`,
    `p: { on: { [EVENT]: "q" } }`,
    `[Phase.P]: { on: { GO: Phase.Q } }`,
    `p: phase("q")`,
    `p: { ...phase("q"), tags: ["busy"] }`,
    `p: { on: parts.moves }`,
    `p: { on: { ...parts.moves, [Name.go]: "r" } }`,
    `p: { on: { GO: [{ target: "q", guard: "ok" }, "r"] }, entry: acts }`,
    `p: { on: table.moves("q") }`,
    `p: { on: { GO: "q" } }`,
  ]);
  const q = r.pick([
    `q: { on: { BACK: back, NEXT: { ...back, guard: "ok" } } }`,
    `q: { entry: enter("log"), on: { [Name.back]: "p" } }`,
    `q: table.calm`,
    `[Phase.Q]: { always: { target: Phase.R, guard: "ok" } }`,
    `q: Parts.calm("p")`,
    `q: { entry: [...acts, "more"], after: { 10: "p" } }`,
    `q: { on: { BACK: FIRST } }`,
    `q: phase("p", "BACK")`,
    `q: { on: { GO: "#r", BACK: "p" } }`,
  ]);
  const rest = r.pick([
    `r: parts.inner`,
    `r: { ...parts.inner, id: "r" }`,
    `r: { id: "r", ...parts.begun, tags: ["begun"] }`,
    `r: region()`,
    `r: region("y")`,
    `r: Parts.inner`,
    `r: { id: "r", initial: "x", states: { x: { on: { GO: "#${id}.q" } }, y: leaf } }`,
    `r: { initial: "x", states: { x: { on: { IN: { target: "y", guard: (stateIn as any)({ r: "x" }) } } }, y: {} } }`,
  ]);
  const needsId = q.includes("#r") && !rest.includes('id: "r"');
  const states = [p, needsId ? `q: { on: { BACK: "p" } }` : q, rest];
  if (r.chance(0.15)) states.push(`...Object.fromEntries(keys.map((k) => [k, { on: { NEXT: "p" } }]))`);
  // What a nested leaf leads to has to be there.
  const text = `initial: ${initial}, states: { ${states.join(", ")} }`.replace(
    "y: leaf",
    "y: { entry: acts }",
  );
  return `${r.chance(0.2) ? `on: { STOP: ".r" }, ` : ""}${text}`;
};

const literal = (r: Random, id: string): string => `{ id: "${id}", ${config(r, id)} }`;
const cast = (r: Random): string => r.pick(["", "", " as const", " as any"]);

const SETUP = `const made = setup({ guards: { ok: () => true, asks: stateIn("p"), deep: stateIn({ r: "x" }) }, actions: { act: () => {}, log: () => {} } });\n`;

/** A config some of whose guards ask for states. */
const asking = (r: Random, id: string): string =>
  literal(r, id)
    .replace("states: { ", `states: { s: { on: { ASK: { target: "q", guard: "ok" } } }, `)
    .replaceAll(`guard: "ok"`, () => `guard: "${r.pick(["ok", "asks", "deep"])}"`);

/** How the machines of a module share what they are made of. */
const FORMS: Readonly<Record<string, (r: Random) => string>> = {
  "literals that share parts": (r) =>
    `export const a = createMachine(${literal(r, "a")} as any);\nexport const b = createMachine(${literal(r, "b")} as any);\n${r.chance(0.3) ? `export const c = createMachine(${literal(r, "c")} as any);\n` : ""}`,
  "a config that one takes and another spreads": (r) =>
    `const base = ${literal(r, "a")}${cast(r)};\nexport const a = createMachine(base as any);\nexport const b = createMachine({ ...base, id: "b"${r.pick(["", `, tags: ["second"]`, `, initial: "q"`])} } as any);\n`,
  "a config that both spread": (r) =>
    `const base: any = { ${config(r, "a")} };\nexport const a = createMachine({ ...base, id: "a" });\nexport const b = createMachine({ id: "b", ...base });\n`,
  "states that both have": (r) => {
    const states = config(r, "a").replace(/^.*?states: /, "");
    return `const STATES = ${states}${cast(r)};\nexport const a = createMachine({ id: "a", initial: "p", states: STATES } as any);\nexport const b = createMachine({ id: "b", initial: "q", states: ${r.pick(["STATES", "{ ...STATES, extra: {} }", '{ first: { initial: "p", states: STATES } }'])}${r.chance(0.5) ? "" : ""} } as any);\n`.replace(
      `initial: "q", states: { first`,
      `initial: "first", states: { first`,
    );
  },
  "a factory and another machine": (r) => {
    const body = config(r, "f")
      .replace(/initial: (?:"p"|FIRST|Phase\.P|\{ target: "p" \})/, "initial: first")
      .replaceAll(/"#f\.q"/g, '"#r"');
    const inner = body.includes("#r") && !body.includes('id: "r"') ? body.replaceAll("#r", "p") : body;
    return `function make(id: string, first${r.pick([` = "p"`, `: "p" | "q" = "p"`, ""])}${""}) {\n  return createMachine({ id, ${inner} } as any);\n}\nexport const a = make("f-a", ${r.pick([`"p"`, "FIRST", "Phase.Q"])});\nexport const b = createMachine(${literal(r, "b")} as any);\nexport const c = make("f-c", "p");\n`;
  },
  "configs that a function gives back": (r) => {
    const define = r.pick([
      "const define = <T,>(config: T) => config;",
      "function define(config: any) { return config as object; }",
    ]);
    const second = r.pick([
      `{ ...base, id: "b" }`,
      `define({ ...base, id: "b" })`,
      `define(${literal(r, "b")})`,
    ]);
    return `${define}\nconst base: any = define(${literal(r, "a")});\nexport const a = createMachine(${r.pick(["base", "define(base)"])} as any);\nexport const b = createMachine(${second} as any);\n`;
  },
  "a config that is filled later": (r) =>
    `const base: any = { id: "a", initial: "p", states: { q: { on: { BACK: "p" } }, r: {} } };\nbase.states.p = { on: { GO: "q" } };\n${r.chance(0.5) ? `Object.assign(base.states, { s: leaf });\n` : ""}export const a = createMachine(base);\nexport const b = createMachine(${literal(r, "b")} as any);\n`,
  "a machine made from another's config": (r) =>
    `export const a = createMachine(${literal(r, "a")} as any);\nexport const b = createMachine({ ...a.config, id: "b" } as any);\nexport const c = a.provide({ actions: { act: () => {} } });\n`.replace(
      "export const c",
      r.chance(0.5) ? "const c" : "const unused",
    ),
  "machines in an object": (r) =>
    `export const all = { a: createMachine(${literal(r, "a")} as any), b: createMachine(${literal(r, "b")} as any) };\n`,
  "configs handed to a function": (r) =>
    `const base = ${literal(r, "a")};\nconst build = (config: any, id = "b") => createMachine({ ...config, id });\nexport const a = createMachine(base as any);\nexport const b = build(base);\n`,
  "configs put together by calls": (r) =>
    `const base = ${literal(r, "a")};\nexport const a = createMachine(base as any);\nexport const b = createMachine(${r.pick([`Object.assign({}, base, { id: "b" })`, `{ ...structuredClone(base), id: "b" }`])} as any);\n`,
  "a setup that both are made of": (r) =>
    `const made = setup({ guards: { ok: () => true }, actions: { act: () => {}, log: () => {} } });\nexport const a = made.createMachine(${literal(r, "a")} as any);\nexport const b = made.createMachine(${literal(r, "b")} as any);\n`,
  "a setup whose guards ask for states": (r) => {
    const other = r.pick(["made", "made.extend({ actions: { more: () => {} } })"]);
    return `${SETUP}export const a = made.createMachine(${asking(r, "a")} as any);\nexport const b = ${other}.createMachine(${asking(r, "b")} as any);\n`;
  },
  "guards in consts": (r) => {
    const inConsts = (code: string) => code.replaceAll(/guard: "(asks|deep)"/g, "guard: $1");
    const b = r.chance(0.4) ? inConsts(asking(r, "b")) : literal(r, "b");
    return `const asks = stateIn("p");\nconst deep = stateIn({ r: "x" });\nexport const a = createMachine(${inConsts(asking(r, "a"))} as any);\nexport const b = createMachine(${b} as any);\n`;
  },
  "implementations that both have": (r) => {
    const [a, b] = [asking(r, "a"), asking(r, "b")];
    const impl = `const impl: any = { guards: { ok: () => true, asks: stateIn("p"), deep: stateIn({ r: "x" }) }, actions: { act: () => {}, log: () => {} } };\n`;
    const first = r.pick([`setup(impl).createMachine(${a} as any)`, `createMachine(${a} as any, impl)`]);
    const second = r.pick([
      `createMachine(${b} as any).provide(impl)`,
      `base.provide({ guards: impl.guards, actions: impl.actions })`,
      `createMachine(${b} as any, impl)`,
      `setup({ guards: { ...impl.guards } }).createMachine(${b} as any)`,
    ]);
    const base = second.startsWith("base") ? `const base = createMachine(${b} as any);\n` : "";
    return `${impl}${base}export const a = ${first};\nexport const b = ${second};\n`;
  },
  "a machine made from another's config, by other names": (r) => {
    const taken = r.pick([
      `const { config } = a;\nexport const b = createMachine({ ...config, id: "b" } as any);\n`,
      `const { root: { config: taken } } = a as any;\nexport const b = createMachine({ ...taken, id: "b" });\n`,
      `export const b = createMachine({ ...a["config"], id: "b" } as any);\n`,
      `export const b = createMachine({ ...(a.root as any).config, id: "b" } as any);\n`,
      `const clone = (x: any) => createMachine({ ...x.config, id: "b" });\nexport const b = clone(a);\n`,
      `const held = { a };\nexport const b = createMachine({ ...held.a.config, id: "b" } as any);\n`,
    ]);
    return `export const a = createMachine(${literal(r, "a")} as any);\n${taken}`;
  },
  "a class or an object that reads itself": (r) => {
    const code = config(r, "a").replace(/^.*?states: /, "");
    const made = (states: string) => `createMachine({ id: "b", initial: "p", states: ${states} } as any)`;
    const [holder, b] = r.pick([
      [`class Ctl { static readonly STATES = STATES; static b = ${made("Ctl.STATES")}; }`, "Ctl.b"],
      [`class Ctl { static STATES = STATES; static b = ${made("this.STATES")}; }`, "Ctl.b"],
      [`class Ctl { own = STATES; make() { return ${made("this.own")}; } }`, "new Ctl().make()"],
      [
        `class Ctl { constructor(private k: any) {} make() { return ${made("this.k")}; } }`,
        "new Ctl(STATES).make()",
      ],
      [
        `class Ctl { k: any; constructor(k: any) { this.k = k; } make() { return ${made("this.k.states")}; } }`,
        "new Ctl({ states: STATES }).make()",
      ],
      [
        `class Base { static STATES = STATES; }\nclass Ctl extends Base { static make() { return ${made("super.STATES")}; } }`,
        "Ctl.make()",
      ],
      [`const kit: any = { states: STATES, make() { return ${made("this.states")}; } };`, "kit.make()"],
      [`const kit: any = { __proto__: { states: STATES } };`, made("kit.states")],
    ] as const);
    return `const STATES: any = ${code};\n${holder}\nexport const a = createMachine({ id: "a", initial: "p", states: STATES } as any);\nexport const b = ${b};\n`;
  },
  "states that a class holds": (r) => {
    const states = config(r, "a").replace(/^.*?states: /, "");
    const [inside, outside] = r.pick([
      ["", ""],
      ["", `Kit.STATES.s = { on: { GO: "q" } };`],
      ["", `Object.assign(Kit.STATES, { s: leaf });`],
      ["", `const also = Kit;\nalso.STATES.s = { entry: "act" };`],
      [`static { this.STATES.s = { on: { BACK: "p" } }; }`, ""],
      [`static fill() { Kit.STATES.s = leaf; }`, `Kit.fill();`],
      [`static count = 0; static more() { return this.count++; }`, `Kit.more();`],
    ]);
    const other = r.pick([
      "Kit.STATES",
      "{ ...Kit.STATES }",
      "{ ...Kit.STATES, extra: {} }",
      "{ p: {}, q: {}, r: {} }",
    ]);
    const made = (id: string, code: string) =>
      `export const ${id} = createMachine({ id: "${id}", initial: "p", states: ${code} } as any);\n`;
    return `class Kit { static STATES: any = ${states}; ${inside} }\n${outside}\n${made("a", r.pick(["Kit.STATES", "{ ...Kit.STATES }"]))}${made("b", other)}`;
  },
  "states in a namespace": (r) => {
    const states = config(r, "a").replace(/^.*?states: /, "");
    const made = (id: string, code: string) =>
      `export const ${id} = createMachine({ id: "${id}", initial: "p", states: ${code} } as any);`;
    const [head, name] = r.pick([
      ["namespace NS", "NS"],
      ["export namespace NS", "NS"],
      ["namespace Outer.NS", "Outer.NS"],
    ] as const);
    const b = r.pick([
      made("b", `${name}.STATES`),
      made("b", `{ ...${name}.STATES, extra: {} }`),
      made("b", `${name}.held.STATES`),
      made("b", `${name}.give()`),
      made("b", `${name}.Kit.STATES`),
      `import also = ${name}.STATES;\n${made("b", "also")}`,
      `const { STATES } = ${name};\n${made("b", "STATES")}`,
      `${head} { ${made("inner", "STATES").replace('"inner"', '"b"')} }\nexport const { inner: b } = ${name};`,
    ]);
    return `${head} {
  export const STATES: any = ${states};
  export const held = { STATES };
  export function give() { return STATES; }
  export class Kit { static STATES = STATES; }
  ${made("a", r.pick(["STATES", "{ ...STATES }"]))}
}\nexport const { a } = ${name};\n${b}\n`;
  },
  "what a pattern leaves or takes by default": (r) => {
    const states = config(r, "a").replace(/^.*?states: /, "");
    const made = (id: string, code: string) =>
      `export const ${id} = createMachine({ id: "${id}", initial: "p", states: ${code} } as any);\n`;
    const [pattern, a] = r.pick([
      ["const { extra, ...left } = STATES;", "left"],
      ["const { extra, ...left } = STATES;", "{ ...left }"],
      ["const { extra, ...left } = STATES;", "{ first: {}, ...left }"],
      ["const { extra, p, ...left } = { ...STATES };", "{ p, ...left }"],
      ["const { extra, p, q = { on: { BACK: FIRST } }, r } = STATES;", "{ p, q, r }"],
      ["const { p, s = { on: { BACK: FIRST } }, ...left } = STATES;", "{ p, s, ...left }"],
      ["const [{ extra, ...left }] = [STATES];", "left"],
      ["const [, ...[left]] = [{}, STATES];", "left"],
      ["const [, ...list] = [{}, STATES];", "list[0]"],
      ["const { held: { extra, ...left } = STATES } = {} as any;", "left"],
      ["const { extra, ...left } = STATES;\nleft.s = leaf;", "left"],
      ["const { extra, ...left } = STATES;\nleft.q.entry = acts;", "left"],
    ] as const);
    const b = r.pick(["STATES", "{ ...STATES, s: {} }", a, "{ p: {}, q: {}, r: {} }"]);
    return `const STATES: any = ${states.replace("{ ", "{ extra: leaf, ")};\n${pattern}\n${made("a", a)}${made("b", b)}`;
  },
  "a machine made in a way that is not read": (r) => {
    const config = literal(r, "a");
    const isBase = r.chance(0.5);
    const b = isBase ? `{ ...base, id: "b" } as any` : `${literal(r, "b")} as any`;
    const made = r.pick([
      `const make = createMachine;\nexport const b = make(${b});\n`,
      `const make = createMachine.bind(null);\nexport const b = make(${b});\n`,
      `export const b = createMachine.call(null, ${b});\n`,
      `export const b = createMachine?.(${b});\n`,
      `export const b = XS["createMachine"](${b});\n`,
      `export const b = setup({})["createMachine"](${b});\n`,
      `export const b = new StateMachine(${b}, {} as any);\n`,
      `export const [b] = [${b}].map((createMachine as any));\n`,
      `const run = (f: any, c: any) => f(c);\nexport const b = run(createMachine, ${b});\n`,
      `import { createMachine as other } from "./made";\nexport const b = other(${b});\n`,
    ]);
    return `${isBase ? `const base: any = ${config};\n` : ""}export const a = createMachine(${isBase ? "base" : `${config} as any`});\n${made}`;
  },
  "states taken out of a config": (r) =>
    `const base = ${literal(r, "a")};\nconst { states, initial } = base;\nexport const a = createMachine(base as any);\nexport const b = createMachine({ id: "b", initial, states } as any);\n`,
};

/** A module with two or three machines that share something. */
export function twoMachineModule(r: Random): { readonly text: string; readonly form: string } {
  const form = r.pick(Object.keys(FORMS));
  const body = (FORMS[form] as (r: Random) => string)(r);
  return {
    text: `import { createMachine, setup, stateIn, StateMachine } from "xstate";\nimport * as XS from "xstate";\n${declarations(body, r)}${body}`,
    form,
  };
}
