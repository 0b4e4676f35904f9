import { expressionOf } from "#core/syntax/expressionOf.ts";
import * as xstate from "xstate";
import { expect, test } from "vitest";
import { applyEdits } from "#core/text/textEdit.ts";
import { setGuard } from "#core/edit/gestures/setGuard.ts";
import { freeNames, namesOf } from "#core/syntax/freeNames.ts";
import { addXStateImports, XSTATE_NAMES } from "#core/edit/pen/xstateImports.ts";
import { applyCommand } from "#test/core/edit/applyCommand.ts";

const added = (head: string, ...names: string[]) => {
  const text = `${head}\nexport const x = 1;\n`;
  return applyEdits(text, addXStateImports(text, names) ?? []).replace("\nexport const x = 1;\n", "");
};

test.each([
  ["one line", "import { setup } from 'xstate';", "import { not, setup } from 'xstate';"],
  ["no order", "import { setup, assign } from 'xstate';", "import { setup, assign, not } from 'xstate';"],
  ["tight braces, no semicolon", 'import {setup} from "xstate"', 'import {not, setup} from "xstate"'],
  [
    "a line each, with comments",
    "import {\n  assign, // sets\n  setup, // starts\n} from 'xstate';",
    "import {\n  assign, // sets\n  not,\n  setup, // starts\n} from 'xstate';",
  ],
  [
    "types among them",
    "import { type StateFrom } from 'xstate';",
    "import { not, type StateFrom } from 'xstate';",
  ],
  ["empty braces", "import {} from 'xstate';", "import { not } from 'xstate';"],
  ["a default beside them", "import x, { setup } from 'xstate';", "import x, { not, setup } from 'xstate';"],
  [
    "types only",
    "import type { StateFrom } from 'xstate';",
    "import type { StateFrom } from 'xstate';\nimport { not } from 'xstate';",
  ],
  [
    "types first",
    "import type { StateFrom } from 'xstate';\nimport { setup } from 'xstate';",
    "import type { StateFrom } from 'xstate';\nimport { not, setup } from 'xstate';",
  ],
  ["a namespace", "import * as x from 'xstate'", "import * as x from 'xstate'\nimport { not } from 'xstate'"],
  ["require", "const { setup } = require('xstate');", "const { not, setup } = require('xstate');"],
  [
    "require with a rest",
    "const { a, ...b } = require('xstate');",
    "const { a, not, ...b } = require('xstate');",
  ],
  [
    "require of all",
    "const xstate = require('xstate');",
    "const xstate = require('xstate');\nconst { not } = require('xstate');",
  ],
  [
    "other packages",
    "import a from 'a';\nimport b from 'b';\n",
    "import a from 'a';\nimport b from 'b';\nimport { not } from 'xstate';\n",
  ],
  [
    "another package by require",
    "const a = require('a')",
    "const a = require('a')\nconst { not } = require('xstate')",
  ],
  ["nothing", "", 'import { not } from "xstate";\n'],
  ["a directive", "'use client';", "'use client';\nimport { not } from \"xstate\";"],
  [
    "a comment on the file",
    "// @ts-check\n/** x */",
    '// @ts-check\nimport { not } from "xstate";\n/** x */',
  ],
  ["a licence", "/* (c) */\n\n// x", '/* (c) */\n\nimport { not } from "xstate";\n// x'],
  [
    "CRLF",
    "import a from 'a';\r\n\r\na();\r\n",
    "import a from 'a';\r\nimport { not } from 'xstate';\r\n\r\na();\r\n",
  ],
])("a name of xstate comes into a module with %s", (_, before, after) => {
  expect(added(before, "not")).toBe(after);
});

test("several names each come to their place", () => {
  expect(added("import { emit, setup } from 'xstate';", "not", "and", "stateIn", "not")).toBe(
    "import { and, emit, not, setup, stateIn } from 'xstate';",
  );
});

test("every name offered is one that XState exports", () => {
  expect([...XSTATE_NAMES].filter((name) => !(name in xstate))).toEqual([]);
});

test("a text that cannot be parsed has no imports to add to", () => {
  expect(addXStateImports("import {", ["not"])).toBeUndefined();
});

test.each([
  ["not(stateIn('a'))", ["not", "stateIn"]],
  ["({ context }) => context.log(max)", ["max"]],
  ["(log) => log(raise)", ["raise"]],
  ["({ and: 1, [or]: 2, not })", ["or", "not"]],
  ["function f({ a = assign, ...b }) { const emit = 1; return f(a, b, emit) }", ["assign"]],
  ["() => { for (const log of logs) log(); try {} catch (stop) { stop() } }", ["logs"]],
  ["(x as not).and<or>()", ["x"]],
  ["() => { type and = 1; label: while (1) break label; }", []],
])("%s takes from outside %j", (code, names) => {
  expect([...namesOf(freeNames(expressionOf(code)!))]).toEqual(names);
});

const module = (head: string, machine: string, tail = "") => `${head}
const machine = ${machine}({
  initial: 'a',
  states: { a: { on: { GO: 'b' } }, b: {} },
});
${tail}`;
const go = { source: ["a"], slot: "on", event: "GO", index: 0 } as const;
const guarded = (text: string, code = "not('x')") =>
  applyCommand(setGuard, text, { transition: go, guard: { text: code } }).split("\nconst machine")[0];

test("code that a command writes brings its import along", () => {
  expect(guarded(module("import { createMachine } from 'xstate';", "createMachine"))).toBe(
    "import { createMachine, not } from 'xstate';",
  );
});

test.each([
  ["brought already", "import { createMachine, not } from 'xstate';"],
  ["the module's own", "import { createMachine } from 'xstate';\nconst not = (x: unknown) => x;"],
  ["another package's", "import { createMachine } from 'xstate';\nimport { not } from 'rambda';"],
  ["an import by another name", "import { createMachine, and as not } from 'xstate';"],
])("a name that is %s is not imported", (_, head) => {
  expect(guarded(module(head, "createMachine"))).toBe(head);
});

test("a name that is only a type, or another name's own, is imported", () => {
  expect(guarded(module("import { createMachine, not as no } from 'xstate';", "createMachine"))).toBe(
    "import { createMachine, not as no, not } from 'xstate';",
  );
});

test("code that names the namespace itself needs nothing", () => {
  const head = "import * as x from 'xstate';";

  expect(guarded(module(head, "x.createMachine"), "x.not('a')")).toBe(head);
});
