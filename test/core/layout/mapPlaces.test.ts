import { describe, expect, test } from "vitest";
import { contains, overlaps, type Rect } from "#core/layout/geometry.ts";
import { areaOn, pointOn, stateAt } from "#core/layout/mapPlaces.ts";
import { shownFor } from "#core/layout/shownFor.ts";
import type { Picture } from "#core/layout/picture.ts";
import { isFrame } from "#core/layout/scene/scene.ts";
import { gameSubjects, pictureOf } from "#test/core/layout/place/subjects.ts";

const middle = ({ x, y, w, h }: Rect) => ({ x: x + w / 2, y: y + h / 2 });
const leaves = ({ scene, boxes }: Picture) =>
  [...scene.items.values()].flatMap((item) => {
    const box = boxes.get(item.id);
    return box && !isFrame(item) && item.shape !== "card" && item.shape !== "port" ? [{ item, box }] : [];
  });

describe.each(gameSubjects().map((subject) => [subject.name, subject] as const))("%s", (_, subject) => {
  const map = pictureOf(subject, "en", { level: "map" });
  const full = pictureOf(subject, "en", { level: "full" });

  test("what is looked at from near is found on the map, and leads back from there", () => {
    for (const { item, box } of leaves(full)) {
      const area = areaOn(map, full, box);
      const place = map.boxes.get(shownFor(map, item.id));
      expect(area && place && contains(area, place), item.id).toBe(true);
      if (!place || !map.scene.items.has(item.id)) continue;
      expect(stateAt(map, middle(place)), item.id).toBe(item.id);
      const back = pointOn(map, full, middle(place));
      expect(back && overlaps({ ...back, w: 1, h: 1 }, box), item.id).toBe(true);
    }
  });

  test("a page shows no point of what lies beside it", () => {
    const phase = [...map.scene.items.values()].find(({ shape }) => shape === "card")?.id ?? "";
    const page = pictureOf(subject, "en", { level: "full", page: phase });
    for (const { item, box } of leaves(map)) {
      const inside = item.id === phase || item.id.startsWith(`${phase}.`);
      expect(pointOn(map, page, middle(box)) !== undefined, item.id).toBe(inside);
    }
  });
});
