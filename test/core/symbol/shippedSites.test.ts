import { expect, test } from "vitest";
import { readModule } from "#core/read/readModule.ts";
import { playSpecOf } from "#core/run/play/playSpec.ts";
import { ruleSites } from "#core/symbol/ruleSites.ts";
import { allRuleFiles } from "#test/support/allRuleFiles.ts";

const games = ["chrono-card", "fate-ace-royal", "flesh-and-blood", "haikyu-break", "vf-card"];

/** A rename writes to the places that are known: a kind of file that nobody reads for names would keep the old one. */
test.each(games)("wherever a rule file of %s says the type of an event, that is a known place", (game) => {
  const { machine, rules } = allRuleFiles(game);
  const { charts, consts } = readModule(machine);
  const types = new Set(playSpecOf(charts[0]!, consts).events?.map(({ type }) => type));
  expect(types.size).toBeGreaterThan(5);
  const places = new Set(ruleSites(rules).map(({ file, at }) => `${file}:${at.from}`));
  const unknown: string[] = [];
  for (const [file, text] of rules)
    for (const { 1: type = "", index } of text.matchAll(/"(?:event:)?([A-Z][A-Z0-9_]*)(?=["])/g)) {
      const from = text.indexOf(type, index);
      if (types.has(type) && !places.has(`${file}:${from}`)) unknown.push(`${file}:${from} ${type}`);
    }
  expect(unknown).toEqual([]);
});

test("fields of the context in view.json are places: of what is shown, of owners and of ids", () => {
  const view = { view: { "players.hand": "owner" }, owners: { players: "id" }, ids: ["players.hand.id"] };
  const sites = ruleSites(new Map([["view", JSON.stringify(view)]]));
  expect(sites.map(({ kind, name }) => [kind, name])).toEqual(Array(3).fill(["context", "players"]));
});
