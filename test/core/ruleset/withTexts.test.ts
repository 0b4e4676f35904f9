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
