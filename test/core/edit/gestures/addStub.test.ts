import { expect, test } from "vitest";
import { createActor } from "xstate";
import { stubAction, stubActor, stubDelay, stubGuard } from "#core/edit/gestures/addStub.ts";
import { applyEdits, invertEdits } from "#core/text/textEdit.ts";
import { applyCommand, chartOf, outcome, refusalOf } from "#test/core/edit/applyCommand.ts";
import { buildMachine } from "#test/core/edit/laws/buildMachine.ts";

const bare = `import { createMachine } from "xstate";
export const machine = createMachine({
  initial: "a",
  states: {
    a: { on: { GO: { target: "b", guard: "ready", actions: "deal" } } },
    b: { after: { pause: "a" } },
  },
}); // the machine
`;

test("a machine that is made without a setup gets its names in the second argument", () => {
  const change = outcome(stubGuard, bare, { name: "ready" });

  if ("refused" in change) expect.fail(JSON.stringify(change.refused));
  const after = applyEdits(bare, change.edits);
  expect(after).toBe(
    bare.replace(
      "}); //",
      `}, {
  guards: {
    ready: () => false /* stub: never true until it is written */,
  },
}); //`,
    ),
  );
  expect(applyEdits(after, invertEdits(bare, change.edits))).toBe(bare);
  expect(chartOf(after).setup?.guards.map(({ name }) => name)).toEqual(["ready"]);
});

test("further names go beside the first, and XState runs with them", () => {
  const one = applyCommand(stubGuard, bare, { name: "ready" }).replace("=> false", "=> true");
  const two = applyCommand(stubAction, one, { name: "deal" });
  const three = applyCommand(stubDelay, two, { name: "pause" });
  const four = applyCommand(stubActor, three, { name: "load" });

  expect(four).toContain('import { createMachine, fromPromise } from "xstate";');
  const actor = createActor(buildMachine(four)).start();
  actor.send({ type: "GO" });
  expect(actor.getSnapshot().value).toBe("b");
  actor.stop();
  expect(Object.keys(buildMachine(four).implementations.actors)).toEqual(["load"]);
});

test("a comma behind the config stays", () => {
  const text = bare.replace("}); //", "},); //");

  expect(applyCommand(stubDelay, text, { name: "pause" })).toContain("  },\n},); //");
});

test("a name that is there already is not written twice", () => {
  const text = applyCommand(stubGuard, bare, { name: "ready" });

  expect(refusalOf(stubGuard, text, { name: "ready" }).code).toBe("name-taken");
});

test("where what is handed over is not known nothing is added", () => {
  const text = `import { createMachine } from "xstate";
const config = { initial: "a", states: { a: {} } };
const all = [config] as const;
export const machine = createMachine(config, ...[]);
`;

  expect(refusalOf(stubGuard, text, { name: "ready" }).code).toBe("no-setup");
});
