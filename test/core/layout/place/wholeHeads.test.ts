import { expect, test } from "vitest";
import type { Picture } from "#core/layout/picture.ts";
import { isFrame } from "#core/layout/scene/scene.ts";
import { gameSubjects, LARGE, pictureOf, openedOf } from "#test/core/layout/place/subjects.ts";

/** What stands in the heads of frames. */
const heads = ({ scene }: Picture): string[] =>
  [...scene.items.values()]
    .filter((item) => item.level === "map" && isFrame(item))
    .flatMap(({ content }) => content.rows.flatMap(({ chips }) => chips.map(({ text }) => text)));

test.each(gameSubjects())("nothing is left out of the heads of $name where there is room", (subject) => {
  const texts = heads(pictureOf(subject, "en", { level: "map", words: "none" }, LARGE));

  expect(texts.filter((text) => /^\+\d+$/.test(text))).toEqual([]);
});

test("what ends a game is told in the head of its frame as it opens", () => {
  const subject = gameSubjects().find(({ name }) => name === "fate-ace-royal")!;
  const room = { w: 819, h: 790 };
  const opened = openedOf(subject, "en", room);

  expect(heads(opened.picture)).toContain("somebody loses ↺");
});
