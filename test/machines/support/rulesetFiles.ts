import { readdirSync, readFileSync } from "node:fs";
import type { Scenario } from "#core/run/scenario.ts";

export const locales = ["en", "ja", "zh-Hant"];

/** The files of a ruleset as plain JSON: tests of a game read what is on the disk and trust nobody's loading. */
export function rulesetFiles(id: string) {
  const folder = new URL(`../../../rulesets/${id}/`, import.meta.url);
  const json = (file: string) => JSON.parse(readFileSync(new URL(file, folder), "utf8"));
  const scenarios = readdirSync(new URL("scenarios/", folder)).map((file): [string, Scenario] => [
    file.replace(".json", ""),
    json(`scenarios/${file}`),
  ]);
  return { json, scenarios };
}
