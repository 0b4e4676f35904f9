import { expect, test } from "vitest";
import { PlayError } from "#core/run/play/play.ts";
import { nodeRunner } from "#adapters/sandbox/nodeRunner.ts";
import { checkReply } from "#adapters/sandbox/checkReply.ts";
import { load } from "#test/adapters/sandbox/machines.ts";

const machine = (before: string): string => `import { createMachine } from "xstate";
${before}
export const machine = createMachine({ initial: "a", context: { n: 1 }, states: { a: { on: { GO: "b" } }, b: {} } });`;

const faultOf = async (asked: Promise<unknown>) => {
  try {
    return { answered: await asked };
  } catch (error) {
    return error instanceof PlayError ? error.fault : { thrown: error };
  }
};

test.each([
  ["a text", `"forged"`],
  [
    "an outcome with a number for the states",
    `{ ok: true, value: { state: { snapshot: {}, clock: 0, timers: 0 }, view: { in: 5 } } }`,
  ],
  ["a refusal without words", `{ ok: false }`],
  ["a fault without a message", `{ ok: false, fault: { code: "machine-error" } }`],
  ["nothing", `undefined`],
])("a module that forges what its player answers is told to be at fault: %s", async (_, forged) => {
  const runner = nodeRunner();
  const code = machine(
    `const bare = (v) => typeof v !== "object" || v === null ? v
      : Object.assign(Object.create(null), Object.fromEntries(Object.entries(v).map(([key, part]) => [key, bare(part)])));
    const forged = bare(${forged});
    Object.defineProperty(Object.prototype, "toJSON", { configurable: true, value: () => forged });`,
  );

  const loading = await faultOf(runner.ask(load(code)));
  const starting = "code" in loading ? loading : await faultOf(runner.ask({ do: "start", input: {} }));
  runner.stop();

  expect(starting).toMatchObject({ code: "machine-error" });
  expect(JSON.stringify(starting)).toContain("changed what its player answers");
});

test("every answer of a machine has the form that is asked for", async () => {
  const runner = nodeRunner();
  await runner.ask(load(machine("")));
  const { state } = await runner.ask({ do: "start", input: {} });
  await runner.ask({ do: "send", state, event: { type: "GO" } });
  await runner.ask({ do: "can", state, event: { type: "GO" } });
  await runner.ask({ do: "why", state, event: { type: "GO" } });
  await runner.ask({ do: "options", state });
  await runner.ask({ do: "may", state });
  await runner.ask({ do: "moves", state, event: { type: "GO" } });
  await runner.ask({ do: "random", state, seed: 1 });
  await runner.ask({ do: "advance", state, ms: 1 });
  await runner.ask({ do: "restore", state });
  runner.stop();
});

test.each(["", "{", "null", "[]", '{"ok":1}', '{"ok":true}', '{"ok":true,"value":{"id":5}}'])(
  "%j is no reply",
  (text) => {
    expect(() => checkReply(text, "load")).toThrow(PlayError);
  },
);

test.each([
  ["reports an error of its own", `reportError(new Error("mine"));`, "reportError"],
  ["throws a number", `throw 1;`, "1 was thrown, which is no Error"],
  ["throws null", `throw null;`, "null was thrown"],
  ["throws an object without a text", `throw { toString() { throw 1; }, toJSON() { throw 2; } };`, "no text"],
])("a module that %s is not said to have taken too long", async (_, before, words) => {
  const runner = nodeRunner();

  const fault = await faultOf(runner.ask(load(machine(before))));
  runner.stop();

  expect(fault).toMatchObject({ code: "load-error" });
  expect(JSON.stringify(fault)).toContain(words);
});
