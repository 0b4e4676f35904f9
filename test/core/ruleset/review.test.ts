import { describe, expect, test } from "vitest";
import { mainChart } from "#core/chart/machineKey.ts";
import { readModule } from "#core/read/readModule.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { mergeJson } from "#core/ruleset/mergeJson.ts";
import { changedParts, keptTold, ReviewGround, reviewStatus, withReview } from "#core/ruleset/review.ts";
import type { ReviewEntry, ReviewPart } from "#core/ruleset/ruleset.ts";
import { planted } from "#test/core/analyze/plantedRules.ts";
import { allRuleFiles } from "#test/support/allRuleFiles.ts";
import { reformatted } from "#test/support/reformatted.ts";

const games = ["haikyu-break", "chrono-card", "fate-ace-royal", "flesh-and-blood", "vf-card"] as const;
const LOCALE = "ja";

const machineOf = (game: string) => allRuleFiles(game).machine;
const rulesOf = (game: string) => allRuleFiles(game).rules;

function groundOf(machine: string, files: ReadonlyMap<string, string>) {
  const reading = readModule(machine);
  const chart = mainChart(reading.charts);
  if (!chart) throw new Error("no machine");
  const { ruleset, scenarios } = loadRuleset(files);
  const ground = new ReviewGround({ chart, consts: reading.consts ?? [], ruleset, scenarios });
  return { ground, clauses: ruleset.clauses.map(({ id }) => id) };
}

/** The clauses that differ between two moments of a game, each with the parts that do. */
function suspects(
  before: ReturnType<typeof groundOf>,
  after: ReturnType<typeof groundOf>,
  locale = LOCALE,
): ReadonlyMap<string, readonly ReviewPart[]> {
  return new Map(
    before.clauses.flatMap((clause) => {
      const parts = changedParts(before.ground.basisOf(clause, locale), after.ground.basisOf(clause, locale));
      return parts.length > 0 ? [[clause, parts] as const] : [];
    }),
  );
}

describe("a machine that is only laid out otherwise leaves no clause suspect", () => {
  test.each(games)("%s", (game) => {
    const files = rulesOf(game);
    const text = machineOf(game);
    const before = groundOf(text, files);

    for (const [style, other] of reformatted(text)) {
      expect(other, style).not.toBe(text);
      expect([...suspects(before, groundOf(other, files))], style).toEqual([]);
    }
  });
});

/**
 * The clauses that each planted fault turns suspect. More than one: the changed guard, helper or way stands at each of them, so each reader
 * has to look again.
 */
const SUSPECT: Readonly<Record<string, readonly string[]>> = {
  "an equal defence does not hold": ["HV-III.5", "HV-IV-R.5"],
  "four blockers": ["HV-III.2"],
  "the toss leads to the end phase": ["HV-IV.0", "HV-IV-T.4"],
  "the loser gets the serve": ["HV-VI-2d"],
  "Charm twice a turn": ["CC-3.3", "CC-3.4", "CC-3.5"],
  "the hand limit upside down": ["CC-5.6", "CC-5.9", "CC-5.10"],
  "asking does not begin anew": ["CC-4-E.1", "CC-4-E.2", "CC-4-E.5"],
  "an equal attack deals nothing": [
    "FA-CARD-2",
    "FA-CARD-4",
    "FA-ABIL-1",
    "FA-SET-9",
    "FA-BAT-8",
    "FA-BAT-9",
    "FA-SKILL-2",
    "FA-SKILL-4.1",
    "FA-SKILL-4.2",
    "FA-SKILL-5",
    "FA-SKILL-6",
  ],
  "the coin moves after three turns": ["FA-SET-1", "FA-COIN-1", "FA-COIN-4", "FA-WIN-3", "FA-WIN-4"],
  "battle on a six": ["FA-ENC-2"],
  "stock without room": ["VF-S.3", "VF-M.5", "VF-E.3"],
  "anybody stores in the arsenal": ["FAB-4.4.3b"],
};

describe("a wrong rule turns the clauses suspect at which it is told", () => {
  test.each(planted)("$clause: $what", ({ game, clause, what, from, to }) => {
    const files = rulesOf(game);
    const before = groundOf(machineOf(game), files);

    const found = suspects(before, groundOf(machineOf(game).replace(from, to), files));

    expect(found.get(clause)).toEqual(["machine"]);
    expect([...found.keys()]).toEqual(SUSPECT[what]);
  });
});

describe("words", () => {
  const game = "haikyu-break";
  const files = rulesOf(game);
  const before = groundOf(machineOf(game), files);
  const changed = (name: string, change: (text: string) => string) => {
    const text = files.get(name) ?? "";
    expect(change(text)).not.toBe(text);
    return groundOf(machineOf(game), new Map([...files, [name, change(text)]]));
  };

  test("another wording turns that clause suspect in that language alone", () => {
    const after = changed("text/ja", (text) => text.replace(/("HV-III\.5": ")/, "$1また、"));

    expect([...suspects(before, after)]).toEqual([["HV-III.5", ["wording"]]]);
    expect([...suspects(before, after, "en")]).toEqual([]);
  });

  test("labels, glossary and titles of scenarios decide nothing", () => {
    const labels = changed("labels/ja", (text) => text.replace(/("context:dp": ")/, "$1別の"));
    expect([...suspects(before, labels)]).toEqual([]);

    const [name = ""] = [...files.keys()].filter((file) => file.startsWith("scenarios/"));
    const title = changed(name, (text) => text.replace(/("ja": ")/, "$1別の"));
    expect([...suspects(before, title)]).toEqual([]);
  });

  test("a scenario that expects something else turns those suspect that it plays", () => {
    const [name = ""] = [...files.keys()].filter(
      (file) => file.startsWith("scenarios/") && files.get(file)?.includes("HV-III.5"),
    );
    const after = changed(name, (text) =>
      text.replace(/\{\s*"send"/, `{ "expect": { "status": "active" } }, { "send"`),
    );

    const found = suspects(before, after);

    expect(found.get("HV-III.5")).toEqual(["scenarios"]);
    for (const parts of found.values()) expect(parts).toEqual(["scenarios"]);
  });
});

describe("the file", () => {
  const basis = { wording: "w", machine: "m", readings: "r", scenarios: "s" };
  const entry = (clause: string, more: Partial<ReviewEntry> = {}): ReviewEntry => ({
    clause,
    locale: "ja",
    state: "checked",
    at: "2026-11-27",
    basis,
    ...more,
  });
  const written = (...entries: readonly ReviewEntry[]) =>
    entries.reduce<string | undefined>((text, one) => withReview(text, one, one), undefined) ?? "";

  test("an entry is written, replaced in its place, and taken away", () => {
    const two = written(entry("A-1", { by: "Aoi" }), entry("A-2"));
    expect(loadRuleset(new Map([["review", two]])).ruleset.review).toEqual([
      entry("A-1", { by: "Aoi" }),
      entry("A-2"),
    ]);

    const doubted = withReview(two, entry("A-1"), entry("A-1", { state: "in-doubt", note: "?" })) ?? "";
    expect(JSON.parse(doubted).review.map((one: ReviewEntry) => one.state)).toEqual(["in-doubt", "checked"]);
    const gone = withReview(doubted, entry("A-1"), null) ?? "";
    expect(JSON.parse(gone).review).toEqual([entry("A-2")]);
  });

  test("what two people say of different clauses and languages is merged", () => {
    const base = written(entry("A-1"), entry("A-2"));
    const mine = withReview(base, entry("A-1"), entry("A-1", { state: "in-doubt" })) ?? "";
    const theirs = withReview(base, entry("A-3"), entry("A-3", { locale: "en" })) ?? "";

    const both = JSON.parse(mergeJson(base, mine, theirs) ?? "").review as ReviewEntry[];

    expect(both.map(({ clause, state }) => `${clause} ${state}`)).toEqual([
      "A-1 in-doubt",
      "A-2 checked",
      "A-3 checked",
    ]);
  });

  test("a file that is no JSON is left alone", () => {
    expect(withReview("{", entry("A-1"), entry("A-1"))).toBeUndefined();
  });

  test("what is seen now decides: unseen, as said, or suspect", () => {
    expect(reviewStatus(undefined, () => basis)).toBe("unseen");
    expect(reviewStatus(entry("A-1"), () => basis)).toBe("checked");
    expect(reviewStatus(entry("A-1", { state: "in-doubt" }), () => ({ ...basis, machine: "n" }))).toBe(
      "suspect",
    );
  });

  test("a long telling is not kept", () => {
    expect(keptTold("w", ["a", "b", "a"])).toEqual({ wording: "w", machine: ["a", "b"] });
    expect(keptTold("w", ["a".repeat(3000)])).toEqual({ wording: "w" });
  });
});
