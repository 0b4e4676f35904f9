import { readdirSync, readFileSync } from "node:fs";

/** The machine of a game and all its rule files by logical name. */
export function allRuleFiles(game: string): { machine: string; rules: Map<string, string> } {
  const rules = new Map<string, string>();
  for (const path of readdirSync(`rulesets/${game}`, { recursive: true, encoding: "utf8" }))
    if (path.endsWith(".json"))
      rules.set(path.slice(0, -".json".length), readFileSync(`rulesets/${game}/${path}`, "utf8"));
  return { machine: readFileSync(`machines/${game}.machine.ts`, "utf8"), rules };
}
