import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorkspace } from "#adapters/disk/workspace.ts";

const times = process.env["LONG"] ? 500 : 40;
let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "turnwright-two-"));
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      ssr: fileURLToPath(new URL("./counter.ts", import.meta.url)),
      outDir: join(scratch, "bundle"),
      target: "node20",
      rollupOptions: { output: { entryFileNames: "counter.mjs" } },
    },
    ssr: { noExternal: true },
  });
}, 60_000);
afterAll(() => rm(scratch, { recursive: true }));

test.each([[["machine"]], [["machine", "layout", "terms"]]])(
  "three processes that save %j at once lose nothing of each other",
  async (names) => {
    const folder = await mkdtemp(join(scratch, "games-"));
    const workspace = await openWorkspace(folder);
    await workspace.create(
      "one",
      ["machine", "layout", "terms"].map((name) => ({ name, text: "0" })),
    );

    const codes = await Promise.all(
      [1, 2, 3].map(
        () =>
          new Promise<number | null>((done, fail) => {
            const script = join(scratch, "bundle/counter.mjs");
            const child = spawn(process.execPath, [script, folder, String(times), ...names], {
              stdio: "inherit",
            });
            child.on("error", fail);
            child.on("close", done);
          }),
      ),
    );

    expect(codes).toEqual([0, 0, 0]);
    for (const { name, text } of await workspace.read("one"))
      expect(`${name} ${parseInt(text)}`).toBe(`${name} ${names.includes(name) ? 3 * times : 0}`);
  },
  300_000,
);
