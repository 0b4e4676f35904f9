import { expect, test } from "vitest";
import { loadGame, readAhead } from "#app/studio/loadGame.ts";
import { newGameFiles } from "#core/project/newGame.ts";
import { Project } from "#core/project/Project.ts";

const files = newGameFiles("coin-duel");
const project = new Project(
  "coin-duel",
  files.map((file, i) => ({ ...file, hash: `h${i}` })),
);
const sound = project.state().files;
const wordings = [...sound.keys()].filter((name) => name.startsWith("text/"));
const broken = (name: string) => new Map([...sound, [name, `${sound.get(name)} "`]]);

test.each(wordings)(
  "%s that was broken before the game was opened is told, as one that is not shown",
  (name) => {
    const { faulty, unread, diagnostics } = loadGame(broken(name), project.graph(), 0);

    expect(faulty.map(({ file }) => file)).toEqual([name]);
    expect([...unread]).toEqual([name]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["json-syntax"]);
  },
);

test.each(wordings)("%s that breaks while the game is open is shown as it last was", (name) => {
  const lastGood = new Map<string, string>();
  const before = loadGame(sound, project.graph(), 0, lastGood);

  const { faulty, unread, ruleset } = loadGame(broken(name), project.graph(), 1, lastGood);

  expect(faulty.map(({ file }) => file)).toEqual([name]);
  expect(unread.size).toBe(0);
  expect(ruleset.text).toEqual(before.ruleset.text);
});

test("large rule files are read ahead one at a time, and no further once the text has moved on", async () => {
  const labels = (locale: string) =>
    JSON.stringify({ format: 1, locale, labels: { "name:a": "b".repeat(300_000) } });
  const files = new Map([
    ["labels/en", labels("en")],
    ["terms", `{ "format": 1, "terms": [] }`],
    ["labels/ja", labels("ja")],
    ["machine", " ".repeat(300_000)],
  ]);
  const asked: string[] = [];
  const isOver = (answer: boolean) => () => {
    asked.push("asked");
    return answer;
  };

  setTimeout(() => asked.push("somebody else's turn"));
  await readAhead(files, isOver(false));
  expect(asked).toEqual(["somebody else's turn", "asked", "asked"]);

  await readAhead(files, isOver(true));
  expect(asked).toHaveLength(4);
});
