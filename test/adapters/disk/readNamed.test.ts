import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { readNamed } from "#adapters/disk/safeFile.ts";

test.skipIf(process.platform === "win32")("a device that never ends is read to the limit", async () => {
  await expect(readNamed("/dev/zero", "zero")).rejects.toMatchObject({ code: "too-large" });
});

test.skipIf(process.platform === "win32")("a pipe gives its text", async () => {
  const folder = await mkdtemp(join(tmpdir(), "turnwright-named-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const pipe = join(folder, "pipe");
  await promisify(execFile)("mkfifo", [pipe]);
  const text = "抽牌\n".repeat(10_000);
  const [read] = await Promise.all([readNamed(pipe, "pipe"), writeFile(pipe, text)]);
  expect(read).toBe(text);
});
