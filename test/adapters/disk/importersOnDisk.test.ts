import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { importersOnDisk } from "#adapters/disk/importersOnDisk.ts";

async function project(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "turnwright-importers-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries({ "package.json": "{}", ...files }))
    await writeFile(join(folder, name), text);
  return folder;
}

const paths = (folder: string) => importersOnDisk(join(folder, "a.ts"))(join(folder, "a.ts"));

test("a file that is written between two looks is read again", async () => {
  const folder = await project({ "a.ts": "export const a = 1;", "b.ts": "export const b = 1;" });
  expect(JSON.stringify(paths(folder))).not.toContain("b.ts");

  await writeFile(join(folder, "b.ts"), 'import { a } from "./a"; export const b = a;');

  expect(JSON.stringify(paths(folder))).toContain("b.ts");
});

test("a file of a gigabyte is passed over, and then nobody says that there are no others", async () => {
  const folder = await project({ "a.ts": "export const a = 1;", "giant.ts": 'import { a } from "./a";' });
  await truncate(join(folder, "giant.ts"), 1_500_000_000);

  expect(JSON.stringify(paths(folder))).not.toContain("giant.ts");
  expect(paths(folder).isComplete).toBe(false);
});
