import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { openWorkspace, type Workspace } from "#adapters/disk/workspace.ts";
import { filePath } from "#core/project/gameFiles.ts";
import { journalName } from "#adapters/disk/journal.ts";
import { exists } from "#adapters/disk/safeFile.ts";
import { idAfter } from "#test/adapters/disk/renamer.ts";
import { textOfBatch } from "#test/adapters/disk/saver.ts";
import { dice } from "#test/support/dice.ts";

/** What many kills of a process that writes came to. */
export interface Kills {
  readonly kills: number;
  /** Changes that the process had said to be done. */
  readonly acknowledged: number;
  /** Kills that left a journal, by which the next opening completes the change. */
  readonly journals: number;
  /** Kills after which some files were changed and others were not yet. */
  readonly mixed: number;
  /** What was wrong after the next opening, with the round. */
  readonly faults: readonly string[];
}

interface KillPlan {
  readonly seed: number;
  /** Kills at least. */
  readonly kills: number;
  /** Acknowledged changes at least: it is killed on until there are so many. */
  readonly acknowledged?: number;
  readonly say?: (text: string) => void;
}

/** Files of the game that is written: of each kind one. */
const NAMES = ["machine", "layout", "ruleset", "scenarios/long", "text/ja"];

/** Milliseconds of writing within which a process is killed: some ten changes. */
const LONGEST_LIFE_MS = 120;

/** `saver.ts` writes machine, layout, ruleset, scenario and text as one batch and is killed in the middle, again and again. */
export const killSaves = (plan: KillPlan): Promise<Kills> =>
  killAgain("saver", plan, {
    begin: (workspace) =>
      workspace.create(
        "one",
        NAMES.map((name) => ({ name, text: textOfBatch(0) })),
      ),
    async isMixed(folder) {
      const texts = await Promise.all(
        NAMES.map((name) => readFile(join(folder, filePath("one", name)), "utf8")),
      );
      return new Set(texts).size > 1;
    },
    async look(workspace, acknowledged) {
      const files = await workspace.read("one");
      const numbers = [...new Set(files.map(({ text }) => Number(text.slice(0, text.indexOf("\n")))))];
      const [number = -1] = numbers;
      const faults = [
        ...namesFault(files),
        ...(numbers.length === 1 ? [] : [`mixed batches ${numbers.join()}`]),
        ...files.flatMap(({ name, text }) => (text === textOfBatch(number) ? [] : [`${name} is torn`])),
      ];
      return { number, faults: [...faults, ...stateFault(number, acknowledged)] };
    },
  });

/** `renamer.ts` renames the game to and fro and is killed in the middle, again and again. */
export const killRenames = (plan: KillPlan): Promise<Kills> =>
  killAgain("renamer", plan, {
    begin: (workspace) =>
      workspace.create(
        "one",
        NAMES.map((name) => ({ name, text: name === "ruleset" ? rulesetOf("one") : name })),
      ),
    async isMixed(folder) {
      const there = await Promise.all(
        [idAfter(0), idAfter(1)].map(async (id) => {
          const parts = [filePath(id, "machine"), filePath(id, "layout"), `rulesets/${id}`];
          return (await Promise.all(parts.map((part) => exists(join(folder, part))))).some(Boolean);
        }),
      );
      return there.every(Boolean);
    },
    async look(workspace, acknowledged) {
      const ids = (await workspace.list()).map(({ id }) => id);
      if (ids.length !== 1) return { number: acknowledged, faults: [`there are the games ${ids.join()}`] };
      const [id = ""] = ids;
      const files = await workspace.read(id);
      const number = id === idAfter(acknowledged) ? acknowledged : acknowledged + 1;
      const folders = await readdir(join(workspace.root, "rulesets"));
      const torn = files.flatMap(({ name, text }) =>
        text === (name === "ruleset" ? rulesetOf(id) : name)
          ? []
          : [`${name} of ${id} holds ${text.slice(0, 80)}`],
      );
      const left = folders.join() === id ? [] : [`there are the rules of ${folders.join()}`];
      return { number, faults: [...namesFault(files), ...torn, ...left] };
    },
  });

const rulesetOf = (id: string) =>
  JSON.stringify({ format: 1, id, machine: `machines/${id}.machine.ts`, title: { en: "One" } });

const namesFault = (files: readonly { readonly name: string }[]): string[] => {
  const names = files.map(({ name }) => name).join();
  return names === NAMES.join() ? [] : [`there are the files ${names}`];
};

const stateFault = (number: number, acknowledged: number): string[] =>
  number === acknowledged || number === acknowledged + 1
    ? []
    : [`${acknowledged} was acknowledged, and ${number} is there`];

interface Work {
  begin(workspace: Workspace): Promise<void>;
  /** Whether some files are changed and others are not, before anybody has opened the folder. */
  isMixed(folder: string): Promise<boolean>;
  /** What is there after a kill, and what is wrong with it. */
  look(
    workspace: Workspace,
    acknowledged: number,
  ): Promise<{ readonly number: number; readonly faults: string[] }>;
}

async function killAgain(
  name: "saver" | "renamer",
  { seed, kills, acknowledged = 0, say = () => undefined }: KillPlan,
  { begin, isMixed, look }: Work,
): Promise<Kills> {
  const root = await mkdtemp(join(tmpdir(), "turnwright-kill-"));
  try {
    const script = await bundle(name, root);
    const folder = await mkdtemp(join(root, "games-"));
    const opened = await openWorkspace(folder);
    await begin(opened);
    await opened.close();
    const roll = dice(seed);
    const faults: string[] = [];
    let last = 0;
    let journals = 0;
    let mixed = 0;
    let done = 0;
    let said = 0;
    for (; done < kills || said < acknowledged; done++) {
      const known = await workUntilKilled(script, folder, last + 1, roll() * LONGEST_LIFE_MS);
      if ((await readdir(folder)).includes(journalName)) journals++;
      if (await isMixed(folder)) mixed++;
      const workspace = await openWorkspace(folder);
      const found = await look(workspace, known).catch((error: unknown) => ({
        number: known,
        faults: [String(error)],
      }));
      await workspace.close();
      said += known - last;
      faults.push(...found.faults.map((fault) => `seed ${seed}, kill ${done}: ${fault}`));
      if (found.faults.length > 0) break;
      last = found.number;
      if (done % 50 === 49) say(`${name}: ${done + 1} kills, ${said} acknowledged`);
    }
    const below = await readdir(folder, { recursive: true });
    const left = below.filter((path) => path.includes(".turnwright"));
    if (left.length > 0) faults.push(`left over: ${left.join()}`);
    return { kills: done, acknowledged: said, journals, mixed, faults };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Bundles a script beside this one into a module for plain Node. @returns its path */
async function bundle(name: string, root: string): Promise<string> {
  const outDir = join(root, "bundle");
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      ssr: join(process.cwd(), `test/adapters/disk/${name}.ts`),
      outDir,
      target: "node20",
      minify: false,
      rollupOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
    ssr: { noExternal: true },
  });
  return join(outDir, `${name}.mjs`);
}

/** Runs a script over a folder and kills it with no warning after so many ms of work. Returns the last acknowledged number. */
function workUntilKilled(script: string, folder: string, first: number, afterMs: number): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [script, folder, String(first)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    let timer: NodeJS.Timeout | undefined;
    child.stdout.on("data", (part: Buffer) => {
      said += part.toString();
      timer ??= setTimeout(() => child.kill("SIGKILL"), afterMs);
    });
    child.on("error", fail);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      if (signal !== "SIGKILL") return fail(new Error(`${script} ended by itself with ${code}`));
      const whole = said.slice(0, said.lastIndexOf("\n") + 1).trim();
      done(Number(whole.split("\n").at(-1)));
    });
  });
}
