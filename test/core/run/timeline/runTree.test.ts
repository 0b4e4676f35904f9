import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_NAME_CHARACTERS, markStep } from "#core/run/timeline/marks.ts";
import { branchStart, childrenOf, searchSteps, treeRows, treeStep } from "#core/run/timeline/runTree.ts";
import {
  addStep,
  branchesAt,
  goneSteps,
  moveTo,
  prune,
  startRun,
  unprune,
  way,
} from "#core/run/timeline/timeline.ts";
import { forkedRun, runOf, sent, standing } from "#test/core/run/timeline/madeRun.ts";

const open = { compact: false, shown: new Set<number>() };
const compact = { ...open, compact: true };

describe("the rows of a run", () => {
  test("what else was tried stands below the step, one lane further in; the oldest branch goes on in its lane", () => {
    const rows = treeRows(forkedRun(), open);

    expect(rows.map(({ id, lane, turnsOff, passing }) => ({ id, lane, turnsOff, passing }))).toEqual([
      { id: 0, lane: 0, turnsOff: false, passing: [] },
      { id: 1, lane: 0, turnsOff: false, passing: [] },
      { id: 4, lane: 1, turnsOff: true, passing: [0] },
      { id: 5, lane: 1, turnsOff: false, passing: [0] },
      { id: 2, lane: 0, turnsOff: false, passing: [] },
      { id: 6, lane: 1, turnsOff: true, passing: [0] },
      { id: 3, lane: 0, turnsOff: false, passing: [] },
    ]);
    expect(rows.filter(({ goesOn }) => !goesOn).map(({ id }) => id)).toEqual([5, 6, 3]);
  });

  test("a stretch in which nothing forks is one row, but for what is marked, made by hand, shown or under the cursor", () => {
    let run = startRun("h", {}, standing("start"));
    for (let i = 1; i <= 30; i++)
      run =
        i === 20 ? addStep(run, { kind: "edit", edit: { context: {} } }, standing("x")) : sent(run, `e${i}`);
    run = moveTo(markStep(run, 10, { bookmark: true }), 25);

    const rows = treeRows(run, compact);

    expect(rows.map(({ id, last }) => (id === last ? id : `${id}-${last}`))).toEqual([
      0,
      "1-9",
      10,
      "11-19",
      20,
      "21-24",
      25,
      "26-29",
      30,
    ]);
    const shown = treeRows(run, { compact: true, shown: new Set([1, 2, 3, 4, 5, 6, 7, 8, 9]) });
    expect(shown.slice(0, 4).map(({ id }) => id)).toEqual([0, 1, 2, 3]);
  });

  test("ten thousand steps in one line, and ten thousand branches of one step, are rows at once", () => {
    let long = startRun("h", {}, standing("start"));
    const steps = [...long.steps];
    for (let id = 1; id <= 10_000; id++)
      steps.push({ id, parent: id - 1, do: { kind: "advance", ms: 1 }, outcome: standing("s") });
    long = { ...long, steps, cursor: 10_000, tip: 10_000 };
    const wide = { ...long, steps: steps.map((step) => (step.id > 1 ? { ...step, parent: 0 } : step)) };

    expect(treeRows(long, open)).toHaveLength(10_001);
    expect(treeRows(long, compact)).toHaveLength(3);
    expect(Math.max(...treeRows(wide, open).map(({ lane }) => lane))).toBe(1);
  });

  test("every step that was not deleted is in one row, below the one it comes of", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 40 }), fc.nat(), fc.boolean(), (parents, cut, folded) => {
        const whole = runOf(parents);
        const run = prune(whole, cut % whole.steps.length);
        const rows = treeRows(run, folded ? compact : open);
        const gone = goneSteps(run);

        const place = new Map<number, number>();
        for (const [i, { id, last, count }] of rows.entries()) {
          let steps = 1;
          place.set(last, i);
          for (let at = last; at !== id; at = run.steps[at]!.parent!) {
            place.set(run.steps[at]!.parent!, i);
            steps++;
          }
          expect(steps).toBe(count);
        }
        expect([...place.keys()].toSorted((a, b) => a - b)).toEqual(
          run.steps.filter(({ id }) => !gone.has(id)).map(({ id }) => id),
        );
        for (const [id, row] of place) {
          const { parent } = run.steps[id]!;
          if (parent !== null) expect(place.get(parent)).toBeLessThanOrEqual(row);
          if (parent !== null && place.get(parent) !== row)
            expect(rows[row]!.lane - rows[place.get(parent)!]!.lane).toBe(rows[row]!.turnsOff ? 1 : 0);
        }
        expect(place.has(run.cursor)).toBe(true);
      }),
    );
  });
});

describe("walking in the tree", () => {
  test("leads back, on along the way in view, and to what was tried beside", () => {
    const run = forkedRun();

    expect(treeStep(run, 2, "parent")).toBe(1);
    expect(treeStep(run, 2, "child")).toBe(6);
    expect(treeStep(moveTo(run, 3), 2, "child")).toBe(3);
    expect(treeStep(run, 4, "child")).toBe(5);
    expect(treeStep(run, 2, "younger")).toBe(4);
    expect(treeStep(run, 4, "older")).toBe(2);
  });

  test("ends where there is nothing more", () => {
    const run = forkedRun();

    expect([treeStep(run, 0, "parent"), treeStep(run, 0, "younger")]).toEqual([0, 0]);
    expect([treeStep(run, 5, "child"), treeStep(run, 4, "younger"), treeStep(run, 2, "older")]).toEqual([
      5, 4, 2,
    ]);
  });

  test("a branch begins after its fork", () => {
    const run = forkedRun();

    expect([0, 1, 3, 5, 6].map((id) => branchStart(run, id))).toEqual([0, 0, 3, 4, 6]);
  });
});

describe("deleting a branch", () => {
  test("takes a step away with all that comes of it, and stands before it then", () => {
    const run = prune(moveTo(forkedRun(), 3), 2);

    expect(run.cursor).toBe(1);
    expect(way(run).map(({ id }) => id)).toEqual([0, 1, 4, 5]);
    expect(branchesAt(run, run.steps[4]!).map(({ id }) => id)).toEqual([4]);
    expect(moveTo(run, 3)).toBe(run);
    expect(childrenOf(run)[2]).toEqual([]);
  });

  test("is taken back whole", () => {
    const run = forkedRun();

    const back = unprune(prune(run, 2), 2);

    expect(back).toEqual({ ...run, cursor: 2 });
    const both = prune(prune(run, 6), 2);
    expect([...goneSteps(unprune(both, 2))]).toEqual([6]);
  });

  test("the start stays, and so does a cursor elsewhere", () => {
    const run = forkedRun();

    expect(prune(run, 0)).toBe(run);
    expect(prune(run, 4)).toMatchObject({ cursor: 6, tip: 6 });
  });
});

describe("marks", () => {
  test("are set one by one and go when nothing is left of them", () => {
    const named = markStep(forkedRun(), 4, { name: "  other way " });
    const noted = markStep(named, 4, { note: "why", bookmark: true });

    expect(noted.marks).toEqual({ 4: { name: "other way", note: "why", bookmark: true } });
    const bare = markStep(noted, 4, { name: " ", note: undefined, bookmark: undefined });
    expect(bare).toEqual(forkedRun());
  });

  test("a name has an end; a step that there is none of is not marked", () => {
    const run = forkedRun();

    expect(markStep(run, 1, { name: "x".repeat(500) }).marks?.[1]?.name).toHaveLength(MAX_NAME_CHARACTERS);
    expect(markStep(run, 99, { name: "x" })).toBe(run);
  });
});

test("a search finds the steps that have all its words, in any case, and none that were deleted", () => {
  const run = markStep(forkedRun(), 4, { note: "Deck Empty" });
  const textsOf = (id: number) => [String(run.steps[id]!.outcome.view.value), run.marks?.[id]?.note ?? ""];

  expect(searchSteps(run, "empty d", textsOf)).toEqual([4]);
  expect(searchSteps(run, "d", textsOf)).toEqual([4]);
  expect(searchSteps(run, " ", textsOf)).toEqual([]);
  expect(searchSteps(prune(run, 4), "e", textsOf)).toEqual([]);
});
