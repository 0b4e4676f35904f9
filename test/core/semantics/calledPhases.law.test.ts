import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  and,
  assign,
  createActor,
  enqueueActions,
  not,
  or,
  setup,
  type AnyActor,
  type AnyMachineSnapshot,
  type AnyStateMachine,
} from "xstate";
import { calledPhases, type CalledPhase } from "#core/semantics/calledPhases.ts";
import { transitionId, pathOf } from "#core/chart/places.ts";
import type { Chart, Implementation, Slot } from "#core/chart/chart.ts";
import { CodeReading } from "#core/semantics/codeReading.ts";
import { ContextFields } from "#core/semantics/contextFields.ts";
import { Memory } from "#core/semantics/memory.ts";
import { stateGraph } from "#core/semantics/stateGraph.ts";
import { readFresh } from "#core/read/readFresh.ts";
import { indexMachine } from "#core/simulate/machineIndex.ts";
import { callingChart, type CallingChart } from "#test/core/semantics/callingCharts.ts";

/** Runs the module with the real XState. */
const machineOf = ({ code }: CallingChart): AnyStateMachine =>
  // eslint-disable-next-line no-new-func -- the text is made by this test
  new Function("setup", "assign", "and", "or", "not", "enqueueActions", `${code}\nreturn machine;`)(
    setup,
    assign,
    and,
    or,
    not,
    enqueueActions,
  ) as AnyStateMachine;

/** What `Memory` says of the fields in a state that the game stands in is true of the context it has there. */
function contradictions(chart: Chart, consts: readonly Implementation[], actor: AnyActor): string[] {
  const graph = stateGraph(chart);
  const fields = new ContextFields(chart, new CodeReading(chart, consts));
  const held = new Memory(graph, fields).everywhere();
  const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
  return snapshot._nodes.flatMap((node) => {
    const number = graph.states.findIndex(({ id }) => id === node.path.join("."));
    const values = held.get(number);
    return fields.fields.flatMap(({ path, bits, other }, i) => {
      const now = path.reduce<unknown>(
        (at, key) => (at as Record<string, unknown> | null)?.[key],
        snapshot.context,
      );
      return values && values[i]! & (bits.get(now) ?? other)
        ? []
        : [`${node.id}: ${path.join(".")} is ${String(now)}`];
    });
  });
}

interface Taken {
  readonly id: string;
  readonly source: string;
  readonly targets: readonly string[];
}

/** Every transition that XState takes for a list of events, in order; `standing` sees the machine between events. */
function played(
  machine: AnyStateMachine,
  events: readonly string[],
  standing: (actor: AnyActor) => void = () => undefined,
): Taken[] {
  const index = indexMachine(machine);
  const taken: Taken[] = [];
  const actor = createActor(machine, {
    inspect: (event) => {
      if (event.type !== "@xstate.microstep") return;
      for (const transition of event._transitions) {
        const one = index.takenOf(transition);
        if (!one) continue;
        const id = transitionId({ ...one, source: pathOf(one.source), slot: one.slot as Slot });
        taken.push({ id, source: one.source, targets: one.targets });
      }
    },
  });
  actor.subscribe({ error: () => undefined });
  actor.start();
  for (const type of events) {
    if (actor.getSnapshot().status !== "active") break;
    standing(actor);
    actor.send({ type });
  }
  return taken;
}

const isIn = (state: string, phase: string) => state === phase || state.startsWith(`${phase}.`);

/** Calls and where the game went on after them, as XState played them. */
function pairsIn(taken: readonly Taken[], phase: CalledPhase): { call: string; way: string }[] {
  const pairs: { call: string; way: string }[] = [];
  let call: string | undefined;
  for (const { id, source, targets } of taken) {
    if (targets.length === 0) continue;
    const inside = targets.some((target) => isIn(target, phase.id));
    if (isIn(source, phase.id)) {
      if (inside) continue;
      if (call !== undefined) pairs.push({ call, way: id });
      call = undefined;
    } else call = inside ? id : undefined;
  }
  return pairs;
}

test("no way on that a play takes after a call is ruled out", () => {
  let found = 0;
  let told = 0;
  let pairs = 0;
  fc.assert(
    fc.property(
      callingChart,
      fc.array(fc.array(fc.nat(3), { minLength: 10, maxLength: 40 }), { minLength: 6, maxLength: 6 }),
      (chart, plays) => {
        const { charts, consts } = readFresh(chart.code);
        const phases = calledPhases(charts[0]!, consts);
        found += phases.length;
        told += phases.flatMap(({ calls }) => calls).filter(({ by }) => by !== "none").length;
        if (phases.length === 0) return;
        const machine = machineOf(chart);
        for (const play of plays) {
          const taken = played(
            machine,
            play.map((i) => chart.events[i]!),
          );
          for (const phase of phases)
            for (const { call, way } of pairsIn(taken, phase)) {
              pairs++;
              const returns = phase.calls.find(({ transition }) => transition === call)?.returns;
              const ways = [...(returns ?? []), ...phase.exits].map(({ transition }) => transition);
              expect(ways, `${call} in ${phase.id}`).toContain(way);
            }
        }
      },
    ),
    { numRuns: 150 },
  );
  // Without these the law would say nothing.
  expect(found).toBeGreaterThan(5);
  expect(told).toBeGreaterThan(20);
  expect(pairs).toBeGreaterThan(20);
});

test("the context in a state is always one of those that are held possible there", () => {
  let known = 0;
  fc.assert(
    fc.property(callingChart, fc.array(fc.nat(3), { minLength: 4, maxLength: 12 }), (chart, play) => {
      const { charts, consts } = readFresh(chart.code);
      const machine = machineOf(chart);
      const events = play.map((i) => chart.events[i]!);
      played(machine, events, (actor) => {
        known++;
        expect(contradictions(charts[0]!, consts ?? [], actor)).toEqual([]);
      });
    }),
    { numRuns: 80 },
  );
  expect(known).toBeGreaterThan(100);
});
