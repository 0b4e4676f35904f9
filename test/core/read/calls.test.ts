import { describe, expect, test } from "vitest";
import { helperOf, places } from "#core/chart/places.ts";
import { readModule } from "#core/read/readModule.ts";
import { siblingsIn } from "#core/read/modules/siblingFiles.ts";
import { buildMachine } from "#test/core/edit/laws/buildMachine.ts";
import { readSays, xstateSays } from "#test/core/read/asXState.ts";

/** States `a` to `d` and what helpers make of them. */
const module = (before: string, states: string, root = "") =>
  `import { assign, createMachine } from "xstate";
${before}
export const machine = createMachine({ id: "m", initial: "a", ${root}states: { ${states} } });
`;

/** What of the structure is not known. */
const unknown = (text: string) =>
  readModule(text).charts.flatMap((chart) =>
    [...places(chart).values()].flatMap(({ node }) =>
      node.opaque.flatMap(({ what, text: code }) => (what === "value" ? [] : [`${what} ${code}`])),
    ),
  );

const KNOWN: Readonly<Record<string, string>> = {
  "a state of an arrow function": module(
    `const leaf = (to: string) => ({ on: { GO: to } });`,
    `a: leaf("b"), b: leaf("c"), c: leaf("a")`,
  ),
  "a state of a declared function": module(
    `function leaf(to: string, tags: string[] = []) { return { tags, on: { GO: { target: to } } }; }`,
    `a: leaf("b", ["x"]), b: leaf("a")`,
  ),
  "parameters taken out of an object": module(
    `const step = ({ to, guard = "ok", ...rest }: any) => ({ ...rest, on: { GO: { target: to, guard } } });`,
    `a: step({ to: "b" }), b: step({ to: "a", guard: "no", entry: "x", type: "atomic" })`,
  ),
  "a parameter asked for its parts": module(
    `const step = (cfg: any) => ({ description: cfg.words, on: { GO: cfg.to, ...cfg.more }, onDone: cfg.done });`,
    `a: step({ to: "b", words: "first" }), b: step({ to: "a", more: { BACK: "a" } })`,
  ),
  "a list of transitions": module(
    `const either = (yes: string, no: string) => [{ guard: "ok", target: yes }, { target: no }];`,
    `a: { on: { GO: either("b", "c") }, always: either("c", "d") }, b: {}, c: {}, d: {}`,
  ),
  "a list in a list": module(
    `const back = () => [{ guard: "back", target: "a" }];`,
    `a: { on: { GO: [...back(), { target: "b" }] } }, b: {}`,
  ),
  "a spread of what a call gives": module(
    `const timeout = (ms: number, to: string) => ({ after: { [ms]: to } });`,
    `a: { ...timeout(100, "b"), on: { GO: "b" } }, b: { ...timeout(5, "a") }`,
  ),
  "all states of one call": module(
    `function both(first: string) { const second = first + "2"; return { [first]: { on: { GO: second } }, [second]: { type: "final" as const } }; }`,
    `...both("a")`,
  ),
  "the whole config": `import { createMachine } from "xstate";
const config = (id: string) => ({ id, initial: "a", states: { a: { on: { GO: "b" } }, b: {} } });
export const machine = createMachine(config("m"));
`,
  "a choice that is known": module(
    `const leaf = (last: boolean, to?: string) => (last ? { type: "final" as const } : { on: { ...(to && { GO: to }), ...(to === "b" ? { B: "b" } : {}) } });`,
    `a: leaf(false, "b"), b: leaf(false), c: leaf(true)`,
  ),
  "a default of another parameter": module(
    `const leaf = (to: string, back = to) => ({ on: { GO: to, BACK: back } });`,
    `a: leaf("b"), b: leaf("a", "b")`,
  ),
  "a helper that calls a helper": module(
    `const to = (target: string) => ({ target, reenter: true });\nconst leaf = (target: string) => ({ on: { GO: to(target) } });`,
    `a: leaf("b"), b: leaf("a")`,
  ),
  "a helper that is handed states": module(
    `const wrap = (states: any, initial: string) => ({ initial, states: { ...states, end: { type: "final" as const } } });`,
    `a: wrap({ one: { on: { GO: "end" } } }, "one"), b: {}`,
  ),
  "a helper within a helper's argument": module(
    `const tagged = (state: any) => ({ ...state, tags: ["t"] });\nconst leaf = (to: string) => ({ on: { GO: to } });`,
    `a: tagged(tagged(leaf("b"))), b: tagged({})`,
  ),
  "a method of an object": module(
    `const make = { leaf(to: string) { return { on: { GO: to } }; }, end: () => ({ type: "final" as const }) };`,
    `a: make.leaf("b"), b: make.end()`,
  ),
  "a list that is filled": module(
    `function steps(back: boolean, more: any[]) { const all: any[] = []; if (back) { all.push({ guard: "back", target: "a" }); } all.push(...more); return [...all, { target: "b" }]; }`,
    `a: { on: { GO: steps(true, []) } }, b: { on: { GO: steps(false, [{ guard: "x", target: "c" }]) } }, c: {}`,
  ),
  "an object that is filled": module(
    `function all(names: string[]) { const out: any = {}; for (const name of names) { const next = name + "2"; out[name] = { on: { GO: "." + next }, initial: next, states: { [next]: {} } }; } out.end = {}; return out; }`,
    `...all(["a", "b"])`,
  ),
  "an early return": module(
    `function leaf(kind: string) { if (kind === "end") return { type: "final" as const }; return { on: { GO: "b" } }; }`,
    `a: leaf("go"), b: leaf("end")`,
  ),
  "map and fromEntries": module(
    `const NAMES = ["a", "b", "c"] as const;`,
    `...Object.fromEntries(NAMES.map((name, i) => [name, { on: { GO: NAMES[1], [\`N\${i}\`]: name } }]))`,
  ),
  "entries of an object": module(
    `const WAYS = { a: "b", b: "c", c: "a" };`,
    `...Object.fromEntries(Object.entries(WAYS).map(([from, to]) => [from, { on: { GO: to } }]))`,
  ),
  "entries whose names are numbers, which come first": module(
    `const WAYS = { b: "x", 20: "y", 3: "z" };`,
    `a: { on: { GO: Object.entries(WAYS).map(([name, guard]) => ({ guard: guard + name, target: "b" })) } }, b: {}`,
  ),
  reduce: module(
    `const NAMES = ["a", "b"];`,
    `...NAMES.reduce((all, name) => ({ ...all, [name]: { entry: "x" } }), {})`,
  ),
  "flatMap, filter and concat": module(
    `const NAMES = ["b", "c"];`,
    `a: { on: { GO: NAMES.filter((name) => name !== "b").flatMap((name) => [{ guard: "x", target: name }]).concat({ target: "b" }) } }, b: {}, c: {}`,
  ),
  "an object put together": module(
    `const base = { on: { GO: "b" } };`,
    `a: Object.assign({}, base, { tags: ["x"] }), b: Object.assign({ type: "final" as const })`,
  ),
  "a rest of arguments": module(
    `const any = (...to: string[]) => to.map((target) => ({ guard: target, target }));`,
    `a: { on: { GO: any("b", "c") } }, b: {}, c: {}`,
  ),
  "a name that means something else inside": module(
    `const to = "c";\nconst leaf = (to: string) => ({ on: { GO: to } });\nconst far = () => ({ on: { GO: to } });`,
    `a: leaf("b"), b: far(), c: {}`,
  ),
  "a name that is unset": module(
    `const leaf = ({ always, on, entry, initial, tags }: any) => ({ always, on, entry, initial, tags, after: undefined });`,
    `a: leaf({ on: { GO: "b" } }), b: leaf({ always: { target: "a", guard: "g" } })`,
  ),
  "a function in a function": module(
    `function leaf(to: string) { const go = (guard: string) => ({ guard, target: to }); return { on: { A: go("x"), B: go("y") } }; }`,
    `a: leaf("b"), b: leaf("a")`,
  ),
};

describe("what helpers give is what XState is given", () => {
  test.each(Object.entries(KNOWN))("%s", (_, text) => {
    const { charts } = readModule(text);

    expect(unknown(text)).toEqual([]);
    expect(readSays(charts[0]!)).toEqual(xstateSays(buildMachine(text)));
  });
});

const UNKNOWN: Readonly<Record<string, string>> = {
  "a helper of a package": module(`import { leaf } from "other";`, `a: leaf("b"), b: {}`),
  "a parameter of the function around it": `import { createMachine } from "xstate";
export const make = (leaf: any) => createMachine({ initial: "a", states: { a: leaf("b"), b: {} } });
`,
  "an argument that is not known": module(
    `declare const n: boolean; const leaf = (last: boolean) => (last ? { type: "final" as const } : {});`,
    `a: leaf(n), b: {}`,
  ),
  "a helper that counts": module(
    `let n = 0; function leaf() { n++; return { on: { GO: n > 1 ? "a" : "b" } }; }`,
    `a: leaf(), b: leaf()`,
  ),
  "a list that another name fills": module(
    `function leaf() { const all: any[] = []; const same = all; same.push({ target: "b" }); return { on: { GO: all } }; }`,
    `a: leaf(), b: {}`,
  ),
  "a list that another function fills": module(
    `function leaf() { const all: any[] = []; const add = () => all.push({ target: "b" }); const done = add(); return { on: { GO: all } }; }`,
    `a: leaf(), b: {}`,
  ),
  "an argument that is filled": module(
    `const add = (all: any[]) => { all.push({ target: "b" }); return all; };`,
    `a: { on: { GO: add([]) } }, b: {}`,
  ),
  "an object that is changed on the way": module(
    `function leaf() { const on: any = {}; const more = Object.assign(on, { GO: "b" }); return { on }; }`,
    `a: leaf(), b: {}`,
  ),
  "a function that calls itself": module(
    `const deep = (): any => ({ initial: "x", states: { x: deep() } });`,
    `a: deep(), b: {}`,
  ),
  "what runs later": module(
    `const leaf = async () => ({ on: { GO: "b" } }); function* steps() { yield 1; }`,
    `a: leaf() as any, b: steps() as any`,
  ),
  "a while": module(
    `function leaf() { let i = 0; while (i < 1) i++; return { on: { GO: "b" } }; }`,
    `a: leaf(), b: {}`,
  ),
};

describe("what is not certain stays code", () => {
  test.each(Object.entries(UNKNOWN))("%s", (_, text) => {
    expect(unknown(text)).not.toEqual([]);
  });

  test.each([
    "const a = a ? 1 : 2;",
    "const l = [...l, ...l]; const a = l.map((x) => x);",
    "const f = f; const a = f();",
    "const a = g(a); function g(x: any) { return x; }",
    "const h = (x: any) => k(x), k = (x: any) => h(x); const a = h(1);",
    "const a = !a && !a;",
    "const a = a === a;",
    "const two = (x: any) => [x, x]; const a = two(two(two(two(two(two(two(two(two(two(1))))))))));",
    "const o = { ...o }; const a = Object.entries(o).map(([k]) => k);",
  ])("what leads back to itself comes to an end: %s", (code) => {
    const text = module(code, `a: a as any, b: { on: a as any, ...(a as any), always: [a as any] }`);

    const { parsed, charts } = readModule(text);

    expect(parsed && charts[0]?.root.children.map(({ key }) => key)).toEqual(["a", "b"]);
  });
});

describe("helpers and states of other files", () => {
  const files: Record<string, string> = {
    "src/lib/steps.ts": `import { FINAL } from "./kinds";
export function step(to: string, { back = "a" } = {}) { return { on: { GO: to, BACK: back } }; }
export default (to: string) => ({ on: { HOME: to } });
export const end = () => ({ type: FINAL });`,
    "src/lib/kinds.ts": `export const FINAL = "final" as const;`,
    "src/lib/index.ts": `export * from "./steps";`,
    "tsconfig.json": `{ // what is built
  "extends": "./tsconfig.base.json", "include": ["src"], }`,
    "tsconfig.base.json": `{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"], "~": ["./src/lib/index"], "#steps": ["src/lib/steps.ts"] } } }`,
  };
  const read = (imports: string, states: string) => {
    const text = module(imports, states);
    const modules = siblingsIn((path) => files[path]);
    return { text, reading: readModule(text, { path: "src/game/machine.ts", modules }) };
  };
  const leads = (imports: string, states: string) =>
    read(imports, states).reading.charts[0]?.root.children.map(
      ({ key, type, transitions, opaque }) =>
        `${key} ${type} ${transitions.map((one) => `${one.event}:${one.targets.map(({ resolved }) => resolved?.join("."))}`).join()}${opaque.length > 0 ? " ?" : ""}`,
    );
  const STEPS = ["a atomic GO:b,BACK:a", "b atomic GO:a,BACK:b"];
  const states = `a: step("b"), b: step("a", { back: "b" })`;

  test.each([
    [`import { step } from "../lib/steps";`, states],
    [`import { step } from "@/lib/steps";`, states],
    [`import { step } from "~";`, states],
    [`import { step } from "#steps";`, states],
    [`import * as lib from "@/lib";`, states.replaceAll("step(", "lib.step(")],
  ])("%s", (imports, written) => {
    expect(leads(imports, written)).toEqual(STEPS);
  });

  test("a function without a name, and what the other file imports", () => {
    expect(leads(`import home, { end } from "@/lib/steps";`, `a: home("b"), b: end()`)).toEqual([
      "a atomic HOME:b",
      "b final ",
    ]);
  });

  test("an alias that nothing says stays closed", () => {
    expect(leads(`import { step } from "$/lib/steps";`, `a: step("b"), b: {}`)?.[0]).toBe("a atomic  ?");
  });

  test("every place is one of the text that is read", () => {
    const { text, reading } = read(`import { step } from "@/lib/steps";`, states);
    const [chart] = reading.charts;

    for (const place of places(chart!).values())
      for (const one of place.node.transitions) {
        const from = place.origin + one.at.from;
        const written = text.slice(from, place.origin + one.at.to);
        expect(['"b"', '"a"', `step("b")`, `step("a", { back: "b" })`]).toContain(written);
      }
    expect(reading.imports?.map(({ path }) => path)).toContain("src/lib/steps.ts");
  });
});

test("a state that a function returns says which one, once for all states of one call", () => {
  const text = module(
    `const step = (target: string) => ({ on: { GO: target } });
     const helpers = { phase: (to: string) => ({ initial: "x", states: { x: step(to), y: {} } }) };`,
    `a: helpers.phase("b"), b: step("a"), c: {}`,
  );
  const [chart] = readModule(text).charts;

  const helpers = [...places(chart!).values()].map((place) => {
    const helper = helperOf(place);
    return [
      place.path.join("."),
      place.node.helper?.name,
      helper?.name,
      helper && text.slice(helper.at.from, helper.at.to).slice(0, 16),
    ];
  });

  expect(helpers).toEqual([
    ["", undefined, undefined, undefined],
    ["a", "helpers.phase", "helpers.phase", "(to: string) => "],
    ["a.x", "step", "step", "(target: string)"],
    ["a.y", undefined, "helpers.phase", "(to: string) => "],
    ["b", "step", "step", "(target: string)"],
    ["c", undefined, undefined, undefined],
  ]);
});

test("a function of another file is found there", () => {
  const phases = `export function phase(to: string) { return { on: { GO: to } }; }\n`;
  const text = module(`import { phase } from "./phases";`, `a: phase("b"), b: {}`);
  const modules = siblingsIn((path) => (path === "machines/phases.ts" ? phases : undefined));

  const [chart] = readModule(text, { path: "machines/m.ts", modules }).charts;

  const helper = helperOf(places(chart!).get("a")!);
  expect(helper).toMatchObject({ name: "phase", file: "machines/phases.ts" });
  expect(phases.slice(helper!.at.from, helper!.at.to)).toMatch(/^function phase/);
});
