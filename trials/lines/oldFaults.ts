import { faultsOfPlanted, PLANTED_JOURNALS, randomJournal } from "#test/cli/plantedJournals.ts";
import { draws } from "#test/support/dice.ts";
import type { Trial, TrialRow } from "../trial.ts";

/** Random journals at scale 1. */
const JOURNALS = 400;

export const oldFaults: Trial = {
  about:
    "A folder that was brought with a planted journal (F14) is listed, checked and opened in the studio.",
  async run({ seed, scale, say }) {
    const named = Object.entries(PLANTED_JOURNALS).map(([name, shape]) => ({ name, shape }));
    const random = Array.from({ length: Math.max(1, Math.round(JOURNALS * scale)) }, (_, i) => ({
      name: `seed ${seed + i}`,
      shape: randomJournal(draws(seed + i)),
    }));
    return [await row("planted journals", named), await row("random journals", random, say)];
  },
};

async function row(
  what: string,
  journals: readonly { name: string; shape: Parameters<typeof faultsOfPlanted>[0] }[],
  say: (text: string) => void = () => undefined,
): Promise<TrialRow> {
  const faults: string[] = [];
  for (const [i, { name, shape }] of journals.entries()) {
    faults.push(...(await faultsOfPlanted(shape)).map((fault) => `${name}: ${fault}`));
    if (i % 50 === 49) say(`${what}: ${i + 1}`);
  }
  return { what, cases: journals.length, faults, goal: "0 carried out, 0 folders that cannot be used" };
}
