import { expect, test } from "vitest";
import { schemaFaults, schemas, type SchemaName } from "#core/ruleset/schemaFaults.ts";
import { parseJson, type Json } from "#core/text/json.ts";
import { foreignMessages } from "#test/support/foreignMessages.ts";

test("a key that is half a surrogate pair does not stop the check of a file", () => {
  const moves = parseJson('{"format":1,"moves":{"GO":{"\\ud800":{}}}}');

  expect(() => schemaFaults("moves", moves)).not.toThrow();
});

test("whatever stands in a file of a game, it is checked, on 2,000 values", () => {
  const seed = Math.floor(Math.random() * 0x7fffffff);
  const names = Object.keys(schemas) as SchemaName[];
  const messages = foreignMessages(seed, [
    { format: 1, game: "a", title: { en: "A" }, players: { min: 2, max: 4 } },
    { format: 1, clauses: [{ id: "1", kind: "rule", parent: null }] },
    { format: 1, locale: "en", text: { "1": "x" } },
  ]);

  for (let i = 0; i < 2000; i++) {
    const text = messages.text();
    let value;
    try {
      value = parseJson(text);
    } catch {
      continue;
    }
    for (const name of [names[i % names.length]!, "ruleset"] as const)
      expect(() => schemaFaults(name, value), `seed ${seed}: ${name} of ${text.slice(0, 300)}`).not.toThrow();
  }
});

/** More errors than the validator can gather. */
const COUNT = 150_000;

test.each<[SchemaName, string, () => Json]>([
  [
    "labels",
    "labels",
    () => Object.fromEntries(Array.from({ length: COUNT }, (_, i) => [`no name ${i}`, "x"])),
  ],
  ["clauses", "clauses", () => Array.from({ length: COUNT }, () => 1)],
])("a %s file in which more is wrong than the validator can gather is checked", (name, key, long) => {
  expect(schemaFaults(name, { format: 1, [key]: long() })).toContainEqual(
    expect.objectContaining({ way: expect.arrayContaining([key]) as unknown }),
  );
});
