import { expect, test } from "vitest";
import { games, gameSvg, languages } from "#test/core/layout/gameSvgs.ts";
import { readModule } from "#core/read/readModule.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { drawing } from "#cli/drawing.ts";

/** Texts of a picture that end in "…", without those that a title of a group around them says in full. */
function cutForGood(svg: string): string[] {
  const titles: (string | undefined)[] = [];
  const lost: string[] = [];
  for (const [, open, close, title, text] of svg.matchAll(
    /(<g\b)|(<\/g>)|<title>([^<]*)<\/title>|<text [^>]*>([^<]*)<\/text>/g,
  )) {
    if (open) titles.push(undefined);
    else if (close) titles.pop();
    else if (title !== undefined) titles[titles.length - 1] ??= title;
    else if (text?.endsWith("…")) {
      const kept = text.slice(0, -1).trimEnd();
      // The rest of what is broken into lines is in the title of the whole.
      if (!titles.some((one) => one?.replaceAll(/\s/g, "").includes(kept.replaceAll(/\s/g, ""))))
        lost.push(text);
    }
  }
  return lost;
}

test.each(
  games.flatMap((game) =>
    languages.flatMap((lang) => (["flow", "full"] as const).map((level) => [game, lang, level] as const)),
  ),
)("%s in %s at %s: what is cut can be read in full", (game, lang, level) => {
  expect(cutForGood(gameSvg(game, lang, level).svg)).toEqual([]);
});

test("a name that is cut in its box is read in full where it is hovered", () => {
  const long = "A name that goes on and on ".repeat(12).trim();
  const text = `import { createMachine } from "xstate";
export const machine = createMachine({ id: "m", initial: "a", states: { a: { on: { GO: "b" } }, b: { initial: "c", states: { c: {}, d: { type: "history" } } } } });`;
  const files = new Map([
    [
      "labels/en",
      JSON.stringify({
        format: 1,
        locale: "en",
        labels: { "state:a": long, "state:b": long, "state:b.d": long },
      }),
    ],
  ]);
  const chart = readModule(text).charts[0]!;

  for (const detail of ["flow", "full"] as const) {
    const svg = drawing(chart, loadRuleset(files).ruleset, { locale: "en", detail });
    expect(svg).toContain("…</text>");
    expect(cutForGood(svg)).toEqual([]);
    expect(svg.split(`<title>`).filter((one) => one.includes(long)).length).toBeGreaterThanOrEqual(3);
  }
});
