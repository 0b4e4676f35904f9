import { beforeAll, expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { fixesOf } from "#core/analyze/fixesOf.ts";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { Project } from "#core/project/Project.ts";
import { readModule } from "#core/read/readModule.ts";

beforeAll(loadGraphCommands);

/** The text after the first fix of the first diagnostic of a code. */
function mended(text: string, code: string, id?: string): string {
  const files = new Map([["machine", text]]);
  const reading = readModule(text);
  const told = diagnose(reading, files).find((one) => one.code === code);
  const fix = told && fixesOf(told, reading, files).find((one) => id === undefined || one.id === id);
  if (!fix)
    throw new Error(
      `No fix for ${code} among ${diagnose(reading, files)
        .map((one) => one.code)
        .join(", ")}`,
    );
  const project = new Project("m", [{ name: "machine", text, hash: "h" }]);
  expect(project.fix(fix, { at: 0 })).toMatchObject({ ok: true });
  return project.text("machine") ?? "";
}

/** A module as people lay it out, with comments that must stay. */
const module = (states: string, imports = "createMachine"): string => `// the game
import { ${imports} } from 'xstate';

export const machine = createMachine({
  id: 'm',
  initial: 'a', // first
  states: {
${states}
    // the end
    z: { type: 'final' },
  },
});
`;

test("a name is imported in its place of the list", () => {
  const text = module(`    a: { on: { GO: { guard: not('x'), target: 'z' } } },`, "assign, createMachine");

  expect(mended(text, "import-missing")).toBe(
    text.replace("{ assign, createMachine }", "{ assign, createMachine, not }"),
  );
});

test("a property goes with its line and its comment, and nothing else moves", () => {
  const text = module(`    a: {
      // nothing yet
      on: null, // later
      after: { 5: 'z' },
    },`);

  expect(mended(text, "wrong-type")).toBe(
    text.replace("      // nothing yet\n      on: null, // later\n", ""),
  );
});

test("a misspelt target keeps its quotes", () => {
  const text = module("    a: { on: { GO: 'zz', NEXT: `z` } },");

  expect(mended(text, "target-not-found")).toBe(text.replace("'zz'", "'z'"));
});

test("the state to begin in is written where initial is usually written", () => {
  const text = module(`    a: {
      entry: () => {},
      states: {
        x: { on: { GO: '#m.z' } },
      },
    },`);

  expect(mended(text, "initial-missing")).toBe(text.replace("    a: {\n", "    a: {\n      initial: 'x',\n"));
});

test("a text under after becomes an object on the spot", () => {
  const text = module(`    a: {
      after: {
        50: [
          { guard: () => false, target: 'a' },
          'z', // then
        ],
      },
    },`);

  expect(mended(text, "after-list-string")).toBe(
    text.replace("          'z',", "          { target: 'z' },"),
  );
});

test("a shadowed transition changes places with the one that hides it, each as it is written", () => {
  const text = module(`    a: {
      on: {
        GO: [
          // always
          'z',
          { guard: () => true, target: 'a' },
        ],
      },
    },`);

  expect(mended(text, "transition-shadowed", "move-up")).toBe(
    text.replace(
      "          'z',\n          { guard: () => true, target: 'a' },",
      "          { guard: () => true, target: 'a' },\n          'z',",
    ),
  );
});

test("an empty event of XState 4 becomes always beside the other properties", () => {
  const text = module(`    a: {
      on: {
        '': 'z',
        GO: 'a',
      },
    },`);

  expect(mended(text, "event-empty")).toBe(
    text.replace(
      `      on: {
        '': 'z',
        GO: 'a',
      },
`,
      `      on: {
        GO: 'a',
      },
      always: 'z',
`,
    ),
  );
});

test("arguments of XState 4 are taken apart under their old names", () => {
  const text = module(
    `    a: { entry: assign((ctx, event) => ({ n: ctx.n + event.by })), on: { GO: { guard: ctx => ctx.n > 1, target: 'z' } } },`,
    "assign, createMachine",
  );

  const once = mended(text, "former-arguments");

  expect(mended(once, "former-arguments")).toBe(
    text
      .replace("(ctx, event) =>", "({ context: ctx, event }) =>")
      .replace("ctx => ctx.n", "({ context: ctx }) => ctx.n"),
  );
});

test("a state with a number for a name is renamed with the targets that name it", () => {
  const text = module(`    a: { on: { GO: '2' } },
    2: { on: { GO: 'z' } },`);

  expect(mended(text, "key-integer")).toBe(text.replace("'2'", "'s2'").replace("    2:", "    s2:"));
});

test("a switch of XState 4 goes", () => {
  const text = module(`    a: { on: { GO: { internal: false, cond: 'x', target: 'z' } } },`).replace(
    "  id: 'm',",
    "  predictableActionArguments: true,\n  id: 'm',",
  );

  const all = ["unknown-state-key", "unknown-transition-key", "unknown-transition-key"].reduce(
    (now, code) => mended(now, code),
    text,
  );

  expect(all).toBe(
    text
      .replace("  predictableActionArguments: true,\n", "")
      .replace("internal: false, cond: 'x'", "reenter: true, guard: 'x'"),
  );
});

test("CRLF, tabs and a missing comma at the end stay as they are", () => {
  const text = `import { createMachine } from "xstate"\r\nexport const m = createMachine({\r\n\tstates: {\r\n\t\ta: { entry: log("x") }\r\n\t}\r\n})\r\n`;

  const begun = mended(text, "initial-missing");

  expect(begun).toBe(text.replace("({\r\n", `({\r\n\tinitial: "a",\r\n`));
  expect(mended(begun, "import-missing")).toBe(begun.replace("{ createMachine }", "{ createMachine, log }"));
});
