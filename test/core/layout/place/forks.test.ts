import { describe, expect, test } from "vitest";
import type { Point } from "#core/layout/geometry.ts";
import { LEVELS } from "#core/layout/level.ts";
import { bundlesOf, type Picture } from "#core/layout/picture.ts";
import { type Arrow, blockOf } from "#core/layout/scene/scene.ts";
import { pictureFaults } from "#test/core/layout/place/pictureFaults.ts";
import {
  gallerySubject,
  generatedSubjects,
  LARGE,
  pictureOf,
  SMALL,
  subjectOf,
} from "#test/core/layout/place/subjects.ts";

/** Transitions to two and three regions, one of which another line enters, too. */
const region = `{ initial: "a", states: { a: { on: { GO: "b" } }, b: { on: { BACK: "a" } } } }`;
const subject = subjectOf(
  "forks",
  `import { setup } from "xstate";
export const machine = setup({}).createMachine({
  id: "game",
  initial: "choose",
  states: {
    choose: { on: { BOTH: { target: ["#game.fight.left", "#game.fight.right"] }, ALONE: "alone" } },
    alone: { on: { ALL: { target: ["#game.fight.left", "#game.fight.middle", "#game.fight.right"] }, END: "over" } },
    late: { on: { LEFT: "#game.fight.left", GO: "alone" } },
    fight: { type: "parallel", states: { left: ${region}, middle: ${region}, right: ${region} } },
    over: { type: "final" },
  },
});`,
  () => ({}),
);

const forksIn = ({ scene, routes }: Picture): Arrow[][] => {
  const found = new Map<string, Arrow[]>();
  for (const arrow of scene.arrows) {
    if (arrow.role !== "line" || !routes.has(arrow.id) || arrow.via !== undefined) continue;
    if (blockOf(scene, arrow.from) === blockOf(scene, arrow.to)) continue;
    const [part] = arrow.parts;
    if (arrow.parts.length === 1 && part && part.transition.targets.length > 1)
      found.set(part.id, [...(found.get(part.id) ?? []), arrow]);
  }
  return [...found.values()].filter((some) => some.length > 1);
};

const lies = ({ x, y }: Point, points: readonly Point[]): boolean =>
  points.slice(1).some((b, i) => {
    const a = points[i] as Point;
    return (
      x >= Math.min(a.x, b.x) - 1 &&
      x <= Math.max(a.x, b.x) + 1 &&
      y >= Math.min(a.y, b.y) - 1 &&
      y <= Math.max(a.y, b.y) + 1
    );
  });

/** What a fork lacks of one stem with a dot where it parts. */
function forkFaults(picture: Picture): string[] {
  const bundles = bundlesOf(picture.scene);
  return forksIn(picture).flatMap((branches) => {
    const [first, ...further] = branches as [Arrow, ...Arrow[]];
    const stem = picture.routes.get(first.id)?.points ?? [];
    return further.flatMap(({ id }) => {
      const { points = [], fork } = picture.routes.get(id) ?? {};
      const [a, b] = [stem[0] as Point, points[0] as Point];
      return [
        ...(Math.abs(a.x - b.x) + Math.abs(a.y - b.y) < 1 ? [] : [`two stems ${id}`]),
        ...(fork && lies(fork, points) ? [] : [`no dot ${id}`]),
        ...(bundles.get(id) === bundles.get(first.id) ? [] : [`no bundle ${id}`]),
      ];
    });
  });
}

describe.each(LEVELS)("at %s", (level) => {
  test("a transition to several targets is one stem with a dot where it parts", () => {
    for (const canvas of [SMALL, LARGE]) {
      const picture = pictureOf(subject, "en", { level }, canvas);

      expect(forksIn(picture).length).toBe(2);
      expect([...forkFaults(picture), ...pictureFaults(picture)]).toEqual([]);
    }
  });

  test("so it is in the gallery and in generated charts", { timeout: 120_000 }, () => {
    const subjects = [gallerySubject(), ...generatedSubjects().slice(0, 12)];
    const pictures = subjects.map((one) => pictureOf(one, "en", { level }, LARGE));

    if (level === "map") expect(pictures.flatMap(forksIn).length).toBeGreaterThan(2);
    expect(pictures.flatMap(forkFaults)).toEqual([]);
  });
});
