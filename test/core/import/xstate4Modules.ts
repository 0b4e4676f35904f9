/** A module as people publish them for XState 4, and what comes of it. */
export interface PublishedModule {
  readonly name: string;
  readonly text: string;
  /** Events that are sent one after another, or milliseconds that pass. */
  readonly walk?: readonly (string | number | { readonly type: string; readonly [field: string]: unknown })[];
  /** `line element why` of what is to be done by hand, besides `asks`. */
  readonly report?: readonly string[];
  /** Type errors that are left, which the report names. */
  readonly typeErrors?: number;
  /** What has to stand in the result. */
  readonly holds?: readonly string[];
}

export const publishedModules: readonly PublishedModule[] = [
  {
    name: "typed with schema and tsTypes, tables behind comments",
    text: `import { createMachine, assign } from "xstate";

export interface CartContext { items: string[]; total: number }
export type CartEvent = { type: "ADD"; item: string; price: number } | { type: "CLEAR" };

export const cartMachine = createMachine(
  {
    tsTypes: {} as import("./cart.typegen").Typegen0,
    schema: { context: {} as CartContext, events: {} as CartEvent },
    predictableActionArguments: true,
    id: "cart",
    initial: "empty",
    context: { items: [], total: 0 },
    states: {
      // Nothing is in it.
      empty: { on: { ADD: { target: "filled", actions: "add" } } },
      filled: { on: { ADD: [{ cond: "isCheap", actions: "add" }, { target: "full" }], CLEAR: { target: "empty", actions: "clear" } } },
      full: { type: "final" },
    },
  },
  {
    // What the machine does.
    actions: {
      /* One more. */
      add: assign((ctx, event: any) => ({ items: [...ctx.items, event.item], total: ctx.total + event.price })),
      clear: assign({ items: (_) => [], total: (_) => 0 }),
    },
    // When it may.
    guards: { isCheap: (ctx, event: any) => ctx.total + event.price < 10 },
  },
);
`,
    walk: [
      { type: "ADD", item: "a", price: 4 },
      { type: "ADD", item: "b", price: 5 },
      "CLEAR",
      { type: "ADD", item: "c", price: 9 },
      { type: "ADD", item: "d", price: 9 },
    ],
    holds: ["// What the machine does.", "/* One more. */", "// When it may.", "// Nothing is in it."],
  },
  {
    name: "CommonJS with require and module.exports",
    text: `const { createMachine, assign } = require("xstate");
const { log, raise } = require("xstate/lib/actions");

module.exports = createMachine({
  id: "counter",
  predictableActionArguments: true,
  context: { n: 0 },
  initial: "on",
  states: {
    on: { on: { INC: { actions: [assign({ n: (c) => c.n + 1 }), log((c) => c.n)] }, TWICE: { actions: [raise("INC"), raise({ type: "INC" })] }, OFF: "off" } },
    off: {},
  },
});
`,
    walk: ["INC", "TWICE", "INC", "OFF", "INC"],
    report: [],
  },
  {
    name: "exported in a list",
    text: `import { createMachine as create, assign as set } from "xstate";
const toggleMachine = create({ id: "toggle", initial: "off", context: { n: 0 }, states: { off: { on: { T: "on" } }, on: { entry: set({ n: (c) => c.n + 1 }), on: { T: "off" } } } });
export { toggleMachine };
export const all = { toggleMachine };
`,
    walk: ["T", "T", "T"],
  },
  {
    name: "namespace import, names of the module that XState 5 has too",
    text: `import * as xstate from "xstate";
const setup = (c) => c.n < 3;
const log = [];
export default xstate.createMachine({
  initial: "a",
  context: { n: 0 },
  states: { a: { on: { GO: { cond: setup, actions: xstate.assign({ n: (c) => c.n + 1 }) }, NEXT: { target: "b", in: "a" } } }, b: { entry: xstate.actions.raise("X"), on: { X: "c" } }, c: {} },
});
`,
    walk: ["GO", "GO", "GO", "GO", "NEXT"],
    typeErrors: 1,
  },
  {
    name: "an assign of another package",
    text: `import { createMachine } from "xstate";
import { assign } from "@xstate/immer";
export const m = createMachine({ context: { n: 0 }, on: { INC: { actions: assign((ctx) => ctx.n++) } } });
`,
    report: ["2 import module-import", "3 assign code-unread"],
    typeErrors: 2,
  },
  {
    name: "functions under names, in fields and shorthands",
    text: `import { createMachine, assign } from "xstate";
const increment = (ctx) => ctx.n + 1;
function isSmall(ctx, event) { return ctx.n + event.by < 5; }
const add = assign({ n: (ctx, event) => ctx.n + event.by });
const START = 0;
const note = (ctx) => { ctx.n; };
export const m = createMachine(
  {
    predictableActionArguments: true,
    context: { n: START, last: "" },
    initial: "a",
    states: {
      a: {
        on: {
          ONE: { actions: assign({ n: increment, last: START }) },
          ADD: { cond: isSmall, actions: [add, "note"] },
          END: { target: "b", cond: "isSmall" },
        },
      },
      b: {},
    },
  },
  { actions: { note }, guards: { isSmall } },
);
`,
    walk: [
      "ONE",
      { type: "ADD", by: 2 },
      { type: "ADD", by: 3 },
      { type: "END", by: 9 },
      { type: "END", by: 1 },
    ],
    typeErrors: 5,
  },
  {
    name: "promises that are invoked, inline, named and in options",
    text: `import { createMachine, assign } from "xstate";
interface Ctx { id: number; user?: { name: string }; error?: string }
type Ev = { type: "LOAD" } | { type: "FAIL" } | { type: "BACK" };
const fetchUser = (ctx: Ctx) => Promise.resolve({ name: "user" + ctx.id });
export const m = createMachine<Ctx, Ev>(
  {
    predictableActionArguments: true,
    id: "user",
    initial: "idle",
    context: { id: 7 },
    states: {
      idle: { on: { LOAD: "loading", FAIL: "failing" } },
      loading: { invoke: { src: fetchUser, onDone: { target: "more", actions: assign({ user: (_, event) => event.data }) }, onError: "idle" } },
      more: { invoke: { src: (ctx, event) => Promise.resolve(ctx.id + (event ? 1 : 0)), onDone: { target: "idle", actions: assign({ id: (ctx: Ctx, { data }: any) => data }) } } },
      failing: { invoke: { id: "x", src: "fail", onDone: "idle", onError: { target: "idle", actions: assign<Ctx, any>({ error: (_ctx, e) => (e as any).data.message }) } } },
    },
  },
  { services: { fail: async (ctx: Ctx) => { throw new Error("no " + ctx.id); } } },
);
`,
    walk: ["FAIL", "LOAD", "LOAD"],
    report: [],
  },
  {
    name: "callbacks: plain, with a body before, methods",
    text: `import { createMachine, assign } from "xstate";
export const m = createMachine(
  {
    predictableActionArguments: true,
    context: { n: 1 },
    initial: "a",
    states: {
      a: { invoke: { src: (ctx) => (send) => { send("GOT"); send({ type: "GOT" }); return () => {}; } }, on: { GOT: { actions: assign({ n: (c) => c.n + 1 }) }, NEXT: "b" } },
      b: { invoke: { id: "tick", src: "ticks" }, on: { TICK: { actions: assign({ n: (c, e) => c.n + e.by }) }, NEXT: "c" } },
      c: { invoke: { src: "load", onDone: { target: "a", actions: assign({ n: (c, e) => e.data }) } } },
    },
  },
  {
    services: {
      ticks: (ctx, event) => {
        const by = ctx.n + event.type.length;
        return (callback, onReceive) => {
          onReceive(() => {});
          callback({ type: "TICK", by });
        };
      },
      async load(ctx) {
        return ctx.n * 2;
      },
    },
  },
);
`,
    walk: ["NEXT", "NEXT", "NEXT"],
    report: ["15 service service-callback"],
  },
  {
    name: "callback with types",
    text: `import { createMachine, Sender } from "xstate";
type Ctx = { ms: number };
type Ev = { type: "TICK" };
export const m = createMachine<Ctx, Ev>({
  context: { ms: 5 },
  invoke: { src: (ctx: Ctx, _event: Ev) => (send: Sender<Ev>) => { const t = ctx.ms; if (t > 3) send("TICK"); } },
  initial: "a",
  states: { a: { on: { TICK: "b" } }, b: {} },
});
`,
    walk: [],
    report: ["6 Sender module-name"],
  },
  {
    name: "activities and delays",
    text: `import { createMachine } from "xstate";
export const m = createMachine(
  {
    initial: "green",
    context: { ms: 40 },
    states: {
      green: { after: { SLOW: "yellow" } },
      yellow: { activities: "beep", after: { 10: { target: "red", actions: [] } } },
      red: { activities: ["beep", { type: "x" }], after: { [20]: "green", fast: [{ target: "green", cond: (c) => c.ms > 1 }] } },
    },
  },
  {
    activities: { beep: (context) => { context.ms; return () => {}; } },
    delays: { SLOW: (context, event) => context.ms * 2, fast: 5 },
  },
);
`,
    walk: [79, 1, 10, 4, 1],
    report: ["8 yellow.activities former-key", "9 red.activities activities"],
  },
  {
    name: "always in a list, in, history, parallel with onDone",
    text: `import { createMachine, assign } from "xstate";
export const m = createMachine({
  id: "p",
  type: "parallel",
  context: { n: 0 },
  states: {
    left: {
      initial: "one",
      states: { one: { on: { L: "two" } }, two: { on: { L: { target: "three", in: "#p.right.b" } } }, three: { type: "final" } },
      onDone: { actions: assign({ n: (c) => c.n + 10 }) },
    },
    right: {
      initial: "a",
      states: {
        a: { on: { R: "b" } },
        b: { always: [{ target: "c", cond: (c) => c.n > 5 }, { target: "a", cond: (c) => c.n === 2 }], on: { R: { actions: assign({ n: (c) => c.n + 1 }) }, H: "c" } },
        c: { initial: "x", states: { x: { on: { X: "y" } }, y: {}, h: { type: "history", history: "deep" }, g: { history: true } }, on: { OUT: "out" } },
        out: { on: { BACK: "c.h", SHALLOW: { target: "c.g" } } },
      },
    },
  },
  onDone: { actions: [] },
});
`,
    walk: ["R", "L", "L", "R", "R", "H", "X", "OUT", "BACK", "OUT", "SHALLOW", "X"],
  },
  {
    name: "choose, pure, stop, forwardTo, respond, escalate",
    text: `import { createMachine, assign, actions } from "xstate";
const { choose, pure, stop, forwardTo, respond, escalate, cancel } = actions;
export const m = createMachine({
  predictableActionArguments: true,
  context: { n: 0 },
  on: {
    C: { actions: choose([{ cond: (ctx, e) => ctx.n > 1, actions: [assign({ n: 0 })] }, { actions: assign({ n: (ctx) => ctx.n + 1 }) }]) },
    S: { actions: [stop("x"), cancel("y"), forwardTo("z")] },
    P: { actions: pure((ctx) => []) },
    Q: { actions: [respond("R"), escalate("no")] },
  },
});
`,
    report: ["9 pure code-unread", "10 respond code-unread", "10 escalate code-unread"],
    typeErrors: 4,
  },
  {
    name: "choose alone",
    text: `import { createMachine, assign } from "xstate";
import { choose } from "xstate/lib/actions";
export const m = createMachine(
  {
    predictableActionArguments: true,
    context: { n: 0 },
    on: { C: { actions: "pick" }, N: { actions: choose([{ cond: "big", actions: "reset" }]) } },
  },
  {
    guards: { big: (c) => c.n > 1 },
    actions: { reset: assign({ n: 0 }), pick: choose([{ cond: (ctx, e) => ctx.n > 2, actions: ["reset"] }, { actions: assign({ n: (ctx) => ctx.n + 1 }) }]) },
  },
);
`,
    walk: ["C", "N", "C", "N", "C", "C", "C", "C"],
    typeErrors: 1,
  },
  {
    name: "send in its shapes",
    text: `import { createMachine, send, sendTo, sendParent, assign } from "xstate";
const PING = "PING";
const child = createMachine({ id: "c", on: { ASK: { actions: sendParent((c, e) => ({ type: "TOLD", by: e.by })) } } });
export const m = createMachine({
  predictableActionArguments: true,
  context: { n: 1, ms: 10 },
  invoke: { id: "kid", src: child },
  on: {
    A: { actions: send("B") },
    B: { actions: assign({ n: (c) => c.n + 1 }) },
    D: { actions: send((c) => ({ type: "B" }), { delay: (c) => c.ms, id: "later" }) },
    K: { actions: send((c) => ({ type: "ASK", by: c.n }), { to: "kid" }) },
    T: { actions: sendTo((c) => "kid", (c) => ({ type: "ASK", by: 3 }), { delay: (c) => c.ms }) },
    TOLD: { actions: assign({ n: (c, e) => c.n * 10 + e.by }) },
    P: { actions: send(PING) },
    PING: { actions: assign({ n: 0 }) },
  },
});
`,
    walk: ["A", "D", 10, "K", "T", 10, "P"],
  },
  {
    name: "withConfig and withContext",
    text: `import { createMachine, assign } from "xstate";
const base = createMachine({ predictableActionArguments: true, initial: "a", context: { n: 1 }, states: { a: { on: { X: { target: "b", cond: "ok", actions: "inc" } } }, b: {} } });
export const m = base.withConfig({ guards: { ok: (c) => c.n < 5 }, actions: { inc: assign({ n: (c, e) => c.n + e.by }) } });
`,
    walk: [{ type: "X", by: 3 }],
    typeErrors: 2,
  },
  {
    name: "withContext",
    text: `import { createMachine } from "xstate";
export const m = createMachine({ context: { n: 1 }, on: { X: { actions: "inc" } } }).withContext({ n: 4 });
`,
    report: ["2 action to-provide", "2 withContext former-key"],
    typeErrors: 2,
  },
  {
    name: "interpret in the same file",
    text: `import { createMachine, interpret } from "xstate";
export const toggle = createMachine({ id: "t", initial: "off", states: { off: { on: { T: "on" } }, on: { on: { T: "off" } } } });
const service = interpret(toggle).onTransition((state) => { state.value; });
service.start();
service.send("T");
service.send({ type: "T" });
service.send("T", { a: 1 });
export const isOn = service.state.matches("on");
export const first = toggle.initialState;
export const next = toggle.transition("off", "T");
`,
    report: [
      "3 interpret former-key",
      "3 onTransition former-key",
      "7 send event-text",
      "8 state former-key",
      "9 initialState former-key",
      "10 transition former-key",
    ],
    typeErrors: 4,
  },
  {
    name: "several machines, one invoked with data",
    text: `import { createMachine, assign } from "xstate";
const child = createMachine({ id: "child", initial: "w", context: { n: 0 }, states: { w: { always: "d" }, d: { type: "final", data: { twice: (c) => c.n * 2 } } } });
export const parent = createMachine({
  id: "parent",
  initial: "go",
  context: { n: 4 },
  states: {
    go: { invoke: { src: child, data: { n: (ctx) => ctx.n }, onDone: { target: "end", actions: assign({ n: (_, e) => e.data.twice }) } } },
    end: {},
  },
});
`,
    report: ["8 go.invoke.data child-context"],
  },
  {
    name: "data for services",
    text: `import { createMachine, assign } from "xstate";
export const m = createMachine(
  {
    initial: "go",
    context: { n: 4 },
    states: {
      go: { invoke: { src: "work", data: { by: (ctx) => ctx.n, k: 2 }, onDone: { target: "end", actions: assign({ n: (_, e) => e.data }) } } },
      end: {},
    },
  },
  { services: { work: async (ctx, event, { data }) => ctx.n + data.by * data.k } },
);
`,
    walk: [],
  },
  {
    name: "doneData and data that an entry action reads",
    text: `import { createMachine, assign } from "xstate";
export const m = createMachine({
  initial: "a",
  context: { got: null, n: 2 },
  states: {
    a: { initial: "x", states: { x: { on: { F: "end" } }, end: { type: "final", data: (ctx, event) => ({ sum: ctx.n + event.by }) } }, onDone: { target: "b", actions: assign({ got: (c, { data }) => data.sum }) } },
    b: { entry: assign({ got: (c, e) => c.got + (e.data ? 1 : 2) }) },
  },
});
`,
    report: ["7 event.data event-data"],
  },
  {
    name: "shared states and transitions",
    text: `import { createMachine } from "xstate";
const pedestrian = { initial: "walk", states: { walk: { on: { T: "stop" } }, stop: {} } };
const toRed = { target: "red", cond: () => true };
const shared = { on: { POWER: "red" } };
export const m = createMachine({
  id: "l",
  initial: "green",
  states: { green: { on: { N: toRed, B: "blink" } }, red: { on: { N: toRed, G: "green" }, ...pedestrian }, blink: { ...shared } },
});
`,
    walk: ["N", "T", "G", "B", "POWER"],
    report: ["3 red.on.N shared"],
  },
  {
    name: "createModel",
    text: `import { createModel } from "xstate/lib/model";
const model = createModel({ n: 0 }, { events: { inc: (by: number) => ({ by }) } });
export const m = model.createMachine({ context: model.initialContext, on: { inc: { actions: model.assign({ n: (c, e) => c.n + e.by }) } } });
`,
    report: ["2 createModel module-name", "3 assign code-unread"],
    typeErrors: 3,
  },
  {
    name: "constants for events and states",
    text: `import { createMachine } from "xstate";
const States = { A: "a", B: "b" } as const;
enum Ev { GO = "GO", BACK = "BACK" }
export const m = createMachine({
  initial: States.A,
  states: { [States.A]: { on: { [Ev.GO]: States.B } }, [States.B]: { on: { [Ev.BACK]: { target: States.A }, [Ev.GO]: { target: States.B } } } },
});
`,
    walk: ["GO", "GO", "BACK"],
  },
  {
    name: "no order of actions",
    text: `import { createMachine, assign } from "xstate";
export const m = createMachine({ context: { n: 1 }, on: { A: { actions: [(ctx) => void ctx.n, assign({ n: (c) => c.n + 1 })] } } });
`,
    walk: ["A"],
    report: ["2 machine action-order"],
  },
  {
    name: "old keys: delimiter, strict, parallel, onEntry, transient, autoForward, done events",
    text: `import Machine0, { Machine } from "xstate";
export const m = Machine({
  key: "old",
  strict: true,
  delimiter: "/",
  initial: "a",
  states: {
    a: { onEntry: [], on: { "": [{ target: "p", cond: (c) => false }], N: "p/x" } },
    p: { parallel: true, states: { x: { initial: "i", states: { i: { on: { E: "j" } }, j: { type: "final" } } } }, on: { "done.state.old.p": { target: "a" } } },
  },
});
`,
    report: ["4 machine.strict unknown-key", "9 p former-key"],
  },
  {
    name: "a machine that a function makes, and one within another call",
    text: `import { createMachine, assign } from "xstate";
export const makeMachine = (n) => createMachine({ context: { n }, on: { A: { actions: assign({ n: (c) => c.n + 1 }) } } });
`,
    report: ["2 machine machine-name"],
    typeErrors: 1,
  },
  {
    name: "spawn, and context that is a function",
    text: `import { createMachine, assign, spawn, ActorRefFrom } from "xstate";
const todo = createMachine({ id: "todo", context: { text: "" } });
interface Ctx { todos: ActorRefFrom<typeof todo>[]; on: boolean }
export const m = createMachine({
  schema: { context: {} as Ctx, events: {} as { type: "NEW" } },
  context: () => ({ todos: [], on: true }),
  on: { NEW: { actions: assign({ todos: (c) => [...c.todos, spawn(todo)] }) } },
});
`,
    report: ["7 spawn module-name"],
    typeErrors: 1,
  },
];
