import { expect, test } from "vitest";
import { type Strand, tracksOf } from "#core/layout/grid/strands.ts";

const strand = (key: string, ...ends: Strand["ends"]): Strand => ({
  key,
  lo: Math.min(...ends.map(({ at }) => at)),
  hi: Math.max(...ends.map(({ at }) => at)),
  ends,
});

test("strands that exchange their places do not run on each other: one end makes a jog", () => {
  const { track, count, jogs } = tracksOf([
    strand("a", { at: 10, from: -1 }, { at: 40, from: 1 }),
    strand("b", { at: 10, from: 1 }, { at: 40, from: -1 }),
  ]);

  const [jog, ...more] = jogs;
  expect(more).toEqual([]);
  expect(count).toBe(3);
  const [own, other] = jog?.key === "a" ? ["a", "b"] : ["b", "a"];
  const tracks = [own, other, jog?.ownTrack ?? ""].map((key) => track.get(key));
  expect(tracks).toEqual([0, 1, 2]);
  expect(jog?.over).toBeGreaterThan(10);
});

test("strands that an order keeps apart make no jog", () => {
  const { track, jogs } = tracksOf([
    strand("low", { at: 10, from: 1 }, { at: 60, from: 1 }),
    strand("high", { at: 10, from: -1 }, { at: 40, from: -1 }),
  ]);

  expect(jogs).toEqual([]);
  expect(track.get("high")).toBeLessThan(track.get("low") ?? 0);
});
