import { afterAll, beforeAll, expect, test } from "vitest";
import { nodeRunner } from "#adapters/sandbox/nodeRunner.ts";
import type { Runner } from "#core/run/play/playRequest.ts";
import { endlessFault, endlessMachines } from "#test/support/endlessMachines.ts";
import { stoppedScenarios } from "#test/support/stoppedScenarios.ts";
import { loadProcesses } from "#test/support/loadProcesses.ts";

/** A processor is shared by many here; what never ends has its limit in work. */
const PATIENCE_MS = 300_000;

let busy: { end(): void };
let runner: Runner;
beforeAll(() => {
  busy = loadProcesses(3);
  runner = nodeRunner({ budgetMs: 200 });
});
afterAll(() => {
  busy.end();
  runner.stop();
});

test.each(endlessMachines)(
  "on a busy computer $name is stopped and named",
  async (one) => {
    expect(await endlessFault(runner, one)).toBeUndefined();
  },
  PATIENCE_MS,
);

test(
  "on a busy computer no step of a game's scenarios is stopped",
  async () => {
    const { steps, stopped } = await stoppedScenarios(["vf-card"]);

    expect(steps).toBeGreaterThan(50);
    expect(stopped).toEqual([]);
  },
  PATIENCE_MS,
);
