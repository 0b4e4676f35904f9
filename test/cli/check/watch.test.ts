import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { main } from "#cli/main.ts";
import { machine } from "#test/core/analyze/faults.ts";
import { turnwright } from "#test/support/commandLine.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-watch-"));
  await mkdir(join(folder, "machines"));
  await write("lamp", "b");
  await write("door", "b");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const write = (game: string, target: string) =>
  writeFile(
    join(folder, `machines/${game}.machine.ts`),
    machine(`initial: "a", states: { a: { on: { GO: "${target}" } }, b: {} }`),
  );

interface Report {
  readonly games: readonly {
    readonly id: string;
    readonly diagnostics: readonly { readonly code: string }[];
  }[];
  readonly errors: number;
}

/** Watches while `work` runs; the reports so far are given to it. */
async function watched(words: readonly string[], work: (reports: readonly Report[]) => Promise<void>) {
  const reports: Report[] = [];
  const end = new AbortController();
  const code = main(["check", "--watch", "--json", ...words], {
    home: process.cwd(),
    cwd: folder,
    stdin: Readable.from([]),
    out: (text) => void reports.push(JSON.parse(text) as Report),
    err: () => undefined,
    ended: end.signal,
  });
  await work(reports);
  end.abort();
  return code;
}
const WAIT = { timeout: 20_000 };

test("a change is checked at once, a fault comes and goes, and a game that comes or is removed is no fault", async () => {
  const code = await watched([], async (reports) => {
    await vi.waitFor(
      () => expect(reports.at(-1)).toMatchObject({ errors: 0, games: [{ id: "door" }, { id: "lamp" }] }),
      WAIT,
    );
    await write("lamp", "nowhere");
    await vi.waitFor(
      () =>
        expect(reports.at(-1)?.games[1]?.diagnostics).toContainEqual(
          expect.objectContaining({ code: "target-not-found" }),
        ),
      WAIT,
    );
    await write("cat", "b");
    await vi.waitFor(
      () => expect(reports.at(-1)?.games.map(({ id }) => id)).toEqual(["cat", "door", "lamp"]),
      WAIT,
    );
    await rm(join(folder, "machines/cat.machine.ts"));
    await vi.waitFor(() => expect(reports.at(-1)?.games.map(({ id }) => id)).toEqual(["door", "lamp"]), WAIT);
    await write("lamp", "b");
    await vi.waitFor(() => expect(reports.at(-1)?.errors).toBe(0), WAIT);
  });
  expect(await code).toBe(0);
}, 60_000);

test("of one game that is watched the others tell nothing", async () => {
  await watched(["lamp"], async (reports) => {
    await vi.waitFor(() => expect(reports.length).toBe(1), WAIT);
    await write("door", "nowhere");
    await write("lamp", "nowhere");
    await vi.waitFor(() => expect(reports.at(-1)?.errors).toBe(1), WAIT);
    expect(reports.map(({ games }) => games.map(({ id }) => id))).toEqual(reports.map(() => ["lamp"]));
  });
}, 60_000);

test.each([
  [["--fix"], "--fix goes without --watch"],
  [["--format", "sarif"], "--format sarif is one document: it goes without --watch"],
])("%j is refused with what would be right", async (words, why) => {
  const { code, err } = await turnwright(["check", "--watch", ...words], { cwd: folder });
  expect([code, err.split("\n")[0]]).toEqual([2, `turnwright check: ${why}`]);
});
