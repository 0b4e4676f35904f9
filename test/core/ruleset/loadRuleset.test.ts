import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { say } from "#core/diagnostic/say.ts";
import { loadFile } from "#core/ruleset/loadFile.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { schemas } from "#core/ruleset/schemaFaults.ts";

const info = {
  format: 1,
  id: "go-fish",
  title: { en: "Go fish" },
  machine: "machines/go-fish.machine.ts",
  players: { min: 2, max: 5 },
  locales: ["en", "ja"],
  sourceLocale: "ja",
};
const files = (all: Record<string, unknown>) =>
  new Map(
    Object.entries(all).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
/** The first fault of a file: its code and the text it lies under. */
const first = (name: string, text: string) => {
  const found = loadFile(name, text).diagnostics[0];
  return (
    found && { code: found.code, under: found.at && text.slice(found.at.from, found.at.to), ...found.facts }
  );
};

test("a whole ruleset loads without diagnostics", () => {
  const loaded = loadRuleset(
    files({
      ruleset: info,
      clauses: { format: 1, clauses: [{ id: "G-1", kind: "obligation", place: { line: 3 } }] },
      "text/en": { format: 1, locale: "en", text: { "G-1": "Ask for a rank." } },
      "labels/ja": { format: 1, locale: "ja", labels: { "state:ask": "要求" } },
      terms: {
        format: 1,
        terms: [{ id: "rank", terms: { en: "rank", ja: "数字" }, forbidden: { en: ["number"] } }],
      },
      readings: {
        format: 1,
        readings: [
          {
            id: "R1",
            clauses: ["G-1"],
            question: { en: "?" },
            options: [{ id: "a", text: {} }],
            chosen: "a",
          },
        ],
      },
      moves: { format: 1, moves: { ASK: [{ fields: { rank: { range: [1, "context.top"] } } }] } },
      review: {
        format: 1,
        review: [
          {
            clause: "G-1",
            locale: "en",
            state: "checked",
            at: "2026-11-21",
            basis: { wording: "w", machine: "m", readings: "r", scenarios: "s" },
          },
        ],
      },
      "scenarios/lost": {
        format: 1,
        title: { en: "Lost" },
        steps: [{ expect: { in: ["ask"] } }, { send: { type: "ASK", by: "P1" }, expect: { refused: true } }],
      },
    }),
  );

  expect(loaded.diagnostics).toEqual([]);
  expect(loaded.ruleset.info.title).toEqual({ en: "Go fish" });
  expect(loaded.ruleset.labels["ja"]?.["state:ask"]).toBe("要求");
  expect(loaded.ruleset.moves?.moves["ASK"]).toHaveLength(1);
  expect(Object.keys(loaded.scenarios)).toEqual(["lost"]);
});

test("no rules files at all is a machine without rules, not a fault", () => {
  expect(loadRuleset(new Map([["machine", "export {}"]])).diagnostics).toEqual([]);
});

test.each([
  [{ actor: "die", value: 4 }, undefined],
  [{ actor: "die", error: "lost" }, undefined],
  [{ actor: "die" }, undefined],
  [{ actor: "die", next: 4 }, undefined],
  [{ actor: "die", event: { type: "ROLLED" } }, undefined],
  [{ actor: "die", event: { by: "P1" } }, "json-missing"],
  [{ actor: "die", next: 4, value: 4 }, "json-shape"],
  [{ guard: "mayPass", value: true }, "json-missing"],
  [{ actor: "die", value: 4, error: "lost" }, "json-shape"],
])("a scenario answers for actors and never for guards: %j", (answer, code) => {
  const text = JSON.stringify({ format: 1, title: {}, steps: [{ answer }] });

  expect(first("scenarios/a", text)?.code).toBe(code);
});

test("rules files without ruleset.json are told", () => {
  expect(loadRuleset(files({ clauses: { format: 1, clauses: [] } })).diagnostics.map((d) => d.code)).toEqual([
    "ruleset-missing",
  ]);
});

test("plays of a machine without rules need no ruleset.json", () => {
  const scenario = { format: 1, title: { en: "Pays" }, steps: [] };

  expect(loadRuleset(files({ "scenarios/pays": scenario })).diagnostics).toEqual([]);
});

test.each([
  [
    "clauses",
    `{ "format": 1, "clauses": [ }`,
    { code: "json-syntax", under: "}", expected: "@expected-value", got: "}" },
  ],
  [
    "clauses",
    `{ "format": 1 "clauses": [] }`,
    { code: "json-syntax", under: '"', expected: "@expected-comma-or-brace", got: '"' },
  ],
  [
    "clauses",
    `{ "format": 1, "clauses": [],}`,
    { code: "json-syntax", under: "}", expected: "@expected-key", got: "}" },
  ],
  [
    "clauses",
    `{ "format": 1, "clauses": []`,
    { code: "json-syntax", under: "", expected: "@expected-comma-or-brace", got: "" },
  ],
  [
    "clauses",
    `{ "clauses": [] }`,
    { code: "json-missing", under: "{", at: "", key: "format", expected: "1" },
  ],
  [
    "clauses",
    `{ "format": 1, "clauses": [{ "id": "A", "kind": "obligaton" }] }`,
    {
      code: "json-value",
      under: '"obligaton"',
      at: "clauses[0].kind",
      got: '"obligaton"',
      expected: schemas.clauses.$defs.clause.properties.kind.enum.join(", "),
      near: ["obligation"],
    },
  ],
  [
    "clauses",
    `{ "format": 1, "clauses": [{ "id": "A", "kind": "note", "notModeled": "x" }] }`,
    {
      code: "json-unknown-key",
      under: '"notModeled"',
      at: "clauses[0]",
      key: "notModeled",
      near: ["notModelled"],
    },
  ],
  [
    "clauses",
    `{ "format": 1, "clauses": {} }`,
    { code: "json-type", under: "{}", at: "clauses", got: "{}", expected: "array" },
  ],
  [
    "text/en",
    `{ "format": 1, "locale": "en", "text": { "A": "x", "A": "y" } }`,
    { code: "json-duplicate-key", under: '"A"', key: "A" },
  ],
  [
    "moves",
    `{ "format": 1, "moves": { "GO": [{ "fields": { "n": { "range": [1] } } }] } }`,
    {
      code: "json-min-items",
      under: "[1]",
      at: "moves.GO[0].fields.n.range",
      got: "[1]",
      limit: "2",
    },
  ],
  [
    "scenarios/a",
    `{ "format": 1, "title": {}, "steps": [{ "send": { "type": "A" }, "advance": 3 }] }`,
    {
      code: "json-shape",
      under: `{ "send": { "type": "A" }, "advance": 3 }`,
      at: "steps[0]",
      got: `{"send":{"type":"A"},"advance":3}`,
      expected: schemas.scenario.$defs.step.title,
    },
  ],
])("a fault in %s is marked where it is and says what is expected: %s", (name, text, fault) => {
  expect(first(name, text)).toEqual(fault);
});

test("a newer format is a warning and read-only, and what it changed is not called a fault", () => {
  const loaded = loadRuleset(files({ ruleset: { ...info, format: 2, players: "any" } }));

  expect(loaded.diagnostics.map((d) => [d.code, d.severity])).toEqual([["newer-format", "warning"]]);
  expect(loaded.readOnly).toEqual(["ruleset"]);
});

test("items with faults are left out and the others stay", () => {
  const { ruleset } = loadRuleset(
    files({
      ruleset: info,
      clauses: {
        format: 1,
        clauses: [
          { id: "A", kind: "end" },
          { id: 5, kind: "end" },
        ],
      },
    }),
  );

  expect(ruleset.clauses.map((clause) => clause.id)).toEqual(["A"]);
});

test("an own __proto__ key changes no prototype", () => {
  const text = `{ "format": 1, "locale": "en", "text": { "__proto__": { "polluted": 1 }, "A": "x" } }`;

  const { ruleset } = loadRuleset(files({ ruleset: info, "text/en": text }));

  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  expect((ruleset.text["en"] as unknown as Record<string, unknown>)["polluted"]).toBeUndefined();
  expect(ruleset.text["en"]?.["A"]).toBe("x");
});

test("unknown keys are kept", () => {
  const { value } = loadFile("ruleset", JSON.stringify({ ...info, houseRules: [1] }));

  expect(value?.["houseRules"]).toEqual([1]);
});

test("a file whose locale is not that of its name is told", () => {
  const found = loadRuleset(files({ ruleset: info, "text/ja": { format: 1, locale: "en", text: {} } }))
    .diagnostics[0];

  expect(found).toMatchObject({ code: "locale-differs", facts: { said: "en", expected: "ja" } });
});

test("a text nested beyond all use is refused, not recursed into", () => {
  const text = `{"format":1,"steps":${"[".repeat(100_000)}`;

  expect(first("scenarios/a", text)?.code).toBe("json-too-deep");
});

test("whatever a file holds, it is read or its fault has a place; nothing throws", () => {
  const names = [
    "ruleset",
    "clauses",
    "terms",
    "readings",
    "moves",
    "review",
    "layout",
    "text/en",
    "labels/en",
    "scenarios/a",
  ];
  const key = fc.constantFrom(
    "format",
    "clauses",
    "id",
    "kind",
    "moves",
    "terms",
    "text",
    "labels",
    "steps",
    "send",
    "machines",
    "__proto__",
    "x",
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom(null, true, 0, 1, 2, -1.5, "", "en", "G-1", "#", "a.b"),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(key, tie("value"), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      value,
      fc.nat(),
      fc.constantFrom("", "}", "]", '"', ","),
      (name, json, at, put) => {
        const whole = JSON.stringify({ format: 1, ...(json as object) });
        for (const text of [
          whole,
          whole.slice(0, at % whole.length) + put + whole.slice((at % whole.length) + 1),
        ]) {
          const { diagnostics, node } = loadFile(name, text);
          for (const one of diagnostics) {
            expect(one.at).toBeDefined();
            expect(0 <= one.at!.from && one.at!.from <= one.at!.to && one.at!.to <= text.length).toBe(true);
          }
          expect(node !== undefined || diagnostics.length > 0).toBe(true);
          expect(() => loadRuleset(new Map([[name, text]]))).not.toThrow();
        }
      },
    ),
    { numRuns: 500 },
  );
  expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
});

test.each([
  ["en", "a comma or }", "quotation mark inside a sentence"],
  ["ja", "コンマか }", "文の中の引用符"],
  ["zh-Hant", "逗號或 }", "句子裡的引號"],
])("a quotation mark inside a sentence is named in the reader's language: %s", (language, lacking, cause) => {
  const { diagnostic: words } = JSON.parse(
    readFileSync(`src/locales/diagnostics/${language}.json`, "utf8"),
  ) as {
    diagnostic: Record<string, string>;
  };
  const said = (json: string) => {
    const [fault] = loadFile("text/ja", json).diagnostics;
    if (!fault) throw new Error("no fault");
    return say(fault, words);
  };

  const inside = said(`{ "format": 1, "locale": "ja", "text": { "A": "彼は"誰か"と言う" } }`);
  expect(inside).toContain(lacking);
  expect(inside).toContain(cause);
  expect(said(`{ "format": 1, "locale": "ja", "text": { "A": "x" "B": "y" } }`)).not.toContain(cause);
  if (language !== "en") expect(inside).not.toMatch(/ or |expected/);
});

test("what was read of a game stays as it is, and is let go when another game is read", () => {
  const fish = files({ ruleset: info, "scenarios/quick": { format: 1, title: { en: "Quick" }, steps: [] } });
  const other = files({ ruleset: { ...info, id: "old-maid" } });
  const quick = () => loadRuleset(fish).nodes.get("scenarios/quick");

  const before = quick();
  expect(before).toBeDefined();
  expect(quick()).toBe(before);
  loadRuleset(other);

  expect(quick()).not.toBe(before);
});
