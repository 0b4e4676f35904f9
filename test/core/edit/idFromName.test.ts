import { expect, test } from "vitest";
import { applyEdits } from "#core/text/textEdit.ts";
import { addTransition } from "#core/edit/gestures/addTransition.ts";
import { deleteState } from "#core/edit/gestures/deleteState.ts";
import { moveState } from "#core/edit/gestures/moveState.ts";
import { renameState } from "#core/edit/gestures/renameState.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyCommand, chartOf } from "#test/core/edit/applyCommand.ts";
import { arrows, opaqueParts } from "#test/charts/walk.ts";

/** A machine whose id is a parameter of the function that makes it. */
const code = `import { setup } from 'xstate';
export const create = (machineId: string) => setup({}).createMachine({
  id: machineId,
  initial: 'idle',
  states: {
    idle: { on: { GO: 'work' } },
    work: { initial: 'dig', states: { dig: { on: { STOP: \`#\${machineId}.idle\`, ALL: { target: \`#\${machineId}\` } } } } },
    other: { on: { X: \`#\${someOther}.idle\` } },
  },
});
`;

test("targets that name the machine by the name its id is taken from are read", () => {
  expect(arrows(chartOf(code))).toEqual([
    "idle on GO -> work",
    "work.dig on STOP -> idle",
    "work.dig on ALL -> (root)",
    "other on X -> ",
  ]);
  expect(opaqueParts(chartOf(code)).filter((part) => !part.startsWith("value"))).toEqual([
    "transition: `#${someOther}.idle`",
  ]);
});

test("so they are when the name stands for a text that is made up", () => {
  const made = code.replace("=> setup", "=> { const machineId = `${env.id}-FSM`; return setup") + "}";

  expect(arrows(chartOf(made))).toEqual(arrows(chartOf(code)));
});

test("renaming and moving follow them", () => {
  const renamed = applyCommand(renameState, code, { state: ["idle"], to: "a`${b}" });
  expect(renamed).toContain("STOP: `#${machineId}.a\\`\\${b}`");
  expect(arrows(chartOf(renamed))).toContain("work.dig on STOP -> a`${b}");

  const moved = applyCommand(moveState, code, { state: ["idle"], parent: ["work"] });
  expect(moved).toContain("STOP: `#${machineId}.work.idle`");
  expect(moved).toContain("GO: `#${machineId}.work`");
});

test("a far state is named so, and what leads to a deleted one goes", () => {
  const added = applyCommand(addTransition, code, {
    source: ["work", "dig"],
    event: "UP",
    target: ["other"],
  });
  expect(added).toContain("UP: `#${machineId}.other`");

  expect(applyCommand(deleteState, code, { state: ["idle"] })).not.toContain("STOP");
});

test("an edit in one state is read alone as it is read in the whole", () => {
  const before = readModule(code);
  const text = applyEdits(code, [
    { from: code.indexOf("STOP"), to: code.indexOf("STOP") + 4, insert: "HALT" },
  ]);

  expect(readModule(text, { previous: { text: code, reading: before } })).toEqual(readModule(text));
});
