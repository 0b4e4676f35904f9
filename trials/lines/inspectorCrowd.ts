import { tryCrowd } from "#test/support/inspector/crowd.ts";
import type { Trial, TrialRow } from "../trial.ts";

const ROUNDS = 20;

export const inspectorCrowd: Trial = {
  about:
    "300 sockets, silent, half open, or saying words and made-up names, and 30 pages without a key hold the inspector's port, then an app and the person's page come",
  async run({ seed, scale }) {
    const { rounds, faults, figure } = await tryCrowd({
      seed,
      rounds: Math.max(1, Math.round(ROUNDS * scale)),
    });
    const row: TrialRow = {
      what: "an app and a page find a place",
      cases: rounds,
      faults,
      figure,
      goal: "both in, each time",
    };
    return [row];
  },
};
