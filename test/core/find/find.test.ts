import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { labelKeys } from "#core/ruleset/labels.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { readModule } from "#core/read/readModule.ts";
import { find, type FindResult } from "#core/find/find.ts";
import { FIND_KINDS, type Findable } from "#core/find/findable.ts";
import { machineFindables, ruleFindables } from "#core/find/findables.ts";
import { findIndex } from "#core/find/findIndex.ts";
import { fold, squeeze } from "#core/find/fold.ts";
import { GRADES } from "#core/find/match.ts";
import { gameIds, readGame } from "#cli/games.ts";

const games = await gameIds(process.cwd());
const english = { labels: "en", ui: "en" };

async function gameOf(id: string) {
  const { files } = await readGame(process.cwd(), id);
  const { ruleset, scenarios } = loadRuleset(files);
  const chart = readModule(files.get("machine") ?? "").charts[0]!;
  const things = [
    ...machineFindables({ key: "machine", chart, labelled: true }, ruleset.labels),
    ...ruleFindables(ruleset, scenarios),
  ];
  return { chart, ruleset, scenarios, things, index: findIndex(things) };
}
const isOf =
  ({ kind, id }: Findable) =>
  (found: FindResult): boolean =>
    found.kind === kind && found.id === id;
const named = ({ kind, id }: Pick<Findable, "kind" | "id">) => `${kind} ${id}`;

describe.for(games)("%s", (id) => {
  test("everything that has a name is among the first three hits of its id", async () => {
    const { things, index } = await gameOf(id);

    const far = things.filter((thing) => !find(index, thing.id, english).slice(0, 3).some(isOf(thing)));

    expect(far.map(named)).toEqual([]);
  });

  test("nothing that has a name is left out", async () => {
    const { things, chart, ruleset, scenarios } = await gameOf(id);
    const known = new Set(things.map(({ kind, id: name }) => `${kind}:${name}`));
    const of = (kind: string) => things.filter((thing) => thing.kind === kind).map((thing) => thing.id);

    const keys = labelKeys(chart).filter((key) => /^(state|event|guard|action|context):/.test(key));

    expect(keys.filter((key) => !known.has(key))).toEqual([]);
    expect(known.size).toBe(things.length);
    expect(of("clause")).toEqual(ruleset.clauses.map((one) => one.id));
    expect(of("term")).toEqual(ruleset.terms.map((one) => one.id));
    expect(of("scenario")).toEqual(Object.keys(scenarios));
  });

  test("everything is among the first ten hits of its label in each language, its namesakes not counted", async () => {
    const { things, index } = await gameOf(id);
    const missed: string[] = [];
    const asked = new Set<string>();

    for (const thing of things)
      for (const [locale, label] of Object.entries(thing.labels)) {
        asked.add(locale);
        const hits = find(index, label, { labels: locale, ui: "en", limit: 60 });
        const place = hits.findIndex(isOf(thing));
        const namesakes = hits.slice(0, place).filter(({ grade }) => grade === "name" || grade === "key");
        if (place < 0 || place - namesakes.length >= 10) missed.push(`${locale} ${named(thing)}: ${label}`);
      }

    expect(missed).toEqual([]);
    expect([...asked].toSorted()).toEqual(["en", "ja", "zh-Hant"]);
  });

  test("a clause is among the first ten hits of its wording in each language", async () => {
    const { things, index } = await gameOf(id);
    const missed: string[] = [];

    for (const thing of things.filter(({ kind }) => kind === "clause"))
      for (const text of Object.values(thing.texts ?? {}))
        if (!find(index, text, english).slice(0, 10).some(isOf(thing)))
          missed.push(`${named(thing)}: ${text}`);

    expect(missed).toEqual([]);
  });
});

const state = (id: string, labels: Findable["labels"] = {}, more: Partial<Findable> = {}): Findable => ({
  kind: "state",
  id,
  machine: "machine",
  labels,
  ...more,
});
const idsOf = (things: readonly Findable[], query: string) =>
  find(findIndex(things), query, english).map(({ kind, id }) => `${kind} ${id}`);

test("a better match comes first, whatever the order of the game", () => {
  const things: Findable[] = [
    { kind: "clause", id: "C-1", labels: {}, texts: { en: "Who is by the net decides the order of it." } },
    state("standbydecideroom"),
    state("turn.waitByDecider"),
    { kind: "guard", id: "byDeciderOrNobody", machine: "machine", labels: {} },
    { kind: "action", id: "note", machine: "machine", labels: { en: "By decider" } },
    state("turn.byDecider"),
    { kind: "guard", id: "byDecider", machine: "machine", labels: {} },
  ];

  expect(idsOf(things, "byDecider")).toEqual([
    "guard byDecider",
    "state turn.byDecider",
    "action note",
    "guard byDeciderOrNobody",
    "state turn.waitByDecider",
    "state standbydecideroom",
  ]);
});

test("a state that is called so comes before a command that only speaks of it", () => {
  const things: Findable[] = [
    { kind: "command", id: "guard.stub", labels: { en: "Add a guard to setup" } },
    state("setup"),
  ];

  expect(idsOf(things, "setup")).toEqual(["state setup", "command guard.stub"]);
});

test("width, case, kana and the signs between words make no difference", () => {
  const things = [state("decideServe", { ja: "サーブを決める", en: "Décide the serve" })];

  for (const query of [
    "decide serve",
    "DECIDE_SERVE",
    "ｄｅｃｉｄｅＳｅｒｖｅ",
    "さーぶ",
    "ｻｰﾌﾞ",
    "サーブをきめる".slice(0, 4),
    "decide the",
  ])
    expect(idsOf(things, query), query).toEqual(["state decideServe"]);
  expect(idsOf(things, "サーフ")).toEqual([]);
});

test("the name in another language is told when it is why something was found", () => {
  const index = findIndex([
    state("turn.main", { en: "main phase", ja: "メインフェイズ" }),
    { kind: "clause", id: "C-1", labels: {}, texts: { en: "Draw a card.", ja: "カードを引く。" } },
  ]);

  expect(find(index, "めいん", english)[0]).toMatchObject({
    title: "main phase",
    because: { text: "メインフェイズ", locale: "ja" },
  });
  expect(find(index, "main ph", english)[0]).not.toHaveProperty("because");
  expect(find(index, "main", { labels: "id", ui: "en" })[0]).toMatchObject({ title: "main", grade: "key" });
  expect(find(index, "カード", english)[0]).toMatchObject({
    title: "C-1",
    text: "Draw a card.",
    because: { text: "カードを引く。", locale: "ja" },
  });
});

test("what is far on in a text is shown from a little before it", () => {
  const text = `${"First comes something else altogether, ".repeat(3)}then the referee whistles.`;
  const index = findIndex([{ kind: "clause", id: "C-1", labels: {}, texts: { en: text } }]);

  expect(find(index, "referee", english)[0]?.because?.text).toMatch(/^….{0,40}referee whistles\.$/);
});

test("a state is found by words of its own and of the states around it", () => {
  const things = [
    state("serve", { en: "serve phase" }),
    state("serve.deploy", { en: "deploy step" }, { parent: "serve" }),
    state("block", { en: "block phase" }),
    state("block.deploy", { en: "deploy step" }, { parent: "block" }),
  ];

  expect(idsOf(things, "deploy block")).toEqual(["state block.deploy"]);
  expect(idsOf(things, "block phase serve")).toEqual([]);
});

const word = fc.stringMatching(/^[a-zA-Zぁ-んァ-ン手札]{1,8}$/);
const thing = fc.record({
  kind: fc.constantFrom(...FIND_KINDS),
  id: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(".")),
  labels: fc.dictionary(fc.constantFrom("en", "ja"), word),
  texts: fc.dictionary(
    fc.constantFrom("en", "ja"),
    fc.array(word, { maxLength: 6 }).map((all) => all.join(" ")),
  ),
});
const some = fc.array(thing, { minLength: 1, maxLength: 30 });

test("law: no more than the limit, no better grade behind a worse one, and nothing twice", () => {
  fc.assert(
    fc.property(some, word, fc.integer({ min: 1, max: 12 }), (things, query, limit) => {
      const found = find(findIndex(things), query, { ...english, limit });

      const grades = found.map(({ grade }) => GRADES.indexOf(grade));
      expect(found.length).toBeLessThanOrEqual(limit);
      expect(grades).toEqual(grades.toSorted((a, b) => a - b));
      expect(found.length).toBeLessThanOrEqual(things.length);
    }),
  );
});

test("law: whatever begins with the query is found, in any case and width", () => {
  fc.assert(
    fc.property(some, fc.nat(), fc.nat(), fc.boolean(), (things, which, cut, wide) => {
      const one = things[which % things.length]!;
      const name = Object.values(one.labels)[0] ?? one.id;
      const start = name.slice(0, 1 + (cut % name.length));
      const query = wide ? widened(start) : start.toUpperCase();
      // a sign that stands for nothing, such as the dot of a path, is no query
      fc.pre(squeeze(query).text !== "");

      const found = find(findIndex(things), query, { ...english, limit: things.length });

      expect(found.map(named)).toContain(named(one));
    }),
  );
});
const widened = (text: string) =>
  text.replace(/[a-zA-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

test("law: folding twice is folding once, and words begin within the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const { text: squeezed, starts } = squeeze(text);

      expect(fold(fold(text))).toBe(fold(text));
      expect(squeeze(squeezed).text).toBe(squeezed);
      for (const start of starts) expect(start).toBeLessThan(squeezed.length);
      expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b));
    }),
  );
});

test("a command is called in the language of the interface, and found in each", () => {
  const index = findIndex([
    { kind: "command", id: "fit", labels: { en: "Fit", ja: "全体を表示" } },
    { kind: "term", id: "deck", labels: { en: "deck", ja: "デッキ" } },
  ]);

  expect(find(index, "全体", { labels: "ja", ui: "en" })[0]).toMatchObject({
    title: "Fit",
    because: { text: "全体を表示", locale: "ja" },
  });
  const both = findIndex([
    { kind: "command", id: "stub", labels: { en: "Add to setup", ja: "setup に追加" } },
  ]);
  expect(find(both, "setup", english)[0]).not.toHaveProperty("because");
  expect(find(index, "deck", { labels: "ja", ui: "en" })[0]).toMatchObject({ title: "デッキ" });
});

test("a query of signs alone finds nothing", () => {
  expect(idsOf([state("a")], " .*_")).toEqual([]);
  expect(idsOf([state("a")], "")).toEqual([]);
});
