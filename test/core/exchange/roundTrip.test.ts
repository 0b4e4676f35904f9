import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ExchangeFormat, exchangeFormats, readReturned } from "#core/exchange/exchangeFormats.ts";
import { baseMark, ExchangeFault, type Segment } from "#core/exchange/segment.ts";
import { nameText, xmlName } from "#core/exchange/xmlText.ts";
import { oddText } from "#test/core/exchange/oddTexts.ts";
import { sample, segmentOf, segmentsWith, words } from "#test/core/exchange/sample.ts";

/** Texts that go through each format: each case below has up to four segments of two texts. */
const TEXTS = process.env["LONG"] ? 10_000 : 300;

/** What the formats cannot carry, by their specifications: XML 1.0 (Char), RFC 4180 with what spreadsheets break, JSON. */
function isRefused(format: string, char: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  const isControl = code < 0x20 && ![9, 10, 13].includes(code);
  const isHalf = code >= 0xd800 && code <= 0xdfff;
  if (format === "json") return false;
  if (format === "xliff2") return isHalf;
  return isHalf || isControl || (format !== "csv" && (code === 0xfffe || code === 0xffff));
}

const held = ({ kinds }: ExchangeFormat, segments: readonly Segment[]) =>
  segments.filter(({ kind }) => kinds?.includes(kind) ?? true);

const cases = (format: ExchangeFormat) =>
  fc.uniqueArray(
    fc.record({
      kind: fc.constantFrom(...(format.kinds ?? (["clause", "label"] as const))),
      of: oddText(1),
      source: oddText(1),
      target: oddText(),
    }),
    { minLength: 1, maxLength: 4, selector: ({ of }) => of },
  );

describe.each(exchangeFormats)("$id", (format) => {
  test("every text comes back as it went out, or is refused at its character", () => {
    let [texts, refusals] = [0, 0];
    const law = fc.property(cases(format), (records) => {
      const segments = records.flatMap(({ kind, of, source, target }) => {
        const segment = segmentOf(kind, of, source, target);
        // A definition belongs to a term.
        return kind === "definition" ? [segmentOf("term", of, "a", "b"), segment] : [segment];
      });
      const all = segmentsWith(segments);
      texts += 2 * records.length;
      let text: string;
      try {
        text = format.write(all, words);
      } catch (error) {
        if (!(error instanceof ExchangeFault)) throw error;
        expect(error.code).toBe("character");
        const { id, character, at } = error.facts;
        const of = segments.find((segment) => segment.id === id);
        const char = String.fromCodePoint(Number.parseInt(String(character).slice(2), 16));
        expect(isRefused(format.id, char)).toBe(true);
        // The place is one in the text, or in the id, which a note repeats.
        const places = [of?.source, of?.target, of?.id].filter((one) =>
          one?.slice(Number(at) - 1).startsWith(char),
        );
        expect(places.length + Number(of?.of.includes(char))).toBeGreaterThan(0);
        refusals++;
        return;
      }
      // What is written is Unicode: it is the same after the way over a disk.
      const { segments: back } = readReturned(Buffer.from(text).toString());
      expect(back.map(({ id, source, target }) => ({ id, source, target }))).toEqual(
        segments.map(({ id, source, target }) => ({ id, source, target })),
      );
      expect(back.map(({ base }) => base)).toEqual(segments.map(baseMark));
      for (const { source, target } of segments)
        for (const char of source + target)
          expect(isRefused(format.id, char), JSON.stringify(char)).toBe(false);
    });
    while (texts < TEXTS) fc.assert(law, { numRuns: 50, seed: texts + (fc.readConfigureGlobal().seed ?? 0) });
    expect(texts).toBeGreaterThanOrEqual(TEXTS);
    if (format.id === "json") expect(refusals).toBe(0);
  });

  test("the sample comes back as it went out", () => {
    const back = readReturned(format.write(sample, words));

    expect(back.into).toBe("ja");
    expect(back.from).toBe("en");
    expect(back.segments.map(({ id, source, target, base }) => ({ id, source, target, base }))).toEqual(
      held(format, sample.segments).map((segment) => ({
        id: segment.id,
        source: segment.source,
        target: segment.target,
        base: baseMark(segment),
      })),
    );
  });
});

test("a character that cannot be carried is named with its segment and place", () => {
  const all = segmentsWith([segmentOf("clause", "A", "fine", "ab\u0007c")]);

  for (const id of ["xliff", "tmx", "csv"])
    expect(() => exchangeFormats.find((one) => one.id === id)?.write(all, words), id).toThrow(
      new ExchangeFault("character", { id: "clause:A", character: "U+0007", at: 3 }),
    );
});

test("XLIFF 2.1 carries a control by its own means", () => {
  const text = exchangeFormats
    .find(({ id }) => id === "xliff2")
    ?.write(segmentsWith([segmentOf("clause", "A", "a", "ab\u0007c")]), words);

  expect(text).toContain('ab<cp hex="0007"/>c');
});

test("any text is a name of XML and comes back from it", () => {
  fc.assert(
    fc.property(oddText(), (text) => {
      expect(xmlName(text)).toMatch(/^[A-Za-z0-9.:_-]*$/);
      expect(nameText(xmlName(text))).toBe(text);
    }),
    { numRuns: TEXTS },
  );
});

test("no cell of CSV is a formula of a spreadsheet", () => {
  const text = exchangeFormats.find(({ id }) => id === "csv")?.write(sample, words) ?? "";
  const cells = text.split(/[,\r\n]+/).map((cell) => cell.replace(/^"/, ""));

  expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
  expect(text).toContain("'=SUM(A1) という名前");
});

describe("a file in the way of another tool is understood", () => {
  test("CSV of a region with semicolons, its columns in another order and no marks", () => {
    const back = readReturned('target;id;comment\r\n"a ""b"";\nc";clause:A;x\r\nd;"clause:B"');

    expect(back.segments).toMatchObject([
      { id: "clause:A", target: 'a "b";\nc', line: 2 },
      { id: "clause:B", target: "d", line: 4 },
    ]);
  });

  test("XLIFF 1.2 in segments, with groups, other prefixes and the suggestions of a memory", () => {
    const back = readReturned(`<x:xliff version="1.2" xmlns:x="urn:oasis:names:tc:xliff:document:1.2">
      <x:file original="g" source-language="en" target-language="ja"><x:body><x:group><x:trans-unit id="clause:A">
        <x:source>One. Two.</x:source><x:seg-source><x:mrk mtype="seg" mid="1">One. </x:mrk><x:mrk mtype="seg" mid="2">Two.</x:mrk></x:seg-source>
        <x:target><x:mrk mtype="seg" mid="1">一。</x:mrk><x:mrk mtype="seg" mid="2">二。</x:mrk></x:target>
        <x:alt-trans><x:source>no</x:source><x:target>いいえ</x:target></x:alt-trans>
      </x:trans-unit></x:group></x:body></x:file></x:xliff>`);

    expect(back).toMatchObject({
      game: "g",
      segments: [{ id: "clause:A", source: "One. Two.", target: "一。二。" }],
    });
  });

  test("XLIFF 2.0 in segments, with what stands between them", () => {
    const back =
      readReturned(`<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="ja">
      <file id="f"><group id="g"><unit id="clause:A"><segment><source>One.</source><target>一。</target></segment>
      <ignorable><source> </source></ignorable><segment><source>Two.</source><target><mrk id="m">二。</mrk></target></segment></unit></group></file></xliff>`);

    expect(back.segments).toMatchObject([{ id: "clause:A", source: "One. Two.", target: "一。 二。" }]);
  });

  test("TBX of the edition of 2019", () => {
    const back =
      readReturned(`<tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2"><text><body>
      <conceptEntry id="term-set"><langSec xml:lang="en"><termSec><term>set</term></termSec></langSec>
      <langSec xml:lang="ja"><termSec><term>組</term><termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></termSec>
      <termSec><term>セット</term></termSec></langSec></conceptEntry></body></text></tbx>`);

    expect(back).toMatchObject({
      into: "ja",
      segments: [{ id: "term:set", source: "set", target: "セット" }],
    });
  });

  test("a code of another tool within a text is refused, not lost", () => {
    const file = `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file target-language="ja"><body>
      <trans-unit id="a"><source>a</source><target>a<x id="1"/></target></trans-unit></body></file></xliff>`;

    expect(() => readReturned(file)).toThrow(new ExchangeFault("inline", { line: 2, name: "x" }));
  });
});
