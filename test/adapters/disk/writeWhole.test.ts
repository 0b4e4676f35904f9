import { lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { diskCalls, type DiskCalls } from "#adapters/disk/diskCalls.ts";
import { writeWhole } from "#adapters/disk/writeWhole.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-whole-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const failing =
  (code: string) =>
  async (from: string): Promise<never> => {
    throw Object.assign(new Error(`${code}: put in by the test`), { code, path: from });
  };

test.each<[string, Partial<DiskCalls>]>([
  ["write", { write: failing("ENOSPC") }],
  ["rename", { rename: failing("ENOSPC") }],
])("a disk that is full at the %s leaves the file as it was, and nothing beside it", async (_, calls) => {
  const path = join(folder, "picture.svg");
  await writeFile(path, "yesterday's");

  await expect(writeWhole(path, "today's", { ...diskCalls, ...calls })).rejects.toMatchObject({
    code: "ENOSPC",
    path,
  });

  expect(await readFile(path, "utf8")).toBe("yesterday's");
  expect(await readdir(folder)).toEqual(["picture.svg"]);
});

test("a new file is there whole, and nothing beside it", async () => {
  await writeWhole(join(folder, "new.svg"), "<svg/>");

  expect(await readFile(join(folder, "new.svg"), "utf8")).toBe("<svg/>");
  expect(await readdir(folder)).toEqual(["new.svg"]);
});

test("a file keeps its rights, and a link stays a link", async () => {
  const file = join(folder, "file.js");
  await writeFile(file, "old", { mode: 0o755 });
  await symlink(file, join(folder, "link.js"));

  await writeWhole(join(folder, "link.js"), "new");

  expect(await readFile(file, "utf8")).toBe("new");
  expect((await stat(file)).mode & 0o777).toBe(0o755);
  expect((await lstat(join(folder, "link.js"))).isSymbolicLink()).toBe(true);
});

test("where no file can be made beside it, the file itself is written", async () => {
  const path = join(folder, "mine.ts");
  await writeFile(path, "old");

  await writeWhole(path, "new", { ...diskCalls, write: failing("EACCES") });

  expect(await readFile(path, "utf8")).toBe("new");
});

test.runIf(process.platform === "linux")(
  "a device is written as it is, and named when it is full",
  async () => {
    await expect(writeWhole("/dev/full", "text")).rejects.toMatchObject({
      code: "ENOSPC",
      path: "/dev/full",
    });

    await writeWhole("/dev/null", "text");

    expect((await stat("/dev/null")).isCharacterDevice()).toBe(true);
  },
);

test("a save's own write that fails half-way leaves no name behind", async () => {
  const path = join(folder, "half");

  await expect(diskCalls.write(path, 3 as unknown as Uint8Array)).rejects.toThrow(/data/);

  expect(await readdir(dirname(path))).not.toContain(basename(path));
});
