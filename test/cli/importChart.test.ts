import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importFaultCodes, importReasons } from "#core/import/importReport.ts";
import { importWords } from "#cli/words.ts";
import { turnwright } from "#test/support/commandLine.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-import-"));
  await cp("test/golden/import/round.scxml", join(folder, "Card Round.scxml"));
  await cp("test/golden/showcase.machine.json", join(folder, "showcase.json"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const run = (...words: string[]) => turnwright(words, { cwd: folder });

describe("a machine of another program", { timeout: 60_000 }, () => {
  test("--dry-run says what would be written and what is not taken, and writes nothing", async () => {
    const { code, out, err } = await run("import", "Card Round.scxml", "--dry-run");

    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain(
      "Card Round.scxml:32:7  transition  changed: it needs more than the data of the machine;",
    );
    expect(out).toContain("provide condition: window.confirm()");
    expect(out).toMatch(/^Elements taken: \d+; changed: 3; left out: 0$/m);
    expect(out).toContain("machines/card-round.machine.ts");
    expect(await readdir(folder)).toEqual(["Card Round.scxml", "showcase.json"]);
  });

  test("becomes a game without an error, in which guards of its own are asked for", async () => {
    const { code, out } = await run("import", "Card Round.scxml", "--json");
    const result = JSON.parse(out) as {
      id: string;
      form: string;
      entries: { message?: string; outcome: string }[];
    };

    expect([code, result.id, result.form]).toEqual([0, "card-round", "scxml"]);
    expect(
      result.entries.every(({ message, outcome }) => (message === undefined) === (outcome === "taken")),
    ).toBe(true);
    expect((await run("check", "card-round")).out).toContain("0 errors");
    const { out: lines } = await turnwright(["play", "card-round", "--stdio"], {
      cwd: folder,
      input: ['{"input":{}}\n', '{"send":{"type":"DRAW","count":2}}\n'],
    });
    expect(lines).toContain("play.main_phase");
  });

  test("is not written over what is there", async () => {
    const before = await readFile(join(folder, "machines/card-round.machine.ts"), "utf8");

    // A dry run refuses as the run would.
    for (const dry of [["--dry-run"], []]) {
      const { code, err } = await run("import", "showcase.json", "--as", "card-round", ...dry);

      expect([code, err]).toEqual([
        1,
        expect.stringContaining("There already is machines/card-round.machine.ts"),
      ]);
    }
    expect(await readFile(join(folder, "machines/card-round.machine.ts"), "utf8")).toBe(before);
  });

  test("as JSON of XState, with an id of its own", async () => {
    const { code, out } = await run("import", "showcase.json", "--as", "cards", "--from", "xstate-json");

    expect([code, out]).toEqual([
      0,
      expect.stringContaining("the file has only its name; provide byTurnPlayer"),
    ]);
    expect((await run("check", "cards")).out).toContain("0 errors");
  });

  test("a fault is named with line and column in the language of the messages, and nothing is written", async () => {
    await writeFile(
      join(folder, "bad.scxml"),
      '<scxml>\n  <state id="a"><transition target="b"/></state>\n</scxml>',
    );
    const english = await run("import", "bad.scxml");
    const japanese = await run("import", "bad.scxml", "--lang", "ja");

    expect([english.code, english.err]).toEqual([
      1,
      "turnwright import: bad.scxml:2:17: there is no state with the id b\n",
    ]);
    expect(japanese.err).toContain("ID「b」の状態はありません");
    expect(await readdir(join(folder, "machines"))).not.toContain("bad.machine.ts");
  });

  test.each([
    [["import", "nowhere.scxml"], "There is no file nowhere.scxml"],
    [["import", "showcase.json", "--as", "Not An Id"], "Not An Id is no id of a game"],
    [["import", "showcase.json", "--from", "scxlm"], "did you mean scxml?"],
    [["import", "showcase.json", "--base", "x"], "--base goes with import ID FILE"],
    [["import", "cards", "x.csv", "--as", "y"], "--as goes with import FILE"],
  ])("%j is a wrong line", async (words, message) => {
    const { code, err } = await run(...words);

    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  test("every reason and fault has its words in each language", () => {
    for (const { why, fault } of Object.values(importWords)) {
      expect(Object.keys(why).toSorted()).toEqual(importReasons.toSorted());
      expect(Object.keys(fault).toSorted()).toEqual(importFaultCodes.toSorted());
    }
  });
});
