import { kitOf } from "#core/entries/kit.ts";
import type { TableGame } from "#table/index.ts";
import { turnwright } from "#test/support/commandLine.ts";
import * as chronoCard from "../../machines/chrono-card.machine.ts";
import * as fateAceRoyal from "../../machines/fate-ace-royal.machine.ts";
import * as fleshAndBlood from "../../machines/flesh-and-blood.machine.ts";
import * as haikyuBreak from "../../machines/haikyu-break.machine.ts";
import * as vfCard from "../../machines/vf-card.machine.ts";

const modules = {
  "chrono-card": chronoCard,
  "fate-ace-royal": fateAceRoyal,
  "flesh-and-blood": fleshAndBlood,
  "haikyu-break": haikyuBreak,
  "vf-card": vfCard,
};
export type GameId = keyof typeof modules;
export const gameIds = Object.keys(modules) as GameId[];

/** A game as a server has it: its module, and the kit that the command line exports. */
export async function tableGame(id: GameId): Promise<TableGame> {
  const { out } = await turnwright(["export", id, "--to", "kit", "--lang", "en"], { cwd: process.cwd() });
  return { ...modules[id], kit: kitOf(JSON.parse(out)) } as TableGame;
}
