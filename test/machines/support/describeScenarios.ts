import { expect, test } from "vitest";
import { Coverage } from "#test/machines/support/Coverage.ts";
import type { GameFiles } from "#test/machines/support/gameTest.ts";
import { replay } from "#test/machines/support/replay.ts";
import { locales } from "#test/machines/support/rulesetFiles.ts";

export function describeScenarios<C, I extends object>(game: GameFiles<C, I>): void {
  const { machine, scenarios, saves } = game;
  const coverage = new Coverage(machine);

  test.each(scenarios)("%s replays", (_, scenario) =>
    expect(replay(machine, scenario, coverage)).toBeUndefined(),
  );
  test("there are 25 or more, each with a title in each language", () => {
    expect(scenarios.length).toBeGreaterThanOrEqual(25);
    for (const [, { title }] of scenarios) expect(Object.keys(title)).toEqual(locales);
  });
  test("what their steps note is said in each language", () => {
    const notes = scenarios.flatMap(([name, { steps }]) =>
      steps.flatMap(({ note }) => (note === undefined ? [] : [{ name, note }])),
    );
    const lacking = notes.filter(
      ({ note }) => typeof note === "string" || !locales.every((locale) => note[locale]?.trim()),
    );

    expect(lacking).toEqual([]);
  });
  test("take every transition", () => expect(coverage.missedTransitions()).toEqual([]));
  test("see every guard of every transition say yes and no", () =>
    expect(coverage.missedOutcomes().filter((one) => !game.unseen?.test(one))).toEqual([]));
  test(`save and restore ${saves.where}`, () => {
    const at = scenarios.flatMap(([, { steps }]) =>
      steps.filter((s) => s.restore).flatMap((s) => s.expect?.in ?? []),
    );

    for (const path of saves.paths)
      expect(
        at.some((one) => one === path || one.endsWith(`.${path}`)),
        path,
      ).toBe(true);
  });
}
