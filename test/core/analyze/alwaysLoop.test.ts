import { assign, createActor, createMachine } from "xstate";
import { expect, test } from "vitest";
import { checkFlow } from "#core/analyze/checkFlow.ts";
import { readModule } from "#core/read/readModule.ts";

/** States of a machine, and whether XState goes round in them for ever. */
const configs: readonly string[] = [
  `a: { always: "b" }, b: { always: "a" }`,
  `a: { always: "b" }, b: { always: "c" }, c: {}`,
  `a: { always: { target: "a" } }`,
  `a: { always: { target: "a", reenter: true } }`,
  `a: { always: { target: "a", reenter: true }, entry: assign({ n: 1 }) }`,
  `a: { always: { target: "a" }, entry: assign({ n: 1 }) }`,
  `a: { always: { actions: assign({ n: 1 }) } }`,
  `a: { always: { actions: () => {} } }`,
  `a: { initial: "x", always: ".x", states: { x: {} } }`,
  `a: { initial: "x", always: ".y", states: { x: {}, y: {} } }`,
  `a: { initial: "x", always: ".x", states: { x: { entry: assign({ n: 1 }) } } }`,
  `a: { initial: "x", always: "b", states: { x: { always: "y" }, y: {} } }, b: { initial: "z", states: { z: { always: "#m.a" } } }`,
  `a: { initial: "x", states: { x: { always: "#m.a" } } }`,
  `a: { initial: "x", entry: assign({ n: 1 }), states: { x: { always: "#m.a" } } }`,
  `a: { always: "b" }, b: { type: "final" }`,
  `a: { initial: "x", always: "b", states: { x: { type: "final" } } }, b: { always: "a" }`,
  `a: { always: [{ guard: yes, target: "b" }, { target: "c" }] }, b: { always: "a" }, c: { always: "a" }`,
  `a: { always: [{ guard: no, target: "b" }, { target: "c" }] }, b: { always: "a" }, c: { always: "a" }`,
  `a: { always: [{ guard: yes, target: "b" }, { target: "a", actions: assign({ n: 1 }) }] }, b: {}`,
  `a: { always: [{ guard: no, target: "b" }, { target: "a" }] }, b: { always: "a" }`,
];

test.each(configs)("a ring of always is told exactly when XState goes round for ever: %s", (states) => {
  const config = `{ id: "m", initial: "a", context: { n: 0 }, options: { maxIterations: 200 }, states: { ${states} } }`;
  const machine = createMachine(
    new Function("assign", "yes", "no", `return ${config}`)(
      assign,
      () => true,
      () => false,
    ),
  );
  const actor = createActor(machine);
  actor.subscribe({ error: () => {} });
  actor.start();
  const endless = actor.getSnapshot().status === "error";

  const chart = readModule(
    `import { createMachine, assign } from "xstate";\nexport const m = createMachine(${config});`,
  ).charts[0]!;

  expect(checkFlow(chart).some((one) => one.code === "always-loop")).toBe(endless);
});

test.each([
  [`a: { always: [{ guard: g, target: "b" }, { guard: h, target: "b" }] }, b: { always: "a" }`],
  [`a: { always: [{ guard: g, target: "b" }, "c"] }, b: { always: "a" }, c: { on: { GO: "a" } }`],
  [`a: { always: [{ guard: g, target: "c" }, "b"] }, b: { always: "a" }, c: { on: { GO: "a" } }`],
])("a round that some answer of a guard ends is not told: %s", (states) => {
  const text = `import { createMachine } from "xstate";\nexport const m = createMachine({ initial: "a", states: { ${states} } });`;

  expect(checkFlow(readModule(text).charts[0]!).map((one) => one.code)).not.toContain("always-loop");
});
