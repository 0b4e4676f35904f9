import { describe, expect, test } from "vitest";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { floorOf } from "#core/layout/level.ts";
import { SMALLEST } from "#core/layout/openView.ts";
import { drawPicture, type Picture } from "#core/layout/picture.ts";
import { type Arrow, blockOf } from "#core/layout/scene/scene.ts";
import { pictureFaults } from "#test/core/layout/place/pictureFaults.ts";
import {
  gallerySubject,
  gameSubjects,
  generatedSubjects,
  LARGE,
  locales,
  SMALL,
  pictureOf,
  openedOf,
} from "#test/core/layout/place/subjects.ts";

const drawn = [...gameSubjects(), gallerySubject()];

/** Words that stand beside each line, by arrow id. */
const saidIn = ({ scene, routes }: Picture): Map<string, string> =>
  new Map(
    scene.arrows.flatMap(({ id, label }) => {
      const route = routes.get(id);
      const { rows } = route?.words ?? label;
      const text = rows.flatMap(({ chips }) => chips.map((chip) => chip.text)).join(" ");
      return route?.label && text !== "" ? [[id, text] as const] : [];
    }),
  );

describe("words that stand where a picture has room", () => {
  test.each([...drawn, ...generatedSubjects().slice(0, 22)])("cover nothing of $name", (subject) => {
    const faults = (["lines", "events", "none"] as const).flatMap((words) =>
      [SMALL, LARGE].flatMap((canvas) =>
        pictureFaults(pictureOf(subject, "en", { level: "map", words }, canvas)).map(
          (fault) => `${words} ${canvas.w}: ${fault}`,
        ),
      ),
    );

    expect(faults).toEqual([]);
  });

  test.each(gameSubjects())("move nothing of $name, and none of them is cut", (subject) => {
    for (const locale of locales) {
      const { scene, boxes, routes } = pictureOf(subject, locale, { level: "map", words: "none" });
      const bare = scene.arrows.map(({ spare: _, ...arrow }) => arrow);
      const without = drawPicture({ ...scene, arrows: bare }, NO_ARRANGEMENT, LARGE);

      expect([...boxes]).toEqual([...without.boxes]);
      for (const [id, { points }] of without.routes) expect(routes.get(id)?.points).toEqual(points);
      const texts = [...routes.values()]
        .flatMap(({ words }) => words?.rows ?? [])
        .flatMap(({ chips }) => chips);
      expect(texts.filter(({ text }) => text.endsWith("…"))).toEqual([]);
    }
  });

  test("are found beside lines of games that had no word", () => {
    const found = gameSubjects().flatMap((subject) => {
      const { routes } = pictureOf(subject, "en", { level: "map", words: "none" });
      return [...routes.values()].filter(({ words }) => words);
    });

    expect(found.length).toBeGreaterThan(8);
  });
});

/** What is free in windows of 1600 x 960 and 1280 x 720 as a newcomer finds them, and in a large one. */
const ROOMS = [
  { w: 819, h: 790 },
  { w: 826, h: 600 },
  { w: 1326, h: 740 },
] as const;

/** Steps and phases that lead out of their phase in several ways of which more than one says nothing. */
function muteWays(picture: Picture): string[] {
  const { scene } = picture;
  const said = saidIn(picture);
  // what leads from one step to several steps of one phase is one line, and has its words in one place
  const isSaid = ({ id, from, to }: Arrow): boolean =>
    said.has(id) ||
    scene.arrows.some((other) => {
      const isBeside = other.from === from && blockOf(scene, other.to) === blockOf(scene, to);
      return isBeside && said.get(other.id)?.includes(`→ ${scene.items.get(to)?.content.title}:`) === true;
    });
  const leaving = new Map<string, Arrow[]>();
  for (const arrow of scene.arrows)
    if (arrow.role === "line" && picture.routes.has(arrow.id) && !scene.items.get(arrow.from)?.folded)
      leaving.set(arrow.from, [...(leaving.get(arrow.from) ?? []), arrow]);
  return [...leaving].flatMap(([from, arrows]) => {
    const mute = arrows.filter((arrow) => arrow.via === undefined && !isSaid(arrow));
    return new Set(arrows.map(({ to }) => to)).size > 1 && mute.length > 1 ? [from] : [];
  });
}

describe.each(locales)("in %s", (lang) => {
  test.each(
    drawn.flatMap((subject) => ROOMS.map((room) => ({ name: subject.name, w: room.w, subject, room }))),
  )(
    "as $name opens in $w pixels, of the ways out of a phase from one step at most one says nothing",
    ({ subject, room }) => {
      const { picture, zoom, view } = openedOf(subject, lang, room);

      expect(new Set(muteWays(picture)).size).toBeLessThanOrEqual(
        subject.name === "gallery" ? 2 : room.h < 700 ? 1 : 0,
      );
      expect(zoom * SMALLEST[view.level]).toBeGreaterThanOrEqual(floorOf(lang) - 0.01);
      expect(pictureFaults(picture)).toEqual([]);
    },
  );
});
