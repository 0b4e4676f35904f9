import type { CorpusModule } from "#test/corpus/corpus.ts";

/*
 * Modules that are written to be nasty: each has one way of saying things that a reader or a command may get wrong. All are of
 * this project, and all run.
 */

const make = (
  states: string,
  before = "",
  more = "",
): string => `import { assign, createMachine, setup, stateIn } from "xstate";
${before}
export const machine = createMachine({
  id: "m",
  initial: "a",${more}
  states: {
${states}
  },
});
`;

const rest = `    b: { on: { BACK: "a" } },
    c: { initial: "c1", states: { c1: { on: { DEEP: "#m.d" } }, c2: {} } },
    d: { type: "final" },`;

/** By what is nasty in them. */
export const NASTY: Readonly<Record<string, string>> = {
  "a spread before a guard": make(
    `    a: { on: { GO: { ...base, guard: "own" } } },\n${rest}`,
    `const base = { guard: "canPlay", target: "b" };`,
  ),
  "a spread before an event": make(
    `    a: { on: { ...common, GO: "b" } },\n${rest}`,
    `const common = { STOP: "d", GO: "c" };`,
  ),
  "a state spread from a const": make(
    `    a: { ...waiting, description: "own" },\n${rest}`,
    `const waiting = { on: { GO: "b" }, tags: ["wait"] };`,
  ),
  "a const used by two states": make(
    `    a: shared,\n    e: shared,\n${rest}`,
    `const shared = { on: { GO: "b" } };`,
  ),
  "events of an as const object": make(
    `    a: { on: { [E.GO]: "b", [E.STOP]: { target: "d" } } },\n${rest}`,
    `const E = { GO: "GO", STOP: "STOP" } as const;`,
  ),
  "events of an enum": make(
    `    a: { on: { [E.Go]: "b", [E.Stop]: { target: "d" } } },\n${rest}`,
    `enum E { Go = "GO", Stop = "STOP" }`,
  ),
  "a shadowed const": make(
    `    a: { entry: () => { const E = 1; return E; }, on: { [E.GO]: "b" } },\n${rest}`,
    `const E = { GO: "GO" } as const;`,
  ),
  "a target in a const": make(`    a: { on: { GO: next, STOP: "d" } },\n${rest}`, `const next = "b";`),
  "a target in a template": make(`    a: { on: { GO: \`b\`, DEEP: \`#m.c.c2\` } },\n${rest}`),
  "keys with quotes and spaces": make(
    `    a: { on: { "go there": "it's b", 'say "x"': { target: "d" } } },\n    "it's b": { on: { BACK: "a" } },\n    d: {},`,
  ),
  "keys that are numbers": make(
    `    a: { on: { 1: "2", "3": "4" } },\n    2: { on: { BACK: "a" } },\n    4: {},`,
  ),
  "keys of other scripts": make(
    `    a: { on: { 捨てる: "手番" } },\n    手番: { on: { "🎲": "a" } },\n    d: {},`,
  ),
  "dangling commas and comments everywhere": make(
    `    /* one */ a /* two */ : /* three */ { // four
      on: { /* five */ GO /* six */ : /* seven */ "b" /* eight */ , }, // nine
    }, // ten
    // eleven
${rest}`,
  ),
  "all on one line": make(
    `a:{on:{GO:"b",STOP:["c",{target:"d",guard:"g"}]}},b:{},c:{initial:"c1",states:{c1:{},c2:{}}},d:{}`,
  ),
  "tabs and no spaces": make(`\t\ta:{\n\t\t\ton:{\n\t\t\t\tGO:"b"\n\t\t\t}\n\t\t},\n\t\tb:{},\n\t\td:{}`),
  "brackets around everything": make(`    a: ({ on: ({ GO: ("b"), STOP: ({ target: ("d") }) }) }),\n${rest}`),
  "satisfies and as": make(
    `    a: { on: { GO: "b" as const, STOP: { target: "d" } as const } } as const,\n${rest}`,
  ),
  "relative and absolute targets": make(
    `    a: { on: { GO: "c.c2", ID: "#m.c.c1" } },
    b: {},
    c: { id: "see", initial: "c1", on: { IN: ".c2" }, states: { c1: { on: { UP: "#m.b", SIDE: "c2" } }, c2: { on: { SELF: "#see" } } } },
    d: { on: { SEE: "#see.c2" } },`,
  ),
  "an id with a dot": make(
    `    a: { id: "x.y", on: { GO: "b" } },\n    b: { on: { BACK: "#x.y" } },\n    d: {},`,
  ),
  "history with a default": make(
    `    a: { on: { GO: "c.h" } },\n    b: {},\n    c: { initial: "c1", states: { c1: {}, c2: {}, h: { type: "history", target: "c2" } } },\n    d: {},`,
  ),
  "regions and stateIn": make(
    `    a: { type: "parallel", states: { left: { initial: "off", states: { off: { on: { GO: "on" } }, on: {} } }, right: { on: { ASK: { guard: stateIn("#m.a.left.on"), actions: "x" } } } }, onDone: "b" },\n    b: {},\n    d: {},`,
  ),
  "initial as an object": make(
    `    a: { on: { GO: "c" } },\n    b: {},\n    c: { initial: { target: "c1", actions: "x" }, states: { c1: {}, c2: {} } },\n    d: {},`,
  ),
  "methods and getters beside": make(
    `    a: { entry() {}, on: { GO: { target: "b", guard() { return true; } } }, exit: [function named() {}] },\n${rest}`,
  ),
  "delays, always and invoke": make(
    `    a: { after: { 100: "b", wait: { target: "c", guard: "g" } }, always: [{ guard: "g", target: "d" }] },
    b: { invoke: { src: "load", onDone: { target: "c" }, onError: [{ target: "d", guard: "g" }, "a"] } },
    c: { initial: "c1", states: { c1: {}, c2: {} } },
    d: {},`,
  ),
  "a forbidden event and a wildcard": make(
    `    a: { on: { GO: undefined, "*": "b", "x.*": "c" } },\n${rest}`,
    "",
    `\n  on: { GO: ".d" },`,
  ),
  "two machines of one config": `import { createMachine } from "xstate";
const handlers = { CANCEL: "idle" } as const;
export const one = createMachine({ id: "one", initial: "idle", states: { idle: { on: { GO: "off" } }, off: { on: handlers } } });
export const two = createMachine({ id: "two", initial: "idle", states: { idle: { on: { GO: "away" } }, away: { on: handlers } } });
`,
  "a machine within a machine": `import { createMachine, setup } from "xstate";
export const outer = setup({
  actors: { inner: createMachine({ id: "inner", initial: "x", states: { x: { on: { GO: "y" } }, y: { type: "final" } } }) },
}).createMachine({
  id: "outer",
  initial: "a",
  states: { a: { invoke: { src: "inner", onDone: "b" } }, b: { on: { BACK: "a" } } },
});
`,
  "parameter decorators": `import { createMachine } from "xstate";
declare const Inject: any;
export class Service {
  constructor(@Inject() private readonly x: unknown) {}
  machine = createMachine({ id: "m", initial: "a", states: { a: { on: { GO: "b" } }, b: {}, d: { on: { BACK: "a" } } } });
}
`,
  "a helper that brings a delay": make(
    `    a: { ...timeout("b"), on: { GO: "c" } },\n${rest}`,
    `const timeout = (to: string) => ({ after: { 100: to } });`,
  ),
  "CRLF line ends": make(`    a: { on: { GO: "b" } },\n${rest}`).replace(/\n/g, "\r\n"),
};

export const nastyModules: readonly CorpusModule[] = Object.entries(NASTY).map(([name, text]) => ({
  set: "nasty",
  name,
  lang: "ts",
  text,
  beside: () => undefined,
}));
