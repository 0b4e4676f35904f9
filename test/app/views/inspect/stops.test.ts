import { expect, test } from "vitest";
import type { Recomputed } from "#core/inspect/recompute.ts";
import type { Considered, GuardTrial, Microstep } from "#core/run/play/microstep.ts";
import { nextStop, Stops, stopsMet, type GuardStop } from "#app/views/inspect/Stops.ts";

const asked = (guard: GuardTrial): Considered => ({
  source: "a",
  slot: "on",
  event: "GO",
  index: 0,
  clauses: [],
  verdict: guard.verdict === true,
  taken: guard.verdict === true,
  guard,
});
const guard = (name: string, verdict: boolean | null, of: readonly GuardTrial[] = []): GuardTrial => ({
  sign: of.length > 0 ? "and" : "guard",
  name,
  verdict,
  of,
});
const step = (
  id: number,
  considered: readonly Considered[],
  microsteps: readonly Microstep[] = [],
): Recomputed => ({
  step: id,
  microsteps,
  considered,
  reasons: [],
  refused: false,
  filled: [],
  findings: [],
});
const micro = (...considered: Considered[]) => ({ considered }) as unknown as Microstep;
const no: GuardStop = { on: "guard", guard: "mayGo", verdict: false };

test("a stop is met where the guard comes to that verdict, within another guard and in any microstep too", () => {
  const inside = guard("", false, [guard("mayGo", false), guard("other", null)]);

  expect(stopsMet([no], step(1, [asked(guard("mayGo", false))]))).toEqual([no]);
  expect(stopsMet([no], step(1, [asked(guard("mayGo", true))]))).toEqual([]);
  expect(stopsMet([no], step(1, [], [micro(), micro(asked(inside))]))).toEqual([no]);
  expect(stopsMet([no], step(1, [asked(guard("mayGo", null))]))).toEqual([]);
  expect(stopsMet([no], undefined)).toEqual([]);
});

test("the next step that meets one is found, or how far there is anything", () => {
  const steps = new Map(
    [true, false, true, false].map((verdict, id) => [id, step(id, [asked(guard("mayGo", verdict))])]),
  );

  expect(nextStop([no], steps, 0)).toEqual({ met: 1, newest: 1 });
  expect(nextStop([no], steps, 2)).toEqual({ met: 3, newest: 3 });
  expect(nextStop([no], steps, 4)).toEqual({ met: undefined, newest: 3 });
  expect(nextStop([], steps, 0)).toEqual({ met: undefined, newest: 3 });
});

test("a stop that is set again is removed", () => {
  const stops = new Stops();
  stops.toggle(no);
  stops.toggle({ ...no, verdict: true });
  stops.toggle({ ...no });

  expect(stops.get()).toEqual([{ ...no, verdict: true }]);
});
