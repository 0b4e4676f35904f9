import { readdirSync, readFileSync } from "node:fs";
import type { Scenario } from "#core/run/scenario/scenario.ts";

export const locales = ["en", "ja", "zh-Hant"];

const home = new URL("../../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, home), "utf8");

/** The files of a game as plain JSON and text: its tests read what is on the disk and trust nobody's loading. */
export function rulesetFiles(id: string) {
  const folder = `rulesets/${id}/`;
  const json = (file: string) => JSON.parse(read(folder + file));
  const scenarios = readdirSync(new URL(`${folder}scenarios/`, home)).map((file): [string, Scenario] => [
    file.replace(".json", ""),
    json(`scenarios/${file}`),
  ]);
  return { json, scenarios, source: read(`machines/${id}.machine.ts`) };
}
