import { expect, test } from "vitest";
import { editInvoke } from "#core/edit/gestures/editInvoke.ts";
import { applyCommand, chart } from "#test/core/edit/applyCommand.ts";

const module = (invoke: string) => chart(`a: {\n      invoke: ${invoke},\n    },`);

test.each([
  [
    "over several lines",
    "{\n        src: load, // what\n        systemId: 'one', // why\n      }",
    "{\n        src: load, // what\n        input: { n: 1 }, // why\n      }",
  ],
  ["without a comma at its end", "{ src: load, systemId: 'one' }", "{ src: load, input: { n: 1 } }"],
  ["in the middle", "{ systemId: 'one', src: load }", "{ input: { n: 1 }, src: load }"],
])("what comes new takes the place of what goes, %s", (_, before, after) => {
  const text = module(before);

  const changed = applyCommand(editInvoke, text, {
    state: ["a"],
    index: 0,
    systemId: null,
    input: "{ n: 1 }",
  });

  expect(changed).toBe(module(after));
});

test.each([
  [
    "{ src: load, systemId: 'one' }",
    { id: "x", systemId: null, input: "1" },
    "{ src: load, id: 'x', input: 1 }",
  ],
  [
    "{ id: 'x', systemId: 'one', src: load }",
    { id: null, systemId: null, input: "1" },
    "{ input: 1, src: load }",
  ],
])(
  "what has no place to take is added, what has nothing to give way to is cut: %s",
  (before, parts, after) => {
    const changed = applyCommand(editInvoke, module(before), { state: ["a"], index: 0, ...parts });

    expect(changed).toBe(module(after));
  },
);
