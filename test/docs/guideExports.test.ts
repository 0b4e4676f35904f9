import { cpSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main } from "#cli/main.ts";
import { consumerFolder, type ConsumerFolder } from "#test/support/consumer.ts";

// What the guide says about taking a machine, done word by word: its commands, then its programs under plain Node.
let folder: ConsumerFolder;
let guide: string;
beforeAll(async () => {
  folder = await consumerFolder();
  for (const part of ["machines", "rulesets"]) cpSync(part, join(folder.path, part), { recursive: true });
  const text = await readFile("docs/guide-developers.md", "utf8");
  guide = text.slice(text.indexOf("## Take the machine"), text.indexOf("## Build an app on it"));
});
afterAll(() => folder.remove());

const blocks = (lang: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${lang}\\n([^]*?)\`\`\``, "g"))].map(([, code = ""]) => code);

test("the commands write what the programs import, and the programs print what they say", async () => {
  const lines = blocks("sh").flatMap((code) => code.split("\n").filter((line) => line !== ""));
  expect(lines.length).toBe(9);
  for (const line of lines) {
    let err = "";
    const io = { home: process.cwd(), cwd: folder.path, stdin: [] as never, out: () => undefined };
    const words = line.replace(/^npx turnwright /, "").split(/\s+/);
    expect(await main(words, { ...io, err: (text) => (err += text) }), err).toBe(0);
  }

  const programs = blocks("js");
  expect(programs.length).toBe(3);
  for (const [i, program] of programs.entries()) {
    const said = [...program.matchAll(/\/\/ (\{.*)$/gm)].map(([, text = ""]) => text);
    await folder.write(`guide${i}.js`, program);
    const printed = await folder.node(`guide${i}.js`);
    // The last one prints only when a save does not fit.
    expect(printed.trim()).toBe(i === 2 ? "" : said.join("\n"));
  }
});
