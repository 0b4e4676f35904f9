import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { turnwright } from "#test/support/commandLine.ts";

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

const exported = (...words: string[]) => turnwright(["export", "empty.ts", ...words], { cwd: folder });

test.each(["map", "flow", "full"])(
  "a state with the empty key is drawn like others, at %s",
  async (detail) => {
    const { code, out, err } = await exported("--to", "svg", "--detail", detail);

    // It is drawn, and what is wrong with it is told.
    expect(code).toBe(1);
    expect(err).toMatch(/^(empty\.ts:3:\d+ {2}error {2}.* {2}key-empty\n)+It is exported as it is; .*\n$/);
    expect(out).toMatch(/BACK/);
    expect(out).toMatch(/>c</);
  },
);

test("a state with the empty key has an identifier in Mermaid", async () => {
  const { code, out } = await exported("--to", "mermaid");

  expect(code).toBe(1);
  for (const line of out.split("\n").filter((one) => one.includes(" as ")))
    expect(line).toMatch(/ as [a-z]\w*/i);
  expect(out).toMatch(/\[\*\] --> \w+\n.*state .*\n.*state "c"/);
});
