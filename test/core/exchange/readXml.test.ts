import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exchangeFormats, readReturned } from "#core/exchange/exchangeFormats.ts";
import { readXml } from "#core/exchange/readXml.ts";
import { ExchangeFault } from "#core/exchange/segment.ts";
import { sample, words } from "#test/core/exchange/sample.ts";

const codeOf = (text: string, read: (given: string) => unknown = readReturned): string | undefined => {
  try {
    read(text);
    return undefined;
  } catch (error) {
    if (error instanceof ExchangeFault) return error.code;
    throw error;
  }
};
const unit = (target: string, head = "") =>
  `<?xml version="1.0"?>${head}<xliff version="1.2"><file target-language="ja"><body><trans-unit id="a"><source>s</source><target>${target}</target></trans-unit></body></file></xliff>`;

describe("what a hostile file does is refused", () => {
  test.each([
    ["an entity that grows", `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>`, "&b;"],
    ["a file of this computer", `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>`, "&a;"],
    ["a parameter entity", `<!DOCTYPE x [<!ENTITY % a SYSTEM "http://127.0.0.1/a"> %a;]>`, "x"],
    ["a document type of another place", `<!DOCTYPE x SYSTEM "http://127.0.0.1/x.dtd">`, "x"],
    ["declarations behind a known name", `<!DOCTYPE tmx SYSTEM "tmx14.dtd" [<!ENTITY a "b">]>`, "&a;"],
    ["declarations in quotes", `<!DOCTYPE tmx PUBLIC "]" "x" [<!ENTITY a "b">]>`, "&a;"],
  ])("%s", (_, head, target) => {
    expect(codeOf(unit(target, head))).toBe("xml-doctype");
  });

  test.each([
    "&lol;",
    "&constructor;",
    "&__proto__;",
    "&#0;",
    "&#xD800;",
    "&#x110000;",
    "\u0000",
    "\u0007",
    "<a",
    "]]>",
    "\ud800",
  ])("%j within a text", (target) => {
    expect(codeOf(unit(target))).toBe("xml-syntax");
  });

  test("an attribute twice, and a prefix that is not declared", () => {
    expect(codeOf(`<xliff version="1.2" version="2.0"/>`)).toBe("xml-syntax");
    expect(codeOf(`<a:xliff version="1.2"/>`)).toBe("xml-syntax");
  });

  test("elements within one another", () => {
    expect(codeOf(`${"<a>".repeat(101)}${"</a>".repeat(101)}`, readXml)).toBe("xml-too-deep");
    expect(codeOf(`${"<a>".repeat(100)}${"</a>".repeat(100)}`, readXml)).toBe(undefined);
    expect(codeOf("<a>".repeat(1_000_000), readXml)).toBe("xml-too-deep");
  });

  test("more elements than any game has", () => {
    expect(codeOf(`<a>${"<b/>".repeat(500_000)}</a>`, readXml)).toBe("xml-too-large");
  });

  test("an encoding in which the bytes mean something else", () => {
    expect(codeOf(`<?xml version="1.0" encoding="ISO-2022-JP"?><xliff version="1.2"/>`)).toBe("xml-encoding");
    expect(codeOf(`<?xml version="1.0" encoding="utf-8"?><a/>`, readXml)).toBe(undefined);
  });
});

test("the document type that tools write into a TMX is passed over", () => {
  const tmx = exchangeFormats.find(({ id }) => id === "tmx")?.write(sample, words) ?? "";
  const [head = "", ...rest] = tmx.split("\n");
  const text = [head, '<!DOCTYPE tmx SYSTEM "tmx14.dtd">', ...rest].join("\n");

  expect(readReturned(text).segments.map(({ id, target }) => [id, target])).toEqual(
    readReturned(tmx).segments.map(({ id, target }) => [id, target]),
  );
});

test.each([
  ["", "csv-header"],
  ["hello", "csv-header"],
  ["<html/>", "not-exchange"],
  ["{}", "not-exchange"],
  ["{", "json"],
  ['{"kind":"turnwright-segments","segments":[]}', "no-language"],
  ['id,target\r\n"a', "csv-quote"],
  ['id,target\r\n"a"b,c', "csv-quote"],
  ["id,target\r\na", "csv-row"],
  // The head is read first: what comes below it does not have to be.
  [`hello\n"${"a\n".repeat(1_000)}`, "csv-header"],
  [`id,target\n${"a,b\n".repeat(100_001)}`, "csv-too-large"],
  [`<xliff ${Array.from({ length: 1_001 }, (_, i) => `a${i}="" `).join("")}/>`, "xml-syntax"],
  ["id,target,target_language\r\na,b,ja\r\nb,c,de", "several-languages"],
  ['<xliff version="1.2"><file/></xliff>', "no-language"],
  ['<xliff version="1.2"><file target-language="ja"><body><trans-unit/></body></file></xliff>', "no-id"],
  [
    '<xliff version="1.2"><file target-language="ja"/><file target-language="de"/></xliff>',
    "several-languages",
  ],
  ['<xliff version="2.1"><file/></xliff>', "no-language"],
  ['<tmx version="1.4"><header srclang="en"/><body/></tmx>', "no-language"],
])("%j is refused as %s", (text, code) => {
  expect(codeOf(text)).toBe(code);
});

test("a head of CSV with more columns than rows is looked through once", () => {
  const text = `id,target,${"id,".repeat(500_000)}\n${"a,b\n".repeat(20_000)}`;

  // (Looked through for each row, it would take minutes.)
  expect(readReturned(text).segments).toHaveLength(20_000);
});

test("whatever becomes of a file on its way, it is read or refused", () => {
  const texts = exchangeFormats.map((format) => format.write(sample, words));
  const piece = fc.oneof(
    fc.constantFrom(
      "<",
      ">",
      "&",
      '"',
      "]]>",
      "<target>",
      "</target>",
      "<x/>",
      "<cp hex='110000'/>",
      ",",
      "\r\n",
      "{",
      "}",
      "\u0000",
      "id",
    ),
    fc.string({ unit: "binary", maxLength: 4 }),
  );
  let faults = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.array(fc.tuple(fc.nat(100_000), fc.nat(30), piece), { minLength: 1, maxLength: 4 }),
      (text, cuts) => {
        let broken = text;
        for (const [at, length, put] of cuts) {
          const from = at % (broken.length + 1);
          broken = broken.slice(0, from) + put + broken.slice(from + length);
        }
        if (codeOf(broken) !== undefined) faults++;
      },
    ),
    { numRuns: process.env["LONG"] ? 10_000 : 300 },
  );
  expect(faults).toBeGreaterThan(50);
});
