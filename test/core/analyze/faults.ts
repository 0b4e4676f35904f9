import type { DiagnosticCode } from "#core/diagnostic/codes.ts";

/** One small game per diagnostic: the files, and the text that the diagnostic must lie under. */
export interface FaultyGame {
  readonly code: DiagnosticCode;
  /** Texts by logical file name; objects are written as JSON. */
  readonly files: Readonly<Record<string, unknown>>;
  /** File in which it is told; the machine when absent. */
  readonly in?: string;
  /** What it lies under; absent when the whole file is missing. */
  readonly under?: string;
  readonly near?: readonly string[];
}

/** A machine with these states, run through setup when `setup` is given. */
export const machine = (config: string, setup = ""): string =>
  `import { setup, assign, raise, and, not, stateIn, enqueueActions, fromPromise } from "xstate";
const isReady = () => true;
export const machine = setup({ ${setup} }).createMachine({ id: "m", ${config} });
`;
const states = (text: string, initial = "a") => machine(`initial: "${initial}", states: { ${text} }`);

/** A machine as XState 4 has it, with this in its first state. */
const former = (text: string) =>
  `import { createMachine } from "xstate";\nexport const m = createMachine({ initial: "a", states: { a: { ${text} }, b: {} } });`;

const types = `types: {
  context: {} as { seats: string[]; turnPlayer: string; score: number },
  events: {} as { type: "PASS"; by: string } | { type: "PLAY"; by: string; card: "ace" | "king"; extra?: number },
  input: {} as { first?: string },
}, guards: { isTurn: ({ context, event }) => event.by === context.turnPlayer }`;
const body = `context: { seats: [], turnPlayer: "P1", score: 0 }, initial: "turn", states: {
  turn: {
    meta: { clauses: ["G-1"], asks: "turnPlayer" },
    on: { PASS: { guard: "isTurn", target: "over", meta: { clauses: ["G-2"] } }, PLAY: { guard: "isTurn", target: "over" } } },
  over: { type: "final" } }`;

/** A game without faults, to put one into. */
export const sound = {
  machine: machine(body, types),
  ruleset: {
    format: 1,
    id: "m",
    title: { en: "M" },
    machine: "machines/m.machine.ts",
    players: { min: 2, max: 2 },
    locales: ["en"],
    sourceLocale: "en",
  },
  clauses: {
    format: 1,
    clauses: [
      { id: "G-1", kind: "structure" },
      { id: "G-2", kind: "permission" },
    ],
  },
  "text/en": { format: 1, locale: "en", text: { "G-1": "Turns.", "G-2": "One may pass." } },
  "labels/en": {
    format: 1,
    locale: "en",
    labels: {
      "state:turn": "Turn",
      "state:over": "Over",
      "event:PASS": "Pass",
      "event:PLAY": "Play",
      "field:PLAY.card": "Card",
      "field:PLAY.extra": "Extra",
      "value:PLAY.card.ace": "Ace",
      "value:PLAY.card.king": "King",
      "guard:isTurn": "Own turn",
      "context:seats": "Seats",
      "context:turnPlayer": "Turn player",
      "context:score": "Score",
      "input:first": "First",
    },
  },
  terms: { format: 1, terms: [{ id: "turn", terms: { en: "turn" } }] },
  readings: {
    format: 1,
    readings: [
      {
        id: "R1",
        clauses: ["G-1"],
        question: { en: "Who?" },
        options: [{ id: "any", text: {} }],
        chosen: "any",
        input: "first",
      },
    ],
  },
  moves: { format: 1, moves: { PLAY: [{ in: "turn", fields: { card: { values: ["ace"] } } }] } },
  "scenarios/one": {
    format: 1,
    title: { en: "One" },
    input: { first: "P1" },
    clauses: ["G-1"],
    steps: [
      { save: "start" },
      {
        send: { type: "PLAY", by: "P2", card: "ace" },
        expect: { refused: { guard: "isTurn" }, context: { score: 0 } },
      },
      { restore: "start" },
      { send: { type: "PASS", by: "P1" }, expect: { in: ["over"] } },
    ],
  },
} as const satisfies Record<string, unknown>;

type Files = Record<string, unknown>;
const change = (name: keyof typeof sound, make: (file: string) => string): Files => {
  const before: unknown = sound[name];
  const text = typeof before === "string" ? before : JSON.stringify(before);
  const after = make(text);
  if (after === text) throw new Error(`Nothing was changed in ${name}`);
  return { ...sound, [name]: after };
};
const view = (sights: object, events: object = {}): Files => ({
  ...sound,
  view: { format: 1, view: sights, events },
});
const swap = (name: keyof typeof sound, from: string, to: string): Files =>
  change(name, (text) => text.replace(from, () => to));
const scenario = (from: string, to: string) => ({
  files: swap("scenarios/one", from, to),
  in: "scenarios/one",
});
const steps = (json: string) => ({
  files: { ...sound, "scenarios/one": `{ "format": 1, "title": {}, "steps": [${json}] }` },
  in: "scenarios/one",
});
const alone = (name: string, text: string) => ({ files: { ...sound, [name]: text }, in: name });

/** A machine with a context that has `turn`, and a guard. */
const formulas = (code: string, head = "") => `import { setup } from "xstate";
export const machine = setup({ types: {} as { context: { turn: number } } }).createMachine({
  context: { turn: 1 }, initial: "a", states: { a: { on: { GO: { target: "b", guard: ${head}${code} } } }, b: {} },
});`;

export const faults: readonly FaultyGame[] = [
  // the module
  { code: "syntax-error", files: { machine: "const a = ;" }, under: ";" },
  { code: "machine-not-found", files: { machine: "export const a = 1;" } },
  { code: "machine-missing", files: { ...sound, machine: undefined } },
  { code: "duplicate-key", files: { machine: states(`a: {}, b: {}, a: {}`) }, under: "a" },
  // keys and values that XState takes silently
  { code: "unknown-state-key", files: { machine: states(`a: { onn: {} }`) }, under: "onn", near: ["on"] },
  { code: "unknown-state-key", files: { machine: states(`a: { zzzzzz: {} }`) }, under: "zzzzzz", near: [] },
  {
    code: "unknown-state-key",
    files: { machine: machine(`initial: "a", predictableActionArguments: true, states: { a: {} }`) },
    under: "predictableActionArguments",
    near: [],
  },
  {
    code: "unknown-transition-key",
    files: { machine: states(`a: { on: { GO: { cond: "x", target: "a" } } }`) },
    under: "cond",
    near: ["guard"],
  },
  {
    code: "unknown-transition-key",
    files: { machine: states(`a: { always: [{ gaurd: isReady, target: "a" }] }`) },
    under: "gaurd",
    near: ["guard"],
  },
  {
    code: "unknown-transition-key",
    files: { machine: states(`a: { after: { 10: { action: "x" } } }`) },
    under: "action",
    near: ["actions"],
  },
  {
    code: "unknown-invoke-key",
    files: { machine: states(`a: { invoke: { source: "x", src: "y" } }`) },
    under: "source",
    near: [],
  },
  {
    code: "unknown-action-key",
    files: { machine: states(`a: { entry: { type: "x", param: {} } }`) },
    under: "param",
    near: ["params"],
  },
  { code: "unknown-meta-key", files: swap("machine", "asks:", "ask:"), under: "ask", near: ["asks"] },
  { code: "wrong-type", files: { machine: states(`a: { on: null }`) }, under: "null" },
  { code: "wrong-type", files: { machine: states(`a: { on: { GO: null } }`) }, under: "null" },
  { code: "wrong-type", files: { machine: states(`a: { on: { GO: 7 } }`) }, under: "7" },
  { code: "wrong-type", files: { machine: states(`a: { states: [] }`) }, under: "[]" },
  { code: "wrong-type", files: { machine: states(`a: { entry: 5 }`) }, under: "5" },
  { code: "wrong-type", files: { machine: states(`a: { exit: ["x", false] }`) }, under: "false" },
  {
    code: "wrong-type",
    files: { machine: states(`a: { on: { GO: { guard: true, target: "a" } } }`) },
    under: "true",
  },
  { code: "wrong-type", files: { machine: states(`a: { invoke: "x" }`) }, under: `"x"` },
  { code: "wrong-type", files: { machine: states(`a: { tags: ["x", 2] }`) }, under: "2" },
  { code: "wrong-type", files: { machine: states(`a: null`) }, under: "null" },
  { code: "wrong-type", files: { machine: states(`a: { always: { reenter: "yes" } }`) }, under: `"yes"` },
  { code: "target-type", files: { machine: states(`a: { on: { GO: { target: 5 } } }`) }, under: "5" },
  { code: "target-type", files: { machine: states(`a: { on: { GO: { target: null } } }`) }, under: "null" },
  { code: "target-type", files: { machine: states(`a: { on: { GO: { target: ["a", 5] } } }`) }, under: "5" },
  {
    code: "wrong-value",
    files: { machine: states(`a: { type: "paralel" }`) },
    under: `"paralel"`,
    near: ["parallel"],
  },
  {
    code: "wrong-value",
    files: { machine: states(`a: { initial: "h", states: { h: { type: "history", history: "deepest" } } }`) },
    under: `"deepest"`,
  },
  { code: "missing-key", files: { machine: states(`a: { entry: { params: {} } }`) }, under: "{" },
  { code: "missing-key", files: { machine: states(`a: { invoke: { id: "x" } }`) }, under: "{" },
  { code: "event-empty", files: { machine: states(`a: { on: { "": "a" } }`) }, under: `""` },
  { code: "key-empty", files: { machine: states(`a: {}, "": {}`) }, under: `""` },
  { code: "key-proto", files: { machine: states(`a: {}, __proto__: {}`) }, under: "__proto__" },
  { code: "key-proto", files: { machine: states(`a: { on: { "__proto__": "a" } }`) }, under: `"__proto__"` },
  { code: "key-integer", files: { machine: states(`a: {}, 10: {}`) }, under: "10" },
  { code: "key-integer", files: { machine: states(`a: {}, "2": {}`) }, under: `"2"` },
  { code: "key-unreachable", files: { machine: states(`a: {}, "b.c": {}`) }, under: `"b.c"` },
  { code: "key-unreachable", files: { machine: states(`a: {}, "#x": {}`) }, under: `"#x"` },
  {
    code: "key-grammar",
    files: {
      ...sound,
      machine: states(`a: { on: { GO: "メイン" } }, "メイン": {}`),
    },
    under: `"メイン"`,
  },
  // what the module takes from elsewhere
  {
    code: "import-missing",
    files: {
      machine: machine(`initial: "a", states: { a: { on: { GO: { guard: or([isReady]), target: "a" } } } }`),
    },
    under: "or",
  },
  {
    code: "import-missing",
    files: {
      machine: `import type { assign } from "xstate";\nimport { createMachine } from "xstate";\nexport const machine = createMachine({ entry: assign({}) });`,
    },
    under: "assign",
  },
  {
    code: "config-unread",
    files: {
      machine: `import { createMachine } from "xstate";\nexport const m = createMachine(decorate(config()));`,
    },
    under: "decorate(config())",
  },
  {
    code: "config-unread",
    files: { machine: machine(`initial: "a", states: stepsOf(["a", "b"])`) },
    under: `states: stepsOf(["a", "b"])`,
  },
  {
    code: "states-unread",
    files: { machine: states(`a: { on: { GO: "b" } }, b: step("b")`) },
    under: `step("b")`,
  },
  {
    code: "states-unread",
    files: { machine: states(`a: {}, ...stepsOf(["b"])`) },
    under: `...stepsOf(["b"])`,
  },
  {
    code: "xstate-4",
    files: { machine: former(`on: { GO: { cond: "ready", target: "b" } }`) },
    under: "cond",
  },
  { code: "xstate-4", files: { machine: former(`on: { "": "b" }`) }, under: `""` },
  {
    code: "xstate-4",
    files: { machine: `import { Machine } from "xstate";\nexport const m = Machine({});` },
    under: "Machine",
  },
  {
    code: "xstate-6",
    files: { machine: states("a: { on: { GO: ({ context }) => ({ target: 'b' }) } }, b: {}") },
    under: "GO: ({ context }) => ({ target: 'b' })",
  },
  {
    code: "import-unknown",
    files: {
      machine: `import { Machine, createMachine } from "xstate";\nexport const a = createMachine({});\nexport const b = Machine({});`,
    },
    under: "Machine",
    near: ["createMachine"],
  },
  {
    code: "name-unknown",
    files: { machine: states(`a: { on: { GO: { guard: () => isRedy(), target: "a" } } }`) },
    under: "isRedy",
    near: ["isReady"],
  },
  { code: "name-unknown", files: { machine: states(`a: { entry: () => zzz() }`) }, under: "zzz", near: [] },
  {
    code: "name-unknown",
    files: { machine: formulas("charm > 1 && context.turn > 1", "({ context }) => ") },
    under: "charm",
    near: [],
  },
  { code: "name-unknown", files: { machine: formulas("turn > 1") }, under: "turn", near: [] },
  {
    code: "names-to-provide",
    files: {
      machine: `import { createMachine } from "xstate";\nexport const machine = createMachine({ initial: "a", states: { a: { entry: "draw", on: { GO: "a" } } } });`,
    },
    under: "createMachine(",
  },
  {
    code: "unknown-setup-key",
    files: {
      machine: machine(`initial: "a", states: { a: { on: { GO: "a" } } }`, `guard: { x: () => true }`),
    },
    under: "guard",
    near: ["guards"],
  },
  {
    code: "unknown-setup-key",
    files: { machine: machine(`initial: "a", states: { a: { on: { GO: "a" } } }`, `services: {}`) },
    under: "services",
    near: ["actors"],
  },
  {
    code: "unknown-setup-key",
    files: { machine: machine(`initial: "a", states: { a: { on: { GO: "a" } } }`, `zzzzzz: {}`) },
    under: "zzzzzz",
    near: [],
  },
  // events and delays that XState understands otherwise
  {
    code: "after-list-string",
    files: { machine: states(`a: { after: { 50: ["b"] } }, b: { on: { GO: "a" } }`) },
    under: `"b"`,
  },
  { code: "event-empty-list", files: { machine: states(`a: { on: { GO: [], NEXT: "a" } }`) }, under: "[]" },
  {
    code: "event-former",
    files: { machine: states(`a: { on: { "done.invoke.x": "a" } }`) },
    under: `"done.invoke.x"`,
    near: ["xstate.done.actor.x"],
  },
  {
    code: "event-wildcard",
    files: { machine: states(`a: { on: { "card*": "a" } }`) },
    under: `"card*"`,
    near: ["card.*"],
  },
  {
    code: "event-wildcard",
    files: { machine: states(`a: { on: { "*.card": "a" } }`) },
    under: `"*.card"`,
    near: ["*"],
  },
  {
    code: "delay-not-number",
    files: { machine: states(`a: { after: { "2s": "a" } }`) },
    under: `"2s"`,
    near: ["2000"],
  },
  {
    code: "delay-not-number",
    files: { machine: states(`a: { after: { "-5": "a" } }`) },
    under: `"-5"`,
    near: ["5"],
  },
  { code: "target-empty", files: { machine: states(`a: { on: { GO: "" } }`) }, under: `""` },
  { code: "target-empty", files: { machine: states(`a: { on: { GO: { target: "" } } }`) }, under: `""` },
  // what a state of its kind has no use for, or lacks
  {
    code: "states-ignored",
    files: { machine: states(`a: { type: "atomic", initial: "b", states: { b: {} }, on: { GO: "a" } }`) },
    under: "states",
  },
  {
    code: "states-missing",
    files: { machine: states(`a: { type: "compound", on: { GO: "a" } }`) },
    under: "type",
  },
  {
    code: "initial-without-states",
    files: { machine: states(`a: { initial: "x", on: { GO: "a" } }`) },
    under: `initial: "x"`,
  },
  {
    code: "initial-is-history",
    files: {
      machine: states(`a: { initial: "h", on: { GO: "a" }, states: { x: {}, h: { type: "history" } } }`),
    },
    under: `"h"`,
    near: ["x"],
  },
  {
    code: "initial-is-history",
    files: { machine: states(`a: { initial: "h", on: { GO: "a" }, states: { h: { type: "history" } } }`) },
    under: `"h"`,
    near: [],
  },
  {
    code: "final-goes-on",
    files: {
      machine: states(
        `a: { initial: "f", on: { GO: "a" }, states: { f: { type: "final", on: { GO: "g" } }, g: {} } }`,
      ),
    },
    under: "f",
  },
  {
    code: "done-never",
    files: { machine: states(`a: { onDone: "b", on: { GO: "b" } }, b: { on: { GO: "a" } }`) },
    under: "onDone",
  },
  {
    code: "done-never",
    files: {
      machine: states(
        `a: { type: "parallel", onDone: "b", on: { GO: "b" }, states: { r: { initial: "f", states: { f: { type: "final" } } }, s: {} } }, b: { on: { GO: "a" } }`,
      ),
    },
    under: "onDone",
  },
  {
    code: "done-of-machine",
    files: { machine: machine(`initial: "a", onDone: ".a", states: { a: { type: "final" } }`) },
    under: "onDone",
  },
  {
    code: "history-ignores",
    files: {
      machine: states(
        `a: { initial: "x", on: { GO: "b" }, states: { x: {}, h: { type: "history", entry: () => {} } } }, b: { on: { BACK: "a.h" } }`,
      ),
    },
    under: "entry",
  },
  {
    code: "output-ignored",
    files: { machine: states(`a: { output: 5, on: { GO: "a" } }`) },
    under: "output",
  },
  {
    code: "route-without-id",
    files: { machine: states(`a: { on: { GO: "a" } }, b: { route: {}, on: { GO: "a" } }`) },
    under: "route",
  },
  {
    code: "reenter-without-target",
    files: { machine: states(`a: { on: { GO: { reenter: true, actions: () => {} } } }`) },
    under: `{ reenter: true, actions: () => {} }`,
  },
  {
    code: "invoke-id-twice",
    files: {
      machine: states(
        `a: { invoke: [{ id: "x", src: fetchIt }, { id: "x", src: fetchIt }], on: { GO: "a" } }`,
      ).replace("const isReady", "declare const fetchIt: never;\nconst isReady"),
    },
    under: `{ id: "x", src: fetchIt }`,
  },
  {
    code: "regions-conflict",
    files: {
      machine: machine(
        `initial: "p", states: { p: { type: "parallel", states: { r: { initial: "x", states: { x: { on: { GO: "y" } }, y: {} } }, s: { on: { GO: "#out" } } } }, q: { id: "out", on: { GO: "p" } } }`,
      ),
    },
    under: `"#out"`,
  },
  {
    code: "wildcard-hides",
    files: {
      machine: states(
        `a: { initial: "x", on: { GO: "b" }, states: { x: { on: { "*": "x" } } } }, b: { on: { GO: "a" } }`,
      ),
    },
    under: `"*"`,
  },
  {
    code: "raise-loop",
    files: { machine: states(`a: { on: { GO: { actions: raise({ type: "GO" }) } } }`) },
    under: `raise({ type: "GO" })`,
  },
  {
    code: "raise-loop",
    files: {
      machine: states(
        `a: { entry: raise({ type: "GO" }), on: { GO: "b" } }, b: { entry: raise({ type: "BACK" }), on: { BACK: "a" } }`,
      ),
    },
    under: `raise({ type: "GO" })`,
  },
  // code that XState 5 takes otherwise than it looks
  {
    code: "guard-async",
    files: { machine: states(`a: { on: { GO: { guard: async () => false, target: "a" } } }`) },
    under: `async () => false`,
  },
  {
    code: "guard-list",
    files: {
      machine: states(`a: { on: { GO: { guard: and(isReady, isReady), target: "a" } } }`).replace(
        "isReady,",
        `"x",`,
      ),
    },
    under: `and("x", isReady)`,
  },
  {
    code: "guard-list",
    files: { machine: states(`a: { on: { GO: { guard: not([isReady]), target: "a" } } }`) },
    under: `not([isReady])`,
  },
  {
    code: "assign-async",
    files: { machine: states(`a: { entry: assign({ n: async () => 5 }), on: { GO: "a" } }`) },
    under: `async () => 5`,
  },
  {
    code: "action-not-carried-out",
    files: {
      machine: machine(
        `initial: "a", states: { a: { entry: "add", on: { GO: "a" } } }`,
        `actions: { add: () => assign({ n: 1 }) }`,
      ),
    },
    under: `assign({ n: 1 })`,
  },
  {
    code: "action-not-carried-out",
    files: { machine: states(`a: { exit: () => { raise({ type: "GO" }); }, on: { GO: "a" } }`) },
    under: `raise({ type: "GO" })`,
  },
  {
    code: "event-as-text",
    files: { machine: states(`a: { entry: raise("GO"), on: { GO: "b" } }, b: {}`) },
    under: `"GO"`,
  },
  {
    code: "former-arguments",
    files: { machine: states(`a: { on: { GO: { guard: (ctx, event) => ctx.n > 0, target: "a" } } }`) },
    under: "ctx",
  },
  {
    code: "former-arguments",
    files: { machine: states(`a: { entry: assign({ n: (context) => context.n + 1 }), on: { GO: "a" } }`) },
    under: "context",
  },
  {
    code: "actor-function",
    files: {
      machine: machine(
        `initial: "a", states: { a: { invoke: { src: "load" } } }`,
        `actors: { load: async () => 1 }`,
      ),
    },
    under: "async () => 1",
  },
  {
    code: "key-grammar",
    files: { ...sound, machine: states(`a: { on: { GO: "main-phase" } }, "main-phase": {}`) },
    under: `"main-phase"`,
  },
  {
    code: "import-missing",
    files: {
      machine: `import { type AnyActorRef, type assign } from "xstate";\nimport { createMachine } from "xstate";\nexport const machine = createMachine({ entry: assign({}) });`,
    },
    under: "assign",
  },
  // where targets lead
  {
    code: "target-not-found",
    files: { machine: states(`a: { on: { GO: "bb" } }, b: {}`) },
    under: `"bb"`,
    near: ["b"],
  },
  {
    code: "target-not-found",
    files: { machine: states(`a: { on: { GO: { target: "c" } } }, b: { initial: "c", states: { c: {} } }`) },
    under: `"c"`,
    near: ["#m.b.c"],
  },
  {
    code: "target-not-found",
    files: { machine: states(`a: { on: { GO: "x" }, initial: "x", states: { x: {} } }`) },
    under: `"x"`,
    near: [".x"],
  },
  {
    code: "target-not-found",
    files: { machine: states(`a: { on: { GO: "#mm.a" } }`) },
    under: `"#mm.a"`,
    near: ["#m.a"],
  },
  {
    code: "target-not-found",
    files: {
      machine: states(
        ["p", "q", "r", "s"]
          .map(
            (key) =>
              `${key}: { initial: "wait", states: { wait: { on: { GO: "${key === "s" ? "dnoe" : "done"}" } }, done: {} } }`,
          )
          .join(", "),
        "p",
      ),
    },
    under: `"dnoe"`,
    near: ["done", "#m.p.done", "#m.q.done"],
  },
  {
    code: "target-ambiguous",
    files: { machine: states(`a: { on: { GO: "b" }, initial: "b", states: { b: {} } }, b: {}`) },
    under: `"b"`,
  },
  {
    code: "targets-conflict",
    files: { machine: states(`a: { on: { GO: { target: ["b", "c"] } } }, b: {}, c: {}`) },
    under: `{ target: ["b", "c"] }`,
  },
  {
    code: "initial-not-found",
    files: { machine: states(`main: {}`, "mian") },
    under: `"mian"`,
    near: ["main"],
  },
  {
    code: "initial-missing",
    files: { machine: states(`a: { states: { x: {} } }`) },
    under: "a",
    near: ["x"],
  },
  { code: "initial-missing", files: { machine: machine(`states: { a: {} }`) }, under: "{", near: ["a"] },
  {
    code: "initial-ignored",
    files: { machine: machine(`type: "parallel", initial: "a", states: { a: {}, b: {} }`) },
    under: `initial: "a"`,
  },
  { code: "duplicate-id", files: { machine: states(`a: { id: "x" }, b: { id: "x" }`) }, under: `"x"` },
  { code: "duplicate-id", files: { machine: states(`a: { id: "m.b" }, b: {}`) }, under: "b" },
  { code: "id-dot", files: { machine: states(`a: { id: "x.y" }`) }, under: `"x.y"` },
  {
    code: "final-has-transitions",
    files: { machine: states(`a: { type: "final", on: { GO: "b" } }, b: {}`) },
    under: "a",
  },
  {
    code: "too-deep",
    files: { machine: machine("initial: 's', states: { s: { ".repeat(66) + "} } ".repeat(66)) },
    under: "s",
  },
  // names
  {
    code: "guard-not-found",
    files: {
      machine: machine(
        `initial: "a", states: { a: { on: { GO: { guard: "isTrun", target: "a" } } } }`,
        `guards: { isTurn: () => true }`,
      ),
    },
    under: `"isTrun"`,
    near: ["isTurn"],
  },
  {
    code: "guard-not-found",
    files: {
      machine: machine(
        `initial: "a", states: { a: { on: { GO: { guard: and(["isTurn", not("ready")]), target: "a" } } } }`,
        `guards: { isTurn: () => true }`,
      ),
    },
    under: `"ready"`,
    near: [],
  },
  {
    code: "guard-not-found",
    files: {
      machine: machine(
        `initial: "a", states: { a: { on: { GO: { guard: "both", target: "a" } } } }`,
        `guards: { both: and(["red"]) }`,
      ),
    },
    under: `"red"`,
    near: [],
  },
  {
    code: "guard-unused",
    files: { machine: machine(`initial: "a", states: { a: {} }`, `guards: { isTurn: () => true }`) },
    under: "isTurn",
  },
  {
    code: "action-not-found",
    files: {
      machine: machine(`initial: "a", states: { a: { entry: ["darw"] } }`, `actions: { draw: () => {} }`),
    },
    under: `"darw"`,
    near: ["draw"],
  },
  {
    code: "action-not-found",
    files: {
      machine: machine(
        `initial: "a", states: { a: { on: { GO: { actions: { type: "darw", params: {} } } } } }`,
        `actions: { draw: () => {} }`,
      ),
    },
    under: `"darw"`,
    near: ["draw"],
  },
  {
    code: "action-not-found",
    files: {
      machine: machine(
        `initial: "a", states: { a: { entry: "many" } }`,
        `actions: { many: enqueueActions(({ enqueue, check }) => { if (check("x")) enqueue("drwa"); enqueue({ type: "draw" }); }), draw: () => {} }`,
      ),
    },
    under: `"drwa"`,
    near: ["draw"],
  },
  {
    code: "guard-not-found",
    files: {
      machine: machine(
        `initial: "a", states: { a: { entry: enqueueActions(({ check }) => { check({ type: "isTrun" }); }) } }`,
        `guards: { isTurn: () => true }`,
      ),
    },
    under: `"isTrun"`,
    near: ["isTurn"],
  },
  {
    code: "action-not-found",
    files: {
      ...sound,
      machine: `import { createMachine } from "xstate";\nexport const machine = createMachine({ id: "m", initial: "a", states: { a: { entry: "draw" } } });`,
    },
    under: `"draw"`,
    near: [],
  },
  {
    code: "action-unused",
    files: { machine: machine(`initial: "a", states: { a: {} }`, `actions: { draw: () => {} }`) },
    under: "draw",
  },
  {
    code: "actor-not-found",
    files: {
      machine: machine(
        `initial: "a", states: { a: { invoke: { src: "timer" } } }`,
        `actors: { times: isReady }`,
      ),
    },
    under: `"timer"`,
    near: ["times"],
  },
  {
    code: "actor-unused",
    files: { machine: machine(`initial: "a", states: { a: {} }`, `actors: { times: isReady }`) },
    under: "times",
  },
  {
    code: "delay-not-found",
    files: {
      machine: machine(`initial: "a", states: { a: { after: { shrot: "a" } } }`, `delays: { short: 10 }`),
    },
    under: "shrot",
    near: ["short"],
  },
  {
    code: "delay-unused",
    files: { machine: machine(`initial: "a", states: { a: {} }`, `delays: { short: 10 }`) },
    under: "short",
  },
  {
    code: "event-not-declared",
    files: swap("machine", "on: { PASS", "on: { PAS: 'over', PASS"),
    under: "PAS",
    near: ["PASS"],
  },
  {
    code: "event-not-declared",
    files: swap("machine", "on: { PASS:", "on: { PAS:"),
    under: "PAS",
    near: ["PASS"],
  },
  {
    code: "event-not-handled",
    files: swap("machine", `, PLAY: { guard: "isTurn", target: "over" }`, ""),
    under: `"PLAY"`,
  },
  {
    code: "state-in-id-not-found",
    files: {
      machine: states(`a: { on: { GO: { guard: stateIn("#m.bb"), target: "b" } } }, b: { on: { GO: "a" } }`),
    },
    under: `"#m.bb"`,
  },
  {
    code: "state-in-not-found",
    files: {
      machine: states(
        `a: { on: { GO: { guard: stateIn({ b: { left: "on" } }), target: "b" } } }, b: { initial: "left", states: { left: { initial: "off", states: { off: {} } } }, on: { GO: "a" } }`,
      ),
    },
    under: `"on"`,
  },
  // how play flows
  {
    code: "transition-shadowed",
    files: {
      machine: states(
        `a: { on: { GO: [{ target: "b" }, { target: "a", guard: isReady }] } }, b: { on: { GO: "a" } }`,
      ),
    },
    under: `{ target: "a", guard: isReady }`,
  },
  {
    code: "transition-shadowed",
    files: {
      machine: states(
        `a: { on: { GO: [{ target: "b", guard: isReady }, { target: "a", guard: isReady }] } }, b: { on: { GO: "a" } }`,
      ),
    },
    under: `{ target: "a", guard: isReady }`,
  },
  {
    code: "always-dead",
    files: { machine: states(`a: { always: { target: "a" } }`) },
    under: `{ target: "a" }`,
  },
  {
    code: "always-dead",
    files: { machine: states(`a: { always: { guard: isReady } }`) },
    under: `{ guard: isReady }`,
  },
  {
    code: "always-dead",
    files: { machine: states(`a: { always: { target: "a", reenter: true } }`) },
    under: `{ target: "a", reenter: true }`,
  },
  {
    code: "always-loop",
    files: { machine: states(`a: { always: "b" }, b: { initial: "c", states: { c: { always: "#m.a" } } }`) },
    under: `"b"`,
  },
  {
    code: "always-loop",
    files: { machine: states(`a: { always: { actions: assign({ n: 1 }) } }`) },
    under: `{ actions: assign({ n: 1 }) }`,
  },
  {
    code: "always-loop",
    files: { machine: states(`a: { always: { target: "a", reenter: true }, entry: assign({}) }`) },
    under: `{ target: "a", reenter: true }`,
  },
  {
    code: "state-unreachable",
    files: { machine: states(`a: { on: { GO: "a" } }, b: { on: { GO: "a" } }`) },
    under: "b",
  },
  { code: "state-stuck", files: { machine: states(`a: { on: { GO: "b" } }, b: {}`) }, under: "b" },
  {
    code: "history-from-inside",
    files: {
      machine: states(`a: { initial: "x", on: { BACK: ".h" }, states: { x: {}, h: { type: "history" } } }`),
    },
    under: `".h"`,
  },
  {
    code: "raise-in-game",
    files: swap(
      "machine",
      `over: { type: "final" }`,
      `over: { type: "final", entry: raise({ type: "PASS", by: "x" }) }`,
    ),
    under: `raise({ type: "PASS", by: "x" })`,
  },
  // machine and rules
  { code: "asks-missing", files: swap("machine", `, asks: "turnPlayer"`, ""), under: "turn" },
  {
    code: "asks-unknown",
    files: swap("machine", `asks: "turnPlayer"`, `asks: "turnplayer"`),
    under: `"turnplayer"`,
    near: ["turnPlayer"],
  },
  {
    code: "asks-unknown-context",
    files: swap("machine", `asks: "turnPlayer"`, `asks: { context: "scores.who" }`),
    under: `"scores.who"`,
    near: ["score"],
  },
  { code: "clause-unknown", files: swap("machine", `"G-1"`, `"G-11"`), under: `"G-11"`, near: ["G-1"] },
  { code: "clause-unknown", ...scenario(`"clauses":["G-1"]`, `"clauses":["H-9"]`), under: `"H-9"` },
  {
    code: "clause-not-carried",
    files: swap("machine", `clauses: ["G-2"]`, `structural: "x"`),
    in: "clauses",
    under: `"G-2"`,
  },
  {
    code: "clause-carried-anyway",
    files: swap("clauses", `"permission"`, `"permission","notModelled":"x"`),
    in: "clauses",
    under: `"G-2"`,
  },
  {
    code: "clause-repeated",
    files: swap("clauses", `]`, `,{"id":"G-1","kind":"note"}]`),
    in: "clauses",
    under: `"G-1"`,
  },
  {
    code: "players-differ",
    files: change("machine", (text) =>
      text
        .replace(
          "const isReady",
          `const MOST = 3;
function checked(input) {
  if (input.seats.length < 2 || input.seats.length > MOST) throw new Error("seats");
  return { seats: [], turnPlayer: "P1", score: 0 };
}
const isReady`,
        )
        .replace(
          `context: { seats: [], turnPlayer: "P1", score: 0 }`,
          "context: ({ input }) => checked(input)",
        ),
    ),
    in: "ruleset",
    under: `{"min":2,"max":2}`,
  },
  { code: "state-without-clause", files: swap("machine", `clauses: ["G-1"], `, ""), under: "turn" },
  {
    code: "branch-without-clause",
    files: change("machine", (text) =>
      text
        .replace(`clauses: ["G-1"], `, "")
        .replace(`PLAY: {`, `PLAY: [{ guard: "isTurn", target: "turn" }, {`)
        .replace(`target: "over" } }`, `target: "over" }] }`),
    ),
    under: `{ guard: "isTurn", target: "turn" }`,
  },
  {
    code: "way-without-clause",
    files: change("machine", (text) =>
      text
        .replace(`PASS: {`, `PASS: [{`)
        .replace(`clauses: ["G-2"] } }`, `clauses: ["G-2"] } }, { guard: "isTurn", target: "turn" }]`),
    ),
    under: `{ guard: "isTurn", target: "turn" }`,
  },
  // words
  {
    code: "text-missing",
    files: swap("text/en", `,"G-2":"One may pass."`, ""),
    in: "text/en",
    under: `"text"`,
  },
  {
    code: "text-unknown-clause",
    files: swap("text/en", `"G-1"`, `"G-1":"x","G-3"`),
    in: "text/en",
    under: `"G-3"`,
  },
  {
    code: "label-missing",
    files: swap("labels/en", `"event:PASS":"Pass",`, ""),
    in: "labels/en",
    under: `"labels"`,
  },
  {
    code: "formula-label-missing",
    files: swap(
      "machine",
      "event.by === context.turnPlayer",
      "context.seats.some((seat) => seat === event.by)",
    ),
    in: "labels/en",
    under: `"labels"`,
  },
  {
    code: "label-unknown",
    files: swap("labels/en", `"event:PASS"`, `"event:PASS":"x","event:PAS"`),
    in: "labels/en",
    under: `"event:PAS"`,
    near: ["event:PASS", "event:PLAY"],
  },
  {
    code: "label-unknown",
    files: swap("labels/en", `"event:PASS"`, `"section:Nowhere":"x","event:PASS"`),
    in: "labels/en",
    under: `"section:Nowhere"`,
  },
  {
    code: "label-older",
    files: swap("labels/en", `"First"}}`, `"First"},"basis":{"guard:isTurn":"of another body"}}`),
    in: "labels/en",
    under: `"Own turn"`,
  },
  { code: "locale-unlisted", ...alone("text/ja", `{"format":1,"locale":"ja","text":{}}`), under: `"ja"` },
  {
    code: "term-repeated",
    files: swap("terms", `]`, `,{"id":"turn","terms":{"en":"x"}}]`),
    in: "terms",
    under: `"turn"`,
  },
  {
    code: "term-at-unknown",
    files: swap("terms", `"id":"turn"`, `"id":"turn","at":["state:turns"]`),
    in: "terms",
    under: `"state:turns"`,
    near: ["state:turn"],
  },
  {
    code: "term-missing",
    files: swap("terms", `{"en":"turn"}`, `{"ja":"番"}`),
    in: "terms",
    under: `"terms"`,
  },
  {
    code: "term-forbidden",
    files: swap("terms", `"id":"turn"`, `"id":"turn","forbidden":{"en":["over"]}`),
    in: "labels/en",
    under: `"Over"`,
  },
  {
    code: "term-lacking",
    files: {
      ...swap("terms", `{"en":"turn"}`, `{"en":"turn","ja":"番"}`),
      ruleset: { ...sound.ruleset, locales: ["en", "ja"] },
      "text/en": { format: 1, locale: "en", text: { "G-1": "A turn.", "G-2": "One may pass." } },
      "text/ja": { format: 1, locale: "ja", text: { "G-1": "順序。", "G-2": "何もしない。" } },
    },
    in: "text/ja",
    under: `"順序。"`,
  },
  // play
  {
    code: "reading-repeated",
    files: swap(
      "readings",
      `"input":"first"}`,
      `"input":"first"},{"id":"R1","clauses":[],"question":{},"options":[{"id":"x","text":{}}],"chosen":"x"}`,
    ),
    in: "readings",
    under: `"R1"`,
  },
  {
    code: "reading-option-unknown",
    files: swap("readings", `"chosen":"any"`, `"chosen":"amy"`),
    in: "readings",
    under: `"amy"`,
    near: ["any"],
  },
  {
    code: "reading-input-unknown",
    files: swap("readings", `"input":"first"`, `"input":"frist"`),
    in: "readings",
    under: `"frist"`,
    near: ["first"],
  },
  {
    code: "context-unknown",
    files: view({ seats: "everyone", turnPlayer: "everyone", scor: "everyone", score: "everyone" }),
    in: "view",
    under: `"scor"`,
    near: ["score"],
  },
  {
    code: "view-unnamed",
    files: view({ seats: "everyone", turnPlayer: "nobody" }),
    in: "view",
    under: `"view"`,
  },
  {
    code: "view-inside",
    files: {
      ...view({ seats: "everyone", turnPlayer: "everyone", score: "everyone", "score.first": "everyone" }),
      machine: machine(body, types).replace("score: number", "score: { first: number }"),
    },
    in: "view",
    under: `"score.first"`,
  },
  {
    code: "field-unknown",
    files: view({ seats: "everyone", turnPlayer: "everyone", score: "everyone" }, { PLAY: ["cart"] }),
    in: "view",
    under: `"cart"`,
    near: ["card"],
  },
  {
    code: "event-unknown",
    files: view({ seats: "everyone", turnPlayer: "everyone", score: "everyone" }, { PLAYS: [] }),
    in: "view",
    under: `"PLAYS"`,
    near: ["PLAY"],
  },
  {
    code: "event-unknown",
    files: swap("moves", `"PLAY"`, `"PASS":[],"PLAYS":[],"PLAY"`),
    in: "moves",
    under: `"PLAYS"`,
    near: ["PLAY"],
  },
  { code: "event-unknown", ...scenario(`"type":"PASS"`, `"type":"PASSS"`), under: `"PASSS"`, near: ["PASS"] },
  {
    code: "state-unknown",
    files: swap("moves", `"turn"`, `"turns"`),
    in: "moves",
    under: `"turns"`,
    near: ["turn"],
  },
  {
    code: "state-unknown",
    files: { ...sound, machine: machine(body.replaceAll(/\bturn\b/g, "play"), types) },
    in: "moves",
    under: `"turn"`,
  },
  {
    code: "scenario-too-long",
    files: {
      ...sound,
      "scenarios/one": `{ "format": 1, "title": {}, "steps": [${`{"in":["over"]},`.repeat(10_000)}{}] }`,
    },
    in: "scenarios/one",
    under: `"steps"`,
  },
  { code: "state-unknown", ...scenario(`"in":["over"]`, `"in":["ovre"]`), under: `"ovre"`, near: ["over"] },
  {
    code: "state-unknown",
    ...steps(`{ "edit": { "in": ["ovre"] } }`),
    under: `"ovre"`,
    near: ["over"],
  },
  {
    code: "context-unknown",
    ...steps(`{ "edit": { "context": { "scoer": 1 } } }`),
    under: `"scoer"`,
    near: ["score"],
  },
  {
    code: "move-missing",
    files: swap("moves", `{"PLAY":[{"in":"turn","fields":{"card":{"values":["ace"]}}}]}`, "{}"),
    in: "moves",
    under: `"moves"`,
  },
  {
    code: "field-unknown",
    files: swap("moves", `"card"`, `"extar":{"range":[0,1]},"card"`),
    in: "moves",
    under: `"extar"`,
    near: ["extra"],
  },
  {
    code: "field-unknown",
    ...scenario(`"type":"PASS","by":"P1"`, `"type":"PASS","by":"P1","car":1`),
    under: `"car"`,
  },
  {
    code: "move-lacks-fields",
    files: swap("moves", `"card":{"values":["ace"]}`, ""),
    in: "moves",
    under: `{"in":"turn","fields":{}}`,
  },
  { code: "input-unknown", ...scenario(`"first":"P1"`, `"frist":"P1"`), under: `"frist"`, near: ["first"] },
  {
    code: "save-unknown",
    ...scenario(`"restore":"start"`, `"restore":"strat"`),
    under: `"strat"`,
    near: ["start"],
  },
  {
    code: "payload-missing",
    ...steps(`{ "send": { "type": "PLAY", "by": "P1" } }`),
    under: `{ "type": "PLAY", "by": "P1" }`,
  },
  {
    code: "payload-wrong",
    ...steps(`{ "send": { "type": "PLAY", "by": "P1", "card": "jack" } }`),
    under: `"jack"`,
  },
  { code: "context-unknown", ...scenario(`"score"`, `"socre"`), under: `"socre"`, near: ["score"] },
  {
    code: "guard-unknown",
    ...scenario(`"guard":"isTurn"`, `"guard":"isTrun"`),
    under: `"isTrun"`,
    near: ["isTurn"],
  },
  {
    code: "review-unknown-clause",
    ...alone(
      "review",
      `{"format":1,"review":[{"clause":"G-3","locale":"en","state":"checked","at":"2026-11-21","basis":{"wording":"","machine":"","readings":"","scenarios":""}}]}`,
    ),
    under: `"G-3"`,
  },
  {
    code: "layout-unknown-state",
    ...alone(
      "layout",
      `{"format":1,"machines":{"machine":{"states":{"turns":{"x":0,"y":0},"over":{"x":0,"y":0}}}}}`,
    ),
    under: `"turns"`,
    near: ["turn"],
  },
  {
    code: "layout-unknown-state",
    ...alone(
      "layout",
      `{"format":2,"machines":{"machine":{"compounds":{"turns":{"lines":[[]]},"":{"lines":[["turn",""],["over"]]}}}}}`,
    ),
    under: `"turns"`,
    near: ["turn"],
  },
  {
    code: "layout-unknown-state",
    ...alone(
      "layout",
      `{"format":2,"machines":{"machine":{"compounds":{"":{"lines":[["turns",""],["over"],[]]}}}}}`,
    ),
    under: `"turns"`,
    near: ["turn"],
  },
  {
    code: "layout-unknown-state",
    ...alone(
      "layout",
      `{"format":2,"machines":{"machine":{"notes":[{"id":"n1","at":"turns","text":"why?"},{"id":"n2","at":"","text":"all"}]}}}`,
    ),
    under: `{"id":"n1","at":"turns","text":"why?"}`,
  },
  // files
  { code: "ruleset-missing", files: { ...sound, ruleset: undefined }, in: "ruleset" },
  { code: "clauses-missing", files: { ...sound, clauses: undefined }, in: "clauses" },
  { code: "newer-format", files: swap("terms", `"format":1`, `"format":2`), in: "terms", under: "2" },
  {
    code: "locale-differs",
    files: swap("text/en", `"locale":"en"`, `"locale":"ja"`),
    in: "text/en",
    under: `"ja"`,
  },
  { code: "json-syntax", files: swap("terms", `"format":1,`, `"format":1`), in: "terms", under: `"` },
  { code: "json-syntax", files: swap("terms", "]}", "]"), in: "terms", under: "" },
  { code: "json-too-deep", ...alone("terms", "[".repeat(99)), under: "[" },
  {
    code: "json-duplicate-key",
    files: swap("text/en", `"G-1"`, `"G-1":"x","G-1"`),
    in: "text/en",
    under: `"G-1"`,
  },
  { code: "json-missing", files: swap("terms", `"format":1,`, ""), in: "terms", under: "{" },
  { code: "json-type", files: swap("terms", `"id":"turn"`, `"id":7`), in: "terms", under: "7" },
  {
    code: "json-value",
    files: swap("clauses", `"structure"`, `"structur"`),
    in: "clauses",
    under: `"structur"`,
    near: ["structure"],
  },
  { code: "json-value", files: swap("ruleset", `"id":"m"`, `"id":"M!"`), in: "ruleset", under: `"M!"` },
  { code: "json-minimum", files: swap("ruleset", `"min":2`, `"min":0`), in: "ruleset", under: "0" },
  {
    code: "json-more-than",
    files: swap("moves", `"in":"turn"`, `"weight":0,"in":"turn"`),
    in: "moves",
    under: "0",
  },
  { code: "json-min-items", files: swap("ruleset", `["en"]`, `[]`), in: "ruleset", under: "[]" },
  {
    code: "json-max-items",
    files: swap("moves", `"values":["ace"]`, `"range":[1,2,3]`),
    in: "moves",
    under: "[1,2,3]",
  },
  { code: "json-empty", files: swap("terms", `"id":"turn"`, `"id":""`), in: "terms", under: `""` },
  {
    code: "json-repeat",
    files: swap("ruleset", `["en"]`, `["en","en"]`),
    in: "ruleset",
    under: `["en","en"]`,
  },
  {
    code: "json-shape",
    files: swap("moves", `"values":["ace"]`, `"optional":true`),
    in: "moves",
    under: `{"optional":true}`,
  },
  {
    code: "json-unknown-key",
    files: swap("clauses", `"permission"`, `"permission","notModeled":"x"`),
    in: "clauses",
    under: `"notModeled"`,
    near: ["notModelled"],
  },
];
