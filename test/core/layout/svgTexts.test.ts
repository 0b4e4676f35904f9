import { describe, expect, test } from "vitest";
import { overlaps, type Rect } from "#core/layout/geometry.ts";
import { type Letters, LETTERS } from "#core/layout/svgText.ts";
import { games, gameSvg, languages } from "#test/core/layout/gameSvgs.ts";

interface Text {
  readonly text: string;
  readonly px: number;
  readonly box: Rect;
}

/** The texts of an SVG with the room that their letters take, from base line and letter size. */
function textsIn(svg: string): Text[] {
  const found = svg.matchAll(
    /<text class="([^"]*)" x="([^"]*)" y="([^"]*)" textLength="([^"]*)"[^>]*>([^<]*)/g,
  );
  return [...found].map(([, classes = "", x, y, w, text = ""]) => {
    const letters = classes.split(" ").find((one): one is Letters => Object.hasOwn(LETTERS, one)) ?? "small";
    const { px } = LETTERS[letters];
    return { text, px, box: { x: Number(x), y: Number(y) - px * 0.85, w: Number(w), h: px } };
  });
}

/** Rows lie 19 px apart and letters are 13 px at most: what meets by more than this lies on one another. */
const TOUCH = -0.5;

describe.each(games.flatMap((game) => languages.map((lang) => [game, lang] as const)))(
  "%s in %s",
  (game, lang) => {
    test.each(["map", "flow"] as const)("no text lies on another one at %s", (level) => {
      const texts = textsIn(gameSvg(game, lang, level).svg);
      expect(texts.length).toBeGreaterThan(20);

      const met = texts.flatMap((one, i) =>
        texts
          .slice(i + 1)
          .filter((other) => overlaps(one.box, other.box, TOUCH))
          .map((other) => `${one.text} / ${other.text}`),
      );

      expect(met).toEqual([]);
    });

    test("the map names every state that it draws, whole, in letters of 11.5 px or more", () => {
      const { picture, svg } = gameSvg(game, lang, "map");
      const texts = textsIn(svg);
      const said = new Set(texts.map(({ text }) => text));

      const drawn = [...picture.scene.items.values()].filter(({ id }) => id !== "");
      expect(drawn.map(({ content }) => content.title).filter((title) => !said.has(title))).toEqual([]);
      expect(drawn.filter(({ content }) => content.title.endsWith("…"))).toEqual([]);
      expect(texts.filter(({ px }) => px < 11.5)).toEqual([]);
    });

    test("every arrow with a line is drawn once and says in words what it stands for", () => {
      const { picture, svg } = gameSvg(game, lang, "flow");

      const lines = svg.match(/<g><title>[^<]*<\/title><path class="edge/g) ?? [];

      expect(lines).toHaveLength(picture.scene.arrows.filter(({ id }) => picture.routes.has(id)).length);
      expect(lines.filter((line) => line.includes("<title></title>"))).toEqual([]);
    });
  },
);
