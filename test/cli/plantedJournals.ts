import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderNumber, journalName } from "#adapters/disk/journal.ts";
import { start } from "#cli/start.ts";
import { turnwright } from "#test/support/commandLine.ts";
import type { Draws } from "#test/support/dice.ts";

/**
 * A folder that was brought from elsewhere may hold a journal that this program never wrote. Each journal here is planted in a folder
 * with one game, beside a repository's files and a link to what lies outside; then every command that opens the folder is run.
 */
interface Planted {
  readonly root: string;
  readonly outside: string;
  /** The number that the folder has on this disk: a journal with it is taken for one of ours. */
  readonly folder: string;
}

const MACHINE = "machines/one.machine.ts";
const TEMP = "machines/.turnwright-1-0123456789abcdef.tmp";
const TEXT = `import { createMachine } from "xstate";
export const machine = createMachine({ id: "one", initial: "a", states: { a: {} } });
`;

const journal = (planted: Planted, moves: unknown, drop: unknown = [], more: object = {}): string =>
  JSON.stringify({ format: 1, pid: 1, folder: planted.folder, moves, drop, ...more });

/** What is written as the journal, or how it is made when it is no plain file. */
type Shape = (planted: Planted) => string | Uint8Array | Promise<void>;

/** What somebody might plant, by what it tries. All but those that say so bear the number of the very folder. */
export const PLANTED_JOURNALS: Readonly<Record<string, Shape>> = {
  "a move out of the folder": (at) => journal(at, [{ from: MACHINE, to: "../outside/taken.ts" }]),
  "a move out of the folder by a way through it": (at) =>
    journal(at, [{ from: MACHINE, to: "machines/../../outside/taken.ts" }]),
  "a move into the folder from outside": (at) =>
    journal(at, [{ from: "../outside/secret.txt", to: "machines/two.machine.ts" }]),
  "an absolute move": (at) => journal(at, [{ from: MACHINE, to: join(at.outside, "taken.ts") }]),
  "an absolute move of Windows": (at) => journal(at, [{ from: MACHINE, to: "C:\\taken.ts" }]),
  "a move into a linked folder": (at) => journal(at, [{ from: MACHINE, to: "rulesets/linked/clauses.json" }]),
  "a move out of a linked folder": (at) =>
    journal(at, [{ from: "rulesets/linked/terms.json", to: "machines/two.machine.ts" }]),
  "a move over the repository's settings": (at) => journal(at, [{ from: TEMP, to: ".git/config" }]),
  "a move over package.json": (at) => journal(at, [{ from: TEMP, to: "package.json" }]),
  "a file of a game among what is of no use any more": (at) => journal(at, [], [MACHINE]),
  "a temporary name outside among what is of no use any more": (at) =>
    journal(at, [], ["../outside/.turnwright-1-0123456789abcdef.tmp"]),
  "a zero byte in a path": (at) => journal(at, [{ from: MACHINE, to: "machines/\u0000.machine.ts" }]),
  "a path of 100,000 characters": (at) =>
    journal(at, [{ from: MACHINE, to: `machines/${"a".repeat(1e5)}.machine.ts` }]),
  "10,000 moves of what is not there": (at) =>
    journal(
      at,
      Array.from({ length: 1e4 }, (_, i) => ({
        from: `machines/a${i}.machine.ts`,
        to: "machines/b.machine.ts",
      })),
    ),
  "moves that are none": (at) => journal(at, [null, 5, "x", { from: 5, to: {} }]),
  "moves that are no list": (at) =>
    journal(at, { length: 1, 0: { from: MACHINE, to: "machines/two.machine.ts" } }),
  "a prototype": (at) => journal(at, [], [], JSON.parse(`{"__proto__":{"moves":[1]}}`) as object),
  "another format": (at) =>
    journal(at, [{ from: MACHINE, to: "machines/two.machine.ts" }], [], { format: 2 }),
  "moves inside machines/, with the number of another folder": (at) =>
    journal({ ...at, folder: "1:1" }, [{ from: MACHINE, to: "machines/two.machine.ts" }]),
  "moves inside machines/, without a number": (at) =>
    journal(at, [{ from: MACHINE, to: "machines/two.machine.ts" }], [], { folder: undefined }),
  "a living process, with the number of another folder": (at) =>
    journal({ ...at, folder: "1:1" }, [{ from: MACHINE, to: "machines/two.machine.ts" }], [], {
      pid: process.ppid,
    }),
  "what is no JSON": () => "{",
  nothing: () => "",
  null: () => "null",
  "a deep list": () => "[".repeat(1e5) + "]".repeat(1e5),
  "bytes that are no text": () => Uint8Array.from({ length: 5_000 }, (_, i) => (i * 7919) % 256),
  "9 MB": () => "x".repeat(9 * 1024 * 1024),
  "a link to a file outside": ({ root, outside }) =>
    symlink(join(outside, "secret.txt"), join(root, journalName)),
  "a link to nowhere": ({ root }) => symlink("/nowhere/at/all", join(root, journalName)),
  "a folder": ({ root }) => mkdir(join(root, journalName)).then(() => undefined),
  "a folder with files": async ({ root }) => {
    await mkdir(join(root, journalName));
    await writeFile(join(root, journalName, "x"), "");
  },
  ...(process.platform === "win32"
    ? {}
    : { "a pipe": async ({ root }: Planted) => void execFileSync("mkfifo", [join(root, journalName)]) }),
};

/** Places that a journal of ours may name. */
const OWN = [MACHINE, TEMP, "machines/two.machine.ts", "rulesets/one/clauses.json", "rulesets/one"];
const FOREIGN = [
  "package.json",
  ".git/config",
  ".git/hooks/pre-commit",
  "../outside/secret.txt",
  "../outside/taken.ts",
  "rulesets/linked/terms.json",
  "rulesets/linked/clauses.json",
  "/etc/hostname",
  "C:\\x",
  "machines/../package.json",
  "machines//x",
  "",
  ".",
  "machines/.",
  "\u0000",
];
const PLACES = [...OWN, ...FOREIGN];

/** A journal of random moves: with the number of another folder anything, with that of the folder itself at least one that we never write. */
export function randomJournal(draw: Draws): Shape {
  const isElsewhere = draw.chance(0.5);
  const move = () => ({
    from: draw.pick(PLACES),
    to: draw.pick(PLACES),
    ...(draw.chance(0.2) ? { old: draw.pick(PLACES) } : {}),
    ...(draw.chance(0.2) ? { hash: "sha256:00" } : {}),
  });
  const moves = Array.from({ length: draw.int(1, 5) }, move);
  const at = draw.int(0, moves.length - 1);
  const side = draw.chance(0.5) ? "from" : "to";
  if (!isElsewhere) moves[at] = { ...moves[at]!, [side]: draw.pick(FOREIGN) };
  const drop = Array.from({ length: draw.int(0, 3) }, () => draw.pick(PLACES));
  const pid = draw.pick([1, process.pid, process.ppid, -1, 0, 1e9]);
  return (planted) =>
    journal({ ...planted, ...(isElsewhere ? { folder: "1:1" } : {}) }, moves, drop, { pid });
}

/** Every file below a folder with its text; of what is no plain file its kind. */
async function textsBelow(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) =>
      entry.isFile() &&
      !/games\/\.turnwright-/.test(join(entry.parentPath, entry.name)) &&
      !join(entry.parentPath, entry.name).endsWith(`games/${TEMP}`),
  );
  return Object.fromEntries(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path.slice(folder.length), await readFile(path, "utf8")] as const;
      }),
    ),
  );
}

/** What went wrong when a folder with this journal was listed, checked and opened in the studio; empty when nothing did. */
export async function faultsOfPlanted(shape: Shape): Promise<string[]> {
  const dir = await mkdtemp(join(tmpdir(), "turnwright-planted-"));
  try {
    const [root, outside] = [join(dir, "games"), join(dir, "outside")];
    for (const folder of ["machines", "rulesets", ".git"])
      await mkdir(join(root, folder), { recursive: true });
    await mkdir(outside);
    await mkdir(join(dir, "studio"));
    await writeFile(join(dir, "studio/index.html"), "<head></head>studio");
    for (const [path, text] of [
      [MACHINE, TEXT],
      [".git/config", "[core]"],
      ["package.json", "{}"],
      ["../outside/secret.txt", "secret"],
      ["../outside/terms.json", "{}"],
      ["../outside/.turnwright-1-0123456789abcdef.tmp", "kept"],
    ])
      await writeFile(join(root, path!), text!);
    await symlink(outside, join(root, "rulesets/linked"));
    const before = await textsBelow(dir);
    // A temporary file among the games may be cleared away: it is no part of what has to stay.
    await writeFile(join(root, TEMP), "evil");
    const made = await shape({ root, outside, folder: await folderNumber(root) });
    const path = join(root, journalName);
    if (made !== undefined) {
      await writeFile(path, made);
      await utimes(path, 0, 0);
    }

    const faults: string[] = [];
    for (const words of [["list"], ["check"], ["check", "one"]]) {
      const { code, out, err } = await turnwright([...words, "--root", root], { cwd: dir });
      if (code !== 0) faults.push(`${words.join(" ")} exits with ${code}: ${out}${err}`);
    }
    const studio = await start({ root, studioDir: join(dir, "studio"), port: 0, log: () => undefined }).catch(
      (error: unknown) => void faults.push(`start: ${String(error)}`),
    );
    await studio?.close();
    const after = await textsBelow(dir);
    for (const file of new Set([...Object.keys(before), ...Object.keys(after)]))
      if (before[file] !== after[file]) faults.push(`${file}: ${before[file]} became ${after[file]}`);
    return faults;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
