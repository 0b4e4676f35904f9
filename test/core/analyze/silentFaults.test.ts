import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkGame } from "#core/analyze/check.ts";
import { absolute, places, type PlacedState } from "#core/chart/places.ts";
import { readModule } from "#core/read/readModule.ts";

/**
 * What XState 5.33 takes without a word (reliability.md section 2), planted anywhere in the shipped machines and the showcase:
 * each planted fault must be told, under the text that was planted.
 */
const texts = [
  readFileSync("test/golden/showcase.machine.ts", "utf8"),
  ...readdirSync("machines")
    .filter((name) => name.endsWith(".machine.ts"))
    .map((name) => readFileSync(`machines/${name}`, "utf8")),
];

interface Planted {
  readonly code: string;
  /** Property to put in front of those of a state. */
  readonly property: string;
  readonly under: string;
}
const plants: readonly Planted[] = [
  { code: "unknown-state-key", property: `onn: {}`, under: "onn" },
  { code: "unknown-state-key", property: `alwyas: []`, under: "alwyas" },
  { code: "wrong-type", property: `exit: null`, under: "null" },
  { code: "wrong-type", property: `after: 5`, under: "5" },
  { code: "target-type", property: `onDone: { target: 5 }`, under: "5" },
  { code: "target-type", property: `onDone: [{ target: ["x", 5] }]`, under: "5" },
  { code: "unknown-transition-key", property: `onDone: { cond: "x" }`, under: "cond" },
  { code: "unknown-transition-key", property: `after: { 10: [{ atcions: "x" }] }`, under: "atcions" },
  { code: "action-not-found", property: `exit: ["noSuchAction"]`, under: `"noSuchAction"` },
  { code: "guard-not-found", property: `onDone: { guard: "noSuchGuard" }`, under: `"noSuchGuard"` },
  { code: "target-not-found", property: `onDone: "noSuchState"`, under: `"noSuchState"` },
  { code: "wrong-value", property: `type: "finale"`, under: `"finale"` },
];

/** States whose config can take a property more that they do not have yet. */
const roomy = (place: PlacedState, plant: Planted): boolean => {
  const key = plant.property.slice(0, plant.property.indexOf(":"));
  return (
    place.node.origin === "here" &&
    place.node.type !== "history" &&
    !place.node.props.some((prop) => prop.name === key)
  );
};

test.each(plants)("$property anywhere in a machine is told as $code", (plant) => {
  const spots = texts.flatMap((text) => {
    const chart = readModule(text).charts[0]!;
    return [...places(chart).values()]
      .filter((place) => roomy(place, plant))
      .map((place) => ({ text, at: absolute(place, place.node.valueAt).from + 1, path: place.path }));
  });
  expect(spots.length).toBeGreaterThan(20);

  fc.assert(
    fc.property(fc.constantFrom(...spots), ({ text, at, path }) => {
      const planted = `${text.slice(0, at)} ${plant.property}, ${text.slice(at)}`;

      const found = checkGame({ reading: readModule(planted), files: new Map([["machine", planted]]) });

      const told = found.filter(
        (one) => one.code === plant.code && one.at && planted.slice(one.at.from, one.at.to) === plant.under,
      );
      expect(told.map((one) => one.path)).toContainEqual(path);
    }),
    { numRuns: 12 },
  );
});

test("two states of one id are told wherever they are", () => {
  for (const text of texts) {
    const chart = readModule(text).charts[0]!;
    const spots = [...places(chart).values()].filter(
      (place) => place.parent && place.node.id === undefined && place.node.type !== "history",
    );
    fc.assert(
      fc.property(fc.shuffledSubarray(spots, { minLength: 2, maxLength: 2 }), (pair) => {
        const [a, b] = pair
          .map((place) => absolute(place, place.node.valueAt).from + 1)
          .toSorted((x, y) => x - y) as [number, number];
        const id = ` id: "twin",`;
        const planted = text.slice(0, a) + id + text.slice(a, b) + id + text.slice(b);

        const found = checkGame({ reading: readModule(planted), files: new Map([["machine", planted]]) });

        expect(found.map((one) => [one.code, one.facts["id"]])).toContainEqual(["duplicate-id", "twin"]);
      }),
      { numRuns: 8 },
    );
  }
});
