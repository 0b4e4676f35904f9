import { describe, expect, test } from "vitest";
import { runCommand } from "#core/edit/commands.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { chartOf } from "#test/core/edit/applyCommand.ts";
import { buildMachine, builtTargets } from "#test/core/edit/laws/buildMachine.ts";

const module = (consts: string, states: string, after = "") => `import { createMachine } from "xstate";
${consts}
export const machine = createMachine({
  id: "m",
  initial: "a",
  states: {
    ${states}
  },
});
${after}`;

const WAITING = `const waiting = { on: { GO: "b", END: "c" } };`;
const THREE = `a: waiting,\n    b: waiting,\n    c: {},`;

function outcome(id: string, text: string, args: object) {
  const change = runCommand(id, text, chartOf(text), args);
  return "refused" in change
    ? { refused: change.refused.code, facts: change.refused.facts }
    : { text: applyEdits(text, change.edits) };
}
const targetsOf = (text: string | undefined) => builtTargets(buildMachine(String(text)));

describe("targets in a const that several states are", () => {
  test("are rewritten there, when that is right for all of them", () => {
    const { text } = outcome("state.rename", module(WAITING, THREE), { state: ["b"], to: "z" });

    expect(text).toContain(`const waiting = { on: { GO: "z", END: "c" } };`);
    expect(targetsOf(text)).toMatchObject({ a: ["c", "z"], z: ["c", "z"], c: [] });
  });

  test("also through a const within a const and a member", () => {
    const code = module(
      `const waiting = { on: { GO: "b" } };\nconst table = { wait: waiting };`,
      `a: table.wait,\n    b: { on: waiting.on },`,
    );

    expect(targetsOf(outcome("state.rename", code, { state: ["b"], to: "z" }).text)).toMatchObject({
      a: ["z"],
      z: ["z"],
    });
  });

  test("a transition that two events have", () => {
    const code = module(`const HOME = { target: "a" };`, `a: {},\n    b: { on: { GO: HOME, OFF: HOME } },`);

    const { text } = outcome("state.rename", code, { state: ["a"], to: "z" });

    expect(text).toContain(`const HOME = { target: "z" };`);
    expect(targetsOf(text)).toMatchObject({ z: [], b: ["z", "z"] });
  });

  test.each([
    ["state.delete", { state: ["b"] }, "origin-shared"],
    ["state.move", { state: ["b"], parent: ["c"] }, "target-shared"],
  ])("stay as they are when more than a name changes: %s is refused", (id, args, refused) => {
    const code = module(WAITING, "a: waiting,\n    e: waiting,\n    b: {},\n    c: {},");

    expect(outcome(id, code, args)).toMatchObject({ refused });
  });

  test.each([
    [
      "two states mean another by it",
      module(WAITING, `${THREE}\n    d: { initial: "x", states: { x: waiting, b: {}, c: {} } },`),
    ],
    ["other files may read it", module(`export ${WAITING}`, THREE)],
    ["they may read it by an export that stands apart", module(WAITING, THREE, "export { waiting };")],
    [
      "another machine is made of it",
      module(
        WAITING,
        THREE,
        `export const other = createMachine({ initial: "a", states: { a: waiting, b: {}, c: {} } });`,
      ),
    ],
    ["code reads it", module(WAITING, THREE, `console.log(waiting.on.GO);`)],
    [
      "it is what a function gives",
      module(`const waiting = () => ({ on: { GO: "b" } });`, `a: waiting(),\n    b: waiting(),`),
    ],
  ])("are refused with their place when %s", (_, code) => {
    expect(outcome("state.rename", code, { state: ["b"], to: "z" })).toMatchObject({
      refused: "target-shared",
      facts: { target: "b" },
    });
  });
});
