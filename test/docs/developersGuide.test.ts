import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { main } from "#cli/main.ts";

test("the talk with play --stdio in the developers' guide is what the command answers", async () => {
  const guide = await readFile("docs/guide-developers.md", "utf8");
  const machine = /```ts\n\/\/ nim\.machine\.ts\n(.*?)```/s.exec(guide)?.[1] ?? "";
  const talk = (/```\n(> .*?)```/s.exec(guide)?.[1] ?? "").trimEnd().split("\n");
  const asked = talk.filter((line) => line.startsWith("> ")).map((line) => line.slice(2));
  const folder = await mkdtemp(join(tmpdir(), "turnwright-guide-"));
  await writeFile(join(folder, "nim.machine.ts"), machine);
  let answers = "";

  const code = await main(["play", "nim.machine.ts", "--stdio"], {
    home: process.cwd(),
    cwd: folder,
    stdin: Readable.from([`${asked.join("\n")}\n`]),
    out: (text) => (answers += text),
    err: () => undefined,
  });

  await rm(folder, { recursive: true });
  expect(code).toBe(0);
  expect(asked.length).toBeGreaterThan(5);
  expect(answers.trimEnd().split("\n")).toEqual(talk.filter((line) => !line.startsWith("> ")));
});
