import fc from "fast-check";
import { expect, test } from "vitest";
import { printJson } from "#core/ruleset/changeJson.ts";
import { withTexts } from "#core/ruleset/withTexts.ts";

const id = fc.stringMatching(/^[A-Za-z][A-Za-z0-9._:'+-]{0,3}$/);
const texts = fc.dictionary(id, fc.string({ minLength: 1 }), { maxKeys: 6 });
const fileOf = (folder: string, members: Readonly<Record<string, string>>) =>
  `${printJson({ format: 1, [folder]: { ...members } }, "")}\n`;

test("a text is written whether or not its language or the source has one, and no other changes", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("text", "labels"),
      fc.constantFrom("en", "ja"),
      texts,
      texts,
      id,
      fc.string({ minLength: 1 }),
      (folder, into, en, ja, key, text) => {
        const own = { en, ja }[into];
        const files = new Map([
          ["ruleset", `{ "locales": ["en", "ja"] }\n`],
          [`${folder}/en`, fileOf(folder, en)],
          [`${folder}/ja`, fileOf(folder, ja)],
        ]);
        const place = { file: `${folder}/${into}`, way: [folder, key] };

        const changed = withTexts(files, { from: "en", into }, [{ place, text }]);

        const after = JSON.parse(changed.get(place.file) ?? files.get(place.file) ?? "")[folder];
        expect(after).toEqual({ ...own, [key]: text });
        expect([...changed.keys()].filter((name) => name !== place.file)).toEqual([]);
      },
    ),
  );
});

test("each new member stands behind the one that it follows in the source, and what was there keeps its order", () => {
  const keys = fc.uniqueArray(fc.constantFrom(..."abcdefghij"), { maxLength: 10 });
  fc.assert(
    fc.property(keys, keys, keys, (source, before, added) => {
      const files = new Map([
        ["ruleset", `{ "locales": ["en", "ja"] }\n`],
        ["text/en", fileOf("text", Object.fromEntries(source.map((key) => [key, "s"])))],
        ["text/ja", fileOf("text", Object.fromEntries(before.map((key) => [key, "b"])))],
      ]);
      const texts = added.map((key) => ({ place: { file: "text/ja", way: ["text", key] }, text: "n" }));

      const changed = withTexts(files, { from: "en", into: "ja" }, texts);

      const expected = [...before];
      let last: string | undefined;
      for (const key of source) {
        if (!expected.includes(key)) {
          if (!added.includes(key)) continue;
          expected.splice(last === undefined ? 0 : expected.indexOf(last) + 1, 0, key);
        }
        last = key;
      }
      expected.push(...added.filter((key) => !expected.includes(key)));
      const after = JSON.parse(changed.get("text/ja") ?? files.get("text/ja") ?? "")["text"];
      expect(Object.keys(after)).toEqual(expected);
    }),
  );
});
