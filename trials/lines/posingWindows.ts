import { posingWindow } from "#test/support/inspector/posingWindow.ts";
import type { Trial } from "../trial.ts";

const COUNT = 100_000;

export const posingWindows: Trial = {
  about:
    "a window that poses as an app posts structured clones of every kind to the inspector's page, at changing origins",
  async run({ seed, scale }) {
    const { tried, faults, taken, answers } = posingWindow(seed, Math.max(1, Math.round(COUNT * scale)));
    const figure = `${taken} taken after ${answers} answers`;
    return [{ what: "messages of windows", cases: tried, faults, figure, goal: "0 throws, 0 taken unasked" }];
  },
};
