import { expect, test } from "vitest";
import type { Arrow } from "#core/layout/scene/scene.ts";
import { gameSubjects, pictureOf } from "#test/core/layout/place/subjects.ts";

const wordsOf = (arrow: Arrow) =>
  arrow.label.rows.flatMap(({ chips }) => chips.map(({ text }) => text)).join(" ");

test.each(gameSubjects())(
  "what is said of a line of $name has its place, also where it leaves upwards",
  (subject) => {
    for (const level of ["flow", "full"] as const) {
      const { scene, routes } = pictureOf(subject, "en", { level });
      const isSaid = (arrow: Arrow) =>
        scene.arrows.some(
          (one) => one.to === arrow.to && wordsOf(one) === wordsOf(arrow) && routes.get(one.id)?.label,
        );
      const mute = scene.arrows.filter(
        (arrow) => routes.has(arrow.id) && wordsOf(arrow) !== "" && !isSaid(arrow),
      );

      expect(mute.map(({ id }) => id)).toEqual([]);
    }
  },
);
