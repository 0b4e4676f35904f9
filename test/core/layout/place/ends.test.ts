import { expect, test } from "vitest";
import { blockOf } from "#core/layout/scene/scene.ts";
import { gallerySubject, gameSubjects, LARGE, pictureOf, SMALL } from "#test/core/layout/place/subjects.ts";

test.each([...gameSubjects(), gallerySubject()])(
  "in $name what leads from one step to several of a phase has a head at each of them",
  (subject) => {
    let several = 0;
    for (const canvas of [SMALL, LARGE]) {
      const { scene, boxes, routes } = pictureOf(subject, "en", { level: "map" }, canvas);
      const lines = scene.arrows.filter(({ id, role }) => role === "line" && routes.has(id));
      for (const arrow of lines) {
        const row = scene.items.get(arrow.to);
        const isBeside = lines.some(
          ({ from, to }) =>
            from === arrow.from && to !== arrow.to && blockOf(scene, to) === blockOf(scene, arrow.to),
        );
        const box = boxes.get(arrow.to);
        const tip = routes.get(arrow.id)?.points.at(-1);
        if (row?.shape !== "row" || !isBeside || !box || !tip) continue;
        several++;
        expect([arrow.id, tip.y >= box.y && tip.y <= box.y + box.h]).toEqual([arrow.id, true]);
      }
    }
    if (subject.name === "flesh-and-blood") expect(several).toBeGreaterThan(0);
  },
);
