import { killRenames, killSaves, type Kills } from "#test/adapters/disk/kills.ts";
import type { Trial, TrialRow } from "../trial.ts";

/** Kills in saves, and acknowledged renames with kills between them, at scale 1. */
const KILLS = 400;

export const kills: Trial = {
  about:
    "A process that saves or renames a game is killed without warning; the next opening finds all of a change or nothing.",
  async run({ seed, scale, say }) {
    const count = Math.max(1, Math.round(KILLS * scale));
    const saves = await killSaves({ seed, kills: count, say });
    const renames = await killRenames({ seed, kills: count, acknowledged: count, say });
    return [row("saves of five files", saves), row("renames", renames)];
  },
};

const row = (what: string, { kills: cases, acknowledged, journals, mixed, faults }: Kills): TrialRow => ({
  what,
  cases,
  faults,
  figure: `${acknowledged} acknowledged, ${journals} journals left, ${mixed} found half-way and completed`,
  goal: "400 kills, 400 acknowledged; 0 torn, 0 half-way, 0 acknowledged lost",
});
