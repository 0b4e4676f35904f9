import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { exchangeFormats, readReturned } from "#core/exchange/exchangeFormats.ts";
import { takeBack } from "#core/exchange/takeBack.ts";
import { xmlName } from "#core/exchange/xmlText.ts";
import { sample, words } from "#test/core/exchange/sample.ts";

/**
 * What goes out is compared with golden files that the consumers below were seen to read, and what one of them wrote (`returned`) is read
 * back. Where a consumer is installed (`apt install translate-toolkit libxml2-utils`), it reads the golden files again. XLIFF 1.2, XLIFF 2.1,
 * TMX 1.4 and TBX were also checked against the schemas of OASIS and LISA, which are not part of this repository.
 */
const GOLDEN = "test/golden/exchange";
const golden = ({ id, extension }: { id: string; extension: string }) => `${GOLDEN}/${id}${extension}`;
const SCRIPT = "test/core/exchange/translateToolkit.py";

const runs = (program: string, args: readonly string[]): string | undefined => {
  try {
    return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return undefined;
  }
};
/** A Python that has translate-toolkit: Debian's is not always the first. */
const python = ["python3", "/usr/bin/python3"].find(
  (one) => runs(one, ["-c", "import translate.storage.xliff"]) !== undefined,
);
const hasXmllint = runs("xmllint", ["--version"]) !== undefined;
const folder = mkdtempSync(join(tmpdir(), "turnwright-exchange-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The formats that translate-toolkit knows (its 3.8 knows neither XLIFF 2 nor our JSON), with what it calls the entries of a termbase. */
const known = exchangeFormats.filter(({ id }) => ["xliff", "tmx", "tbx", "csv"].includes(id));

/** Whom we have answer: it changes one translation and adds one. */
const ANSWERED = { tbx: "term-turn-player" } as Readonly<Record<string, string>>;
const answeredIn = (format: string) => ANSWERED[format] ?? "clause:OG-1.4";
const ANSWER = "まだ <訳> & ]]> なし。";
const returnedPath = ({ extension }: { extension: string }) => `${GOLDEN}/returned${extension}`;

describe.each(exchangeFormats)("$id", (format) => {
  test("the sample is written as in the golden file, which comes back as it went out", async () => {
    const text = format.write(sample, words);

    await expect(text).toMatchFileSnapshot(`../../golden/exchange/${format.id}${format.extension}`);
    expect(takeBack(sample, readReturned(readFileSync(golden(format), "utf8"))).findings).toEqual([]);
  });

  test("the golden file is well-formed XML", () => {
    const text = readFileSync(golden(format), "utf8");
    if (!text.startsWith("<")) return expect(["csv", "json"]).toContain(format.id);
    expect(() => readReturned(text)).not.toThrow();
    if (hasXmllint) expect(runs("xmllint", ["--nonet", "--noout", golden(format)])).toBe("");
  });
});

describe.each(known)("translate-toolkit and $id", (format) => {
  const isTerm = format.id === "tbx";
  /** A name of XML, of a term, or a text that is no formula, where the format has that. */
  const shown = (text: string) => (format.id === "csv" && text.startsWith("=") ? `'${text}` : text);
  const wanted = sample.segments
    .filter(({ kind }) => !isTerm || kind === "term")
    .map(({ id, of, source, target }) => [
      isTerm ? `term-${of}` : format.id === "tmx" ? xmlName(id) : id,
      shown(source),
      shown(target),
    ]);

  test("it reads every unit, source and target", () => {
    // Without it, the golden file alone stands for what it read.
    const seen: unknown = python ? JSON.parse(runs(python, [SCRIPT, golden(format)]) ?? "null") : wanted;

    expect(seen).toEqual(wanted);
  });

  test("the file that it wrote with another translation changes that translation alone", () => {
    const id = answeredIn(format.id);
    const files = [returnedPath(format)];
    if (python) {
      const out = join(folder, `answer${format.extension}`);
      const seen = JSON.parse(runs(python, [SCRIPT, golden(format), out, id, ANSWER]) ?? "[]") as string[][];
      // (In a memory it takes the first text for the source, and puts a new one before it.)
      expect(seen.find(([name]) => name === id)).toContain(ANSWER);
      files.push(out);
    }
    const outgoing = readReturned(readFileSync(golden(format), "utf8"));
    for (const file of files) {
      const { findings } = takeBack(sample, readReturned(readFileSync(file, "utf8")), outgoing);

      expect(
        findings.map(({ outcome, id: found, theirs }) => [outcome, found, theirs]),
        file,
      ).toEqual([["changed", isTerm ? "term:turn-player" : id, ANSWER]]);
    }
  });
});

/**
 * Version 6.4 of the package xliff of npm (locize) read `xliff2.xliff` and wrote this file with one more translation. It makes `&` of the
 * text `&amp;`, and declares no namespace but that of XLIFF at the root.
 */
test("the XLIFF 2 that a tool wrote changes one translation, and the one that the tool damaged", () => {
  const { findings } = takeBack(sample, readReturned(readFileSync(`${GOLDEN}/returned.xliff`, "utf8")));

  expect(findings.map(({ outcome, id, theirs }) => [outcome, id, theirs])).toEqual([
    ["changed", "clause:OG-1.2", "]]> か <b>太字</b> & と書く。"],
    ["changed", "clause:OG-1.4", ANSWER],
  ]);
});
