import { expect, test } from "vitest";
import { Inspection } from "#core/inspect/inspection.ts";
import { traceToScenario } from "#core/inspect/traceToScenario.ts";

/** As `machine.definition` of XState 4 is told: ids, the initial context, transitions in a list. */
const node = (id: string, more: object) => ({ id, key: id, states: {}, transitions: [], ...more });
const definition = node("rally", {
  type: "compound",
  initial: "set",
  context: { points: 0 },
  states: {
    set: node("rally.set", {
      type: "compound",
      initial: "serve",
      states: { serve: node("rally.set.serve", {}), receive: node("rally.set.receive", {}) },
    }),
    over: node("rally.over", { type: "final" }),
  },
});
const state = (value: unknown, points: number, event: object) =>
  JSON.stringify({
    value,
    context: { points },
    done: false,
    _event: { name: (event as { type: string }).type, data: event },
    actions: [{ type: "hit" }],
    children: {},
    tags: [],
  });

/** A service that was greeted where it stood then, and did one thing. */
function watched(value: unknown, points: number) {
  const inspection = new Inspection();
  const from = { origin: "", at: 0 };
  inspection.open("app", { wire: "xstate4", ...from });
  const move = { type: "SERVE", by: "P1" };
  for (const message of [
    {
      type: "service.register",
      machine: JSON.stringify(definition),
      state: state(value, points, { type: "xstate.init" }),
    },
    { type: "service.event", event: JSON.stringify({ name: "SERVE", data: move }) },
    { type: "service.state", state: state({ set: "receive" }, 1, move) },
  ])
    inspection.receive("app", { sessionId: "x:0", ...message }, from);
  const session = inspection.session(inspection.app("app")?.sessions[0] ?? "");
  if (!session) throw new Error("no session");
  return session;
}

test("a service of XState 4 that was greeted where its machine starts is traced from there", () => {
  const session = watched({ set: "serve" }, 0);

  expect(session.observedFrom).toBe("middle");
  expect(traceToScenario(session, { title: {} })).toMatchObject({
    scenario: {
      steps: [
        { expect: { in: ["set", "set.serve"], context: { points: 0 } } },
        { send: { type: "SERVE", by: "P1" }, expect: { in: ["set", "set.receive"], context: { points: 1 } } },
      ],
    },
  });
});

test("one that was greeted elsewhere, or with another context, is not", () => {
  expect(traceToScenario(watched({ set: "receive" }, 0), { title: {} })).toEqual({ impossible: "middle" });
  expect(traceToScenario(watched({ set: "serve" }, 2), { title: {} })).toEqual({ impossible: "middle" });
});
