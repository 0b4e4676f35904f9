import { readFileSync } from "node:fs";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import { readModule } from "#core/read/readModule.ts";
import type { Moves } from "#core/ruleset/ruleset.ts";

const root = new URL("../../../", import.meta.url);
const text = (path: string) => readFileSync(new URL(path, root), "utf8");

/** The volleyball game as the player needs it. */
export const haikyuText = text("machines/haikyu-break.machine.ts");
const [chart] = readModule(haikyuText).charts;
export const haikyuSpec: PlaySpec = {
  ...(chart?.events ? { events: chart.events } : {}),
  ...(chart?.input ? { input: chart.input } : {}),
  moves: JSON.parse(text("rulesets/haikyu-break/moves.json")) as Moves,
};
