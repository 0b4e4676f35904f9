import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OUTLINE_FAULTS } from "#core/outline/outlineFault.ts";
import { outlineFaults } from "#cli/words.ts";
import { turnwright } from "#test/support/commandLine.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-outline-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const run = (...words: string[]) => turnwright(words, { cwd: folder });

const TEXTS = {
  en: "Start\nDraw: turn player draws 1\nMain*\n  -> End on STOP\nEnd: discard to 7\n",
  ja: "準備\nドロー：1 枚引く\nメイン*\n終わり：7 枚まで捨てる\n",
  "zh-Hant": "準備\n抽牌：抽 1 張\n主要階段*\n結束：棄牌至 7 張\n",
} as const;

describe("a game from a text", { timeout: 60_000 }, () => {
  test.each(Object.entries(TEXTS))(
    "in %s: nothing is wrong in it, and it plays on",
    async (language, text) => {
      const id = `list-${language.toLowerCase()}`;
      await writeFile(join(folder, `${id}.txt`), text);
      const { code, err } = await run("new", id, "--from-text", `${id}.txt`);
      expect([code, err]).toEqual([0, ""]);

      const ruleset = await readFile(join(folder, `rulesets/${id}/ruleset.json`), "utf8");
      expect((JSON.parse(ruleset) as { locales: string[] }).locales).toEqual([language]);
      expect((await run("check", id)).out).toMatch(/0 errors, 0 warnings/);

      const { out } = await turnwright(["play", id, "--stdio"], {
        cwd: folder,
        input: ['{"input":{}}\n', '{"legal":true}\n'],
      });
      const answers = out.trim().split("\n");
      const { legal } = JSON.parse(answers[1] ?? "") as { legal: { events: object[] }[] };
      expect(legal[0]?.events.length).toBeGreaterThan(0);
    },
  );

  test("is printed from the game again, and makes the same game", async () => {
    const { out } = await run("export", "list-en", "--to", "outline", "--lang", "en");
    await writeFile(join(folder, "again.txt"), out);
    expect((await run("new", "again", "--from-text", "again.txt")).code).toBe(0);
    const [first, second] = await Promise.all(
      ["list-en", "again"].map(async (id) => {
        const text = await readFile(join(folder, `machines/${id}.machine.ts`), "utf8");
        return text.replaceAll(id, "ID");
      }),
    );
    expect(second).toBe(first);
  });

  test("a fault is named with its line and column, in the language of the messages, and nothing is written", async () => {
    await writeFile(join(folder, "bad.txt"), "Draw\nMain\n -> Drow on PASS\n");
    const english = await run("new", "bad", "--from-text", "bad.txt");
    const japanese = await run("new", "bad", "--from-text", "bad.txt", "--lang", "ja");

    expect(english).toMatchObject({ code: 2, out: "" });
    expect(english.err).toContain("bad.txt:3:5: there is no Drow; choose from Draw, Main");
    expect(japanese.err).toContain("bad.txt:3:5: 「Drow」はありません");
    expect((await run("list")).out).not.toContain("bad");
  });

  test.each([
    [["--from-text", "none.txt"], "There is no file none.txt"],
    [["--from-text", "."], "There is no file ."],
    [["--from-text", "bad.txt", "--template", "turn"], "are two beginnings"],
    [["--locale", "ja"], "--locale goes with --from-text"],
    [["--from-text", "bad.txt", "--locale", "fr"], "an outline is in en, ja or zh-Hant"],
  ] as const)("%j is refused", async (words, message) => {
    const { code, err } = await run("new", "x", ...words);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  test("every fault has its sentence in each language", () => {
    for (const words of Object.values(outlineFaults))
      expect(Object.keys(words).toSorted()).toEqual([...OUTLINE_FAULTS].toSorted());
  });
});
