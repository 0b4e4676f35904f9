import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { readModule } from "#core/read/readModule.ts";

const games = readdirSync("rulesets");

const told = (game: string, change: (text: string) => string = (text) => text) => {
  const files = new Map([["ruleset", readFileSync(`rulesets/${game}/ruleset.json`, "utf8")]]);
  const machine = readFileSync(`machines/${game}.machine.ts`, "utf8");
  return diagnose(readModule(change(machine)), files).filter(({ code }) => code === "players-differ");
};

test.each(games)("%s takes as many players as its rules say", (game) => {
  expect(told(game)).toEqual([]);
});

test.each([
  ["fate-ace-royal", "MAX_PLAYERS = 7", "MAX_PLAYERS = 8", "2–8"],
  ["chrono-card", "seats.length <= 6", "seats.length < 6", "2–5"],
  ["haikyu-break", "seats.length === 2", "seats.length === 3", "3"],
  ["flesh-and-blood", "seats.length >= 2", "seats.length > 2", "≥ 3"],
])("another limit in %s is told: %s", (game, from, to, machine) => {
  const [one] = told(game, (text) => text.replace(from, to));

  expect(one?.facts["machine"]).toBe(machine);
  expect(one?.file).toBe("ruleset");
});
