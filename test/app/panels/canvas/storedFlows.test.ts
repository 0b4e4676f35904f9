import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { places } from "#core/chart/places.ts";
import { namesFrom } from "#core/layout/names.ts";
import { drawPicture } from "#core/layout/picture.ts";
import { LEVELS } from "#core/layout/level.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";
import { dropFlows, flowsKey, storeFlows, readFlows } from "#app/panels/canvas/storedFlows.ts";
import { canvasWords } from "#test/adapters/flow/words.ts";
import { gallery } from "#test/charts/gallery.ts";
import { chartOf } from "#test/core/edit/applyCommand.ts";

const flow = { flow: "down", lines: { length: 2 }, strips: [] } as const;

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("localStorage", {
    get length() {
      return stored.size;
    },
    key: (i: number) => [...stored.keys()][i] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test("what is kept of states that are gone is dropped, at all levels; what is closed now stays", () => {
  const key = flowsKey("chess", "main");
  storeFlows(
    key,
    "full",
    new Map([
      ["gone", flow],
      ["", flow],
    ]),
    () => true,
  );
  storeFlows(
    key,
    "map",
    new Map([
      ["gone", flow],
      ["closed", flow],
    ]),
    () => true,
  );

  storeFlows(key, "map", new Map([["new", flow]]), (id) => ["", "closed", "new"].includes(id));

  expect([...readFlows(key).full!.keys()]).toEqual([""]);
  expect([...readFlows(key).map!.keys()]).toEqual(["closed", "new"]);
  expect(stored.get(key)).not.toContain("gone");
});

test("nothing is kept of a game that is gone; a game whose name begins so keeps its own", () => {
  const [chess, other, more] = [
    flowsKey("chess", "main"),
    flowsKey("chess", "b"),
    flowsKey("chess-2", "main"),
  ];
  for (const key of [chess, other, more]) storeFlows(key, "full", new Map([["a", flow]]), () => true);

  dropFlows("chess");

  expect([...stored.keys()]).toEqual([more]);
  expect(readFlows(chess)).toEqual({});
  expect(readFlows(more).full?.size).toBe(1);
});

test.each(LEVELS)(
  "all that a picture lays out is told by a state, so that none of it is dropped: %s",
  (level) => {
    const chart = chartOf(gallery);
    const key = flowsKey("gallery", level);
    const { orders } = drawPicture(sceneOf(chart, namesFrom(undefined, canvasWords), { level }));

    storeFlows(key, level, orders, (id) => places(chart).has(id));

    expect(orders.size).toBeGreaterThan(1);
    expect([...readFlows(key)[level]!.keys()]).toEqual([...orders.keys()]);
  },
);

test("of a picture that is kept nothing but counts is kept, so that the picture is let go", () => {
  const key = flowsKey("chess", "main");
  const lines = [["draw", "main"], ["end"]];

  storeFlows(key, "map", new Map([["turn", { flow: "down", lines, strips: [] }]]), () => true);

  expect(readFlows(key).map?.get("turn")).toEqual({ flow: "down", lines: { length: 2 }, strips: [] });
});
