import { describe, expect, test } from "vitest";
import type { Outcome } from "#core/run/play/play.ts";
import { changes } from "#core/run/play/contextChange.ts";
import type { Run } from "#core/run/timeline/run.ts";
import {
  addStep,
  branchesAt,
  cursorStep,
  moveTo,
  startRun,
  stepBeforeClause,
  stepOf,
  way,
} from "#core/run/timeline/timeline.ts";

const outcome = (name: string): Outcome => ({
  state: { snapshot: { value: name }, clock: 0, timers: [] },
  view: { value: name, in: [name], context: {}, status: "active", asks: [], enabled: [], candidates: [] },
  refused: false,
  reasons: [],
  microsteps: [],
  considered: [],
});
const add = (run: Run, name: string) => addStep(run, { kind: "send", event: { type: name } }, outcome(name));
const names = (run: Run) => way(run).map(({ outcome: { view } }) => view.value);

/** start - A(1) - B(2) - C(3), and after a step back to A: D(4) - E(5); at B again: F(6). */
const tree = () => {
  let run = startRun("h", { n: 1 }, outcome("start"));
  for (const name of ["A", "B", "C"]) run = add(run, name);
  run = moveTo(run, 1);
  for (const name of ["D", "E"]) run = add(run, name);
  return add(moveTo(run, 2), "F");
};

describe("a run", () => {
  test("begins with its start", () => {
    const run = startRun("h", { n: 1 }, outcome("start"));

    expect(run).toMatchObject({ machineHash: "h", cursor: 0, tip: 0 });
    expect(cursorStep(run).do).toEqual({ kind: "start", input: { n: 1 } });
  });

  test("grows at the cursor, and forks where the cursor is no tip", () => {
    const run = tree();

    expect(names(run)).toEqual(["start", "A", "B", "F"]);
    expect(run.steps.map(({ parent }) => parent)).toEqual([null, 0, 1, 2, 1, 4, 2]);
    expect(run.steps).toHaveLength(7);
  });

  test("keeps what was there when it forks", () => {
    const before = add(startRun("h", {}, outcome("start")), "A");

    const after = add(moveTo(before, 0), "B");

    expect(before.steps).toHaveLength(2);
    expect(after.steps.slice(0, 2)).toEqual(before.steps);
  });

  test("a step on the way in view is gone to without changing the way", () => {
    const run = moveTo(tree(), 1);

    expect(cursorStep(run).outcome.view.value).toBe("A");
    expect(names(run)).toEqual(["start", "A", "B", "F"]);
  });

  test("a step of another branch brings that branch into view, up to its end", () => {
    const run = moveTo(tree(), 4);

    expect(cursorStep(run).outcome.view.value).toBe("D");
    expect(names(run)).toEqual(["start", "A", "D", "E"]);
  });

  test("of the ends that come of a step the newest is shown", () => {
    const other = moveTo(tree(), 5);

    const run = moveTo(other, 2);

    expect(names(run)).toEqual(["start", "A", "B", "F"]);
  });

  test("a step that there is none of is not gone to", () => {
    const run = tree();

    expect(moveTo(run, 99)).toBe(run);
    expect(stepOf(run, 99)).toBeUndefined();
  });

  test("what was tried from one place is found from each of them", () => {
    const run = tree();

    const siblings = branchesAt(run, run.steps[4]!).map(({ outcome: { view } }) => view.value);

    expect(siblings).toEqual(["B", "D"]);
    expect(branchesAt(run, run.steps[0]!)).toEqual([run.steps[0]]);
  });

  test("a cursor outside the run is our fault and throws", () => {
    expect(() => cursorStep({ ...tree(), cursor: 9 })).toThrow(
      "The cursor 9 lies outside the 7 steps of the run",
    );
  });
});

describe("changes between two contexts", () => {
  test("objects are compared by key, lists of one length by place", () => {
    const before = {
      turn: 1,
      players: [
        { id: "P1", hand: 5 },
        { id: "P2", hand: 5 },
      ],
      charm: null,
    };
    const after = {
      turn: 1,
      players: [
        { id: "P1", hand: 4 },
        { id: "P2", hand: 5 },
      ],
      charm: { target: "P2" },
    };

    expect(changes(before, after)).toEqual([
      { at: "players[0].hand", before: 5, after: 4 },
      { at: "charm", before: null, after: { target: "P2" } },
    ]);
  });

  test("a list of another length counts as changed whole", () => {
    expect(changes({ log: [1] }, { log: [1, 2] })).toEqual([{ at: "log", before: [1], after: [1, 2] }]);
  });

  test("fields that come and go are told with nothing on the other side", () => {
    expect(changes({ a: 1 }, { b: 2 })).toEqual([
      { at: "a", before: 1, after: undefined },
      { at: "b", before: undefined, after: 2 },
    ]);
  });

  test("equal contexts have none, whatever the order of keys", () => {
    expect(changes({ a: 1, b: { c: [1], d: 2 } }, { b: { d: 2, c: [1] }, a: 1 })).toEqual([]);
  });
});

describe("where a clause is carried out", () => {
  const took = (name: string, clauses: readonly string[]): Outcome => ({
    ...outcome(name),
    microsteps: [
      {
        event: name,
        cause: "event",
        considered: [],
        taken: [{ source: "s", slot: "on", event: name, index: 0, targets: [], clauses }],
        exits: [],
        entries: [],
        actions: [],
        effects: [],
        changes: [],
        in: ["s"],
      },
    ],
  });
  const sent = (run: Run, name: string, clauses: readonly string[]) =>
    addStep(run, { kind: "send", event: { type: name } }, took(name, clauses));
  const run = () =>
    sent(sent(sent(startRun("h", {}, took("start", ["C0"])), "A", []), "B", ["C1"]), "D", ["C1", "C2"]);

  test("the step before the first one that does is found", () => {
    expect(stepBeforeClause(run(), "C1")?.id).toBe(1);
    expect(stepBeforeClause(run(), "C2")?.id).toBe(2);
  });

  test("the start carries it out itself, and no step one that is not there", () => {
    expect(stepBeforeClause(run(), "C0")?.id).toBe(0);
    expect(stepBeforeClause(run(), "C9")).toBeUndefined();
  });

  test("only the way in view counts", () => {
    expect(stepBeforeClause(sent(moveTo(run(), 0), "E", []), "C1")).toBeUndefined();
  });
});
