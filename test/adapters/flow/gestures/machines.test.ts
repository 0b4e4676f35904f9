import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AnyStateMachine, createActor, type EventFromLogic, fromCallback } from "xstate";
import { draggingMachine } from "#adapters/flow/gestures/dragging.machine.ts";
import type { HeldEvent } from "#adapters/flow/gestures/followPointer.ts";
import { leadingMachine } from "#adapters/flow/gestures/leading.machine.ts";
import { marqueeMachine } from "#adapters/flow/gestures/marquee.machine.ts";
import { proposingMachine } from "#adapters/flow/gestures/proposing.machine.ts";
import { renamingMachine } from "#adapters/flow/gestures/renaming.machine.ts";
import { zoomingMachine } from "#adapters/flow/gestures/zooming.machine.ts";

const held = fromCallback<HeldEvent>(() => undefined);

/** Sends events to a machine without a page. Gives what it told of after each, and where it is then. */
function run<M extends AnyStateMachine>(machine: M, events: readonly EventFromLogic<M>[]) {
  const actor = createActor(machine);
  const told: { readonly type: string; readonly after: number }[] = [];
  let at = 0;
  actor.on("*", (event: { type: string }) => told.push({ ...event, after: at }));
  actor.start();
  for (const event of events) {
    actor.send(event as never);
    at++;
  }
  const { value, context } = actor.getSnapshot() as { value: unknown; context: unknown };
  actor.stop();
  return { told, at: value, context };
}

const spot = (x: number, y = 0) => ({ page: { x, y }, canvas: { x, y } });
const over = { into: "", drop: undefined, at: { x: 0, y: 0 } };
const goal = (target: string | undefined, refused?: string) => ({ at: { x: 1, y: 1 }, target, refused });
const end = { source: "a", from: { x: 0, y: 0 } };
const point = fc.record({ x: fc.integer({ min: 0, max: 40 }), y: fc.integer({ min: 0, max: 40 }) });

const dragging = draggingMachine.provide({ actors: { held } });
const leading = leadingMachine.provide({ actors: { held } });
const marquee = marqueeMachine.provide({ actors: { held } });

const aDrag: fc.Arbitrary<EventFromLogic<typeof draggingMachine>> = fc.oneof(
  fc.constant({ type: "pointer.down" as const, id: "a" }),
  fc
    .tuple(fc.constantFrom("pointer.move" as const, "pointer.up" as const), point)
    .map(([type, by]) => ({ type, over, by })),
  fc.constantFrom({ type: "escape" as const }, { type: "blur" as const }),
);
const aLead: fc.Arbitrary<EventFromLogic<typeof leadingMachine>> = fc.oneof(
  fc.constant({ type: "pointer.down" as const, end }),
  fc
    .tuple(
      fc.constantFrom("pointer.move" as const, "pointer.up" as const),
      fc.constantFrom(goal("b"), goal(undefined), goal("c", "not there")),
    )
    .map(([type, where]) => ({ type, goal: where })),
  fc.constantFrom({ type: "escape" as const }, { type: "blur" as const }),
);
const aFrame: fc.Arbitrary<EventFromLogic<typeof marqueeMachine>> = fc.oneof(
  fc
    .tuple(fc.constantFrom("pointer.down" as const, "pointer.move" as const, "pointer.up" as const), point)
    .map(([type, { x, y }]) => ({ type, spot: spot(x, y) })),
  fc.constantFrom({ type: "escape" as const }, { type: "blur" as const }),
);
const aName: fc.Arbitrary<EventFromLogic<typeof renamingMachine>> = fc.oneof(
  fc.constantFrom("a", "b").map((id) => ({ type: "edit" as const, id })),
  fc
    .tuple(fc.constantFrom("enter" as const, "blur" as const), fc.constantFrom("x", undefined))
    .map(([type, text]) => ({ type, text })),
  fc.constant({ type: "escape" as const }),
);

/** Every gesture: what may happen in it, what begins it, and what ends it. */
const gestures = [
  {
    name: "dragging",
    machine: dragging,
    events: aDrag,
    ends: [{ type: "pointer.up", over, by: { x: 1, y: 0 } }, { type: "escape" }, { type: "blur" }],
  },
  {
    name: "leading",
    machine: leading,
    events: aLead,
    ends: [{ type: "pointer.up", goal: goal("b") }, { type: "escape" }, { type: "blur" }],
  },
  {
    name: "marquee",
    machine: marquee,
    events: aFrame,
    ends: [{ type: "pointer.up", spot: spot(9) }, { type: "escape" }, { type: "blur" }],
  },
  {
    name: "renaming",
    machine: renamingMachine,
    events: aName,
    ends: [{ type: "enter", text: "x" }, { type: "escape" }, { type: "blur", text: undefined }],
  },
] as const;

describe.each(gestures)("$name", ({ machine, events, ends }) => {
  const anyEvents = fc.array(events as fc.Arbitrary<{ type: string }>, { maxLength: 24 });

  test("whatever happens, letting go, Escape and losing the window end it", () => {
    fc.assert(
      fc.property(anyEvents, fc.constantFrom(...(ends as readonly { type: string }[])), (some, last) => {
        const { at } = run(machine as AnyStateMachine, [...some, last]);

        expect(at).toBe("idle");
      }),
    );
  });

  test("what it was about is forgotten when it is over", () => {
    const fresh = run(machine as AnyStateMachine, []).context;
    fc.assert(
      fc.property(anyEvents, fc.constantFrom(...(ends as readonly { type: string }[])), (some, last) => {
        expect(run(machine as AnyStateMachine, [...some, last]).context).toEqual(fresh);
      }),
    );
  });

  test("nothing is done twice: one gesture tells of one thing at most, and only while it lasts", () => {
    fc.assert(
      fc.property(anyEvents, (some) => {
        const { told } = run(machine as AnyStateMachine, some);
        const begins = some.flatMap(({ type }, i) => (type === "pointer.down" || type === "edit" ? [i] : []));
        for (const [n, { after }] of told.entries()) {
          const since = told[n - 1]?.after ?? -1;

          expect(begins.some((begin) => begin > since && begin < after)).toBe(true);
        }
      }),
    );
  });
});

test("a drag that was given up by Escape is not dropped when the button is let go", () => {
  const { told } = run(dragging, [
    { type: "pointer.down", id: "a" },
    { type: "pointer.move", over, by: { x: 1, y: 1 } },
    { type: "escape" },
    { type: "pointer.move", over, by: { x: 3, y: 3 } },
    { type: "pointer.up", over, by: { x: 3, y: 3 } },
  ]);

  expect(told).toEqual([]);
});

test("the end of a transition leads where it may, says why it may not, and leads nowhere over nothing", () => {
  const held = [{ type: "pointer.down", end }] as const;
  const drop = (where: ReturnType<typeof goal>) =>
    run(leading, [...held, { type: "pointer.up", goal: where }]).told.map(({ after: _, ...event }) => event);

  expect(drop(goal("b"))).toEqual([{ type: "lead", end, target: "b" }]);
  expect(drop(goal("c", "not there"))).toEqual([{ type: "refuse", why: "not there" }]);
  expect(drop(goal(undefined))).toEqual([]);
});

test("a hand that trembles has clicked; farther away it has drawn a frame, whichever way", () => {
  const from = { type: "pointer.down", spot: spot(10, 10) } as const;
  const to = (x: number, y: number) =>
    run(marquee, [from, { type: "pointer.move", spot: spot(x, y) }, { type: "pointer.up", spot: spot(x, y) }])
      .told[0];

  expect(to(12, 11)).toMatchObject({ type: "click", at: { x: 10, y: 10 } });
  expect(to(4, 30)).toMatchObject({ type: "frame", around: { x: 4, y: 10, w: 6, h: 20 } });
});

test("Enter names a state, and leaving the field afterwards does not name it again", () => {
  const { told } = run(renamingMachine, [
    { type: "edit", id: "a" },
    { type: "enter", text: "x" },
    { type: "blur", text: "x" },
  ]);

  expect(told).toMatchObject([{ type: "named", id: "a", text: "x" }]);
});

test("a step of a zoom is told once; moving alone and zooming while the pointer is busy are not", () => {
  const at = { x: 1, y: 1 };
  const step = (from: number, to: number) =>
    [
      { type: "move.start", zoom: from },
      { type: "move.start", zoom: to },
      { type: "move.end", zoom: to, at },
    ] as const;
  const zooms = (...events: EventFromLogic<typeof zoomingMachine>[]) =>
    run(zoomingMachine, events).told.length;

  expect(zooms(...step(1, 1.5))).toBe(1);
  expect(zooms(...step(1, 1))).toBe(0);
  expect(zooms({ type: "busy" }, ...step(1, 1.5))).toBe(0);
  expect(zooms({ type: "move.start", zoom: 1 }, { type: "busy" }, { type: "move.end", zoom: 2, at })).toBe(0);
  expect(zooms({ type: "busy" }, { type: "free" }, ...step(1, 1.5))).toBe(1);
});

test("a proposal is applied once, and not when the chart has changed meanwhile", () => {
  const proposal = { "": { lines: [["a"], ["b"]] } };
  const told = (...events: EventFromLogic<typeof proposingMachine>[]) =>
    run(proposingMachine, [{ type: "propose", proposal }, ...events]).told;

  expect(told({ type: "apply" }, { type: "apply" })).toMatchObject([{ type: "applied", proposal }]);
  expect(told({ type: "changed" }, { type: "apply" })).toEqual([]);
  expect(told({ type: "escape" }, { type: "apply" })).toEqual([]);
});
