import { cpSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
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
  for (const [, command = ""] of text.matchAll(/^ {4}npx turnwright (.*)$/gm))
    found.push({ command, output: undefined });
  return found;
}

/** The words of a command line: by blanks, but for what stands in single quotes. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");

/** Where a reader may be: where the games are, or where nothing but the package is installed. */
const PLACES = ["a checkout", "a folder of the reader's"] as const;
const folders = new Map<string, string>();
beforeAll(async () => {
  for (const place of PLACES) {
    const folder = await mkdtemp(join(tmpdir(), "turnwright-guides-"));
    folders.set(place, folder);
    await writeFile(join(folder, "lamp.machine.ts"), lamp);
    await writeFile(join(folder, "traffic-light.scxml"), trafficLight);
    if (place === "a checkout")
      for (const part of ["machines", "rulesets"]) cpSync(part, join(folder, part), { recursive: true });
  }
});
afterAll(async () => {
  for (const folder of folders.values()) await rm(folder, { recursive: true });
});

const run = (command: string, place: string = PLACES[0]) =>
  turnwright(wordsOf(command), { cwd: folders.get(place)! });

const texts = new Map(GUIDES.map((file) => [file, readFileSync(file, "utf8")]));

/** The module that the guide's commands are shown on. */
const lamp =
  /```ts\n\/\/ lamp\.machine\.ts\n(.*?)```/s.exec(texts.get("docs/guide-developers.md")!)?.[1] ?? "";

/** The document that is brought in. */
const trafficLight =
  /```xml\n<!-- traffic-light\.scxml -->\n(.*?)```/s.exec(texts.get("docs/guide-developers.md")!)?.[1] ?? "";

describe.each(PLACES)("in %s", (place) => {
  // All scenarios are as long to play in the one place as in the other: the reader's is the one in which a game has to be found.
  const shown = GUIDES.flatMap((file) =>
    commandsIn(texts.get(file)!)
      .filter(({ command }) => place !== "a checkout" || !command.endsWith("--all"))
      .map((one) => ({ file, ...one })),
  );
  test.each(shown)("$file: $command ends well and prints what is shown", async ({ command, output }) => {
    const { code, out, err } = await run(command, place);
    expect([code, err.split("\n").filter((line) => /error/i.test(line))]).toEqual([0, []]);
    if (output) expect(out.trimEnd().split("\n")).toEqual(output);
  });
});

test("the lines of edit --batch are answered as the developers' guide shows", async () => {
  const [, asked = "", answer] =
    /^ {4}> (\{"id":1,"file":"lamp.*)\n {4}(.*)$/m.exec(texts.get("docs/guide-developers.md")!) ?? [];
  const { code, out } = await turnwright(["edit", "--batch"], {
    cwd: folders.get(PLACES[1])!,
    input: [`${asked}\n`],
  });
  expect([code, out.trimEnd()]).toEqual([0, answer]);
});

test("commands are found in README and in the guides of translators and developers", () => {
  const counts = GUIDES.map((file) => commandsIn(texts.get(file)!).length);
  expect(counts.map((count) => count > 0)).toEqual([true, false, true, true]);
});

test("every command and option that a guide names is one", async () => {
  const help = (await run("--help")).out;
  const known = new Set([...help.matchAll(/^ {2}turnwright ([a-z]+)\b/gm)].map(([, name]) => name));
  for (const file of GUIDES) {
    const text = texts.get(file)!;
    const named = [...text.matchAll(/`(?:npx )?turnwright ([a-z]+)\b[^`]*`/g)].map(([, name]) => name);
    expect(
      named.filter((name) => !known.has(name)),
      file,
    ).toEqual([]);
  }
});

test("the developers' guide has one table of commands, with every command and option that there is, and no row twice", async () => {
  const help = (await run("--help")).out;
  const guide = texts.get("docs/guide-developers.md")!;
  const tables = guide.split("| Command | What it does |\n").slice(1);
  const rows = tables[0]!.split("\n\n")[0]!.split("\n").slice(1);
  const first = rows.map((row) => row.split(/(?<!\\)\|/)[1]!.trim());
  const inTable = new Set(first.flatMap((cell) => [...cell.matchAll(/`([a-z]+)/g)].map(([, name]) => name)));
  const usages = [...help.matchAll(/^ {2}turnwright ([a-z]+)(.*?) {2}/gm)];

  expect(tables.length).toBe(1);
  expect(new Set(first).size).toBe(first.length);
  expect(usages.map(([, name]) => name).filter((name) => !inTable.has(name))).toEqual([]);
  const options = usages.flatMap(([, , usage]) => usage!.match(/--[a-z-]+/g) ?? []);
  expect(options.filter((option) => !guide.includes(option))).toEqual([]);
});

test("what the command line and the studio tell one to type works where the package is installed", async () => {
  const bare: string[] = [];
  const words = ["later/", "inspect/", ""].flatMap((folder) =>
    ["en", "ja", "zh-Hant"].map((language) => `src/locales/${folder}${language}.json`),
  );
  for (const file of [...GUIDES, ...words, "docs/formats.md"])
    for (const [said] of readFileSync(file, "utf8").matchAll(
      /(?<!npx )\bturnwright (?:[a-z]+ ID|start|list|check|play|open|export|edit)\b.*/g,
    ))
      bare.push(`${file}: ${said}`);
  expect(bare).toEqual([]);
  // `npm start` is the checkout's alone.
  for (const file of GUIDES) {
    const text = texts.get(file)!;
    if (text.includes("npm start")) expect(text, file).toContain("npx turnwright start");
  }
  for (const line of ["nothing", "edit a.ts", "check nowhere --root nix"]) {
    const { err } = await run(line, PLACES[1]);
    const hints = [...err.matchAll(/^(?!usage: ).*?(npx )?\bturnwright (?:help|[a-z]+ --list)\b/gm)];
    expect(hints.filter(([, npx]) => npx === undefined)).toEqual([]);
  }
});
