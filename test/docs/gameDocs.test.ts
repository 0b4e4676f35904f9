import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readModule } from "#core/read/readModule.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { gameIds, readGame } from "#cli/games.ts";
import { gamePictures } from "../../scripts/gameDocs/gamePictures.ts";
import { gamePage } from "../../scripts/gameDocs/gamePage.ts";
import { code, plain, table } from "../../scripts/gameDocs/markdown.ts";
import { outerChart } from "#core/export/outerChart.ts";

const root = process.cwd();

test.for(await gameIds(root))(
  "the page of %s names all its clauses, open points and scenarios",
  async (id) => {
    const { files } = await readGame(root, id);
    const { ruleset, scenarios } = loadRuleset(files);

    const page = gamePage(id, files);

    const charts = [...page.matchAll(/```mermaid\nstateDiagram-v2\n(.*?)```/gs)].map((m) => m[1] ?? "");
    expect(charts).toHaveLength(3);
    for (const chart of charts) expect(chart.match(/ --> /g)?.length).toBeGreaterThan(5);
    expect(ruleset.clauses.filter((clause) => !page.includes(`\n| ${plain(clause.id)} |`))).toEqual([]);
    expect(ruleset.readings.filter((reading) => !page.includes(`\n### ${reading.id}\n`))).toEqual([]);
    expect(Object.keys(scenarios).filter((slug) => !page.includes(`\n| ${code(slug)} |`))).toEqual([]);
    expect(page.endsWith("|\n")).toBe(true);
    expect(gamePage(id, files)).toBe(page);
  },
);

test.for(await gameIds(root))(
  "the pictures of %s show its machine as it is: else run npm run game-docs",
  async (id) => {
    const { files } = await readGame(root, id);

    const pictures = await gamePictures(id, files);

    expect([...pictures.keys()]).toEqual(["en", "ja", "zh-Hant"].map((lang) => `${id}.${lang}.svg`));
    for (const [name, svg] of pictures) {
      expect(svg === readFileSync(`docs/games/pictures/${name}`, "utf8") ? "current" : "old", name).toBe(
        "current",
      );
      expect(gamePage(id, files)).toContain(`](pictures/${name})`);
      expect(svg.length, name).toBeLessThan(60_000);
    }
  },
);

test("every game has its page in docs/games", async () => {
  const without = (await gameIds(root)).filter((id) => !existsSync(`docs/games/${id}.md`));

  expect(without).toEqual([]);
});

test("a text in a table stays one cell and is not read as markup", () => {
  expect(table(["A"], [[plain("a | b\n<i> *c* [d]")]])).toBe(
    "| A |\n| --- |\n| a \\| b &lt;i> \\*c\\* \\[d\\] |",
  );
  expect(code("a | b")).toBe("`a \\| b`");
});

test("what leads out of a deeper state starts at the outer one, without its guard", () => {
  const [chart] = readModule(`
    import { createMachine } from "xstate";
    export const m = createMachine({ initial: "a", states: {
      a: { initial: "x", states: { x: { on: { GO: { target: "#end", guard: "may" }, IN: "y" } }, y: {} } },
      b: { id: "end", type: "final" } } });`).charts;

  const outer = chart && outerChart(chart, 1).root.children[0];

  expect(outer?.children).toEqual([]);
  expect(outer?.transitions.map((one) => [one.event, one.guard, one.targets[0]?.resolved])).toEqual([
    ["GO", undefined, ["b"]],
  ]);
});

test("an arrow to a state around its own goes to where that state begins", () => {
  const [chart] = readModule(`
    import { createMachine } from "xstate";
    export const m = createMachine({ initial: "a", states: {
      a: { id: "a", initial: "x", states: { x: {}, y: { on: { AGAIN: { target: "#a", reenter: true } } } } } } });`).charts;

  const outer = chart && outerChart(chart, 2).root.children[0]?.children[1];

  expect(outer?.transitions.map((one) => one.targets[0]?.resolved)).toEqual([["a", "x"]]);
});
