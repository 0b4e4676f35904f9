import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exchangeFormats, readReturned } from "#core/exchange/exchangeFormats.ts";
import { baseMark, type ReturnedFile, type Segment } from "#core/exchange/segment.ts";
import { localesOf, segmentsOf } from "#core/exchange/segmentsOf.ts";
import { takeBack, type Outcome } from "#core/exchange/takeBack.ts";
import { withTexts } from "#core/ruleset/withTexts.ts";
import { changeJson } from "#core/ruleset/changeJson.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { segmentOf, segmentsWith, words } from "#test/core/exchange/sample.ts";
import { allRuleFiles } from "#test/support/allRuleFiles.ts";

const games = ["haikyu-break", "chrono-card", "fate-ace-royal", "flesh-and-blood", "vf-card"] as const;
const languages = ["en", "ja", "zh-Hant"];
const pairs = languages.flatMap((from) =>
  languages.filter((into) => into !== from).map((into) => ({ from, into })),
);

const segmentsOfFiles = (
  files: ReadonlyMap<string, string>,
  direction: { from: string; into: string },
  game = "vf-card",
) => segmentsOf(game, loadRuleset(files), direction);

/** What becomes of files when a file comes back. */
function merged(
  files: ReadonlyMap<string, string>,
  returned: ReturnedFile,
  direction: { from: string; into: string },
) {
  const taken = takeBack(segmentsOfFiles(files, direction), returned);
  const translations = taken.findings.flatMap(({ outcome, segment, theirs }) =>
    outcome === "changed" && segment ? [{ place: segment.place, text: theirs }] : [],
  );
  return { ...taken, changed: withTexts(files, direction, translations) };
}

/** A file that went out as JSON, with other translations for some segments. */
function returnedWith(
  files: ReadonlyMap<string, string>,
  direction: { from: string; into: string },
  edits: Readonly<Record<string, string>>,
): ReturnedFile {
  const back = readReturned(
    exchangeFormats.find(({ id }) => id === "json")!.write(segmentsOfFiles(files, direction), words),
  );
  return { ...back, segments: back.segments.map((one) => ({ ...one, target: edits[one.id] ?? one.target })) };
}

describe.each(games)("%s", (game) => {
  const { rules } = allRuleFiles(game);

  test("goes out in each format and direction, and comes back without a change", () => {
    for (const direction of pairs) {
      const all = segmentsOfFiles(rules, direction, game);
      expect(all.segments.length).toBeGreaterThan(100);
      for (const format of exchangeFormats) {
        const segments = all.segments.filter(({ kind }) => format.kinds?.includes(kind) ?? true);
        const { findings, same } = takeBack(all, readReturned(format.write({ ...all, segments }, words)));

        expect(findings).toEqual([]);
        expect(same).toBe(segments.length);
      }
      expect([...withTexts(rules, direction, [])]).toEqual([]);
    }
  });

  test("a translation that changes changes its line alone, and is there afterwards", () => {
    const direction = { from: "en", into: "ja" };
    const { segments } = segmentsOfFiles(rules, direction, game);
    const kinds = new Set(segments.map(({ kind }) => kind));
    expect(kinds.size).toBeGreaterThanOrEqual(9);
    for (const kind of kinds) {
      const segment = segments.find((one) => one.kind === kind && one.target !== "")!;
      const changed = withTexts(rules, direction, [{ place: segment.place, text: `${segment.target}？` }]);

      expect([...changed.keys()]).toEqual([segment.place.file]);
      const [before, after] = [
        rules.get(segment.place.file)!.split("\n"),
        changed.get(segment.place.file)!.split("\n"),
      ];
      expect(after.length).toBe(before.length);
      expect(after.filter((line, i) => line !== before[i])).toHaveLength(1);
      const now = segmentsOfFiles(new Map([...rules, ...changed]), direction, game).segments;
      expect(now).toEqual(
        segments.map((one) => (one === segment ? { ...one, target: `${segment.target}？` } : one)),
      );
    }
  });

  test("a language that is not there yet gets its files and its place in the ruleset", () => {
    const direction = { from: "en", into: "de" };
    const all = segmentsOfFiles(rules, direction, game);
    expect(all.segments.every(({ state }) => state === "untranslated")).toBe(true);
    const translations = all.segments.map((segment) => ({
      place: segment.place,
      text: `${segment.source} (de)`,
    }));

    const now = new Map([...rules, ...withTexts(rules, direction, translations)]);

    const loaded = loadRuleset(now);
    expect(loaded.diagnostics).toEqual([]);
    expect(localesOf(loaded)).toContain("de");
    expect(loaded.ruleset.info.locales.at(-1)).toBe("de");
    expect(segmentsOfFiles(now, direction, game).segments.map(({ target }) => target)).toEqual(
      all.segments.map(({ source }) => `${source} (de)`),
    );
    for (const folder of ["text", "labels"])
      expect(Object.keys(JSON.parse(now.get(`${folder}/de`)!)[folder])).toEqual(
        Object.keys(JSON.parse(now.get(`${folder}/en`)!)[folder]),
      );
    // The languages that were there stay as they were.
    expect(segmentsOfFiles(now, { from: "en", into: "ja" }, game)).toEqual(
      segmentsOfFiles(rules, { from: "en", into: "ja" }, game),
    );
  });
});

test("translations that were taken out and are put in again stand where they stood, to the letter", () => {
  const { rules } = allRuleFiles("haikyu-break");
  const direction = { from: "en", into: "ja" };
  // Where both languages have the same order of keys.
  const ordered = new Map(rules);
  const labels = JSON.parse(rules.get("labels/ja")!) as { labels: Record<string, string> };
  const english = Object.keys((JSON.parse(rules.get("labels/en")!) as typeof labels).labels);
  const japanese = english.filter((key) => labels.labels[key] !== undefined);
  ordered.set(
    "labels/ja",
    `${JSON.stringify({ ...labels, labels: Object.fromEntries(japanese.map((key) => [key, labels.labels[key]])) }, null, 2)}\n`,
  );
  const segments = segmentsOfFiles(ordered, direction).segments.filter(
    ({ kind, target }) => (kind === "clause" || kind === "label") && target !== "",
  );
  const law = fc.property(fc.subarray(segments, { minLength: 1, maxLength: 20 }), (gone) => {
    const files = new Map(ordered);
    for (const { place } of gone) {
      const file = JSON.parse(files.get(place.file)!) as Record<string, Record<string, string>>;
      delete file[String(place.way[0])]![String(place.way[1])];
      files.set(place.file, changeJson(files.get(place.file)!, file));
    }
    const back = withTexts(
      files,
      direction,
      gone.toReversed().map((segment) => ({ place: segment.place, text: segment.target })),
    );
    expect(new Map([...files, ...back])).toEqual(ordered);
  });
  fc.assert(law, { numRuns: process.env["LONG"] ? 500 : 30 });
});

test("the merge agrees with a plain model of three sides", () => {
  const text = fc.constantFrom("", " ", "a", "b", "c");
  const source = fc.constantFrom("s", "t");
  const seen = new Set<string>();
  const law = fc.property(
    text,
    text,
    text,
    source,
    source,
    fc.boolean(),
    (baseText, ours, theirs, sourceThen, sourceNow, isMarked) => {
      const base = baseText.trim();
      const now = segmentsWith([segmentOf("clause", "A", sourceNow, ours)]);
      const returned: ReturnedFile = {
        into: "ja",
        segments: [
          {
            id: "clause:A",
            source: sourceThen,
            target: theirs,
            isOpen: false,
            line: 1,
            ...(isMarked ? { base: baseMark({ source: sourceThen, target: base }) } : {}),
          },
        ],
      };
      const found = takeBack(now, returned).findings[0];
      const back = theirs.trim() === "" ? "" : theirs;
      const isSuspect = sourceThen !== sourceNow;
      const [changedHere, changedThere] = [ours !== base, back !== base];
      const expected = (): Outcome | undefined => {
        if (back === ours) return isSuspect && back !== "" ? "suspect" : undefined;
        if (!isMarked) return back === "" ? undefined : ours === "" ? "changed" : "unmarked";
        if (!changedThere) return undefined;
        if (back === "") return changedHere ? undefined : "emptied";
        return changedHere ? "conflict" : "changed";
      };

      expect(found?.outcome).toBe(expected());
      if (found) expect(found.isSuspect).toBe(isSuspect && found.outcome !== "emptied");
      seen.add(found?.outcome ?? "same");
    },
  );
  fc.assert(law, { numRuns: process.env["LONG"] ? 10_000 : 1000 });
  expect([...seen].toSorted()).toEqual(["changed", "conflict", "emptied", "same", "suspect", "unmarked"]);
});

describe("VF card game", () => {
  const { rules } = allRuleFiles("vf-card");
  const direction = { from: "en", into: "ja" };
  const [first, second] = segmentsOfFiles(rules, direction).segments.filter(
    ({ kind }) => kind === "clause",
  ) as [Segment, Segment];
  const withText = (files: ReadonlyMap<string, string>, segment: Segment, text: string) =>
    new Map([...files, ...withTexts(files, direction, [{ place: segment.place, text }])]);

  test("what two people changed is merged where it is another segment, and listed where it is the same", () => {
    const returned = returnedWith(rules, direction, { [first.id]: "戻り1", [second.id]: "戻り2" });
    const here = withText(rules, first, "こちら");

    const { findings, changed } = merged(here, returned, direction);

    expect(findings).toMatchObject([
      { outcome: "conflict", id: first.id, ours: "こちら", theirs: "戻り1" },
      { outcome: "changed", id: second.id, ours: second.target, theirs: "戻り2" },
    ]);
    const after = new Map([...here, ...changed]);
    expect(after.get("text/ja")).toContain("こちら");
    expect(after.get("text/ja")).toContain("戻り2");
    expect(after.get("text/ja")).not.toContain("戻り1");
  });

  test("a source that changed meanwhile makes the translation suspect, and it is written", () => {
    const returned = returnedWith(rules, direction, { [first.id]: "戻り" });
    const back = { from: "ja", into: "en" };
    const source = segmentsOfFiles(rules, back).segments.find(({ id }) => id === first.id)!;
    const here = new Map([
      ...rules,
      ...withTexts(rules, back, [{ place: source.place, text: "Another sentence." }]),
    ]);

    const { findings, changed } = merged(here, returned, direction);

    expect(findings).toMatchObject([{ outcome: "changed", id: first.id, isSuspect: true }]);
    expect(changed.get("text/ja")).toContain("戻り");
  });

  test("a segment that the game no longer has, and one that is there twice, are listed", () => {
    const back = returnedWith(rules, direction, { [first.id]: "戻り" });
    const twice = back.segments.find(({ id }) => id === second.id)!;
    const returned = {
      ...back,
      segments: [...back.segments, { ...twice, target: "別" }, { ...twice, id: "clause:NO" }],
    };

    const { findings } = merged(rules, returned, direction);

    expect(findings.map(({ outcome, id }) => [outcome, id])).toEqual([
      ["changed", first.id],
      ["repeated", second.id],
      ["unknown", "clause:NO"],
    ]);
  });

  test("a file that lost its marks is merged by the file that went out", () => {
    const out = returnedWith(rules, direction, {});
    const marked = returnedWith(rules, direction, { [first.id]: "戻り" });
    const unmarked = { ...marked, segments: marked.segments.map(({ base: _, ...one }) => one) };
    const now = segmentsOfFiles(rules, direction);

    expect(takeBack(now, unmarked).findings.map(({ outcome }) => outcome)).toEqual(["unmarked"]);
    expect(takeBack(now, unmarked, out).findings.map(({ outcome }) => outcome)).toEqual(["changed"]);
  });

  test("a copy of the source that a tool calls untranslated is no translation", () => {
    const now = segmentsWith([segmentOf("clause", "A", "same", "")]);
    const copy = { id: "clause:A", source: "same", target: "same", isOpen: true, line: 1 };

    expect(takeBack(now, { into: "ja", segments: [copy] }).findings).toEqual([]);
    expect(takeBack(now, { into: "ja", segments: [{ ...copy, isOpen: false }] }).findings).toMatchObject([
      { outcome: "changed" },
    ]);
  });

  test("a placeholder that a translation lost is named", () => {
    const now = segmentsWith([
      segmentOf("label", "derived:of", "{1} of {2}", "", { hint: { placeholders: ["{1}", "{2}"] } }),
    ]);
    const back = { id: "label:derived:of", source: "{1} of {2}", target: "{2}の", isOpen: false, line: 1 };

    expect(takeBack(now, { into: "ja", segments: [back] }).findings).toMatchObject([{ lost: ["{1}"] }]);
  });
});
