import { describe, expect, test } from "vitest";
import { patience } from "#test/support/patience.ts";
import { givenOf, talk } from "#test/cli/play/tools.ts";

/** Ways in which a machine takes more memory than there may be; the process of the command is this test's own. */
const GREEDY: Readonly<Record<string, string>> = {
  "long texts in a list": `for (;;) { const text = "x".repeat(2 ** 29 - 30); all.push(text, text.charCodeAt(5)); JSON.stringify(text); }`,
  "texts that double": `let text = "abcdefghijklmnop"; for (let i = 0; i < 20; i++) text += text; for (;;) all.push((text + all.length).charCodeAt(5), { [text + all.length]: 1 });`,
  "a text that is split": `all.push("x".repeat(2 ** 28).split(""));`,
  "an array of every length": `all.push(new Array(2 ** 32 - 2).fill(0));`,
  "an array that is spread": `all.push(...[...Array(2 ** 28).keys()]);`,
  "an array that is joined to itself": `let list = [1, 2, 3, 4]; for (;;) list = list.concat(list);`,
  "arrays of numbers": `for (;;) all.push(new Array(2 ** 22).fill(0.5));`,
  "the keys of a map": `const map = new Map(); for (let i = 0; ; i++) map.set(i, i);`,
  "typed arrays": `for (;;) all.push(new Uint8Array(2 ** 24).fill(1));`,
  "a typed array of gigabytes": `all.push(new Uint8Array(2 ** 32 - 8).fill(1));`,
  "buffers that are copied": `const buffer = new Uint8Array(2 ** 28).fill(1); for (;;) all.push(structuredClone(buffer));`,
  "texts as bytes": `for (;;) all.push(new TextEncoder().encode("x".repeat(2 ** 24)));`,
};

const machineOf = (where: "guard" | "action", body: string): string => `import { setup } from "xstate";
const all: unknown[] = [];
const greedy = (): boolean => { ${body} return true; };
export const machine = setup({ guards: { large: greedy }, actions: { grow: () => void greedy() } }).createMachine({
  initial: "a",
  states: {
    a: { on: { GROW: { ${where === "guard" ? 'guard: "large"' : 'actions: "grow"'}, target: "b" }, GO: "b" } },
    b: {},
  },
});`;

/** What is tried is the memory: of time and work there is enough. */
const budgetMs = 300_000;

describe("a step that takes too much memory is stopped and named, and the next request is answered", () => {
  test.each(Object.entries(GREEDY))(
    "%s",
    async (_, body) => {
      const given = { ...givenOf(machineOf("action", body)), budgetMs };

      const { answers, code } = await talk(given, [
        { input: {} },
        { send: { type: "GROW" } },
        { send: { type: "GO" } },
      ]);

      expect(answers[1]).toEqual({
        ok: false,
        error: {
          code: "over-budget",
          message: expect.stringMatching(
            /^The machine took more than (256|512) MB of memory and was stopped$/,
          ),
          limit: { unit: "memory", value: expect.any(Number) },
          event: "GROW",
          action: "grow",
          state: "a",
        },
      });
      expect(answers[2]).toMatchObject({ ok: true, in: ["b"] });
      expect(code).toBe(0);
    },
    patience(120_000),
  );
});
