import { KEYS, LOOKS_PER_NODE, SHAPES, tryKeyName } from "#test/core/edit/laws/keyNames.ts";
import type { Trial } from "../trial.ts";

export const keyNames: Trial = {
  about: "names that are those of XState's own keys, in every shape, over every command",
  run: async ({ seed, scale, say }) => {
    const rows = [];
    const rounds = Math.max(1, Math.round(scale));
    // Of fewer than all keys every so many, and one at least.
    const stride = Math.min(KEYS.length, Math.max(1, Math.round(1 / scale)));
    for (const shape of Object.keys(SHAPES)) {
      say(`  ${shape}`);
      const faults: string[] = [];
      let cases = 0;
      let looks = 0;
      for (const [i, name] of KEYS.entries()) {
        if ((i + seed) % stride !== 0) continue;
        for (let round = 0; round < rounds; round++) {
          const one = tryKeyName(shape, name, seed + round);
          faults.push(...one.faults);
          cases += one.runs;
          looks = Math.max(looks, one.looks);
        }
      }
      rows.push({
        what: shape,
        cases,
        faults,
        figure: `at most ${looks.toFixed(0)} looks for each node`,
        goal: `0 throws, and never more than ${LOOKS_PER_NODE} looks for each node`,
      });
    }
    return rows;
  },
};
