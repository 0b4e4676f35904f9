import { expect, test } from "vitest";
import { isModule } from "#app/gestures/bring/isModule.ts";

test.each([
  ['import { createMachine } from "xstate";\nexport const m = createMachine({});', true],
  ["createMachine({ states: {} })", true],
  ["setup({}).createMachine({})", true],
  ["idle: { invoke: { src: createMachine({}) } },", false],
  [
    '/* turnwright state {"format":1} */\nidle: { invoke: { src: createMachine({}) } },\nexport const x',
    false,
  ],
  ["export const x = 1;", false],
  ["", false],
])("%j is a module: %s", (text, expected) => {
  expect(isModule(text)).toBe(expected);
});
