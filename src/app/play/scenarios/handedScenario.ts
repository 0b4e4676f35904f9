import type { Files } from "#core/project/history.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { scenarioFileName } from "#core/project/scenarioFile.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import type { HandedScenario } from "#app/studio/StudioState.ts";

/** A trace that was handed over, checked as a scenario file is, and the name that its file would have; undefined for what is none. */
export async function handedScenario(
  { scenario: text }: Pick<HandedScenario, "scenario">,
  files: Files | undefined,
): Promise<{ readonly scenario: Scenario; readonly file: string } | undefined> {
  const { loadRuleset } = await import("#core/ruleset/loadRuleset.ts");
  const scenario = loadRuleset(new Map([["scenarios/trace", text]])).scenarios["trace"];
  return scenario && { scenario, file: handedFile(scenario, files) };
}

export const handedFile = ({ title }: Scenario, files: Files | undefined): string =>
  scenarioFileName(
    textIn(title, "en"),
    [...(files?.keys() ?? [])].map((file) => file.replace(/^scenarios\//, "")),
  );
