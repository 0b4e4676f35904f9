import { faultsOf, markText, soakPage } from "#test/support/soak/soak.ts";
import type { Trial } from "../trial.ts";

const MINUTES = 60;
/** Each time it is gone back to the first view and counted; some five minutes of use. */
const GESTURES_PER_MARK = 250;

/** A day in one page, in an hour. */
export const soak: Trial = {
  about: "one page of the built studio used by chance: views, games, edits, runs, languages, folds",
  async run({ seed, scale, say }) {
    const report = await soakPage({
      seed,
      isOver: (_, minutes) => minutes >= MINUTES * scale,
      markEvery: GESTURES_PER_MARK,
      say,
    });
    const { start, marks } = report;
    const cases = marks.at(-1)?.gestures ?? 0;
    const figure = [start, ...marks.slice(-1)].map(markText).join("; ");
    const faults = faultsOf(report).map((fault) => `seed ${seed}, ${fault}`);
    return [
      {
        what: "back at the first view of the same game",
        cases,
        faults,
        figure,
        goal: "60 minutes: nodes <= 3 an element, listeners <= 2x, heap <= 1.5x, frames <= 2, 0 errors, server flat",
      },
    ];
  },
};
