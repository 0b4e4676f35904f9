import { attackHandler, messageHandlers as handlers } from "../../test/support/messageHandlers.ts";
import type { Trial, TrialRow } from "../trial.ts";

/** Messages that each handler is sent at scale 1. */
const MESSAGES = 100_000;

export const messageHandlers: Trial = {
  about:
    "random JSON values and bytes into every message handler: nothing is thrown, nothing ends, each request has its answer",
  async run({ seed, scale, say }) {
    const rows: TrialRow[] = [];
    for (const handler of handlers) {
      const cases = Math.max(1, Math.round(MESSAGES * scale));
      const began = performance.now();
      const faults = await attackHandler(handler, seed, cases);
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      say(`${handler.name}: ${cases} messages, ${faults.length} faults, ${seconds} s`);
      rows.push({ what: handler.name, cases, faults, goal: "0 throws, 0 exits, 0 unhandled" });
    }
    return rows;
  },
};
