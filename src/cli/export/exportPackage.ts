import { readdir, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { diagnose } from "#core/analyze/check.ts";
import type { Chart } from "#core/chart/chart.ts";
import { mainChart } from "#core/chart/machineKey.ts";
import type { Exported } from "#core/export/exporter.ts";
import type { PackageGap, PackageRules } from "#core/export/package/packageSource.ts";
import { drawingBudget, UndrawableError } from "#core/layout/drawable.ts";
import type { BookSource } from "#core/project/gameBook.ts";
import { packageRules } from "#core/project/gamePackage.ts";
import { StoreError } from "#core/project/store.ts";
import { importClosure } from "#core/read/modules/importClosure.ts";
import { writeWhole } from "#adapters/disk/writeWhole.ts";
import { stripTypes } from "#adapters/sandbox/stripTypes.ts";
import { textOf } from "#cli/command.ts";
import { MAX_DRAWING_MS } from "#cli/drawing.ts";
import { chosenLocales } from "#cli/export/playerParts.ts";
import { bookSource, type ExportDone, type ExportRequest } from "#cli/export/exportRequest.ts";
import { FaultyGame } from "#cli/failure.ts";
import type { CliGame } from "#cli/games.ts";
import { UsageError, type Io } from "#cli/io.ts";
import { makeFolder } from "#cli/outPlace.ts";
import { reasonWords } from "#cli/words.ts";

/**
 * Exports one machine of a game as a package, and reports it. Scenarios go with the main machine.
 * @throws FaultyGame for a game with errors, UsageError for a folder or a language that cannot be
 * @param usual the name of the game, and of the machine where it is not the main one
 */
export async function exportPackage(
  game: CliGame,
  chart: Chart,
  { exporter, given, language, io }: ExportRequest,
  usual: string,
): Promise<ExportDone> {
  const { files, lang, imports } = game;
  const reading = game.read();
  const errors = diagnose(reading, files).filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new FaultyGame(game, errors, language);
  // npm has no capital letters in names.
  const id = usual.toLowerCase().replaceAll(/[^a-z0-9.-]/g, "-");
  const out = textOf(given, "out");
  const folder = await packageFolder(out !== undefined && given["all"] ? join(out, id) : out, io.cwd, id);
  const { source, edition } = bookSource(game, chart, id);
  const text = files.get("machine") ?? "";
  const exported = exporter.run({
    chart,
    text,
    lang,
    strip: stripTypes,
    project: importClosure({ path: imports.path, text, lang }, imports.modules),
    scenarios: chart.ref.ordinal === mainChart(reading.charts)?.ref.ordinal ? source.scenarios : {},
    rules: { ...source.ruleset, words: reasonWords, consts: reading.consts },
    packageRules: await packageOf(source, game.folder, textOf(given, "locales") ?? textOf(given, "lang")),
    id,
    edition,
  });
  const names = await writePackage(folder, exported);
  return reportPackage(exported, { id, folder, files: names, json: given["json"] === true, io });
}

/**
 * What a package says of a game, in the languages of `--locales` or `--lang`, else in all of the rules.
 * @param folder the project of the game, whose licence goes in
 * @throws UsageError for a language in which the rules are not; drawing the map, StoreError `too-large`
 */
async function packageOf(
  source: BookSource,
  folder: string,
  wanted: string | undefined,
): Promise<PackageRules> {
  const budget = drawingBudget(() => performance.now(), MAX_DRAWING_MS);
  const rules = packageRules({ ...source, budget }, chosenLocales(source, wanted));
  const licence = await licenceOf(folder);
  return {
    ...rules,
    picture() {
      try {
        return rules.picture();
      } catch (error) {
        throw error instanceof UndrawableError ? new StoreError("too-large", error.message) : error;
      }
    },
    ...(licence ? { licence } : {}),
  };
}

/** How a project may be used: its LICENSE, and what its package.json says. */
async function licenceOf(folder: string): Promise<PackageRules["licence"]> {
  let text: string | undefined;
  for (const name of ["LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE"])
    text ??= await readFile(join(folder, name), "utf8").catch(() => undefined);
  const name = (await manifestIn(folder))?.["license"];
  if (text === undefined && typeof name !== "string") return undefined;
  return { ...(text === undefined ? {} : { text }), ...(typeof name === "string" ? { name } : {}) };
}

async function manifestIn(folder: string): Promise<Record<string, unknown> | undefined> {
  try {
    const json: unknown = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    return typeof json === "object" && json !== null ? (json as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The folder that a package is written into: a new or empty one, or one with an export of the same package.
 * @throws UsageError for a folder with anything else in it, or without `--out`
 */
async function packageFolder(out: string | undefined, cwd: string, id: string): Promise<string> {
  if (out === undefined) throw new UsageError("--to package needs a folder: --out FOLDER");
  const folder = resolve(cwd, out);
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOTDIR") throw new UsageError(`--out ${out} is a file, and --to package needs a folder`);
    if (code !== "ENOENT") throw error;
    names = [];
  }
  if (names.length === 0) return folder;
  const { name, turnwright } = (await manifestIn(folder)) ?? {};
  if (turnwright === undefined || name !== id)
    throw new UsageError(
      `--out ${out} is not empty, and holds no package ${id} that turnwright export wrote: name a new folder`,
    );
  return folder;
}

/** Writes all files of a package into its folder; gives their paths. */
async function writePackage(folder: string, { text, beside = [] }: Exported): Promise<readonly string[]> {
  const files = [{ path: "package.json", text }, ...beside];
  for (const file of files) {
    const path = join(folder, file.path);
    await makeFolder(dirname(path));
    await writeWhole(path, file.text);
  }
  return files.map(({ path }) => path);
}

/** What became of a package: where it is, and what it comes without. */
function reportPackage(
  { text, beside = [], gaps = [] }: Exported,
  given: {
    readonly id: string;
    readonly folder: string;
    readonly files: readonly string[];
    readonly json: boolean;
    readonly io: Io;
  },
): ExportDone {
  const { id, folder, files, json, io } = given;
  if (json) return { code: 0, json: { format: "package", folder, files, gaps } };
  const bytes = [text, ...beside.map((file) => file.text)].reduce(
    (sum, one) => sum + Buffer.byteLength(one),
    0,
  );
  io.err(`${folder}: ${id}, ${files.length} files, ${bytes} bytes\n`);
  if (gaps.length > 0) io.err(`It comes without ${gaps.map((gap) => gapWords[gap]).join("; without ")}\n`);
  if (gaps.includes("licence")) io.err(`Its package.json says "license": "UNLICENSED"\n`);
  return { code: 0 };
}

/** What a package comes without, in words. */
const gapWords: Readonly<Record<PackageGap, string>> = {
  licence: "a licence (there is no LICENSE beside the games, and no license in a package.json there)",
  scenarios: "scenarios, and so tests",
  clauses: "clauses",
  readings: "readings",
  view: "view.json, so that nothing says what each seat may see",
  events: "types of its events: the module declares none that can be read",
  seats: "names of seats: no labels or scenarios have them, so that by is any string",
  saves: "a check of saves",
};
