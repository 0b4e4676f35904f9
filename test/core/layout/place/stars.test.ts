import { expect, test } from "vitest";
import { crossedIn } from "#test/core/layout/place/crossedIn.ts";
import { drawnLines } from "#test/core/layout/place/drawnLines.ts";
import { pictureFaults } from "#test/core/layout/place/pictureFaults.ts";
import { openedOf, pictureOf, subjectOf, LARGE, SMALL } from "#test/core/layout/place/subjects.ts";

/** A hub that leads to so many states, each of which leads back. */
const star = (count: number, spoke: (id: string) => string) => {
  const all = Array.from({ length: count }, (_, i) => `s${i}`);
  return subjectOf(
    `star-${count}`,
    `import { createMachine } from "xstate";
export const machine = createMachine({ id: "star", initial: "hub", states: {
  hub: { on: { ${all.map((id) => `GO_${id}: "#star.${id}"`).join(", ")} } },
  ${all.map((id) => `${id}: ${spoke(id)}`).join(",\n  ")} } });`,
    () => ({}),
  );
};
const state = () => `{ on: { BACK: "#star.hub" } }`;
const phase = () =>
  `{ initial: "a", states: { a: { on: { NEXT: "b" } }, b: { on: { BACK: "#star.hub" } } } }`;
const stars = [5, 6, 7, 10, 20, 40].flatMap((count) => [
  { count, of: "states", subject: star(count, state) },
  { count, of: "phases", subject: star(count, phase) },
]);

test.each(stars)(
  "a hub has a line to and from each of its $count $of, and none is a name",
  ({ count, subject }) => {
    const picture = pictureOf(subject, "en", { level: "map" });

    const lines = drawnLines(picture).filter(({ arrow }) => arrow.role === "line");
    const pairs = lines.map(({ arrow: { from, to } }) => `${from.split(".")[0]} ${to.split(".")[0]}`);
    const ids = Array.from({ length: count }, (_, i) => `s${i}`);
    expect(pairs.toSorted()).toEqual(ids.flatMap((id) => [`hub ${id}`, `${id} hub`]).toSorted());
    expect(pictureFaults(picture)).toEqual([]);
    expect(crossedIn(picture, 1).crossed).toEqual([]);
  },
);

test.each(
  stars
    .filter(({ count, of }) => of === "states" && count <= 20)
    .flatMap(({ count, subject }) => [SMALL, LARGE].map((canvas) => ({ count, subject, canvas }))),
)("the map of a star of $count keeps its lines on $canvas.w x $canvas.h", ({ count, subject, canvas }) => {
  const { picture, zoom } = openedOf(subject, "en", canvas, { only: "map" });

  expect(drawnLines(picture).filter(({ arrow }) => arrow.role === "line")).toHaveLength(2 * count);
  expect(crossedIn(picture, zoom).crossed).toEqual([]);
});

test("a state that leads on to another one as well is no spoke: its hub is one that many lead to", () => {
  const subject = star(
    8,
    (id) => `{ on: { BACK: "#star.hub", ON: "#star.s${(Number(id.slice(1)) + 3) % 8}" } }`,
  );

  const lines = drawnLines(pictureOf(subject, "en", { level: "map" })).filter(
    ({ arrow }) => arrow.role === "line",
  );
  expect(lines.some(({ arrow }) => arrow.hub !== undefined)).toBe(false);
});
