import fc from "fast-check";
import { expect, test } from "vitest";
import { applyEdits } from "#core/text/textEdit.ts";
import { readModule } from "#core/read/readModule.ts";
import { rereadState } from "#core/read/partial/rereadState.ts";
import { modules, randomEdit, randomModule } from "#test/core/read/randomEdits.ts";

/** `LONG=1` tries 10,000 modules, `LONG=n` n of them. */
const long = Number(process.env["LONG"] ?? 0);
const numRuns = long > 1 ? long : long === 1 ? 10_000 : 300;
const timeout = long > 0 ? 3_600_000 : 120_000;

test(
  "after any edits the reading is the one that the whole text gives",
  () => {
    let readable = 0;
    let inPart = 0;
    fc.assert(
      fc.property(fc.integer({ min: 0 }), fc.integer({ min: 1, max: 12 }), (seed, size) => {
        const { r, model, text } = randomModule(seed, size);
        let previous = { text, reading: readModule(text, { modules }) };
        let now = text;
        for (let step = 0; step < 5; step++) {
          now = applyEdits(now, randomEdit(r, now, model));
          if (now === previous.text) continue;

          const whole = readModule(now, { modules });
          const after = readModule(now, { modules, previous });

          expect(after, now).toStrictEqual(whole);
          if (whole.parsed) {
            readable++;
            if (rereadState(now, previous)) inPart++;
            previous = { text: now, reading: after };
          } else if (r.chance(0.7)) now = previous.text;
        }
      }),
      { numRuns },
    );
    // A law that is only tried on whole readings says nothing.
    expect(inPart).toBeGreaterThan(readable / 4);
  },
  timeout,
);
