import { expect, test } from "vitest";
import { faultsOf, markText, soakPage } from "#test/support/soak/soak.ts";

/** With the round through everything before them, about three minutes of use beside the other tests. */
const GESTURES = 40;

test("a page that was used for a while is as it was: no more nodes, listeners, memory or frames, and no errors", async () => {
  const report = await soakPage({
    seed: 21,
    isOver: (gestures) => gestures >= GESTURES,
    markEvery: GESTURES,
  });

  const figures = [report.start, ...report.marks].map(markText).join("\n");
  expect(faultsOf(report), figures).toEqual([]);
}, 3_600_000);
