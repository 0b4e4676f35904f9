import { expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { fixesOf } from "#core/analyze/fixesOf.ts";
import { readModule } from "#core/read/readModule.ts";
import { machine } from "#test/core/analyze/faults.ts";

/** Codes and what they lie under, as `code under`. */
function told(text: string): string[] {
  return all(text).map(({ code, at }) => `${code} ${at ? text.slice(at.from, at.to) : ""}`.trim());
}
const all = (text: string) => diagnose(readModule(text), new Map([["machine", text]]));
const fixes = (text: string, code: string) => {
  const found = all(text).find((one) => one.code === code);
  return found ? fixesOf(found, readModule(text), new Map([["machine", text]])) : [];
};
const states = (text: string, setup = "") => machine(`initial: "a", states: { ${text} }`, setup);

test.each([
  ["an always that only does something", `a: { always: { actions: () => console.log(1) }, on: { GO: "a" } }`],
  [
    "onDone of a state whose final child has the name of a state beside it",
    `a: { initial: "x", onDone: "End", states: { x: { on: { GO: "End" } }, End: { type: "final" } } }, End: { type: "final" }`,
  ],
])("%s is left alone", (_, config) => {
  expect(told(states(config))).toEqual([]);
});

test("events that XState sends of itself may be declared", () => {
  const types = `types: { events: {} as { type: "GO" } | { type: "xstate.done.actor.x"; output: number } }`;

  expect(told(states(`a: { on: { GO: "a" } }`, types))).toEqual([]);
});

test("a key that is right elsewhere is not taken for a misspelt one", () => {
  const root = machine(`initial: "a", actions: {}, states: { a: { on: { GO: "a" } } }`);
  const state = states(`a: { actions: () => {}, on: { GO: "a" } }`);

  expect(all(root).map((one) => one.facts["near"])).toEqual([[]]);
  expect(fixes(root, "unknown-state-key")).toEqual([]);
  expect(all(state).map((one) => one.facts["near"])).toEqual([["entry", "exit"]]);
  expect(fixes(state, "unknown-state-key").map((fix) => fix.obvious)).toEqual([false, false]);
});

test.each([
  [
    `a: { on: { GO: "b" }, states: { x: { on: { N: "y" } }, y: { on: { N: "x" } } } }, b: { on: { GO: "a" } }`,
    "initial-missing a",
  ],
  [
    `a: { initial: "z", on: { GO: "b" }, states: { x: {} } }, b: { on: { GO: "a" } }`,
    `initial-not-found "z"`,
  ],
  [
    `a: { initail: "x", on: { GO: "b" }, states: { x: {} } }, b: { on: { GO: "a" } }`,
    "unknown-state-key initail",
  ],
  [`a: { on: { GO: { traget: "b" } } }, b: { on: { GO: "a" } }`, "unknown-transition-key traget"],
  [`a: { on: { GO: "b" } }, b: { type: "final", initial: "x", states: { x: {} } }`, "states-ignored states"],
  [`a: { on: { GO: "a" } }, __proto__: { on: { GO: "a" } }`, "key-proto __proto__"],
  [`a: { on: { GO: "a" } }, "b.c": { on: { GO: "a" } }`, `key-unreachable "b.c"`],
  [
    `a: { always: [{ target: "b" }, { target: "a", guard: isReady }] }, b: { on: { GO: "a" } }`,
    `transition-shadowed { target: "a", guard: isReady }`,
  ],
])("one fault is told once, without what follows from it: %s", (config, only) => {
  expect(told(states(config))).toEqual([only]);
});

test.each([
  ["one without a guard", `a: { on: { GO: ["b", { target: "c" }] } }`],
  [
    "one of the same guard",
    `a: { on: { GO: [{ guard: isReady, target: "b" }, { guard: isReady, target: "c" }] } }`,
  ],
  ["onDone of what is never done", `a: { initial: "x", on: { GO: "b" }, onDone: "c", states: { x: {} } }`],
  ["a state of the machine's end", `a: { on: { GO: "b", END: "f" } }, f: { type: "final", on: { GO: "c" } }`],
  ["another state that nothing enters", `a: { on: { GO: "b" } }, d: { on: { GO: "c" } }`],
])("a state is never entered that only %s leads to", (_, config) => {
  const found = told(states(`${config}, b: { on: { GO: "a" } }, c: { on: { GO: "a" } }`));

  expect(found).toContain("state-unreachable c");
});

test("guards that may answer otherwise the next time hide nothing", () => {
  const guard = `guard: () => Math.random() < 0.5`;
  const config = `a: { on: { GO: [{ ${guard}, target: "b" }, { ${guard}, target: "a" }] } }, b: { on: { GO: "a" } }`;

  expect(told(states(config))).toEqual([]);
});

test("no mend is offered that would be refused or change nothing", () => {
  const island = states(`a: { on: { GO: "a" } }, b: { on: { GO: "c" } }, c: { on: { GO: "b" } }`);
  const forbidding = states(`a: { on: { GO: "b" } }, b: { on: { GO: undefined } }`);
  const twice = states(
    `a: { on: { GO: [{ guard: isReady, target: "a" }, { guard: isReady, actions: [] }] } }`,
  );

  expect(fixes(island, "state-unreachable")).toEqual([]);
  expect(fixes(forbidding, "state-stuck")).toEqual([]);
  expect(fixes(twice, "transition-shadowed").map((fix) => fix.id)).toEqual(["delete-transition"]);
});

const elsewhere = (consts: string, config: string) => `const spread = ${consts};\n${states(config)}`;
test.each([
  [`{ onn: {} }`, `a: { ...spread, on: { GO: "a" } }`, "unknown-state-key onn"],
  [`{ GO: { traget: "b" } } as const`, `a: { on: { ...spread } }`, "unknown-transition-key traget"],
  [`{ gaurd: isReady }`, `a: { on: { GO: { ...spread, target: "a" } } }`, "unknown-transition-key gaurd"],
  [`{ b: { entry: 5 } }`, `a: { on: { GO: "b" } }, ...spread`, "wrong-type 5"],
])("what a const that is spread says wrongly is told there: %s", (consts, config, only) => {
  expect(told(elsewhere(consts, config))).toContain(only);
});

test("an actor that is not there is told at its name", () => {
  const actors = `actors: { load: fromPromise(async () => 1) }`;
  const invoked = states(`a: { invoke: { src: "laod", onDone: "a" } }`, actors);
  const spawned = states(
    `a: { entry: assign({ x: ({ spawn }) => spawn("laod") }), on: { GO: "a" } }`,
    actors,
  );

  expect(told(invoked)).toContain(`actor-not-found "laod"`);
  expect(told(spawned)).toContain(`actor-not-found "laod"`);
  expect(fixes(spawned, "actor-not-found").map(({ facts }) => facts["to"])).toEqual(["load"]);
});

test("a wildcard of some events hides those of them that a state around waits for", () => {
  const text = states(
    `a: { initial: "x", on: { "card.draw": "b", PASS: "b" }, states: { x: { on: { "card.*": {} } } } }, b: { on: { GO: "a" } }`,
  );

  expect(all(text).map(({ code, facts }) => [code, facts["star"], facts["events"]])).toEqual([
    ["wildcard-hides", "card.*", ["card.draw"]],
  ]);
});

test.each([
  [`...more, a: { on: { GO: "zz" } }`],
  [`[more]: {}, a: { on: { GO: "zz" } }`],
  [`a: { initial: "x", states: { ...more }, on: { GO: ".z", TO: "a.y", BY: "#id" } }`],
  [`a: more, b: { on: { GO: "a.x" } }`],
  [`a: { ...more(), on: { GO: "#id" } }`],
  [`a: { on: { GO: { guard: stateIn("#id"), target: "a" } }, ...more }`],
])("what may lie in code that was not read is not called missing: %s", (config) => {
  const text = `import { more } from "pkg";\n${states(config)}`;

  expect(all(text).filter(({ severity }) => severity === "error")).toEqual([]);
});

test("a target that looks misspelt is a warning where more states may lie in code that was not read", () => {
  const text = `import { more } from "pkg";\n${states(`...more, a: { on: { GO: "drwa" } }, draw: { on: { GO: "a" } }`)}`;

  expect(all(text).map(({ code, severity }) => [code, severity])).toEqual([
    ["states-unread", "info"],
    ["target-not-found", "warning"],
  ]);
});

test("events that are spread do not keep a target from being missing", () => {
  const text = `import { more } from "pkg";\n${states(`a: { on: { ...more, GO: "zz" } }`)}`;

  expect(told(text)).toEqual([`target-not-found "zz"`]);
});

test("a guard that rolls dice may answer otherwise when it is asked again", () => {
  const config = `a: { on: { GO: [{ guard: "coin", target: "a" }, { guard: "coin", actions: [] }] } }`;

  expect(told(states(config, `guards: { coin: () => Math.random() < 0.5 }`))).toEqual([]);
  expect(told(states(config, `guards: { coin: ({ event }) => event.x }`))).toEqual([
    `transition-shadowed { guard: "coin", actions: [] }`,
  ]);
});

test("a parameter is not the constant of its name", () => {
  const text = `import { createMachine } from "xstate";
const base = { onn: 1 };
export const plain = base;
export const m = (base: object) => createMachine({ initial: "a", states: { a: { ...base, on: { GO: "a" } } } });`;

  expect(told(text)).toEqual([]);
});

test("an actor id that two regions use at the same time is told", () => {
  const invoke = `invoke: { id: "x", src: "load" }`;
  const text = machine(
    `type: "parallel", states: { p: { ${invoke} }, q: { ${invoke} } }`,
    `actors: { load: fromPromise(async () => 1) }`,
  );

  expect(all(text).map(({ code, path }) => [code, path])).toEqual([["invoke-id-twice", ["q"]]]);
});

test("a key that is missing because it is misspelt is told where it stands", () => {
  const actors = `actors: { load: fromPromise(async () => 1) }`;

  expect(told(states(`a: { invoke: { scr: "load", onDone: "a" } }`, actors))).toContain(
    "unknown-invoke-key scr",
  );
  expect(told(states(`a: { invoke: { scr: "load", onDone: "a" } }`, actors)).join()).not.toContain(
    "missing-key",
  );
});

test("names that enqueue brings are looked up, too", () => {
  const body = `enqueue.spawnChild("laod"); enqueue.raise({ type: "GO" }, { delay: "shrt" });`;
  const text = states(
    `a: { entry: enqueueActions(({ enqueue }) => { ${body} }), on: { GO: "a" } }`,
    `actors: { load: fromPromise(async () => 1) }, delays: { short: 10 }`,
  );

  expect(told(text)).toEqual(expect.arrayContaining([`actor-not-found "laod"`, `delay-not-found "shrt"`]));
});

test("a module of XState 4 is told what its creator is called now", () => {
  const text = `import { Machine } from "xstate";\nexport const m = Machine({ initial: "a", states: { a: {} } });`;

  expect(told(text)).toEqual(["xstate-4 Machine", "import-unknown Machine"]);
});

test.each([
  [`import { createMachine, fromPromise } from "xstate";`, "createMachine"],
  [`import { setup } from "xstate";`, "setup({}).createMachine"],
])("a module of version 5 with a key of version 4 is not called one of XState 4: %s", (head, call) => {
  const text = `${head}\nexport const m = ${call}({ initial: "a", states: { a: { on: { GO: { cond: "isIt", target: "a" } } } } });`;

  expect(told(text)).not.toContain("xstate-4 cond");
  expect(told(text)).toContain("unknown-transition-key cond");
});

test("functions and consts that can be read, and what a config spreads beside its states, hide no states", () => {
  const helpers = `const step = (to: string) => ({ on: { GO: to } }); const all = () => ({ a: step("b"), b: step("a") });`;
  const text = `import { shared } from "pkg"; ${helpers}\n${machine(`initial: "a", ...shared, states: all()`)}`;

  expect(told(text).filter((line) => /unread/.test(line))).toEqual([]);
});

test.each([
  [`a: { on: { GO: withBack([{ guard: "isIt", target: "a" }]) } }`],
  [`a: { on: { GO: "a" }, ...withBack() }`],
])("a guard or event that code which was not read may use is not called unused: %s", (config) => {
  const setup = `types: { events: {} as { type: "GO" } | { type: "BACK" } }, guards: { isIt: ({ event }) => true }`;
  const text = `import { withBack } from "pkg";\n${states(config, setup)}`;

  expect(told(text)).toEqual([]);
});
