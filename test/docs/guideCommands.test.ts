import { cpSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { turnwright } from "#test/support/commandLine.ts";

/**
 * The commands of README and guides, run literally: each ends well, and prints what the guide shows under it. Those that serve or that
 * talk are met in tests of their own.
 */
const GUIDES = [
  "README.md",
  "docs/guide-designers.md",
  "docs/guide-translators.md",
  "docs/guide-developers.md",
];
const LAMP = `import { createMachine } from "xstate";
export const lamp = createMachine({ id: "lamp", initial: "on", states: { on: { on: { PRESS: "off" } }, off: {} } });
`;

interface Shown {
  readonly command: string;
  /** Lines under it, where it stands behind a \`$\`. */
  readonly output: readonly string[] | undefined;
}

function commandsIn(text: string): Shown[] {
  const found: Shown[] = [];
  for (const [, block = ""] of text.matchAll(/```sh\n([^]*?)```/g)) {
    let last: { command: string; output: string[] } | undefined;
    for (const line of block.trimEnd().split("\n")) {
      const [, prompt, command] = /^(\$ )?(?:npx )?turnwright (.*)$/.exec(line) ?? [];
      if (command !== undefined && prompt !== undefined) found.push((last = { command, output: [] }));
      else if (command !== undefined) found.push({ command, output: undefined });
      else last?.output.push(line);
    }
  }
  for (const [, command = ""] of text.matchAll(/^ {4}turnwright (.*)$/gm))
    found.push({ command, output: undefined });
  return found;
}

/** The words of a command line: by blanks, but for what stands in single quotes. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-guides-"));
  for (const part of ["machines", "rulesets"]) cpSync(part, join(folder, part), { recursive: true });
  await writeFile(join(folder, "lamp.machine.ts"), LAMP);
});
afterAll(() => rm(folder, { recursive: true }));

const run = (command: string) => turnwright(wordsOf(command), { cwd: folder });

describe.each(GUIDES)("%s", (file) => {
  test("its commands end well and print what it shows", async () => {
    const shown = commandsIn(await readFile(file, "utf8"));
    for (const { command, output } of shown) {
      const { code, out, err } = await run(command);
      expect([command, code, err.split("\n").filter((line) => /error/i.test(line))]).toEqual([
        command,
        0,
        [],
      ]);
      if (output) expect(out.trimEnd().split("\n"), command).toEqual(output);
    }
  });
});

test("commands are found in README and in the guides of translators and developers", async () => {
  const counts = await Promise.all(
    GUIDES.map(async (file) => commandsIn(await readFile(file, "utf8")).length),
  );
  expect(counts.map((count) => count > 0)).toEqual([true, false, true, true]);
});

test("every command and option that a guide names is one", async () => {
  const help = (await run("--help")).out;
  const known = new Set([...help.matchAll(/^ {2}turnwright ([a-z]+)\b/gm)].map(([, name]) => name));
  for (const file of GUIDES) {
    const text = await readFile(file, "utf8");
    const named = [...text.matchAll(/`(?:npx )?turnwright ([a-z]+)\b[^`]*`/g)].map(([, name]) => name);
    expect(
      named.filter((name) => !known.has(name)),
      file,
    ).toEqual([]);
  }
});
