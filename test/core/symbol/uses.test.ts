import { expect, test } from "vitest";
import { machineName, usesOf } from "#core/symbol/uses.ts";
import { treeOf } from "#core/syntax/tree.ts";

/** Who reads the code that is marked by « and »: the machines by name, as what, and what else is known of it. */
function readersOf(marked: string) {
  const text = `import { createMachine, setup } from "xstate";\n${marked}`;
  const from = text.indexOf("«");
  const to = text.indexOf("»") - 1;
  const plain = text.replace("«", "").replace("»", "");
  const tree = treeOf(plain);
  if (!tree) throw new Error(plain);
  const { uses, exported, writes } = usesOf(tree, { from, to });
  return {
    readers: [
      ...new Set(uses.map(({ machine, as }) => `${machine ? machineName(tree, machine) : "code"} ${as}`)),
    ].toSorted(),
    exported,
    writes: writes.map(({ start, end }) => plain.slice(start, end)),
  };
}
const two = `export const a = createMachine(base);\nexport const b = createMachine({ ...base, id: "b" });\n`;

test.each([
  [
    "a config that one takes and another spreads",
    `const base = { states: { p: «{}» } };\n${two}`,
    ["a states", "b states"],
  ],
  [
    "what a call brings, also to a machine that a function makes",
    `const keys = ["p"];\nconst base = { states: { ...Object.fromEntries(keys.map((k) => [k, { on: { «NEXT»: "p" } }])) } };\nconst a = createMachine(base);\nconst b = [{ ...base, id: "b" }].map(createMachine);\n`,
    ["a states", "b config"],
  ],
  ["what a spread says again is not read", `const base = { id: «"a"», states: {} };\n${two}`, ["a id"]],
  [
    "a member that only one takes",
    `const parts = { x: «{}», y: {} };\nconst a = createMachine({ states: { x: parts.x } });\nconst b = createMachine({ states: { x: parts.y } });\n`,
    ["a states"],
  ],
  [
    "a part that a pattern takes out",
    `const { states } = { states: «{}» };\nconst a = createMachine({ states });\n`,
    ["a states"],
  ],
  [
    "a const in a const",
    `const leaf = «{}»;\nconst base = { states: { p: leaf } };\n${two}`,
    ["a states", "b states"],
  ],
  [
    "a target by the name of an enum",
    `enum Phase { P = «"p"», Q = "q" }\nconst a = createMachine({ initial: Phase.P, states: { p: { on: { GO: { target: Phase.Q } } } } });\n`,
    ["a initial"],
  ],
  ...[
    `const b = createMachine({ states: NS.states });`,
    `const b = createMachine({ states: { ...NS.held.states } });`,
    `const b = createMachine({ states: NS.give() });`,
    `import also = NS.states;\nconst b = createMachine({ states: also });`,
    `import also = NS;\nconst b = createMachine({ states: also.states });`,
    `const { held } = NS;\nconst b = createMachine({ states: held.states });`,
    `namespace NS { export const b = createMachine({ states }); }`,
  ].map((code): [string, string, string[]] => [
    `what a namespace exports: ${code}`,
    `namespace NS { export const states = { p: «{}» }; export const held = { states }; export const give = () => states; export const a = createMachine({ states }); }\n${code}\n`,
    ["a states", "b states"],
  ]),
  [
    "a namespace in another one",
    `namespace Outer.Inner { export const leaf = «{}»; }\nnamespace Outer { export namespace More { export const leaf = {}; } }\nconst a = createMachine({ states: { p: Outer.Inner.leaf, q: Outer.More.leaf } });\nconst b = createMachine({ states: { p: Outer.More.leaf } });\n`,
    ["a states"],
  ],
  [
    "the default of a parameter",
    `const make = (first = «"p"») => createMachine({ initial: first });\nconst a = make();\n`,
    ["1 initial"],
  ],
  [
    "an argument",
    `function make(first: string) { return createMachine({ initial: first }); }\nconst a = make(«"p"»);\n`,
    ["1 initial"],
  ],
  [
    "the result of a function",
    `function region() { return { on: { GO: «"x"» } }; }\nconst a = createMachine({ states: { r: region() } });\nconst b = createMachine({ states: { r: { ...region() } } });\n`,
    ["a states", "b states"],
  ],
  [
    "a method, a getter and a static member",
    `class Parts { static calm = «{}»; }\nconst a = createMachine({ states: { r: Parts.calm } });\n`,
    ["a states"],
  ],
  [
    "the config of a machine",
    `const a = createMachine({ states: { p: «{}» } });\nconst b = createMachine({ ...a.config, id: "b" });\n`,
    ["a states", "b states"],
  ],
  [
    "a setup",
    `const made = setup({ guards: { ok: «() => true» } });\nconst a = made.createMachine({});\nconst b = made.createMachine({});\n`,
    ["a setup", "b setup"],
  ],
  [
    "what is put into another's const",
    `const leaf = «{}»;\nconst base: any = { states: {} };\nObject.assign(base.states, { s: leaf });\nconst a = createMachine(base);\n`,
    ["a config", "code code"],
  ],
])("%s", (_, code, readers) => {
  expect(readersOf(code).readers).toEqual(readers);
});

test.each([
  `const all = configs.map((one) => createMachine(one));`,
  `const all = Object.values(configs).map((one) => createMachine({ ...one, id: "x" }));`,
  `for (const one of configs) createMachine(one);`,
  `configs.forEach(function (one = {}) { createMachine(one); });`,
])("%s makes a machine of each", (code) => {
  const text = `const configs = [{ states: «{}» }];\nconst a = createMachine(configs[0]);\n${code}\n`;

  expect(readersOf(text).readers.filter((one) => !one.startsWith("code"))).toHaveLength(2);
});

test("a name that stands as a key, behind a dot, as a label or in a type is no use", () => {
  const code = `const states = «{}»;\ntype T = { states: typeof states };\nfunction f(o: T) { states: for (;;) break states; return o.states; }\nconst a = createMachine({ states: { states: { states } } });\n`;

  expect(readersOf(code)).toMatchObject({ readers: ["a states"], writes: [] });
});

test("what fills it later is told", () => {
  const code = `const base: any = «{}»;\nbase.states.p = {};\nbase.list.push(1);\ndelete base.id;\nexport const a = createMachine(base);\n`;

  expect(readersOf(code).writes).toEqual(["base.states.p = {}", "base.list.push(1)", "delete base.id"]);
});

test("consts that mean each other end", () => {
  const code = `const x: any = { y };\nconst y: any = { x, z: «1» };\nexport { y };\nconst a = createMachine({ meta: y });\n`;

  expect(readersOf(code)).toMatchObject({ readers: ["a payload"], exported: true });
});
