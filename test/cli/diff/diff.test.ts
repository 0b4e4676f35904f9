import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SaxesParser } from "saxes";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Change } from "#core/analyze/compare/change.ts";
import { sound } from "#test/core/analyze/faults.ts";
import { turnwright } from "#test/support/commandLine.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-diff-"));
  for (const [name, file] of Object.entries(sound)) {
    const path = name === "machine" ? "machines/go-fish.machine.ts" : `rulesets/go-fish/${name}.json`;
    const text =
      typeof file === "string" ? file : JSON.stringify(file, null, 2).replaceAll(`"m"`, `"go-fish"`);
    await mkdir(join(folder, "main", path, ".."), { recursive: true });
    await writeFile(join(folder, "main", path), text);
  }
  await cp(join(folder, "main"), join(folder, "branch"), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const diff = (...words: string[]) => turnwright(["diff", ...words], { cwd: folder });

/** The second folder with one file changed, and what differs then. */
async function after(file: string, change: (text: string) => string, ...words: string[]) {
  const path = join(folder, "branch", file);
  const before = await readFile(path, "utf8");
  expect(change(before)).not.toBe(before);
  await writeFile(path, change(before));
  const done = await diff("main", "branch", ...words);
  await writeFile(path, before);
  return done;
}
const changesIn = (out: string) =>
  (JSON.parse(out) as { games: { changes: Change[] }[] }).games.flatMap(({ changes }) => changes);

const MACHINE = "machines/go-fish.machine.ts";

test("a folder differs in nothing from a copy of it, nor a game from itself", async () => {
  expect(await diff("main", "branch")).toEqual({ code: 0, out: "No differences\n", err: "" });
  expect(await diff(`main/${MACHINE}`, `branch/${MACHINE}`, "--lang", "ja")).toMatchObject({
    code: 0,
    out: "違いはありません\n",
  });
  const json = await diff("main", "branch", "--json");
  expect([json.code, JSON.parse(json.out)]).toEqual([
    0,
    { same: true, games: [{ id: "go-fish", changes: [] }] },
  ]);
});

test("a guard is shown by its formula, before and after", async () => {
  const { code, out } = await after(MACHINE, (text) =>
    text.replace("event.by === context", "event.by !== context"),
  );
  expect(code).toBe(1);
  expect(out).toBe(
    "go-fish\n  ~ guard isTurn\n      formula: by = turnPlayer → by ≠ turnPlayer\nDifferences: 1\n",
  );
});

test("a state that was renamed by hand is one state, and all that leads to it is as it was", async () => {
  const { out } = await after(
    MACHINE,
    (text) => text.replaceAll('"over"', '"end"').replace("over:", "end:"),
    "--json",
  );
  expect(changesIn(out)).toEqual([{ subject: "state", kind: "renamed", name: "end", was: "over" }]);
});

test("transitions, clauses, states and events are named", async () => {
  const { out } = await after(
    MACHINE,
    (text) =>
      text
        .replace(
          'PLAY: { guard: "isTurn", target: "over" }',
          'PLAY: { guard: "isTurn", target: "turn" }, SKIP: "over"',
        )
        .replace('["G-1"]', '["G-1", "G-2"]')
        .replace("over: {", "extra: { initial: 'a', states: { a: {} } }, over: {"),
    "--json",
  );
  expect(changesIn(out)).toEqual([
    {
      subject: "state",
      kind: "changed",
      name: "turn",
      parts: [{ part: "clauses", before: "G-1", after: "G-1, G-2" }],
    },
    {
      subject: "transition",
      kind: "changed",
      name: "PLAY",
      state: "turn",
      parts: [{ part: "target", before: "over", after: "turn" }],
    },
    {
      subject: "transition",
      kind: "added",
      name: "SKIP",
      state: "turn",
      parts: [{ part: "target", after: "over" }],
    },
    { subject: "state", kind: "added", name: "extra", inside: 1 },
  ]);
});

test("wordings, labels and clauses are compared, each in its language", async () => {
  const wording = await after(
    "rulesets/go-fish/text/en.json",
    (text) => text.replace("Turns.", "Turns | `go` on."),
    "--format",
    "markdown",
  );
  expect(wording.out).toContain("| wording | en `G-1` | text | `Turns.` | ``Turns \\| `go` on.`` |");
  const clause = await after(
    "rulesets/go-fish/clauses.json",
    (text) => text.replace("permission", "obligation"),
    "--lang",
    "zh-Hant",
  );
  expect(clause.out).toContain('條文 G-2\n      值: kind: "permission" → kind: "obligation"');
});

test("a game that only one folder has is added or removed", async () => {
  const more = join(folder, "more");
  await cp(join(folder, "main"), more, { recursive: true });
  await writeFile(join(more, "machines/new.machine.ts"), sound.machine);
  expect((await diff("main", "more")).out).toBe("new\n  + game new\nDifferences: 1\n");
  expect((await diff("more", "main")).out).toBe("new\n  - game new\nDifferences: 1\n");
});

test("--svg shows both maps in one picture", async () => {
  const { code } = await diff(`main/${MACHINE}`, `branch/${MACHINE}`, "--svg", "maps.svg");
  const svg = await readFile(join(folder, "maps.svg"), "utf8");
  const names: string[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name }) => void names.push(name));
  parser.write(svg).close();
  expect(code).toBe(0);
  expect(names.filter((name) => name === "svg").length).toBe(3);
  expect(svg).toContain(`>main/${MACHINE}</text>`);
});

test.each([
  [["main"], 2, "diff needs A B"],
  [
    ["main", `branch/${MACHINE}`],
    2,
    "one of the two is a folder and the other a game: name two folders of games, or two games",
  ],
  [
    ["main", "branch", "--format", "markdwn"],
    2,
    "--format markdwn is unknown: the formats are text, markdown, json; did you mean markdown?",
  ],
  [
    ["main", "more", "--svg", "a.svg"],
    2,
    "--svg goes with two games: it shows the map of the one beside that of the other",
  ],
  [["main", "nowhere"], 2, "nowhere is neither a folder of games nor a machine's file, and"],
])("%j is refused with what would be right", async (words, exit, why) => {
  const { code, err } = await diff(...words);
  expect(code).toBe(exit);
  expect(err.split("\n")[0]).toContain(why);
});

test("what cannot be compared exits with 2, as with diff(1), and says where", async () => {
  const { code, err } = await after(MACHINE, (text) => `${text})`);
  expect(code).toBe(2);
  expect(err).toMatch(/^machines\/go-fish\.machine\.ts:\d+:\d+ {2}error/);
});
