import { cpSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { turnwright as run } from "#test/support/commandLine.ts";

const folders: string[] = [];
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-exchange-"));
  folders.push(folder);
  for (const part of ["machines/vf-card.machine.ts", "rulesets/vf-card"])
    cpSync(part, join(folder, part), { recursive: true });
});
afterAll(() => Promise.all(folders.map((one) => rm(one, { recursive: true }))));

const turnwright = (line: string) => run(line.split(" "), { cwd: folder });
const fileOf = (name: string) => readFile(join(folder, name), "utf8");
const TEXT = "rulesets/vf-card/text/ja.json";
const before = readFileSync(TEXT, "utf8");
const WORDING = "ターンにはドローフェイズがある。";

/** Replaces a text in a file of the folder. */
async function edit(name: string, from: string, to: string): Promise<void> {
  const text = await fileOf(name);
  expect(text).toContain(from);
  await writeFile(join(folder, name), text.replace(from, to));
}
const goOut = (format: string, more = "") =>
  turnwright(`exchange vf-card --to ${format} --from en --into ja --out out/${more}`);

describe.each([
  ["xliff", "xlf"],
  ["xliff2", "xliff"],
  ["tmx", "tmx"],
  ["csv", "csv"],
  ["json", "json"],
])("%s", (format, ending) => {
  const file = `out/vf-card.en-ja.${ending}`;

  test("a file that comes back as it went out changes nothing", async () => {
    const gone = await goOut(format);
    const { code, out } = await turnwright(`import vf-card ${file}`);

    expect(gone.err).toMatch(/^vf-card\.en-ja\.\w+: \d{3} segments from en into ja: 0 untranslated/);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/^0 changed, 0 in conflict, .* \d{3} unchanged\nNothing changes\.\n$/),
    });
    expect(await fileOf(TEXT)).toBe(before);
  });

  test("a translation that comes back is listed by --dry-run, and then written", async () => {
    await goOut(format);
    await edit(file, WORDING, "各ターンはドローフェイズから始まる。");

    const dry = await turnwright(`import vf-card ${file} --dry-run`);
    expect(await fileOf(TEXT)).toBe(before);
    const done = await turnwright(`import vf-card ${file}`);

    expect(dry.code).toBe(0);
    expect(dry.out).toContain(
      `clause:VF-D.0  changed\n  here: "${WORDING}"\n  back: "各ターンはドローフェイズから始まる。"\n`,
    );
    expect(dry.out).toContain(`Would be written: ${TEXT}\n`);
    expect(done.out).toContain(`Written: ${TEXT}\n`);
    expect(await fileOf(TEXT)).toBe(before.replace(WORDING, "各ターンはドローフェイズから始まる。"));
  });

  test("what was changed here and there is a conflict, and stays", async () => {
    await goOut(format);
    await edit(file, WORDING, "戻り。");
    await edit(TEXT, WORDING, "こちら。");

    const { code, out } = await turnwright(`import vf-card ${file}`);

    expect(code).toBe(1);
    expect(out).toContain(`clause:VF-D.0  conflict, not written\n  here: "こちら。"\n  back: "戻り。"\n`);
    expect(await fileOf(TEXT)).toBe(before.replace(WORDING, "こちら。"));
  });
});

test("terms go out as a termbase and come back", async () => {
  await goOut("tbx");
  await edit("out/vf-card.en-ja.tbx", "<term>ドローフェイズ</term>", "<term>引くフェイズ</term>");

  const { code, out } = await turnwright("import vf-card out/vf-card.en-ja.tbx --json");

  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    from: "en",
    into: "ja",
    findings: [{ outcome: "changed", id: "term:draw-phase", ours: "ドローフェイズ", theirs: "引くフェイズ" }],
    written: ["rulesets/vf-card/terms.json"],
  });
  expect(await fileOf("rulesets/vf-card/terms.json")).toContain('"ja": "引くフェイズ"');
});

test("the state of a segment is what the review says of its clause", async () => {
  const { out } = await turnwright("exchange vf-card --to json --from en --into ja");
  const segment = (JSON.parse(out) as { segments: { id: string; state: string; note: string[] }[] })
    .segments[1]!;
  expect(segment).toMatchObject({
    id: "clause:VF-D.0",
    state: "translated",
    note: ["wording of clause VF-D.0, structure, section Draw"],
  });
  const entry = (state: string, basis: object) => ({
    clause: "VF-D.0",
    locale: "ja",
    state,
    at: "2026-11-27",
    note: "ask",
    basis,
  });
  const none = { wording: "1", machine: "1", readings: "1", scenarios: "1" };
  await writeFile(
    join(folder, "rulesets/vf-card/review.json"),
    JSON.stringify({ format: 1, review: [entry("checked", none)] }),
  );

  const suspect = await turnwright("exchange vf-card --to xliff --from en --into ja");

  expect(suspect.out).toContain(`<target state="needs-review-translation">${WORDING}</target>`);
  expect(suspect.err).toContain("1 to be reviewed");
});

test("a language that the game does not have goes out untranslated, and comes back as its files", async () => {
  await turnwright("exchange vf-card --to json --from en --into de --out de.json");
  const out = JSON.parse(await fileOf("de.json")) as {
    segments: { id: string; source: string; target: string; state: string }[];
  };
  expect(out.segments.every(({ target, state }) => target === "" && state === "untranslated")).toBe(true);
  await writeFile(
    join(folder, "de.json"),
    JSON.stringify({ ...out, segments: out.segments.map((one) => ({ ...one, target: `de ${one.source}` })) }),
  );

  const { code, out: report } = await turnwright("import vf-card de.json");

  expect({ code, report: report.slice(-200) }).toMatchObject({ code: 0 });
  const text = JSON.parse(await fileOf("rulesets/vf-card/text/de.json")) as {
    locale: string;
    text: Record<string, string>;
  };
  expect(text).toMatchObject({ locale: "de", text: { "VF-D.0": expect.stringMatching(/^de /) } });
  expect(
    (JSON.parse(await fileOf("rulesets/vf-card/ruleset.json")) as { locales: string[] }).locales,
  ).toEqual(["ja", "en", "zh-Hant", "de"]);
  expect((await turnwright("check vf-card")).out).not.toMatch(/no wording in de|locale-unlisted/);
});

test.each([
  ["exchange vf-card --into ja", /--to is missing: the formats are xliff, xliff2, tmx, tbx, csv, json/],
  ["exchange vf-card --to xlif --into ja", /did you mean xliff/],
  ["exchange vf-card --to csv --from en", /--into is missing: a language tag such as ja, en, zh-Hant/],
  ["exchange vf-card --to csv --into j_a", /--into j_a is no language tag/],
  ["exchange vf-card --to csv --from ja --into ja", /--from and --into are both ja/],
  [
    "exchange vf-card --to csv --from fr --into ja",
    /vf-card has no texts in fr; it has texts in ja, en, zh-Hant/,
  ],
  [
    "exchange machines/lamp.machine.ts --to csv --into ja",
    /lamp has no ruleset\.json, so no texts to translate/,
  ],
  ["import vf-card", /usage: turnwright import/],
])("%s is a wrong command line", async (line, words) => {
  await writeFile(join(folder, "machines/lamp.machine.ts"), "export {};");
  const { code, err } = await turnwright(line);

  expect(code).toBe(2);
  expect(err).toMatch(words);
});

test.each([
  ["<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", "xml-doctype", /has declarations, which are refused/],
  ["<html/>", "not-exchange", /it has none of the formats xliff, xliff2/],
  [
    '{"kind":"turnwright-segments","game":"other","into":"ja","segments":[]}',
    "other-game",
    /bad\.txt is of the game other, not of vf-card/,
  ],
  [
    '{"kind":"turnwright-segments","into":"../x","segments":[]}',
    "other-language",
    /translations in \.\.\/x, which is not a language tag/,
  ],
  ["id,target\r\na,b", "no-language", /does not say which language its translations are in; .* --base FILE/],
])("%j is refused in words, and nothing is written", async (text, errorCode, words) => {
  await writeFile(join(folder, "bad.txt"), text);

  const { code, err } = await turnwright("import vf-card bad.txt");
  const json = await turnwright("import vf-card bad.txt --json");

  expect(code).toBe(1);
  expect(err).toMatch(words);
  expect(JSON.parse(json.out)).toMatchObject({ error: { code: errorCode, file: "bad.txt" } });
});

test("a file that is not there, and one that is no UTF-8, are named", async () => {
  await writeFile(join(folder, "sjis.csv"), Buffer.from([0x69, 0x64, 0x2c, 0x83, 0x41]));

  expect((await turnwright("import vf-card none.xlf")).err).toContain("none.xlf is not there");
  expect((await turnwright("import vf-card sjis.csv")).err).toContain("sjis.csv is not UTF-8");
});

test("where a file of rules is broken or newer, nothing goes out or is written", async () => {
  await goOut("csv");
  await edit("out/vf-card.en-ja.csv", WORDING, "戻り。");
  await writeFile(join(folder, TEXT), before.replace('"format": 1', '"format": 2'));
  const newer = await turnwright("import vf-card out/vf-card.en-ja.csv");
  await writeFile(join(folder, TEXT), before.replace(",\n", "\n"));
  const broken = await turnwright("import vf-card out/vf-card.en-ja.csv");
  const out = await turnwright("exchange vf-card --to csv --into en");

  expect(newer.code).toBe(1);
  expect(newer.err).toContain(`${TEXT} has a newer format`);
  for (const { code, err } of [broken, out]) {
    expect(code).toBe(1);
    expect(err).toContain(`${TEXT}:`);
  }
});
