import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Clause } from "#core/ruleset/ruleset.ts";
import { headOver, sectionHead, sectionKeys } from "#core/ruleset/sections.ts";

const clause = (id: string, section?: string): Clause => ({
  id,
  kind: "structure",
  ...(section === undefined ? {} : { place: { section } }),
});

describe("the head of a section", () => {
  test.each(["I", "IV.2", "0", "4.1", "4.1.3a", "VI", "12-3", "①"])("%s is counted", (number) => {
    expect(sectionHead(number)).toEqual({ kind: "number", number });
  });

  test.each([
    ["Standby", "Standby"],
    ["Standby 4", "Standby"],
    ["Winning and losing", "Winning and losing"],
    ["戰鬥階段", "戰鬥階段"],
    ["Main 2b", "Main"],
    ["Mix", "Mix"],
  ])("%s is named", (section, name) => {
    expect(sectionHead(section)).toEqual({ kind: "name", key: `section:${name}` });
  });

  test("it stands where the section begins, once for all that is numbered in it", () => {
    const list = [
      clause("VF-D.0", "Draw"),
      clause("VF-S.0", "Standby"),
      clause("VF-S.1", "Standby 1"),
      clause("VF-S.2", "Standby 2"),
      clause("VF-M.1", "Main 1"),
      clause("VF-X"),
    ];

    const keys = list.map((one, i) => {
      const head = headOver(one, list[i - 1]);
      return head?.kind === "name" ? head.key : head;
    });

    expect(keys).toEqual([
      "section:Draw",
      "section:Standby",
      undefined,
      undefined,
      "section:Main",
      undefined,
    ]);
  });

  test("what the id of a clause says already is not said again", () => {
    expect(headOver(clause("FAB-4.3.1", "4.3.1"), undefined)).toBeUndefined();
    expect(headOver(clause("FAB-4.1.3.1", "4.1.3"), undefined)).toEqual({ kind: "number", number: "4.1.3" });
  });
});

test.each(["vf-card", "fate-ace-royal"])(
  "every section of %s has its name in each language, and no other",
  (game) => {
    const file = <T>(name: string): T =>
      JSON.parse(readFileSync(`rulesets/${game}/${name}.json`, "utf8")) as T;
    const keys = sectionKeys(file<{ clauses: Clause[] }>("clauses").clauses).toSorted();
    expect(keys.length).toBeGreaterThan(3);
    for (const locale of ["en", "ja", "zh-Hant"]) {
      const { labels } = file<{ labels: Record<string, string> }>(`labels/${locale}`);
      expect(
        Object.keys(labels)
          .filter((key) => key.startsWith("section:"))
          .toSorted(),
      ).toEqual(keys);
    }
  },
);
