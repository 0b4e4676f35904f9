import { describe, expect, test } from "vitest";
import { loadMachine } from "#adapters/sandbox/loadMachine.ts";
import { readModule } from "#core/read/readModule.ts";
import { opaqueParts } from "#test/charts/walk.ts";
import { readSays, xstateSays } from "#test/core/read/asXState.ts";

/** What XState 5.33 can be told, each in a module of its own: `states` and more of a config, or a whole module. */
const configs: Readonly<Record<string, string>> = {
  "targets: a sibling": `initial: "a", states: { a: { on: { X: "b" } }, b: {} }`,
  "targets: a child, from inside and from the root": `initial: "a", on: { Y: ".a.c" }, states: { a: { initial: "b", on: { X: ".c" }, states: { b: {}, c: {} } } }`,
  "targets: of a sibling's child": `initial: "a", states: { a: { on: { X: "b.d" } }, b: { initial: "c", states: { c: {}, d: {} } } }`,
  "targets: by id, and from there by keys": `initial: "a", states: { a: { on: { X: "#bee", Y: "#bee.d" } }, b: { id: "bee", initial: "c", states: { c: {}, d: {} } } }`,
  "targets: the id of the machine": `id: "top", initial: "a", states: { a: { on: { X: "#top.b", Y: "#top" } }, b: {} }`,
  "targets: several, in regions":
    `initial: "a", states: { a: { on: { X: ["p.r.r2", "p.s.s2"], Y: { target: ["p.r.r2", "p.s.s2"] } } }, p: { type: "parallel", states: { r: { initial: "r1", states: { r1: {}, r2: {} } }, s: { initial: "s1", states: { s1: {}, s2: {} } } } } }`.replace(
      `X: ["p.r.r2", "p.s.s2"], `,
      "",
    ),
  "targets: none, itself, undefined": `initial: "a", states: { a: { on: { X: { actions: "go" }, Y: "a", Z: { target: undefined, actions: "go" }, W: "." } } }`,
  "on: one, a list, objects and texts": `initial: "a", states: { a: { on: { X: [{ target: "b", guard: "g" }, "a", { actions: ["x", "y"] }] } }, b: {} }`,
  "on: wildcards and partial ones": `initial: "a", states: { a: { on: { "*": "b", "card.*": "b", "card.played": "a" } }, b: {} }`,
  "on: forbidden": `initial: "a", on: { X: ".b" }, states: { a: { on: { X: undefined } }, b: { on: { X: {} } } }`,
  "on: reenter": `initial: "a", states: { a: { on: { X: { target: "a", reenter: true }, Y: { reenter: false, target: "a" } } } }`,
  "on: description and meta": `initial: "a", states: { a: { on: { X: { target: "a", description: "again", meta: { clauses: ["A-1"], other: 1 } } } } }`,
  "after: numbers and names": `initial: "a", states: { a: { after: { 1000: "b", "20": { target: "b", guard: "g" }, soon: [{ target: "b" }, { target: "a", actions: "x" }] } }, b: {} }`,
  "always: text, object and list": `initial: "a", states: { a: { always: "b" }, b: { always: { target: "c", guard: "g" } }, c: { always: [{ target: "a", guard: "g" }, { actions: "x" }] } }`,
  "onDone: text, object and list": `initial: "a", states: { a: { initial: "x", onDone: "b", states: { x: { type: "final" } } }, b: { initial: "x", onDone: { target: "c", actions: "go" }, states: { x: { type: "final" } } }, c: { type: "parallel", onDone: [{ target: "a", guard: "g" }, "b"], states: { x: { type: "final" } } } }`,
  "history: shallow, deep, as type and as flag": `initial: "a", states: { a: { initial: "b", states: { b: {}, c: { initial: "d", states: { d: {} } }, h: { type: "history" }, h2: { history: "deep" }, h3: { type: "history", history: "deep", target: "c.d" }, h4: { history: true }, h5: { type: "history", history: "shallow", target: "c" } } } }`,
  parallel: `type: "parallel", states: { a: { initial: "x", states: { x: {}, y: {} } }, b: {} }`,
  "final: with output, code and value": `initial: "a", output: ({ event }) => event.output, states: { a: { type: "final", output: { winner: 1 } }, b: { type: "final", output: ({ context }) => context } }`,
  "entry and exit: each form": `initial: "a", states: { a: { entry: "x", exit: ["y", { type: "z" }] }, b: { entry: { type: "x", params: { n: 1 } }, exit: [() => {}, function () {}, { type: "w", params: ({ context }) => context }] }, c: { entry() {}, exit: [] } }`,
  "actions: every creator": `initial: "a", states: { a: { entry: [assign({ n: 1 }), assign(() => ({})), raise({ type: "X" }), emit({ type: "E" }), sendTo("id", { type: "X" }), sendParent({ type: "X" }), forwardTo("id"), log("x"), cancel("id"), stopChild("id"), spawnChild("logic"), enqueueActions(({ enqueue }) => enqueue("x"))] } }`,
  "guards: each form": `initial: "a", states: { a: { on: { A: { guard: "g" }, B: { guard: { type: "g", params: { n: 1 } } }, C: { guard: () => true }, D: { guard: and(["g", "h"]) }, E: { guard: or([not("g"), { type: "h" }, () => true]) }, F: { guard: stateIn("#m.a") }, G: { guard: stateIn({ a: "b" }) }, H: { guard: not(and(["g", not(stateIn("a"))])) }, I: { guard() { return true; } } } } }`,
  "invoke: one and several": `initial: "a", states: { a: { invoke: { src: "one", id: "i", onDone: "b", onError: { target: "a", actions: "x" } } }, b: { invoke: [{ src: "one" }, { src: "two", onDone: [{ target: "a", guard: "g" }, "b"], onSnapshot: { actions: "y" }, input: { n: 1 }, systemId: "sys" }] } }`,
  "invoke: logic as code": `initial: "a", states: { a: { invoke: { src: fromPromise(async () => 1), onDone: "b" } }, b: { invoke: { id: "c", src: fromCallback(() => {}) } } }`,
  "tags: one and several": `initial: "a", states: { a: { tags: "one" }, b: { tags: ["one", "two"] } }`,
  "meta and description": `description: "whole", meta: { clauses: ["A-1"] }, initial: "a", states: { a: { description: \`some
    lines\`, meta: { clauses: ["A-2", "A-3"], more: { deep: [1] } } } }`,
  "context: value and code, and what else the root has": `version: "1", context: ({ input }) => ({ n: input.n }), initial: "a", output: {}, entry: "x", exit: "y", tags: ["t"], invoke: { src: "one" }, states: { a: {} }`,
  "an initial state given as an object, with actions": `initial: { target: "a", actions: ["x", assign({ n: 1 })] }, states: { a: { initial: { target: "c" }, states: { c: {} } }, b: {} }`,
  "keys: quoted, numbers, other scripts, computed": `initial: "手札", states: { "手札": { on: { ["X" + 1]: "a b", [\`Y\`]: "手札" } }, "a b": {}, ["c"]: {}, c2: {} }`,
  "states that are nothing but there": `initial: "a", states: { a: {}, b: undefined }`.replace(
    ", b: undefined",
    "",
  ),
  "no states at all": `on: { X: { actions: "x" } }`,
  "things that are undefined":
    `initial: "a", on: undefined, entry: undefined, states: { a: { always: undefined, after: undefined, onDone: undefined, invoke: undefined, tags: undefined, states: undefined } }`
      .replace(", invoke: undefined", "")
      .replace(", tags: undefined", ""),
};

const head = `import { and, assign, cancel, createMachine, emit, enqueueActions, forwardTo, fromCallback, fromPromise, log, not, or, raise, sendParent, sendTo, setup, spawnChild, stateIn, stopChild } from "xstate";\n`;

/** Ways to write a whole module. */
const modules: Readonly<Record<string, string>> = {
  "setup().createMachine": `${head}export const machine = setup({ guards: { g: () => true }, actions: { x: () => {} } }).createMachine({ initial: "a", states: { a: { entry: "x", on: { X: { guard: "g", target: "b" } } }, b: {} } });`,
  "createMachine with implementations": `${head}export const machine = createMachine({ initial: "a", states: { a: { entry: "x" } } }, { actions: { x: () => {} } });`,
  "provide behind it": `${head}export const machine = createMachine({ initial: "a", states: { a: { entry: "x" } } }).provide({ actions: { x: () => {} } });`,
  "setup.extend, twice": `${head}const base = setup({ guards: { g: () => true } }); const more = base.extend({ actions: { x: () => {} } }).extend({ guards: { h: () => true } });
    export const machine = more.createMachine({ initial: "a", states: { a: { entry: "x", on: { X: { guard: "h" }, Y: { guard: "g" } } } } });`,
  "createStateConfig and createAction": `${head}const s = setup({ actions: { x: () => {} } }); const go = s.createAction(assign({ n: 1 })); const say = s.createAction(() => {});
    const a = s.createStateConfig({ entry: ["x", go, say], on: { X: "b" } });
    export const machine = s.createMachine({ initial: "a", states: { a, b: s.createStateConfig({ type: "final" }) } });`,
  "the creators of a setup": `${head}const s = setup({}); export const machine = s.createMachine({ initial: "a", states: { a: { entry: [s.assign({ n: 1 }), s.raise({ type: "X" }), s.log("x"), s.emit({ type: "E" }), s.cancel("i"), s.stopChild("i"), s.sendTo("i", { type: "X" }), s.spawnChild("l"), s.enqueueActions(() => {})] } } });`,
  "names of its own for what it imports": `import { createMachine as make, assign as set, and as all, setup as given } from "xstate";
    export const machine = given({ guards: { g: () => true } }).createMachine({ initial: "a", states: { a: { entry: set({ n: 1 }), on: { X: { guard: all(["g"]), target: "a" } } } } }); void make;`,
  "createMachine by a name of its own": `import { createMachine as make } from "xstate"; export const machine = make({ initial: "a", states: { a: { on: { X: "b" } }, b: {} } });`,
  "import * as xs": `import * as xs from "xstate"; export const machine = xs.createMachine({ initial: "a", states: { a: { entry: xs.assign({ n: 1 }), on: { X: { guard: xs.not("g"), target: "a" } } } } });`,
  "what setup gives, taken apart": `${head}const { createMachine: make, createStateConfig, assign: set } = setup({ guards: { g: () => true } }); void make; void createStateConfig; const { phases: { draw } , end } = { phases: { draw: { on: { X: "end" } } }, end: {} };
    export const machine = createMachine({ initial: "draw", states: { draw: { on: { X: "end" }, entry: set({ n: 1 }) }, end } }); void draw;`,
  "consts, spreads and member paths": `${head}const EV = { go: "GO" } as const; const shared = { on: { [EV.go]: "b" } }; const states = { a: { ...shared, tags: "t" }, b: {} }; const config = { initial: "a", states } as const;
    export const machine = createMachine(config);`,
  "enums, of texts and of numbers": `${head}enum P { a = "a", b = "b" } enum T { none, short = 100, long }
    export const machine = createMachine({ initial: P.a, states: { [P.a]: { after: { [T.long]: P.b, [T.none]: P.b } }, [P.b]: {} } });`,
  "lists with spreads": `${head}const first = [{ target: "b", guard: "g" }]; export const machine = createMachine({ initial: "a", states: { a: { entry: [...["x", "y"], "z"], on: { X: [...first, { target: "a" }] } }, b: {} } });`,
  "as, satisfies, brackets, freeze and !": `${head}export const machine = createMachine(Object.freeze({ initial: ("a" as const), states: { a: (({ on: { X: "b"! } }) satisfies object), b: <object>{} } } as const));`,
  "inside a function": `${head}function make(n: number) { const a = { on: { X: "b" } }; return createMachine({ initial: "a", states: { a, b: {} } }); } export const machine = make(1);`,
  "several machines in one file": `${head}export const machine = createMachine({ initial: "a", states: { a: {} } }); export const other = createMachine({ initial: "b", states: { b: {} } });`,
  "as the default export": `${head}export default createMachine({ initial: "a", states: { a: {} } });`,
};

const whole: [string, string][] = [
  ...Object.entries(configs).map(([name, config]): [string, string] => [
    name,
    `${head}export const machine = createMachine({ id: "m", ${config.includes(`id: "top"`) ? config.replace(`id: "top", `, "").replaceAll("#top", "#m") : config} });`,
  ]),
  ...Object.entries(modules),
];

describe("every construct of XState is read as XState takes it", () => {
  test.each(whole)("%s", (_, text) => {
    const reading = readModule(text);
    const [chart] = reading.charts;
    const machine = loadMachine(text, "ts", 0);

    expect(reading.diagnostics).toEqual([]);
    expect(opaqueParts(chart!)).toEqual([]);
    expect(readSays(chart!)).toEqual(xstateSays(machine));
  });
});
