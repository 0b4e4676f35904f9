import { expect, test } from "vitest";
import { TIP } from "#core/layout/pathText.ts";
import { fullRoute } from "#core/layout/fullRoute.ts";
import { type Picture } from "#core/layout/picture.ts";
import { type Arrow, blockOf } from "#core/layout/scene/scene.ts";
import { passes, piecesOf } from "#test/core/layout/place/drawnLines.ts";
import { headPlace } from "#core/layout/wordPlaces.ts";
import { type Point, sharedArea } from "#core/layout/geometry.ts";
import {
  gallerySubject,
  gameSubjects,
  generatedSubjects,
  LARGE,
  pictureOf,
  SMALL,
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

/** Names of states that a line on demand strikes through, other than those of its ends. */
function struckBy(picture: Picture, arrow: Arrow): string[] {
  const { points } = fullRoute(picture, arrow);
  const pieces = points.slice(1).map((to, i) => {
    const from = points[i] ?? to;
    const [w, h] = [Math.abs(to.x - from.x) + 1, Math.abs(to.y - from.y) + 1];
    return { x: Math.min(from.x, to.x) - 0.5, y: Math.min(from.y, to.y) - 0.5, w, h };
  });
  return [...picture.scene.items.values()].flatMap(({ id, shape }) => {
    const name = headPlace(picture, id);
    if (!name || shape === "port" || id === arrow.from || id === arrow.to) return [];
    // the name of a step, not the room for the lines at its side
    const box = { ...name, x: name.x + 2, w: name.w - 4, y: name.y + 2, h: name.h - 4 };
    return pieces.some((piece) => sharedArea(piece, box) > 0) ? [id] : [];
  });
}

test.each(gameSubjects().flatMap((subject) => [SMALL, LARGE].map((size) => ({ ...subject, size }))))(
  "lines on demand of $name strike through no name of another state on $size.w x $size.h",
  ({ size, ...subject }) => {
    const picture = pictureOf(subject, "en", { level: "map" }, size);
    const lines = [...picture.scene.arrows, ...(picture.scene.calls ?? [])].filter(
      ({ id, role }) => role === "far" && !picture.routes.has(id),
    );

    const struck = lines.flatMap((arrow) =>
      struckBy(picture, arrow).map((id) => `${arrow.from} -> ${arrow.to} through ${id}`),
    );

    expect(struck).toEqual([]);
  },
);

test.each(gameSubjects().flatMap((subject) => [SMALL, LARGE].map((size) => ({ ...subject, size }))))(
  "nor through what is said of lines of other phases, of $name on $size.w x $size.h",
  ({ size, ...subject }) => {
    const picture = pictureOf(subject, "en", { level: "map" }, size);
    const said = picture.scene.arrows.flatMap(({ id, from }) => {
      const label = picture.routes.get(id)?.label;
      return label && label.w > 0 ? [{ id, phase: blockOf(picture.scene, from), label }] : [];
    });
    const struck = [...picture.scene.arrows, ...(picture.scene.calls ?? [])]
      .filter(({ id, role }) => role === "far" && !picture.routes.has(id))
      .flatMap((arrow) => {
        const pieces = piecesOf(fullRoute(picture, arrow).points);
        // it may have to leave its own phase between the words of that one
        const own = [arrow.from, arrow.to].map((id) => blockOf(picture.scene, id));
        const others = said.filter(({ phase }) => !own.includes(phase));
        const through = others.filter(({ label }) => pieces.some((piece) => passes(piece, label)));
        return through.map(({ id }) => `${arrow.from} -> ${arrow.to} through words of ${id}`);
      });

    expect(struck).toEqual([]);
  },
);
