import { describe, expect, test } from "vitest";
import { runCommand } from "#core/edit/commands.ts";
import { chartOf } from "#test/core/edit/applyCommand.ts";

const MACHINE = `import { createMachine } from "xstate";
export const m = createMachine({
  id: "m",
  initial: "idle",
  states: { idle: { on: { GO: "busy" } }, busy: { initial: "inner", states: { inner: {} } } },
});
`;
const SECOND = `export const n = createMachine({ id: "n", initial: "x", states: { x: {} } });\n`;

function warningsOf(text: string, id: string, args: object) {
  const change = runCommand(id, text, chartOf(text), args);
  if ("refused" in change) throw new Error(change.refused.code);
  return change.warnings;
}
const rename = (text: string) => warningsOf(text, "state.rename", { state: ["busy"], to: "zz" });

/** Code that is broken, or says something else, once the state `busy` has another name. */
const SPELLINGS: readonly (readonly [what: string, code: string, spelled: string])[] = [
  ["a list", `const ACTIVE = ["busy"];`, `"busy"`],
  ["a set", `const ACTIVE = new Set(["busy"]);`, `"busy"`],
  ["keys of a table", `export const LABELS: any = { busy: "Busy" };`, `busy`],
  ["a const", `const BUSY = "busy";\nexport const f = (s: any) => s.value === BUSY;`, `"busy"`],
  ["an argument", `const select = (v: string) => v;\nexport const f = select("busy");`, `"busy"`],
  ["a member of the value", `export const f = (s: any) => s.value.busy;`, `busy`],
  ["a member of the states", `export const f = () => (m as any).states.busy;`, `busy`],
  ["an id", `export const f = () => m.getStateNodeById("m.busy");`, `"m.busy"`],
  ["a key by id", `export const f = (s: any) => s.getMeta()["m.busy"];`, `"m.busy"`],
  ["an id of a state inside", `export const f = () => m.getStateNodeById("m.busy.inner");`, `"m.busy.inner"`],
  ["a saved snapshot", `export const saved = { value: "busy" };`, `"busy"`],
  ["a comparison", `export const f = (s: any) => s.value === "busy";`, `"busy"`],
  ["a comparison at the top", `export const f = (m as any).value === "busy";`, `"busy"`],
];

describe("where code spells a renamed state", () => {
  describe.each([
    ["one machine", MACHINE],
    ["two machines", MACHINE + SECOND],
  ])("of %s, it is told once", (_, machine) => {
    test.each(SPELLINGS)("%s", (__, code, spelled) => {
      const text = `${machine}${code}\n`;
      const warnings = rename(text);

      expect(warnings.map((one) => one.code)).toEqual(["state-spelled"]);
      const at = warnings[0]?.at;
      expect(at && text.slice(at.from, at.to)).toBe(spelled);
      expect(at?.from).toBeGreaterThan(machine.length);
    });
  });

  test("many places are told in one warning that shows a few", () => {
    const many = Array.from({ length: 40 }, (_, i) => `export const list${i} = ["busy"];`).join("\n");

    expect(rename(`${MACHINE}${many}\n`)).toEqual([
      {
        code: "state-spelled",
        at: { from: MACHINE.length + 22, to: MACHINE.length + 28 },
        facts: {
          state: "busy",
          code: `export const list0 = ["busy"]; … export const list1 = ["busy"]; … export const list2 = ["busy"]; … +37`,
        },
      },
    ]);
  });

  test.each([
    ["another word", `export const list = ["busy bee", "idle"];`],
    ["a module", `import x from "busy";`],
    ["a type", `export type Name = "idle" | "busy";`],
    ["a key of something that is no state", `export const f = (s: any) => s.context.busy;`],
    [
      "an event of the machine",
      `const EVENT = "busy";\nexport const k = createMachine({ on: { [EVENT]: {} } });`,
    ],
  ])("%s is not told", (_, code) => {
    expect(rename(`${MACHINE}${code}\n`)).toEqual([]);
  });

  test("a state that stays below another key of its own is not told by its name alone", () => {
    const warnings = warningsOf(`${MACHINE}export const list = ["busy"];\n`, "state.wrap", {
      state: ["busy"],
      key: "outer",
    });

    expect(warnings).toEqual([]);
  });
});

describe("where code spells an id that is another", () => {
  const spells = (id: string) => `${MACHINE}export const f = () => m.getStateNodeById("${id}");\n`;

  test.each([
    [["busy"], "m.busy"],
    [[], "m.busy"],
    [[], "m"],
  ])("given to %j, it is told", (state, id) => {
    const warnings = warningsOf(spells(id), "state.setId", { state, id: "zz" });

    expect(warnings.map(({ code, facts }) => `${code} ${facts?.["state"]}`)).toEqual([`state-spelled ${id}`]);
  });

  test("an id that was written", () => {
    const text = spells("b").replace("busy: {", 'busy: { id: "b",');

    expect(warningsOf(text, "state.setId", { state: ["busy"], id: "zz" })[0]?.facts?.["state"]).toBe("b");
  });

  test("that of another state is not told", () => {
    expect(warningsOf(spells("m.idle"), "state.setId", { state: ["busy"], id: "zz" })).toEqual([]);
  });
});
