import { readdirSync, readFileSync } from "node:fs";
import type { Scenario } from "#core/run/scenario/scenario.ts";

const home = new URL("../../../../blocks/", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, home), "utf8");

/** The game of a block as its files, by logical name, as they are on the disk. */
export function blockFiles(id: string): Map<string, string> {
  const files = new Map([["machine", read(`machines/${id}.machine.ts`)]]);
  for (const sub of ["", "labels/", "scenarios/"])
    for (const file of readdirSync(new URL(`rulesets/${id}/${sub}`, home)))
      if (file.endsWith(".json"))
        files.set(`${sub}${file.slice(0, -5)}`, read(`rulesets/${id}/${sub}${file}`));
  return files;
}

/** The scenarios of a block's game, by name. */
export const blockScenarios = (id: string): readonly (readonly [name: string, scenario: Scenario])[] =>
  [...blockFiles(id)].flatMap(([name, text]) =>
    name.startsWith("scenarios/")
      ? [[name.slice("scenarios/".length), JSON.parse(text) as Scenario] as const]
      : [],
  );
