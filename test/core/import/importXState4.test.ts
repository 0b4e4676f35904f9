import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as xstate from "xstate";
import * as xstate4 from "xstate-4";
import { stripTypes, toCommonJs } from "#adapters/sandbox/stripTypes.ts";
import { checkGame } from "#core/analyze/check.ts";
import { importMachine } from "#core/import/importForms.ts";
import { ImportFault } from "#core/import/importReport.ts";
import { publishedModules } from "#test/core/import/xstate4Modules.ts";
import { typeChecker } from "#test/support/typeChecker.ts";
import { SimulatedClock as Clock4 } from "xstate-4/lib/SimulatedClock.js";
import { importedGameFiles } from "#core/project/importedGame.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { readModule } from "#core/read/readModule.ts";

const golden = (name: string) => readFileSync(`test/golden/import/${name}`, "utf8");
const report = (text: string) =>
  importMachine(text, { id: "game" })
    .entries.filter(({ outcome }) => outcome !== "taken")
    .map(({ line, element, outcome, why }) => `${line} ${element} ${outcome} ${why}\n`)
    .join("");

/** What a module exports, under an XState. */
function exportsOf(text: string, library: object): Record<string, unknown> {
  const exports: Record<string, unknown> = {};
  new Function("exports", "require", toCommonJs(stripTypes(text)))(exports, (name: string) =>
    name === "xstate" ? library : xstate4.actions,
  );
  return exports;
}
const started = (text: string) =>
  xstate.createActor(exportsOf(text, xstate)["machine"] as xstate.AnyStateMachine).start();
const started4 = (text: string) => {
  const machine = Object.values(exportsOf(text, xstate4))[0] as xstate4.AnyStateMachine;
  return xstate4.interpret(machine).start();
};

/** The same events give the same states and contexts in both versions. */
function walkBoth(text: string, types: readonly string[]): void {
  const [before, today] = [started4(text), started(importMachine(text, { id: "game" }).text)];
  const stateOf = (state: { value: unknown; context: unknown }) => [state.value, state.context];
  expect(stateOf(today.getSnapshot())).toEqual(stateOf(before.getSnapshot()));
  for (const type of types) {
    before.send({ type });
    today.send({ type });
    expect(stateOf(today.getSnapshot()), `after ${type} of ${types.join()}`).toEqual(
      stateOf(before.getSnapshot()),
    );
  }
  before.stop();
  today.stop();
}

// XState 4 warns of transitions that are never reached, which random machines have.
beforeAll(() => void vi.spyOn(console, "warn").mockReturnValue(undefined));
afterAll(() => void vi.restoreAllMocks());

describe("the modules of the golden set", () => {
  test.each(["light.xstate4.js.txt", "order.xstate4.ts.txt"])(
    "%s gives its module and its report, and nothing is wrong in the game",
    async (name) => {
      const imported = importMachine(golden(name), { id: "game" });
      const files = new Map(importedGameFiles("game", imported).map((file) => [file.name, file.text]));
      const found = checkGame({ ...loadRuleset(files), files, reading: readModule(imported.text) });

      await expect(imported.text).toMatchFileSnapshot(
        `../../golden/import/${name.replace(".txt", "")}.machine.txt`,
      );
      await expect(report(golden(name))).toMatchFileSnapshot(
        `../../golden/import/${name.replace(".txt", "")}.report.txt`,
      );
      expect(found.filter(({ severity }) => severity === "error")).toEqual([]);
    },
  );

  test("random events lead to the same states in XState 4 and in the module for XState 5", () => {
    const text = golden("light.xstate4.js.txt");
    const types = importMachine(text).events;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...types), { maxLength: 40 }), (events) => walkBoth(text, events)),
      { numRuns: process.env["LONG"] ? 10_000 : 60 },
    );
  });

  test("what a service gives is the output that its transition reads, and the machine has its own", async () => {
    const { text } = importMachine(golden("order.xstate4.ts.txt"));
    const logger = vi.fn<(line: unknown) => void>();
    const machine = exportsOf(text, xstate)["machine"] as xstate.AnyStateMachine;
    const actor = xstate.createActor(machine.provide({ actions: {} }), { logger }).start();

    actor.send({ type: "PAY" });
    expect(actor.getSnapshot().value).toBe("filling");
    actor.send({ type: "ADD", item: "tea" });
    actor.send({ type: "PAY" });
    await xstate.waitFor(actor, ({ status }) => status === "done");

    expect(logger).toHaveBeenCalledWith(1);
    expect(actor.getSnapshot().output).toEqual({ count: 1 });
  });
});

/** A machine of XState 4 with random states, targets of every kind, conditions, `in`, and entry actions that count. */
const modules = fc.nat().map((seed) => {
  let state = seed + 1;
  const next = (n: number) => (state = (state * 48271) % 2147483647) % n;
  const events = ["A", "B", "C"];
  // A child that does something and is the target of its parent is entered anew in XState 5 only: see the report.
  const childActs = seed % 2 === 0;
  const count = `assign({ n: (ctx, event) => (ctx.n * 3 + ${1 + next(5)} + event.type.length) % 97 })`;
  const target = (key: string, siblings: readonly string[], children: readonly string[]) => {
    const kinds = [
      siblings[next(siblings.length)],
      key,
      `#m.s${next(3)}`,
      `#m.s${next(3)}.t0`,
      ...(children.length > 0 && !childActs
        ? [`.${children[next(children.length)]}`, `${key}.${children[0]}`]
        : []),
    ];
    return kinds[next(kinds.length)];
  };
  const transition = (to: string | undefined) => {
    const parts = [`target: "${to}"`];
    if (next(3) === 0) parts.push(`cond: (c) => c.n % ${2 + next(3)} !== 0`);
    if (next(4) === 0) parts.push(`in: "#m.s${next(3)}"`);
    if (next(3) === 0) parts.push(`actions: ${count}`);
    if (next(5) === 0) parts.push("internal: false");
    return next(3) === 0 ? `"${to}"` : `{ ${parts.join(", ")} }`;
  };
  const on = (key: string, siblings: readonly string[], children: readonly string[]) =>
    `on: { ${events
      .filter(() => next(3) > 0)
      .map(
        (type) =>
          `${type}: [${transition(target(key, siblings, children))}, ${transition(target(key, siblings, children))}]`,
      )
      .join(", ")} }`;
  const [outer, inner] = [
    ["s0", "s1", "s2"],
    ["t0", "t1"],
  ];
  const atomic = (key: string) => `${key}: { ${on(key, inner, [])}${childActs ? `, entry: ${count}` : ""} }`;
  const compound = (key: string) =>
    `${key}: { initial: "t0", ${next(2) ? `exit: ${count}, ` : ""}${on(key, outer, inner)}, states: { ${inner.map(atomic).join(", ")} } }`;
  return `import { createMachine, assign } from "xstate";
export const m = createMachine({
  id: "m", predictableActionArguments: true, initial: "s0", context: { n: 1 }, on: { D: "s${next(3)}" },
  states: { ${outer.map(compound).join(", ")} },
});
`;
});

test("a random machine walks as it did, unless it is reported that a state is entered anew", () => {
  fc.assert(
    fc.property(modules, fc.array(fc.constantFrom("A", "B", "C", "D"), { maxLength: 20 }), (text, events) => {
      fc.pre(!importMachine(text).entries.some(({ why }) => why === "child-reentered"));
      walkBoth(text, events);
    }),
    { numRuns: process.env["LONG"] ? 10_000 : 60 },
  );
});

test("a target within its state that XState 5 enters anew is reported where that shows", () => {
  const text = (entry: string) =>
    `createMachine({ initial: "a", states: { a: { initial: "b", on: { X: ".b" }, states: { b: { ${entry} } } } } })`;

  expect(report(text("entry: 'x'"))).toContain("1 a.on.X changed child-reentered");
  expect(report(text(""))).not.toContain("child-reentered");
});

test.each([
  ["import { setup } from 'xstate'; setup({}).createMachine({});", "module-today"],
  ["createMachine({ on: { A: { guard: 'x' } } })", "module-today"],
  ["createMachine({ entry: ({ context }) => context })", "module-today"],
  ["createMachine(config)", "module-machine"],
  ["createMachine({", "module-syntax"],
])("%s is refused", (text, code) => {
  expect(() => importMachine(text)).toThrow(ImportFault);
  expect(() => importMachine(text)).toThrow(code);
});

test("what is not certain is reported with its line, and stays", () => {
  const lines = report(`import { Machine, spawn } from "xstate";
import { load } from "./api";
export const m = Machine({
  initial: "a",
  strict: true,
  entry: [load, pure(() => [])],
  states: { a: { ...more, on: { X: { target: place, cond: check() } }, invoke: { src: "s", autoForward: true } } },
}, { actions: { say: (c, e, { action }) => spawn(action.text) }, services: { s: (c) => tick } });
`);

  expect(lines.trimEnd().split("\n")).toEqual([
    "2 import left-out module-import",
    "3 machine changed asks",
    "5 machine.strict left-out unknown-key",
    "6 reference left-out code-unread",
    "6 pure left-out code-unread",
    "7 a left-out code-unread",
    "7 a.on.X.target left-out code-unread",
    "7 cond left-out code-unread",
    "7 a.invoke.autoForward left-out autoforward",
    "8 function left-out function-arguments",
    "8 spawn left-out module-name",
    "8 service changed service-promise",
  ]);
});

/** What a module gives under XState 4, however it is exported. */
function machine4(text: string): xstate4.AnyStateMachine {
  const module = { exports: {} as Record<string, unknown> };
  const library = (name: string) => (name === "xstate" ? xstate4 : xstate4.actions);
  new Function("module", "exports", "require", toCommonJs(stripTypes(text)))(module, module.exports, library);
  const given =
    module.exports instanceof xstate4.StateNode ? [module.exports] : Object.values(module.exports);
  return given.find((value) => value instanceof xstate4.StateNode) as xstate4.AnyStateMachine;
}

describe("modules as they are published", () => {
  const results = publishedModules.map(({ text }) => importMachine(text, { id: "game" }).text);

  test.each(publishedModules)(
    "$name: the report says what is left to do",
    ({ text, report: lines = [], holds = [] }) => {
      const { entries, text: result } = importMachine(text, { id: "game" });
      const left = entries.filter(({ outcome, why }) => outcome !== "taken" && why !== "asks");

      expect(left.map(({ line, element, why }) => `${line} ${element} ${why}`)).toEqual(lines);
      expect(readModule(result).charts.length).toBeGreaterThan(0);
      for (const comment of holds) expect(result).toContain(comment);
    },
  );

  test.each(publishedModules.filter(({ walk }) => walk))(
    "$name: it walks as it did",
    async ({ text, walk = [] }) => {
      const [clock4, clock5] = [new Clock4(), new xstate.SimulatedClock()];
      const before = xstate4.interpret(machine4(text), { clock: clock4, logger: () => {} }).start();
      const given = exportsOf(importMachine(text, { id: "game" }).text, xstate);
      const machine = (given["machine"] ?? Object.values(given)[0]) as xstate.AnyStateMachine;
      const today = xstate.createActor(machine, { clock: clock5, logger: () => {} }).start();
      const stands = ({ value, context }: { value: unknown; context: unknown }) => ({
        value,
        context: context ?? {},
      });
      const settle = () => new Promise((done) => setTimeout(done, 2));
      await settle();
      expect(stands(today.getSnapshot())).toEqual(stands(before.getSnapshot()));
      for (const step of walk) {
        if (typeof step === "number") {
          clock4.increment(step);
          clock5.increment(step);
        } else {
          const event = typeof step === "string" ? { type: step } : step;
          before.send(event);
          today.send(event);
        }
        await settle();
        expect(stands(today.getSnapshot()), JSON.stringify(step)).toEqual(stands(before.getSnapshot()));
      }
      before.stop();
      today.stop();
    },
  );

  test("what was certain has no type errors", async () => {
    const errors = await typeChecker(results);
    const found = results.map((text, i) => ({
      name: publishedModules[i]!.name,
      count: errors(text).length,
      texts: errors(text).map(
        ({ at, chain }) => `${text.slice(at.from, at.to).slice(0, 60)} ${chain.at(-1)?.text}`,
      ),
    }));
    const expected = publishedModules.map(({ typeErrors = 0 }) => typeErrors);

    expect(found.filter(({ count }, i) => count !== expected[i])).toEqual([]);
  }, 120_000);
});

describe("hostile modules", () => {
  test.each([
    ["brackets", `createMachine(${"(".repeat(10_000)}{}${")".repeat(10_000)})`],
    ["lists", `createMachine({ entry: ${"[".repeat(10_000)}${"]".repeat(10_000)} })`],
    ["states", `createMachine({ ${"states: { a: { ".repeat(5000)}${"} }".repeat(5000)} })`],
  ])("10,000 nested %s are refused with their place", (_, text) => {
    expect(() => importMachine(text)).toThrow(/module-syntax at 1:\d+ .*nested too deeply/);
  });

  test("names of the prototype are names like others", () => {
    const text = `import { createMachine } from "xstate";
export const m = createMachine({ context: {}, initial: "constructor", states: { constructor: { entry: "toString", on: { GOES: { target: "valueOf", cond: "isPrototypeOf" } } }, valueOf: {} } }, { actions: { toString: (c) => {} }, guards: { isPrototypeOf: (c, e) => e.type.length > 3 } });
`;

    expect(report(text)).toBe("2 machine changed asks\n");
    walkBoth(text, ["GOES"]);
  });

  test("code of the module never runs", () => {
    const text = `globalThis.ran = 1; export const m = createMachine({ id: \`a\${(globalThis.ran = 2)}\`, [\`\${(globalThis.ran = 3)}\`]: {}, context: { ...(globalThis.ran = 4) }, entry: (() => (globalThis.ran = 5))() });`;

    importMachine(text, { id: "game" });

    expect(globalThis).not.toHaveProperty("ran");
  });

  test("properties that go beside each other leave a list that is whole", () => {
    const { text } = importMachine(
      "createMachine({ id: 'a', strict: true, tsTypes: {}, schema: {} as any })",
    );

    expect(readModule(text).charts).toHaveLength(1);
  });
});
