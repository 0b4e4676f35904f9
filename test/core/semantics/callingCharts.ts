import * as fc from "fast-check";

/** A module of random phases that call one another through what they write into the context, in plain JavaScript. */
export interface CallingChart {
  readonly code: string;
  readonly events: readonly string[];
}

const VALUES = ["a", "b", "c", "d"];
const value = fc.constantFrom(...VALUES.map((one) => JSON.stringify(one)), "null", "7");
const field = fc.constantFrom("to", "memo.to", "memo.back");

const SETUP = `
const LETTERS = ["a", "b"];
const renewed = (context, to) => ({ ...context.memo, to });
const isLetter = (one) => LETTERS.includes(one);
const machine = setup({
  guards: {
    toIs: ({ context }, params) => context.to === params.at,
    memoIs: ({ context }, params) => context.memo.to === params.at,
    backIs: ({ context }, params) => params.at === context.memo?.back,
    isLetter: ({ context }) => isLetter(context.memo.to),
    known: ({ context }) => ["a", "b", "c"].includes(context.to),
    odd: ({ context }) => context.n % 2 === 1,
    noted: ({ event }) => event.type === "E0",
    neither: not(or([{ type: "toIs", params: { at: "a" } }, "isLetter"])),
  },
  actions: {
    callTo: assign({ to: (_, params) => params.at }),
    callMemo: assign({ memo: ({ context }, params) => ({ ...renewed(context, params.at), n: context.n }) }),
    callBack: assign({ memo: ({ context }, params) => ({ ...context.memo, back: params.at }) }),
    perhaps: assign({ to: ({ context }, params) => (context.n > 3 ? params.at : context.to) }),
    fromEvent: assign({ to: ({ event }) => event.type.slice(-1) }),
    swap: assign(({ context }) => ({ to: context.memo.to, memo: { ...context.memo, to: context.to } })),
    forget: assign({ memo: { to: null, back: null } }),
    keep: assign(({ context }) => ({ ...context, n: context.n + 1 })),
    count: assign({ n: ({ context }) => context.n + 1 }),
    byHand: enqueueActions(({ enqueue }) => { enqueue.assign({ to: "c" }); }),
    look: ({ context }) => context.to,
  },
})`;

const named = fc
  .tuple(fc.constantFrom("callTo", "callTo", "callTo", "callTo", "callMemo", "callBack", "perhaps"), value)
  .map(([type, at]) => `{ type: "${type}", params: { at: ${at} } }`);
const inline = fc.tuple(field, value).map(([path, to]) => {
  const [first, second] = path.split(".");
  return second
    ? `assign({ ${first}: ({ context }) => ({ ...context.${first}, ${second}: ${to} }) })`
    : `assign({ ${first}: ${to} })`;
});
const harmless = fc.constantFrom('"keep"', '"count"', '"look"');
const wild = fc.constantFrom('"fromEvent"', '"swap"', '"forget"', '"byHand"');
const action = fc.oneof({ weight: 12, arbitrary: named }, { weight: 3, arbitrary: inline }, harmless, wild);
const aside = fc.oneof({ weight: 20, arbitrary: harmless }, { weight: 1, arbitrary: action });
const list = (one: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(one, { maxLength }).map((all) => `[${all.join(", ")}]`);

const simpleGuard = fc.oneof(
  {
    weight: 14,
    arbitrary: fc
      .tuple(fc.constantFrom("toIs", "toIs", "toIs", "toIs", "memoIs", "backIs"), value)
      .map(([type, at]) => `{ type: "${type}", params: { at: ${at} } }`),
  },
  fc.constantFrom('"isLetter"', '"known"', '"odd"', '"noted"', '"neither"'),
  value.map((at) => `({ context }) => context.to !== ${at} || context.n > 5`),
);
const guard: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: simpleGuard },
  simpleGuard.map((one) => `not(${one})`),
  fc.tuple(fc.constantFrom("and", "or"), simpleGuard, simpleGuard).map(([op, a, b]) => `${op}([${a}, ${b}])`),
);

/** Callers and the states that follow them are `p0` to `p7`; `called` is entered from any of them. */
const PLACES = ["p0", "p1", "p2", "p3", "p4", "p5", "box.p6", "box.p7"].map((one) => `#m.${one}`);
const place = fc.constantFrom(...PLACES);
const on = (target: fc.Arbitrary<string>, what: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.constantFrom("E0", "E1", "E2"), target, list(what, 2))
    .map(([event, to, actions]) => `on: { ${event}: { target: ${to}, actions: ${actions} } }`);
const call = fc
  .constantFrom('"#m.called"', '"#m.called"', '"#m.called"', '"#m.called.wait"')
  .chain((target) => on(fc.constant(target), action));
const plain = fc.oneof(
  { weight: 4, arbitrary: call },
  {
    weight: 1,
    arbitrary: on(
      place.map((to) => `"${to}"`),
      aside,
    ),
  },
  {
    weight: 1,
    arbitrary: list(action, 2).map((actions) => `always: { target: "#m.called", actions: ${actions} }`),
  },
);
const state = fc
  .tuple(list(aside, 1), list(aside, 1), plain)
  .map(([entry, exit, rest]) => `{ entry: ${entry}, exit: ${exit}, ${rest} }`);

const goOn = fc
  .array(fc.tuple(guard, place, list(aside, 1)), { minLength: 2, maxLength: 6 })
  .map((ways) =>
    [
      ...ways.map(([test, to, actions]) => `{ guard: ${test}, target: "${to}", actions: ${actions} }`),
      `{ target: "#m.p0" }`,
    ].join(", "),
  );

export const callingChart: fc.Arbitrary<CallingChart> = fc
  .record({
    states: fc.array(state, { minLength: 8, maxLength: 8 }),
    ways: goOn,
    inner: fc.tuple(list(aside, 1), list(aside, 1), list(aside, 1), list(aside, 1)),
    anywhere: list(aside, 1),
    asParallel: fc.boolean(),
    hasHistory: fc.boolean(),
  })
  .map(({ states, ways, inner: [entry, exit, use, first], anywhere, asParallel, hasHistory }) => {
    const [p0, p1, p2, p3, p4, p5, p6, p7] = states;
    const clock = `clock: { initial: "x", states: { x: { on: { E2: { target: "y", actions: ${use} } } }, y: { on: { E2: "x" } } } }`;
    const waiting = `on: { E1: { target: "#m.called.goOn", actions: ${use} }, E2: { actions: ${use} } }`;
    const wait = asParallel
      ? `wait: { type: "parallel", states: { hold: { initial: "h", states: { h: { ${waiting} } } }, ${clock} } }`
      : `wait: { ${waiting} }`;
    return {
      events: ["E0", "E1", "E2", "E3"],
      code: `${SETUP}.createMachine({
  id: "m", options: { maxIterations: 60 }, initial: "p0", context: { to: null, memo: { to: null, back: null }, n: 0 },
  on: { E3: { actions: ${anywhere} } },
  states: {
    p0: ${p0}, p1: ${p1}, p2: ${p2}, p3: ${p3}, p4: ${p4}, p5: ${p5},
    box: { initial: "p6", entry: ${first}, states: { p6: ${p6}, p7: ${p7}${hasHistory ? ', back: { type: "history" }' : ""} }, on: { E0: "${hasHistory ? "#m.box.back" : "#m.p1"}" } },
    called: { entry: ${entry}, exit: ${exit}, initial: "look",
      states: { look: { always: [{ guard: "odd", target: "goOn" }, { target: "wait" }] }, ${wait}, goOn: { always: [${ways}] } } },
  },
});`,
    };
  });
