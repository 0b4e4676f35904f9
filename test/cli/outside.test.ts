import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { gzipSync } from "node:zlib";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { turnwright as run } from "#test/support/commandLine.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-outside-"));
  await writeFile(join(folder, "afile"), "");
  await writeFile(
    join(folder, "lamp.machine.ts"),
    `import { createMachine } from "xstate";\nexport const m = createMachine({ initial: "a", states: { a: {} } });\n`,
  );
  await writeFile(
    join(folder, "newer.machine.ts"),
    `import { createMachine } from "xstate";\nexport const m = createMachine({ initial: "a", states: { a: { on: { GO: () => ({ target: "b" }) } }, b: {} } });\n`,
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const turnwright = (line: string) => run(line.split(" "), { cwd: folder });

test("every command that takes a module refuses one for XState 6 in the same words", async () => {
  const words = (await turnwright("export newer.machine.ts --to js")).err;
  expect(words).toContain("xstate-6");
  for (const command of ["play newer.machine.ts --stdio", "coverage newer.machine.ts"])
    expect(await turnwright(command)).toMatchObject({ code: 1, err: words });
});

test("a place that cannot be written is named in words, and no command hangs on it", async () => {
  for (const [out, words] of [
    ["afile/x.js", "afile is a file, where a folder is needed (EEXIST)"],
    ["afile/b/x.js", "afile is a file, where a folder is needed (EEXIST)"],
    ["/proc/x/y.js", "/proc/x is not there, and cannot be made there (ENOENT)"],
  ] as const) {
    const { code, err } = await turnwright(`export lamp.machine.ts --to js --out ${out}`);
    expect([out, code]).toEqual([out, 1]);
    expect(err).toContain(words);
    expect(err).not.toMatch(/mkdir|syscall/);
  }
});

test.each(["ts", "js", "json", "mermaid", "svg", "vitest", "kit", "package"])(
  "a language without words is refused by the export to %s",
  async (format) => {
    const { code, err } = await turnwright(`export lamp.machine.ts --to ${format} --lang fr`);
    expect(code).toBe(2);
    expect(err).toContain("--lang fr: the languages are en, ja, zh-Hant");
  },
);

test("a kit of one language has the words of that language alone, and is a fraction of the whole", async () => {
  const whole = (await turnwright("export haikyu-break --to kit")).out;
  const { out } = await turnwright("export haikyu-break --to kit --lang ja");
  const [kit, all] = [out, whole].map((text) => JSON.parse(text));

  for (const part of ["labels", "text", "words"]) {
    expect(Object.keys(kit[part])).toEqual(["ja"]);
    expect(kit[part].ja).toEqual(all[part].ja);
  }
  expect(kit.spec).toEqual(all.spec);
  expect(gzipSync(out).length).toBeLessThan(gzipSync(whole).length * 0.75);
});

test("an export of a machine with errors says them as check does, and what can be done", async () => {
  await writeFile(
    join(folder, "bad.machine.ts"),
    `import { createMachine } from "xstate";\nexport const m = createMachine({ initial: "a", states: { a: { on: { GO: "nowhere" } } } });\n`,
  );
  const error = (await turnwright("check bad.machine.ts")).out.split("\n")[0]!;
  expect(error).toContain("nowhere");

  const { code, out, err } = await turnwright("export bad.machine.ts --to js");
  expect([code, err.split("\n")[0]]).toEqual([1, error]);
  const [, way = ""] = /It is exported as it is; npx turnwright (\S+ \S+) has all/.exec(err) ?? [];
  expect((await turnwright(way)).out).toContain(error);
  expect(out).toContain("createMachine");
  const json = JSON.parse((await turnwright("export bad.machine.ts --to js --json")).out);
  expect(json.diagnostics).toMatchObject([{ code: "target-not-found", severity: "error" }]);
});
