import { readdirSync, readFileSync, existsSync } from "node:fs";
import { gameChart } from "#core/analyze/check.ts";
import { readModule } from "#core/read/readModule.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import type { PlayGiven } from "#cli/play/given.ts";
import { playStdio } from "#cli/play/stdio.ts";
import { playSpecOf } from "#core/run/play/playSpec.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";

const root = new URL("../../../", import.meta.url);

type Given = Pick<PlayGiven, "moduleText" | "lang" | "spec" | "ruleset" | "id">;

/** A game of this repository as the command line hands it to `play`. */
export function shippedGame(
  id: string,
): Given & { readonly scenarios: { name: string; scenario: Scenario }[] } {
  const files = new Map([["machine", readFileSync(new URL(`machines/${id}.machine.ts`, root), "utf8")]]);
  const folder = new URL(`rulesets/${id}/`, root);
  const take = (sub: string) => {
    if (!existsSync(new URL(sub, folder))) return;
    for (const file of readdirSync(new URL(sub, folder)))
      if (file.endsWith(".json"))
        files.set(sub + file.slice(0, -5), readFileSync(new URL(sub + file, folder), "utf8"));
  };
  for (const sub of ["", "text/", "labels/", "scenarios/"]) take(sub);
  const { ruleset, scenarios } = loadRuleset(files);
  return {
    id,
    ...givenOf(files.get("machine") ?? ""),
    ruleset,
    spec: { ...givenOf(files.get("machine") ?? "").spec, ...(ruleset.moves ? { moves: ruleset.moves } : {}) },
    scenarios: Object.entries(scenarios).map(([name, scenario]) => ({
      name,
      scenario: scenario as Scenario,
    })),
  };
}

/** A module's text with what can be read from it. */
export function givenOf(moduleText: string): Given {
  const reading = readModule(moduleText);
  const chart = gameChart(reading);
  return { moduleText, lang: "ts", spec: chart ? playSpecOf(chart, reading.consts) : {} };
}

// Answers are looked into freely.
// oxlint-disable-next-line no-explicit-any
type Answer = Record<string, any>;

/** Feeds lines to a play and gives the answers. Strings go as they are, other values as JSON. */
export async function talk(
  given: Given & { readonly budgetMs?: number },
  lines: readonly unknown[],
): Promise<{ code: number; answers: Answer[]; errors: string }> {
  let out = "";
  let errors = "";
  async function* input() {
    for (const line of lines) yield `${typeof line === "string" ? line : JSON.stringify(line)}\n`;
  }
  const code = await playStdio({
    ...given,
    input: input(),
    out: (text) => void (out += text),
    err: (text) => void (errors += text),
  });
  return {
    code,
    answers: out
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line)),
    errors,
  };
}
