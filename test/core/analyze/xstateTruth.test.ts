import * as xstate from "xstate";
import { expect, test } from "vitest";
import { checkGame } from "#core/analyze/check.ts";
import { XSTATE_EXPORTS } from "#core/analyze/xstateNames.ts";
import { readModule } from "#core/read/readModule.ts";

/**
 * Machines that XState 5.33 runs otherwise than they look, each beside the one that was meant. The fault is real only if XState
 * goes another way with the same events, so that an update of XState which mends it is noticed here.
 */
interface Twins {
  readonly code: string;
  /** Config texts without the outer braces. */
  readonly faulty: string;
  readonly meant: string;
  /** Event types; a number lets that many milliseconds pass. */
  readonly events?: readonly (string | number)[];
}

const start = `initial: "a", context: { n: 0 }`;
const twins: readonly Twins[] = [
  {
    code: "after-list-string",
    faulty: `${start}, states: { a: { after: { 5: ["b"] } }, b: { on: { GO: "a" } } }`,
    meant: `${start}, states: { a: { after: { 5: [{ target: "b" }] } }, b: { on: { GO: "a" } } }`,
    events: [5],
  },
  {
    code: "event-empty-list",
    faulty: `${start}, states: { a: { initial: "x", on: { GO: "b" }, states: { x: { on: { GO: [] } } } }, b: { on: { GO: "a" } } }`,
    meant: `${start}, states: { a: { initial: "x", on: { GO: "b" }, states: { x: { on: { GO: undefined } } } }, b: { on: { GO: "a" } } }`,
    events: ["GO"],
  },
  {
    code: "event-wildcard",
    faulty: `${start}, states: { a: { on: { "card*": "b" } }, b: { on: { GO: "a" } } }`,
    meant: `${start}, states: { a: { on: { "card.*": "b" } }, b: { on: { GO: "a" } } }`,
    events: ["card.draw"],
  },
  {
    code: "event-former",
    faulty: `${start}, states: { a: { id: "a", initial: "f", on: { "done.state.a": "b" }, states: { f: { type: "final" } } }, b: { on: { GO: "a" } } }`,
    meant: `${start}, states: { a: { id: "a", initial: "f", on: { "xstate.done.state.a": "b" }, states: { f: { type: "final" } } }, b: { on: { GO: "a" } } }`,
  },
  {
    code: "delay-not-number",
    faulty: `${start}, states: { a: { after: { "2s": "b" } }, b: { on: { GO: "a" } } }`,
    meant: `${start}, states: { a: { after: { 2000: "b" } }, b: { on: { GO: "a" } } }`,
    events: [1],
  },
  {
    code: "target-empty",
    faulty: `${start}, states: { a: { on: { GO: "" } }, b: { on: { GO: "a" } } }`,
    meant: `${start}, states: { a: { on: { GO: "b" } }, b: { on: { GO: "a" } } }`,
    events: ["GO"],
  },
  {
    code: "states-ignored",
    faulty: `${start}, states: { a: { type: "atomic", initial: "x", states: { x: { on: { GO: "y" } }, y: { on: { GO: "x" } } } } }`,
    meant: `${start}, states: { a: { initial: "x", states: { x: { on: { GO: "y" } }, y: { on: { GO: "x" } } } } }`,
  },
  {
    code: "states-missing",
    faulty: `${start}, states: { a: { type: "compound", on: { GO: "a" } } }`,
    meant: `${start}, states: { a: { on: { GO: "a" } } }`,
  },
  {
    code: "initial-without-states",
    faulty: `${start}, states: { a: { on: { GO: "b" } }, b: { initial: "x", on: { GO: "a" } } }`,
    meant: `${start}, states: { a: { on: { GO: "b" } }, b: { on: { GO: "a" } } }`,
    events: ["GO"],
  },
  {
    code: "initial-is-history",
    faulty: `${start}, states: { a: { initial: "h", on: { GO: "a" }, states: { x: {}, h: { type: "history" } } } }`,
    meant: `${start}, states: { a: { initial: "h", on: { GO: "a" }, states: { x: {}, h: { type: "history", target: "x" } } } }`,
  },
  {
    code: "final-goes-on",
    faulty: `${start}, states: { a: { initial: "f", on: { OUT: "a" }, states: { f: { type: "final", on: { GO: "g" } }, g: {} } } }`,
    meant: `${start}, states: { a: { initial: "f", on: { OUT: "a" }, states: { f: { type: "final" }, g: {} } } }`,
    events: ["GO"],
  },
  {
    code: "done-never",
    faulty: `${start}, states: { a: { initial: "x", onDone: "b", on: { OUT: "b" }, states: { x: {} } }, b: { on: { GO: "a" } } }`,
    meant: `${start}, states: { a: { initial: "x", onDone: "b", on: { OUT: "b" }, states: { x: { type: "final" } } }, b: { on: { GO: "a" } } }`,
  },
  {
    code: "regions-conflict",
    faulty: `initial: "p", states: { p: { type: "parallel", states: { r: { initial: "x", states: { x: { on: { GO: "y" } }, y: {} } }, s: { on: { GO: "#q" } } } }, q: { id: "q", on: { GO: "p" } } }`,
    meant: `initial: "p", states: { p: { type: "parallel", states: { r: { initial: "x", states: { x: {}, y: {} } }, s: { on: { GO: "#q" } } } }, q: { id: "q", on: { GO: "p" } } }`,
    events: ["GO"],
  },
  {
    code: "raise-loop",
    faulty: `${start}, states: { a: { entry: raise({ type: "GO" }), on: { GO: "b" } }, b: { entry: raise({ type: "BACK" }), on: { BACK: "a" } } }`,
    meant: `${start}, states: { a: { entry: raise({ type: "GO" }), on: { GO: "b" } }, b: { on: { BACK: "a" } } }`,
  },
  {
    code: "guard-async",
    faulty: `${start}, states: { a: { on: { GO: { guard: async () => false, target: "b" } } }, b: { on: { GO: "a" } } }`,
    meant: `${start}, states: { a: { on: { GO: { guard: () => false, target: "b" } } }, b: { on: { GO: "a" } } }`,
    events: ["GO"],
  },
  {
    code: "guard-list",
    faulty: `${start}, states: { a: { on: { GO: { guard: not([() => false]), target: "b" } } }, b: { on: { GO: "a" } } }`,
    meant: `${start}, states: { a: { on: { GO: { guard: not(() => false), target: "b" } } }, b: { on: { GO: "a" } } }`,
    events: ["GO"],
  },
  {
    code: "assign-async",
    faulty: `${start}, states: { a: { entry: assign(async () => ({ n: 5 })), on: { GO: "a" } } }`,
    meant: `${start}, states: { a: { entry: assign(() => ({ n: 5 })), on: { GO: "a" } } }`,
  },
  {
    code: "action-not-carried-out",
    faulty: `${start}, states: { a: { entry: () => assign({ n: 1 }), on: { GO: "a" } } }`,
    meant: `${start}, states: { a: { entry: assign({ n: 1 }), on: { GO: "a" } } }`,
  },
  {
    code: "event-as-text",
    faulty: `${start}, states: { a: { entry: raise("GO"), on: { GO: "b" } }, b: {} }`,
    meant: `${start}, states: { a: { entry: raise({ type: "GO" }), on: { GO: "b" } }, b: {} }`,
  },
  {
    code: "former-arguments",
    faulty: `${start}, states: { a: { entry: assign({ n: (ctx) => ctx.n + 1 }), on: { GO: "a" } } }`,
    meant: `${start}, states: { a: { entry: assign({ n: ({ context: ctx }) => ctx.n + 1 }), on: { GO: "a" } } }`,
  },
  {
    code: "initial-not-found",
    faulty: `${start}, states: { a: { on: { GO: "b" } }, b: { initial: ".x", on: { GO: "a" }, states: { x: {} } } }`,
    meant: `${start}, states: { a: { on: { GO: "b" } }, b: { initial: "x", on: { GO: "a" }, states: { x: {} } } }`,
    events: ["GO"],
  },
];

/** Where XState goes: value, status and context after each event, or that it refuses the machine. */
function wayOf(config: string, events: readonly (string | number)[]): unknown[] {
  const names = Object.keys(xstate);
  const make = new Function(...names, `return createMachine({ options: { maxIterations: 100 }, ${config} })`);
  const clock = new xstate.SimulatedClock();
  try {
    const actor = xstate.createActor(make(...Object.values(xstate)) as xstate.AnyStateMachine, { clock });
    actor.subscribe({ error: () => {} });
    const see = () => {
      const { value, status, context } = actor.getSnapshot();
      return JSON.stringify([value, status, context]);
    };
    actor.start();
    return [
      see(),
      ...events.map((event) => {
        if (typeof event === "number") clock.increment(event);
        else actor.send({ type: event });
        return see();
      }),
    ];
  } catch {
    return ["refused"];
  }
}

const codesOf = (config: string): string[] => {
  const text = `import { createMachine, assign, raise, not } from "xstate";\nexport const m = createMachine({ ${config} });\n`;
  return checkGame({ reading: readModule(text), files: new Map([["machine", text]]) }).map((one) => one.code);
};

test.each(twins)("XState goes another way with $code, and only then it is told", (twin) => {
  const faulty = wayOf(twin.faulty, twin.events ?? []);

  const meant = wayOf(twin.meant, twin.events ?? []);

  expect(faulty).not.toEqual(meant);
  expect(codesOf(twin.faulty)).toContain(twin.code);
  expect(codesOf(twin.meant)).not.toContain(twin.code);
});

test("an always that stops another one is not called dead", () => {
  const blocking = `${start}, states: { a: { always: [{ guard: () => true }, { target: "b" }] }, b: { on: { GO: "a" } } }`;
  const without = `${start}, states: { a: { always: [{ target: "b" }] }, b: { on: { GO: "a" } } }`;

  expect(wayOf(blocking, [])).not.toEqual(wayOf(without, []));
  expect(codesOf(blocking)).not.toContain("always-dead");
});

test("the names of xstate are those that the package exports", () => {
  expect([...XSTATE_EXPORTS].toSorted()).toEqual(Object.keys(xstate).toSorted());
});
