import { expect, test } from "vitest";
import { calledPhases, type CalledPhase } from "#core/semantics/calledPhases.ts";
import { readFresh } from "#core/read/readFresh.ts";

interface Parts {
  /** How each caller writes where to go on. */
  readonly call: (to: string) => string;
  /** The guard that asks for it. */
  readonly asks: (to: string) => string;
  readonly callers?: readonly string[];
  /** More of setup, of the called state and of the root. */
  readonly guards?: string;
  readonly actions?: string;
  readonly inside?: string;
  readonly root?: string;
}

/** Callers `a`, `b`, `c` enter `check`, in which one waits, and go on in `aNext` and so on; otherwise in `over`. */
function phasesOf({ call, asks, callers = ["a", "b", "c"], guards, actions, inside, root }: Parts) {
  const code = `
const FRONT = ["a", "b"];
const machine = setup({
  guards: { at: ({ context }, params) => context.check.to === params.at, ${guards ?? ""} },
  actions: { call: assign({ check: (_, params) => ({ to: params.to, list: [] }) }), ${actions ?? ""} },
}).createMachine({ id: "m", initial: "a", ${root ?? ""} states: {
  ${callers.map((one) => `${one}: { on: { GO: { target: "check", actions: ${call(one)} } } }, ${one}Next: { on: { NEXT: "b", OTHER: "c" } }`).join(",\n")},
  check: { initial: "wait", ${inside ?? ""} states: {
    wait: { on: { DONE: "goOn" } },
    goOn: { always: [${callers.map((one) => `{ guard: ${asks(one)}, target: "#m.${one}Next" }`).join(", ")}, { target: "#m.over" }] },
  } },
  over: { type: "final" },
} });`;
  const { charts, consts } = readFresh(code);
  return calledPhases(charts[0]!, consts);
}

/** `by: caller > continuations` of each call. */
const told = ([phase]: readonly CalledPhase[]) =>
  phase?.calls.map(
    ({ by, from, returns }) => `${by}: ${from} > ${returns.map(({ target }) => target).join(", ")}`,
  );

const byParams = (to: string) => `{ type: "call", params: { to: "${to}" } }`;
const at = (to: string) => `{ type: "at", params: { at: "${to}" } }`;
const inline = (to: string) => `assign({ check: { to: "${to}" } })`;
const ONE_EACH = ["a > aNext", "b > bNext", "c > cNext"];

test("params of the call are compared with params of the guard", () => {
  const phases = phasesOf({ call: byParams, asks: at });

  expect(told(phases)).toEqual(ONE_EACH.map((one) => `params: ${one}`));
  expect(phases[0]).toMatchObject({ id: "check", kind: "called", exits: [] });
  expect(phases[0]?.open).toEqual([{ transition: "check.goOn|always||3", target: "over" }]);
});

test.each([
  ["an inline assignment", inline],
  ["a function", (to: string) => `assign({ check: () => ({ to: "${to}" }) })`],
  [
    "a function of the whole context",
    (to: string) => `assign(({ context }) => ({ ...context, check: { ...context.check, to: "${to}" } }))`,
  ],
  ["what comes first does not count", (to: string) => `["lose", ${inline(to)}]`],
])("%s is read", (_, call) => {
  expect(told(phasesOf({ call, asks: at, actions: `lose: assign({ check: null }),` }))).toEqual(
    ONE_EACH.map((one) => `context: ${one}`),
  );
});

test.each([
  [
    "and with what is not known",
    (to: string) => `and([${at(to)}, "unsaid"])`,
    ["a > aNext, over", "b > bNext, over", "c > cNext, over"],
  ],
  ["or of two", (to: string) => `or([${at(to)}, ${at("none")}])`, ONE_EACH],
  ["not of not", (to: string) => `not(not(${at(to)}))`, ONE_EACH],
  [
    "inline code with what is not known",
    (to: string) => `({ context, event }) => context.check.to === "${to}" && event.by === "you"`,
    ["a > aNext, over", "b > bNext, over", "c > cNext, over"],
  ],
  [
    "a list of the module",
    () => `({ context }) => FRONT.includes(context.check.to)`,
    ["a > aNext", "b > aNext", "c > over"],
  ],
  ["a negation", (to: string) => `({ context }) => !(context.check?.to !== "${to}")`, ONE_EACH],
])("guards: %s", (_, asks, pairs) => {
  expect(told(phasesOf({ call: byParams, asks }))).toEqual(pairs.map((one) => `params: ${one}`));
});

test.each([
  ["on entry", { inside: `entry: "tidy",` }],
  ["on an event while one waits", { inside: `on: { TIDY: { actions: "tidy" } },` }],
  ["on an event of the root", { root: `on: { TIDY: { actions: "tidy" } },` }],
])("what is kept %s is still known", (_, place) => {
  const tidy = `tidy: assign({ check: ({ context }) => ({ ...context.check, list: [] }) }),`;

  expect(told(phasesOf({ call: byParams, asks: at, actions: tidy, ...place }))).toEqual(
    ONE_EACH.map((one) => `params: ${one}`),
  );
});

test.each([
  ["a value of the event", `assign({ check: ({ event }) => ({ to: event.to }) })`],
  ["code that cannot be read", `enqueueActions(({ enqueue }) => enqueue.assign({ check: { to: "a" } }))`],
])("%s that is written inside makes all of it unknown", (_, wipe) => {
  expect(phasesOf({ call: byParams, asks: at, actions: `wipe: ${wipe},`, inside: `entry: "wipe",` })).toEqual(
    [],
  );
  expect(
    phasesOf({
      call: byParams,
      asks: at,
      actions: `wipe: ${wipe},`,
      root: `on: { WIPE: { actions: "wipe" } },`,
    }),
  ).toEqual([]);
});

test("a value that another region writes meanwhile makes it unknown", () => {
  const wipe = `wipe: assign({ check: ({ event }) => ({ to: event.to }) }),`;
  const clock = (actions: string) =>
    `states: { game: { type: "parallel", states: { play: {}, clock: { initial: "x", states: { x: { on: { TICK: { target: "x", actions: "${actions}" } } } } } } } },`;
  const told = (actions: string) => {
    const code = `const machine = setup({ guards: { at: ({ context }, params) => context.to === params.at },
      actions: { tick: assign({ n: ({ context }) => context.n + 1 }), ${wipe.replace("check: ({ event }) => ({ to: event.to })", "to: ({ event }) => event.to")} } })
      .createMachine({ id: "m", initial: "game", ${clock(actions).replace(
        "play: {}",
        `play: { initial: "a", states: {
          a: { on: { GO: { target: "hub", actions: assign({ to: "a" }) } } }, aNext: { on: { NEXT: "b" } },
          b: { on: { GO: { target: "hub", actions: assign({ to: "b" }) } } }, bNext: {},
          hub: { on: { DONE: [{ guard: { type: "at", params: { at: "a" } }, target: "aNext" }, { target: "bNext" }] } } } }`,
      )} });`;
    const { charts, consts } = readFresh(code);
    return calledPhases(charts[0]!, consts).map(({ id, calls }) => [
      id,
      ...calls.map(({ returns }) => returns.length),
    ]);
  };

  expect(told("tick")).toEqual([["game.play.hub", 1, 1]]);
  expect(told("wipe")).toEqual([]);
});

test("of two values, one of which is not known, nothing is known", () => {
  const actions = `turn: assign({ check: ({ context, event }) => (event.now ? { to: event.to } : context.check) }),`;

  expect(phasesOf({ call: byParams, asks: at, actions, inside: `entry: "turn",` })).toEqual([]);
});

test("a value that is perhaps written inside stays possible", () => {
  const actions = `turn: assign({ check: ({ context, event }) => (event.now ? { to: "c" } : context.check) }),`;

  expect(
    told(phasesOf({ call: byParams, asks: at, actions, inside: `on: { TURN: { actions: "turn" } },` })),
  ).toEqual(["params: a > aNext, cNext", "params: b > bNext, cNext", "params: c > cNext"]);
});

test("a call that writes nothing goes on where the last one would", () => {
  const phases = phasesOf({ call: (to) => (to === "c" ? "[]" : inline(to)), asks: at });

  expect(told(phases)).toEqual(["context: a > aNext", "context: b > bNext", "context: c > aNext, bNext"]);
  expect(phases[0]?.kind).toBe("hub");
});

test("a state that all enter alike is none, nor one that nothing is asked in", () => {
  expect(phasesOf({ call: () => inline("a"), asks: at })).toEqual([]);
  expect(phasesOf({ call: byParams, asks: () => `"unsaid"` })).toEqual([]);
});

test("states that nothing leads to call as well", () => {
  const lonely = phasesOf({ call: byParams, asks: at, callers: ["a", "x", "y"] });

  expect(told(lonely)).toEqual(["params: a > aNext", "params: x > xNext", "params: y > yNext"]);
});

test("a single caller makes no phase, and the result is kept with the chart", () => {
  expect(phasesOf({ call: byParams, asks: at, callers: ["a"] })).toEqual([]);

  const { charts } = readFresh(
    `const machine = setup({}).createMachine({ initial: "a", states: { a: {} } });`,
  );
  expect(calledPhases(charts[0]!)).toBe(calledPhases(charts[0]!));
});

test.each([
  ["calls itself", "const asks = (to) => other(to) || to; const other = (to) => asks(to) && to;"],
  [
    "has a thousand parts and calls itself",
    `const asks = (to) => asks(to) && ${Array.from({ length: 1000 }, (_, i) => `to.p${i}`).join(" && ")};`,
  ],
])("a guard's helper that %s is not known, and everything else is", (_, helpers) => {
  const { charts, consts } = readFresh(`
${helpers}
const machine = setup({}).createMachine({ id: "m", initial: "a", context: { to: "" }, states: {
  a: { on: { GO: { target: "check", actions: assign({ to: "a" }) } } },
  b: { on: { GO: { target: "check", actions: assign({ to: "b" }) } } },
  check: { always: [{ guard: ({ context }) => asks(context.to), target: "a" }, { target: "b" }] },
} });`);

  expect(() => calledPhases(charts[0]!, consts)).not.toThrow();
});
