import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { main } from "#cli/main.ts";

const hangs = (where: "load" | "send"): string => `import { createMachine } from "xstate";
${where === "load" ? "while (true);" : ""}
export const machine = createMachine({ initial: "a", states: { a: { on: { GO: { guard: () => { while (true); } } } } } });`;

test.each([
  ["--budget", "send", 350],
  ["--load-budget", "load", 450],
] as const)("%s says how much a machine may do", async (option, where, ms) => {
  const folder = await mkdtemp(join(tmpdir(), "turnwright-budget-"));
  await writeFile(join(folder, "m.machine.ts"), hangs(where));
  let answers = "";

  const code = await main(["play", "m.machine.ts", "--stdio", option, String(ms)], {
    home: process.cwd(),
    cwd: folder,
    stdin: Readable.from(['{"input":{}}\n{"send":{"type":"GO"}}\n']),
    out: (text) => (answers += text),
    err: () => undefined,
  });

  await rm(folder, { recursive: true });
  const last = JSON.parse(answers.trimEnd().split("\n").at(-1) ?? "") as object;
  expect(last).toMatchObject({
    ok: false,
    error: { code: "over-budget", limit: { unit: "work", value: ms * 20_000 } },
  });
  expect(code).toBe(where === "load" ? 3 : 0);
});
