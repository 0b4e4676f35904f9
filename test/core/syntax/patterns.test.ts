import { describe, expect, test } from "vitest";
import type { StateNode } from "#core/chart/chart.ts";
import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { buildMachine } from "#test/core/edit/laws/buildMachine.ts";

const machine = (code: string, config: string) =>
  `import { createMachine, setup } from "xstate";\n${code}\nexport const machine = createMachine({ ${config} });\n`;

const STATES = `{ x: {}, a: { on: { GO: "b" }, entry: "log" }, b: {} }`;

type Shape = {
  readonly [key: string]: readonly [events: readonly string[], entry: readonly string[], states: Shape];
};

const shapeOf = (node: StateNode): Shape =>
  Object.fromEntries(
    node.children.map((child) => [
      child.key,
      [
        child.transitions.map(({ event }) => event ?? ""),
        child.entry.map(({ name }) => name ?? ""),
        shapeOf(child),
      ],
    ]),
  );

const builtShape = (node: ReturnType<typeof buildMachine>["root"]): Shape =>
  Object.fromEntries(
    Object.values(node.states).map((child) => [
      child.key,
      [
        [...child.transitions.keys()],
        child.entry.map((action) =>
          typeof action === "string" ? action : (action as { type: string }).type,
        ),
        builtShape(child),
      ],
    ]),
  );

const read = (text: string) => readModule(text).charts[0] ?? expect.fail(text);

const CERTAIN = [
  [`const { x, ...rest } = ${STATES};`, `initial: "a", states: rest`],
  [`const S = ${STATES};\nconst { x, ...rest } = S;`, `initial: "a", states: { ...rest, c: {} }`],
  [`const { x, ...states } = ${STATES};`, `initial: "a", states`],
  [`const { "x": { on }, ...rest } = ${STATES} as any;`, `initial: "a", states: rest, on`],
  [`const [first, ...more] = ["x", "log"];`, `initial: "a", states: { a: { entry: more, on: { GO: "a" } } }`],
  [`const [, ...[rest]] = [{}, ${STATES}];`, `initial: "a", states: rest`],
  [`const { a = { on: { GO: "b" } } } = { b: 1 } as any;`, `initial: "a", states: { a, b: {} }`],
  [`const { a = 1 } = { a: { on: { GO: "b" } } } as any;`, `initial: "a", states: { a, b: {} }`],
  [`const { a = { on: { GO: "b" } } } = { a: undefined } as any;`, `initial: "a", states: { a, b: {} }`],
  [`const [a = { on: { GO: "b" } }] = [] as any[];`, `initial: "a", states: { a, b: {} }`],
  [`const { held: { a } = { a: { on: { GO: "b" } } } } = {} as any;`, `initial: "a", states: { a, b: {} }`],
  [
    `const LIST = [{ key: "a" }, { key: "b" }];\nconst [{ key }, { key: second }] = LIST;`,
    `initial: key, states: { [key]: { on: { GO: second } }, [second]: {} }`,
  ],
  [`const S = setup({}).createStateConfig;`, `initial: "a", states: { a: S({ on: { GO: "b" } }), b: {} }`],
  [
    `const { createStateConfig: S } = setup({});`,
    `initial: "a", states: { a: S({ on: { GO: "b" } }), b: {} }`,
  ],
] as const;

const COMMANDS = [
  ["transition.describe", { transition: { source: ["a"], slot: "on", event: "GO", index: 0 }, text: "said" }],
  ["state.rename", { state: ["a"], to: "z" }],
  ["state.delete", { state: ["a"] }],
  ["state.describe", { state: ["a"], text: "said" }],
  ["state.wrap", { state: ["a"], key: "z" }],
] as const;

describe.each(CERTAIN)("%s, %s", (code, config) => {
  const text = machine(code, config);

  test("is read as XState has it", () => {
    expect(shapeOf(read(text).root)).toEqual(builtShape(buildMachine(text).root));
  });

  test.each(COMMANDS)("is edited: %s", (id, args) => {
    const change = runCommand(id, text, read(text), args, (later) => readModule(later).charts);

    // A machine whose only state goes has none to begin with.
    if ("refused" in change || (id === "state.delete" && !config.includes("b"))) return;
    const after = applyEdits(text, change.edits);
    expect(shapeOf(read(after).root), after).toEqual(builtShape(buildMachine(after).root));
    expect(after).not.toBe(text);
  });
});

test.each([
  [`const { x, ...rest } = ${STATES} as any;\nrest.c = {};`, "rest"],
  [`const { x, ...rest } = ${STATES} as any;\nrest.a.on.GO = "x";`, "rest"],
  [`const key = String("x");\nconst { [key]: x, ...rest } = ${STATES} as any;`, "rest"],
  [`const { x, ...rest } = { ...JSON.parse("{}"), a: {} };`, "rest"],
  [`const { a = { a: {} } } = JSON.parse("{}");`, "a"],
  [`const [a = { a: {} }] = new Set([{ a: {} }]) as any;`, "a"],
  [`let { x, ...rest } = ${STATES} as any;`, "rest"],
])("%s: what is not certain is not read", (code, name) => {
  const { root } = read(machine(code, `initial: "a", states: ${name}`));

  expect([root.children, root.opaque.map(({ what }) => what)]).toEqual([[], ["states"]]);
});

test("an item of a list that stands behind a spread is not counted by its place in the text", () => {
  const { root } = read(
    machine(`const L = [...["p", "q"], "c"];`, `initial: L[1], states: { q: {}, c: {} }`),
  );

  expect(root.initial).toBeUndefined();
});

test("what is given to a call that is not read is no state to be edited", () => {
  const text = machine(`import { make } from "./make";`, `initial: "a", states: { a: make({ size: 1 }) }`);
  const change = runCommand("state.describe", text, read(text), { state: ["a"], text: "said" });

  expect(change).toMatchObject({ refused: { code: "not-an-object" } });
});

test("what a pattern leaves is not copied where its code would run once more", () => {
  const code = `let n = 0;\nconst next = () => ({ on: { ["E" + n++]: "b" } });\nconst { x, ...rest } = { x: {}, a: next(), b: {} } as any;`;
  const text = machine(code, `initial: "a", states: rest`);
  const change = runCommand("state.describe", text, read(text), { state: ["b"], text: "said" });

  expect(change).toMatchObject({ refused: { code: "origin-shared" } });
});
