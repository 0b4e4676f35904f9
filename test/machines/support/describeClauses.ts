import { expect, test } from "vitest";
import type { GameFiles } from "#test/machines/support/gameTest.ts";
import { locales } from "#test/machines/support/rulesetFiles.ts";

export function describeClauses<C, I extends object>(game: GameFiles<C, I>): void {
  const { nodes, scenarios, clauseList, json } = game;
  const ids = clauseList.map((c) => c.id);
  const own = clauseList.filter((c) => !c.imported);
  const cited = new Set(
    nodes.flatMap((n) => [n.meta, ...n.transitions.map((t) => t.meta)]).flatMap((m) => m?.clauses ?? []),
  );
  const shown = new Set(
    scenarios.flatMap(([, s]) => [...(s.clauses ?? []), ...s.steps.flatMap((x) => x.clauses ?? [])]),
  );

  test(`there are ${game.clauses} clauses in the order of the document, and then those of elsewhere`, () => {
    const lines = own.map((c) => c.place.line);

    expect(new Set(ids).size).toBe(ids.length);
    expect(own).toHaveLength(game.clauses);
    expect(own).toEqual(clauseList.slice(0, game.clauses));
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  });
  test("every clause is carried out by the machine or says why not", () => {
    expect(clauseList.filter((c) => cited.has(c.id) === (c.notModelled !== undefined))).toEqual([]);
    expect(clauseList.filter((c) => c.notModelled).map((c) => c.id)).toEqual(game.notModelled ?? []);
  });
  test("the machine, the readings and the scenarios cite clauses that exist", () => {
    const all = [...cited, ...shown, ...game.readings.flatMap((r) => r.clauses)];

    expect(all.filter((id) => !ids.includes(id))).toEqual([]);
  });
  test("every clause is shown by a scenario", () => {
    expect(clauseList.filter((c) => !shown.has(c.id) && !c.notModelled).map((c) => c.id)).toEqual([]);
  });
  test("every state and every transition with an event names a clause or a reason", () => {
    const bare = nodes.flatMap((n) => [
      ...(n.meta?.clauses?.length || n.meta?.structural ? [] : [n.path]),
      ...n.transitions
        .filter((t) => t.eventType !== "" && !t.meta?.clauses?.length && !t.meta?.structural)
        .map((t) => `${n.path} ${t.eventType}`),
    ]);

    expect(bare).toEqual([]);
  });
  test("every clause has a wording in each language", () => {
    for (const locale of locales) {
      const { text } = json(`text/${locale}.json`);
      expect(Object.keys(text)).toEqual(ids);
      expect(Object.values(text)).not.toContain("");
    }
  });
  test("why a clause is not modelled is told in each language", () => {
    for (const { id, notModelled } of clauseList)
      if (notModelled)
        expect([id, locales.filter((locale) => !notModelled[locale]?.trim())]).toEqual([id, []]);
  });
}
