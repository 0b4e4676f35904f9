import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { fixesOf } from "#core/analyze/fixesOf.ts";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { Project } from "#core/project/Project.ts";
import { readModule } from "#core/read/readModule.ts";

beforeAll(loadGraphCommands);

/** A shipped game by logical name, its machine changed as by another editor. */
function game(id: string, change: (text: string) => string): Map<string, string> {
  const files = new Map([["machine", change(readFileSync(`machines/${id}.machine.ts`, "utf8"))]]);
  for (const name of readdirSync(`rulesets/${id}`, { recursive: true, encoding: "utf8" }))
    if (name.endsWith(".json"))
      files.set(name.slice(0, -".json".length), readFileSync(`rulesets/${id}/${name}`, "utf8"));
  return files;
}
const found = (files: ReadonlyMap<string, string>) => {
  const reading = readModule(files.get("machine") ?? "");
  const diagnostics = diagnose(reading, files);
  return { reading, diagnostics, fixes: diagnostics.map((one) => fixesOf(one, reading, files)) };
};
const told = (files: ReadonlyMap<string, string>) => found(files).diagnostics.map(({ code }) => code);
const open = (files: ReadonlyMap<string, string>) =>
  new Project(
    "m",
    [...files].map(([name, text]) => ({ name, text, hash: name })),
  );

/** A machine without rules, played once. */
const order = (states: string, ...expected: string[][]): Map<string, string> =>
  new Map([
    [
      "machine",
      `import { createMachine } from "xstate";
export const machine = createMachine({ id: "order", initial: "cart", states: { ${states} } });
`,
    ],
    [
      "scenarios/pays",
      JSON.stringify({
        format: 1,
        title: { en: "Pays" },
        steps: [
          { expect: { in: expected[0] } },
          { send: { type: "PAY" }, expect: { in: expected[1] } },
          { send: { type: "DONE" }, expect: { in: expected[2] } },
        ],
      }),
    ],
  ]);
const CART = "cart: { on: { PAY: 'paying' } }";

test("a state that was renamed in another editor is told by its new name, and one mend has all files follow", () => {
  const files = game("haikyu-break", (text) => text.replaceAll("firstServer", "serverFirst"));
  const before = told(game("haikyu-break", (text) => text));
  const { diagnostics, fixes } = found(files);
  const first = diagnostics.findIndex(({ code }) => code === "state-unknown");

  expect(diagnostics.filter(({ code }) => code === "state-unknown").length).toBeGreaterThan(20);
  expect(diagnostics[first]?.facts).toMatchObject({
    state: "setup.redraw.firstServer",
    renamed: "setup.redraw.serverFirst",
  });
  expect(fixes[first]?.map(({ id, obvious }) => ({ id, obvious }))).toEqual([
    { id: "renamed-everywhere", obvious: true },
    { id: "replace", obvious: false },
  ]);
  const project = open(files);
  expect(project.fix(fixes[first]![0]!, { at: 0 })).toMatchObject({ ok: true });
  expect(told(project.state().files)).toEqual(before);
  expect(project.text("renames")).toContain('"setup.redraw.firstServer":"setup.redraw.serverFirst"');
  project.undo();
  expect(project.state().dirty).toEqual([]);
});

test("what is in a state that was renamed goes along", () => {
  const files = game("haikyu-break", (text) => text.replaceAll("redraw", "drawAnew"));
  const { diagnostics, fixes } = found(files);
  const first = diagnostics.findIndex(({ facts }) => facts["renamed"] === "setup.drawAnew.firstServer");

  const project = open(files);
  expect(project.fix(fixes[first]![0]!, { at: 0 })).toMatchObject({ ok: true });
  expect(told(project.state().files)).not.toContain("state-unknown");
});

test("a machine without rules, too, where all else that it has was played", () => {
  const files = order(
    `${CART}, settling: { on: { DONE: 'shipped' } }, shipped: {}`,
    ["cart"],
    ["paying"],
    ["shipped"],
  );
  const [one] = found(files).diagnostics.filter(({ code }) => code === "state-unknown");

  expect(one?.facts["renamed"]).toBe("settling");
});

test.each([
  [
    "it does not take what was sent to the old one",
    `${CART}, settling: { on: { ENDED: 'shipped' } }, shipped: {}`,
  ],
  [
    "two states may be it",
    `${CART}, settling: { on: { DONE: 'shipped' } }, waiting: { on: { DONE: 'shipped' } }, shipped: {}`,
  ],
  [
    "it holds states, and the old one did not",
    `${CART}, settling: { initial: 'x', states: { x: { on: { DONE: '#order.shipped' } } } }, shipped: {}`,
  ],
])("%s: what may have taken its place is listed, and nothing is obvious", (_why, states) => {
  const files = order(states, ["cart"], ["paying"], ["shipped"]);
  const { diagnostics, fixes } = found(files);
  const first = diagnostics.findIndex(({ code }) => code === "state-unknown");

  expect(diagnostics[first]?.facts["renamed"]).toBeUndefined();
  expect(diagnostics[first]?.facts["near"]).toContain("settling");
  expect(fixes[first]?.map(({ id, obvious }) => `${id} ${obvious}`)).toContain("replace false");
  expect(fixes[first]?.some(({ obvious }) => obvious)).toBe(false);
});

test("a state that was deleted, beside others that are known, is not taken for renamed", () => {
  const files = game("haikyu-break", (text) => text.replaceAll("firstServer", "otherPlayer"));

  expect(found(files).diagnostics.filter(({ facts }) => facts["renamed"] !== undefined)).toEqual([]);
});
