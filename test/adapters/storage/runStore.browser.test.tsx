import { expect, test } from "vitest";
import { MAX_STORED_RUNS, openRunStore } from "#adapters/storage/runStore.ts";
import type { StoredRun } from "#core/run/scenario/storedRun.ts";

const run = (hash: string): StoredRun => ({
  format: 1,
  machineHash: hash,
  steps: [{ parent: null, do: { kind: "start", input: {} } }],
  cursor: 0,
  tip: 0,
});
const fresh = () => `runs-${crypto.randomUUID()}`;

test("the run of each machine is there after the database was opened again, until it is dropped", async () => {
  const name = fresh();
  const runs = await openRunStore("w", name);
  await runs.write("chess", 0, run("a"));
  await runs.write("chess", 0, run("b"));
  await runs.write("chess", 1, run("c"));

  const again = await openRunStore("w", name);

  expect((await again.read("chess", 0))?.machineHash).toBe("b");
  expect((await again.read("chess", 1))?.machineHash).toBe("c");
  await again.drop("chess", 0);
  expect(await again.read("chess", 0)).toBeUndefined();
});

test("another workspace at the same address has its own runs", async () => {
  const name = fresh();
  await (await openRunStore("one", name)).write("chess", 0, run("a"));

  expect(await (await openRunStore("two", name)).read("chess", 0)).toBeUndefined();
});

test("only the newest are kept", async () => {
  const runs = await openRunStore("w", fresh());
  for (let i = 0; i <= MAX_STORED_RUNS; i++) {
    await runs.write(`game-${i}`, 0, run("a"));
    await new Promise((done) => setTimeout(done, 2));
  }

  expect(await runs.read("game-0", 0)).toBeUndefined();
  expect(await runs.read("game-1", 0)).toBeDefined();
  expect(await runs.read(`game-${MAX_STORED_RUNS}`, 0)).toBeDefined();
});

test("what is no run is none", async () => {
  const runs = await openRunStore("w", fresh());
  await runs.write("chess", 0, { ...run("a"), cursor: 7 });

  expect(await runs.read("chess", 0)).toBeUndefined();
});
