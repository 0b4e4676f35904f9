import { expect, test } from "vitest";
import type { Picture } from "#core/layout/picture.ts";
import { drawnLines } from "#test/core/layout/place/drawnLines.ts";
import { gameSubjects, gallerySubject, LARGE, pictureOf, SMALL } from "#test/core/layout/place/subjects.ts";

/** Words beside a card that stand as near to the line of other words as to their own, or nearer. */
function astray(picture: Picture): string[] {
  const lines = drawnLines(picture);
  const level = (id: string) =>
    lines.find(({ arrow }) => arrow.id === id)?.pieces.filter(({ flat }) => flat) ?? [];
  return lines.flatMap(({ arrow, label, net }) => {
    const card = picture.scene.items.get(picture.scene.items.get(arrow.from)?.parent ?? "");
    const box = card?.shape === "card" ? picture.boxes.get(card.id) : undefined;
    if (!label || label.w === 0 || !box || arrow.role !== "line") return [];
    if (label.x < box.x + box.w && label.x + label.w > box.x) return [];
    const near = (id: string, side: "above" | "below") =>
      Math.min(
        ...level(id)
          .filter(({ a, b }) => Math.min(a.x, b.x) < label.x + label.w && Math.max(a.x, b.x) > label.x)
          .map(({ a }) => (side === "below" ? a.y - label.y - label.h : label.y - a.y))
          .filter((away) => away > -1),
      );
    const own = near(arrow.id, "below");
    if (!Number.isFinite(own)) return [];
    return lines
      .filter((other) => other.net !== net && other.arrow.from === arrow.from && other.label)
      .filter((other) => near(other.arrow.id, "above") <= own + 2)
      .map((other) => `${arrow.id} is near ${other.arrow.id}`);
  });
}

test.each([...gameSubjects(), gallerySubject()])(
  "words in $name are nearest to their own line",
  (subject) => {
    const pictures = [SMALL, LARGE].map((canvas) => pictureOf(subject, "en", { level: "map" }, canvas));

    expect(pictures.flatMap(astray)).toEqual([]);
  },
);
