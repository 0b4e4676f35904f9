import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main } from "#cli/main.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-empty-"));
  await writeFile(
    join(folder, "empty.ts"),
    `import { createMachine } from "xstate";
export const machine = createMachine({ initial: "a", states: {
  a: { on: { GO: "b" } }, "": { on: { BACK: "a" } }, b: { initial: "", states: { "": {}, c: {} } } } });
`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

async function exported(...words: string[]) {
  let out = "";
  let err = "";
  const code = await main(["export", "empty.ts", ...words], {
    home: process.cwd(),
    cwd: folder,
    stdin: Readable.from([]),
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, out, err };
}

test.each(["map", "flow", "full"])(
  "a state with the empty key is drawn like others, at %s",
  async (detail) => {
    const { code, out, err } = await exported("--to", "svg", "--detail", detail);

    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/BACK/);
    expect(out).toMatch(/>c</);
  },
);

test("a state with the empty key has an identifier in Mermaid", async () => {
  const { code, out } = await exported("--to", "mermaid");

  expect(code).toBe(0);
  for (const line of out.split("\n").filter((one) => one.includes(" as ")))
    expect(line).toMatch(/ as [a-z]\w*/i);
  expect(out).toMatch(/\[\*\] --> \w+\n.*state .*\n.*state "c"/);
});
