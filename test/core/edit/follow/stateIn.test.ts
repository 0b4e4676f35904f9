import { describe, expect, test } from "vitest";
import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits, invertEdits } from "#core/text/textEdit.ts";

const PARTS = `export enum Phase { A = "a", B = "b" }\nexport const B = "b";\nexport const NAMES = { b: "b" } as const;\n`;
const modules = (specifier: string) =>
  specifier === "./parts" ? { path: "parts.ts", text: PARTS } : undefined;
const read = (text: string) => readModule(text, { path: "machine.ts", modules }).charts;

/** A module whose state `a` asks by a guard whether `b` is active. */
const asks = (guard: string, before = "", imports = "createMachine, stateIn") =>
  `import { ${imports} } from "xstate";
${before}
export const m = createMachine({
  id: "m",
  initial: "a",
  states: {
    a: { on: { GO: { target: "c", guard: ${guard} } } },
    b: {},
    c: {},
  },
});
`;

/** The new lines after a command, and what is warned of; or the refusal. */
function done(text: string, id: string, args: object) {
  const chart = read(text)[0];
  if (!chart) throw new Error(`No machine in:\n${text}`);
  const change = runCommand(id, text, chart, args, read);
  if ("refused" in change) return { refused: change.refused.code, facts: change.refused.facts };
  const after = applyEdits(text, change.edits);
  expect(applyEdits(after, invertEdits(text, change.edits))).toBe(text);
  const old = new Set(text.split("\n"));
  const lines = after.split("\n").filter((line) => !old.has(line));
  return { lines: lines.map((line) => line.trim()), warnings: change.warnings.map(({ code }) => code) };
}
const rename = (text: string) => done(text, "state.rename", { state: ["b"], to: "zz" });
const wrap = (text: string) => done(text, "state.wrap", { state: ["b"], key: "outer" });
const remove = (text: string) => done(text, "state.delete", { state: ["b"] });
const asked = (code: string) => `a: { on: { GO: { target: "c", guard: ${code} } } },`;

describe("stateIn is known by what it is bound to", () => {
  test.each([
    ["an alias", "inState", "", "createMachine, stateIn as inState"],
    ["a namespace", "XS.stateIn", `import * as XS from "xstate";`, "createMachine"],
    ["a const", "inside", "const inside = stateIn;", "createMachine, stateIn"],
    ["a part of the module", "ask", `const { stateIn: ask } = require("xstate");`, "createMachine"],
    ["a cast", "(stateIn as any)", "", "createMachine, stateIn"],
  ])("%s", (_, called, before, imports) => {
    expect(rename(asks(`${called}("b")`, before, imports))).toEqual({
      lines: [asked(`${called}("zz")`), "zz: {},"],
      warnings: [],
    });
  });

  test.each([
    ["a function of the module", "stateIn", "const stateIn = (name: string) => () => name.length > 3;"],
    ["a method", "player.stateIn", "const player = { stateIn: (name: string) => () => name.length > 3 };"],
    ["a parameter", "((stateIn) => stateIn('x'))", ""],
  ])("%s of that name is none", (_, called, before) => {
    const { lines, warnings } = rename(asks(`${called}("b")`, before, "createMachine"));

    expect(lines).toEqual(["zz: {},"]);
    // What it may mean is for a person to say.
    expect(warnings).toEqual(["state-spelled"]);
  });
});

describe("what stateIn takes from another file is changed there", () => {
  const imports = `import { Phase, B, NAMES } from "./parts";\nimport * as parts from "./parts";`;
  const codes = ["Phase.B", "B", "parts.Phase.B", "parts.B", "NAMES.b", "`${B}`", "{ [B]: {} }", "`#m.${B}`"];

  test.each(codes)("%s is no longer the name after a rename", (code) => {
    expect(rename(asks(`stateIn(${code})`, imports))).toMatchObject({
      refused: "target-elsewhere",
      facts: { file: "./parts" },
    });
  });

  test.each(codes)("%s does not lead into a new state around it", (code) => {
    expect(wrap(asks(`stateIn(${code})`, imports)).refused).toBe("target-elsewhere");
  });

  test("what is deleted is told", () => {
    expect(remove(asks("stateIn(Phase.B)", imports)).warnings).toEqual(["state-in-gone"]);
  });

  test("another state may be renamed", () => {
    const text = asks("stateIn(Phase.B)", imports);

    expect(done(text, "state.rename", { state: ["c"], to: "zz" }).warnings).toEqual([]);
  });
});

describe("what a helper is given for stateIn", () => {
  test.each([
    ["a text", "const when = (name: string) => stateIn(name);", 'when("b")', 'when("zz")'],
    ["an object", "const when = (name: any) => stateIn(name);", "when({ b: {} })", "when({ zz: {} })"],
    [
      "a function of a function",
      "const inner = (x: any) => stateIn(x);\nfunction when(name: any) { return inner(name); }",
      'when("b")',
      'when("zz")',
    ],
    ["a choice", "const odd = Date.now() % 2;", 'stateIn(odd ? "b" : "c")', 'stateIn(odd ? "zz" : "c")'],
    [
      "a list that is gone through",
      "",
      '["b", "c"].map((name) => stateIn(name))[0]',
      '["zz", "c"].map((name) => stateIn(name))[0]',
    ],
    [
      "one that others may call",
      "export const when = (name: string) => stateIn(name);",
      'when("b")',
      'when("zz")',
    ],
  ])("%s follows a rename", (_, before, code, after) => {
    expect(rename(asks(code, before))).toEqual({ lines: [asked(after), "zz: {},"], warnings: [] });
  });

  test("the types of its parameter follow", () => {
    const text = asks('when("b")', 'const when = (name: "a" | "b") => stateIn(name);');

    expect(rename(text).lines?.[0]).toBe('const when = (name: "a" | "zz") => stateIn(name);');
  });

  test("a default follows", () => {
    const text = asks("when()", 'const when = (name = "b") => stateIn(name);');

    expect(rename(text)).toEqual({
      lines: ['const when = (name = "zz") => stateIn(name);', "zz: {},"],
      warnings: [],
    });
  });

  test("a state that is moved is named by its new path", () => {
    const text = asks('when("b")', "const when = (name: any) => stateIn(name);");

    expect(wrap(text).lines?.[0]).toBe(asked('when("outer.b")'));
  });

  test.each([
    [
      "says it elsewhere as well",
      "const when = (name: string) => (console.log(name), stateIn(name));",
      'when("b")',
    ],
    ["is a member", "const is = { in: (name: string) => stateIn(name) };", 'is.in("b")'],
    ["is in another file", 'import { when } from "./far";', 'when("b")'],
  ])("is told where it %s", (_, before, code) => {
    expect(rename(asks(code, before)).warnings).toEqual(["state-spelled"]);
  });
});

describe("what stateIn asks is told where it cannot be read", () => {
  const lists = 'const names = new Map([["x", "b"]]);';

  test.each([
    ["pick()", 'const pick = () => { while (false); return "b"; };'],
    ['names.get("x")', lists],
    ["far", 'import { far } from "./nowhere";'],
    ["{ [pick()]: {} }", 'const pick = () => { while (false); return "b"; };'],
  ])("%s, when a state goes into another", (code, before) => {
    expect(wrap(asks(`stateIn(${code})`, before)).warnings).toContain("targets-unread");
  });

  test("the same words of many guards once", () => {
    const text = asks("stateIn(pick())", 'const pick = () => { while (false); return "b"; };');
    const again = '    d: { on: { GO: { target: "c", guard: stateIn(pick()) } } },\n';

    expect(wrap(text.replace("    b: {},\n", `$&${again}${again.replace("d:", "e:")}`)).warnings).toEqual([
      "targets-unread",
    ]);
  });

  test("but not when another state is renamed", () => {
    const text = asks("stateIn(pick())", 'const pick = () => { while (false); return "b"; };');

    expect(done(text, "state.rename", { state: ["c"], to: "zz" }).warnings).toEqual([]);
  });
});

describe("a const that only `matches` takes is no name of the machine", () => {
  const machine = asks('"ok"');

  test.each([
    ["a selector of elements", "export const onClick = (e: any) => e.target.matches(NAME);", ""],
    [
      "another actor",
      "export const f = () => far.getSnapshot().matches(NAME);",
      'import { far } from "./far";',
    ],
    ["perhaps this one", "export const f = (s: any) => s.matches(NAME);", ""],
  ])("%s: it is told", (_, after, before) => {
    expect(rename(`${before}\nconst NAME = "b";\n${machine}${after}\n`)).toEqual({
      lines: ["zz: {},"],
      warnings: ["state-spelled"],
    });
  });

  test("what the machine uses as well is changed for a snapshot that may be its own, and not for another's", () => {
    const named = machine.replace("b: {}", "[NAME]: {}");
    const own = `const NAME = "b";\n${named}export const f = (s: any) => s.matches(NAME);\n`;
    const other = `import { far } from "./far";\n${own.replace("s.matches", "far.getSnapshot().matches")}`;

    expect(rename(own)).toEqual({ lines: ['const NAME = "zz";'], warnings: [] });
    expect(rename(other)).toEqual({ lines: ["zz: {},"], warnings: ["state-spelled"] });
  });
});
