import { expect, test } from "vitest";
import { TIP } from "#core/layout/pathText.ts";
import { fullRoute } from "#core/layout/picture.ts";
import type { Point } from "#core/layout/geometry.ts";
import {
  gallerySubject,
  gameSubjects,
  generatedSubjects,
  pictureOf,
} from "#test/core/layout/place/subjects.ts";

test.each([...gameSubjects(), gallerySubject(), ...generatedSubjects().slice(0, 12)])(
  "what is told by name in $name has a line on demand that ends with room for its head",
  (subject) => {
    for (const level of ["map", "flow"] as const) {
      const picture = pictureOf(subject, "en", { level });
      const short = picture.scene.arrows.flatMap((arrow) => {
        if (picture.routes.has(arrow.id) || arrow.role !== "far") return [];
        const [a, b] = fullRoute(picture, arrow).points.slice(-2) as [Point, Point];
        return Math.hypot(a.x - b.x, a.y - b.y) < TIP ? [`${arrow.from} -> ${arrow.to}`] : [];
      });

      expect(short).toEqual([]);
    }
  },
);
