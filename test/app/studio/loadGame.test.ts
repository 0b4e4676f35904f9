import { expect, test } from "vitest";
import { loadBeside, loadGame, readAhead } from "#app/studio/loadGame.ts";
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

test("the checks say the same in tasks as in one go, and nothing once the text has moved on", async () => {
  const broken = new Map([
    ...sound,
    ["machine", `${sound.get("machine")}`.replace(/target: "\w+"/, 'target: "nowhere"')],
  ]);
  const moved = new Project(
    "coin-duel",
    [...broken].map(([name, text]) => ({ name, path: name, text, hash: name })),
  );
  const given = [moved.state().files, moved.graph(), 0] as const;

  const beside = await loadBeside(() => false, ...given);

  expect(beside?.diagnostics.length).toBeGreaterThan(0);
  expect(beside?.diagnostics).toEqual(loadGame(...given).diagnostics);
  expect(await loadBeside(() => true, ...given)).toBeUndefined();
});

/** What stands between the tasks in which files are read ahead. */
async function tasksOf(files: ReadonlyMap<string, string>, answer = false): Promise<string[]> {
  const seen: string[] = [];
  setTimeout(() => seen.push("somebody else's turn"));
  await readAhead(files, () => {
    seen.push("asked");
    return answer;
  });
  return seen;
}

test("large rule files are read ahead one at a time, and no further once the text has moved on", async () => {
  const labels = (locale: string, letter: string) =>
    JSON.stringify({ format: 1, locale, labels: { "name:a": letter.repeat(300_000) } });
  const files = (letter: string) =>
    new Map([
      ["labels/en", labels("en", letter)],
      ["terms", `{ "format": 1, "terms": [] }`],
      ["labels/ja", labels("ja", letter)],
      ["machine", " ".repeat(300_000)],
    ]);

  expect(await tasksOf(files("b"))).toEqual(["somebody else's turn", "asked", "asked"]);
  expect(await tasksOf(files("c"), true)).toEqual(["somebody else's turn", "asked"]);
});

test("many small rule files are read ahead in as many tasks as large ones of the same length, and known ones in none", async () => {
  const steps = Array.from({ length: 40 }, (_, i) => ({ note: { en: `${i} `.repeat(200) } }));
  const scenario = JSON.stringify({ format: 1, title: { en: "one" }, steps });
  const files = new Map(Array.from({ length: 60 }, (_, i) => [`scenarios/s${i}`, scenario]));
  const tasks = (60 * scenario.length) / 200_000;

  const seen = await tasksOf(files);
  expect(seen[0]).toBe("somebody else's turn");
  expect(seen.length - 1).toBeGreaterThanOrEqual(Math.floor(tasks));
  expect(seen.length - 1).toBeLessThanOrEqual(2 * tasks + 1);

  expect(await tasksOf(files)).toEqual([]);
});
