import { describe, expect, test } from "vitest";
import { gameSubjects, pictureOf } from "#test/core/layout/place/subjects.ts";
import { blocksOf, isWithin } from "#test/machines/ways/blocks.ts";
import { goldenOf } from "#test/machines/ways/golden.ts";
import { movesOf } from "#test/machines/ways/rowSteps.ts";

describe.each(gameSubjects())("what follows what on the map of $name", (subject) => {
  const golden = goldenOf(subject.name);
  const { scene } = pictureOf(subject, "en", { level: "map" });
  const blocks = blocksOf(subject.chart);
  const isCalled = (id: string) =>
    golden.called.some(({ state }) => id === state || id.startsWith(`${state}.`));
  const start = (id: string) => blocks.of(blocks.starts(id)[0] ?? id) ?? id;
  const text = (from: string, to: string, via: readonly string[]) =>
    `${from} -> ${to}${via.length > 0 ? ` via ${via.join(" ")}` : ""}`;

  const drawn = new Set(
    scene.arrows
      .filter(({ role }) => role === "line" || role === "far")
      .filter(({ from, to }) => !isCalled(from) && !isCalled(to))
      .flatMap(({ from, to, via }) => {
        const [a, b] = [blocks.of(from), start(to)];
        return a === undefined || a === b ? [] : [text(a, b, via === undefined ? [] : [via])];
      }),
  );
  /** Play is seen to go on from a block, or anywhere around it, into a state that is called. */
  const leadsInto = (from: string, phase: string) =>
    movesOf(subject.chart).some(
      ({ source, targets }) =>
        (isWithin(source, from) || isWithin(from, source)) &&
        targets.some((target) => isWithin(target, phase)),
    ) &&
    [...scene.account()].some(
      ([, { as, at }]) =>
        (as === "head" || as === "call" || as === "chip" || as === "line") &&
        (isWithin(at, from) || isWithin(from, at)),
    );
  const leadsOut = (phase: string, to: string) =>
    scene.arrows.some(
      (arrow) =>
        isWithin(arrow.from, phase) &&
        (isWithin(arrow.to, to) || (blocks.of(arrow.to) ?? start(arrow.to)) === to),
    );
  /** Where no call is known to lead on to just this, the line to the phase stays, and the one out of it, or on through the next phase. */
  const isByParts = ({ from, to, via = [] }: { from: string; to: string; via?: readonly string[] }) => {
    const [first, last] = [via[0], via.at(-1)];
    if (first === undefined || last === undefined || !leadsInto(from, first)) return false;
    const passes = scene.arrows.some(
      (arrow) => isWithin(arrow.from, first) && arrow.via === last && start(arrow.to) === to,
    );
    return leadsOut(last, to) || (first !== last && passes);
  };
  const byParts = new Set(golden.ways.filter(isByParts).map(({ from, to, via = [] }) => text(from, to, via)));
  const told = golden.ways
    .filter(({ differs }) => differs === undefined)
    .map(({ from, to, via = [] }) => text(from, to, via));

  test("every way of the rules is drawn", () => {
    expect(told.filter((way) => !drawn.has(way) && !byParts.has(way))).toEqual([]);
  });

  test("nothing else is drawn", () => {
    expect([...drawn].filter((way) => !told.includes(way))).toEqual([]);
  });
});
