import { expect, test } from "vitest";
import { runCommand } from "#core/edit/commands.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { chartOf } from "#test/core/edit/applyCommand.ts";
import { withinSteps } from "#test/core/edit/laws/stepBudget.ts";

const text = `import { createMachine } from "xstate";
const states = { one: { initial: "x", states: { x: { on: { F: "y" } }, y: {} } } };
export const m = createMachine({ id: "n", initial: "one", states });
`;

test("an initial state in a const called states is renamed, in few steps", () => {
  const chart = chartOf(text);

  const { result } = withinSteps(100, text, () =>
    runCommand("state.rename", text, chart, { state: ["one", "x"], to: "zz" }),
  );

  if ("refused" in result) throw new Error(JSON.stringify(result.refused));
  expect(applyEdits(text, result.edits)).toContain(
    `{ one: { initial: "zz", states: { zz: { on: { F: "y" } }, y: {} } } }`,
  );
});

test("a const that names itself is read once and never made its own", () => {
  const self = text.replace("y: {}", "y: states.one as any");
  const chart = chartOf(self);

  const { result } = withinSteps(400, self, () =>
    runCommand("state.describe", self, chart, { state: ["one", "y"], text: "told" }, () =>
      expect.fail("made its own"),
    ),
  );

  expect(result).toMatchObject({ refused: { code: "origin-shared" } });
});
