import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { keyBesideMain } from "#core/chart/machineKey.ts";
import type { Exporter } from "#core/export/exporter.ts";
import { exporterOf, exporters } from "#core/export/exporters.ts";
import { type Level, LEVELS } from "#core/layout/level.ts";
import { StoreError } from "#core/project/store.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { formatIn, textOf, type Command, type Given } from "#cli/command.ts";
import { isBook } from "#cli/books.ts";
import { gamesFolder, gameToRead } from "#cli/emptyFolder.ts";
import { exportOne } from "#cli/export/exportOne.ts";
import type { ExportRequest, Look } from "#cli/export/exportRequest.ts";
import { makeFolder } from "#cli/outPlace.ts";
import { errorJson, FaultyGame } from "#cli/failure.ts";
import { readGames, type CliGame, type UnreadGame } from "#cli/games.ts";
import { UsageError, type ExitCode } from "#cli/io.ts";
import { languageOf } from "#cli/words.ts";

const ids = exporters.map((exporter) => exporter.id);
/** The formats that may be in several languages. */
const WITH_LOCALES = exporters.flatMap(({ id, takesLocales }) => (takesLocales ? [id] : []));

/**
 * `turnwright export ID|FILE --to FORMAT`: the machine in another format, on standard output or in a file. With `--all` every machine of
 * every game, into a folder.
 */
export const exportGame: Command = {
  name: "export",
  usage:
    "export ID|FILE --to FORMAT [--machine REF] [--detail map|flow|full] [--levels N] [--theme THEME] [--scenario NAME] [--locales LIST] [--out FILE] | --all --to FORMAT --out FOLDER",
  about: `the machine as ${ids.join(", ")}; --all exports those of all games; --lang shows names in that language`,
  options: {
    to: { type: "string" },
    all: { type: "boolean" },
    machine: { type: "string" },
    detail: { type: "string" },
    levels: { type: "string" },
    theme: { type: "string" },
    scenario: { type: "string" },
    locales: { type: "string" },
    out: { type: "string" },
  },
  args: [0, 1],
  async run([named], given, io) {
    if (named === undefined && given["all"] !== true) throw new UsageError("export needs ID|FILE");
    const exporter = exporterIn(given);
    const look = lookOf(exporter.id, {
      detail: textOf(given, "detail"),
      levels: textOf(given, "levels"),
      theme: textOf(given, "theme"),
    });
    if (given["locales"] !== undefined && !exporter.takesLocales)
      throw new UsageError(`--locales goes with --to ${WITH_LOCALES.join(", ")}`);
    if (given["scenario"] !== undefined && exporter.id !== "vitest")
      throw new UsageError("--scenario goes with --to vitest");
    const request: ExportRequest = { exporter, look, given, language: languageOf(textOf(given, "lang")), io };
    if (given["all"]) return exportAll(named, request);
    const game = await gameToRead(named ?? "", io, textOf(given, "root"));
    const { json, code } = await exportOne(game, textOf(given, "machine"), request);
    if (json) io.out(`${JSON.stringify(json, null, 2)}\n`);
    return code;
  },
};

/** @throws UsageError for a format that there is not */
function exporterIn(given: Given): Exporter {
  const exporter = exporterOf(formatIn(given, "to", ids) ?? "");
  if (exporter) return exporter;
  throw new UsageError(`--to is missing: the formats are ${ids.join(", ")}`);
}

/** Every machine of every game, into a folder; one that cannot be exported does not keep the others from it. */
async function exportAll(named: string | undefined, request: ExportRequest): Promise<ExitCode> {
  const { given, io, exporter } = request;
  if (named !== undefined) throw new UsageError(`--all exports every game: leave out ${named}, or --all`);
  for (const option of ["machine", "scenario"])
    if (given[option] !== undefined) throw new UsageError(`--${option} goes with one game, not with --all`);
  const out = textOf(given, "out");
  if (out === undefined) throw new UsageError("--all needs a folder: --out FOLDER");
  const folder = resolve(io.cwd, out);
  if ((await stat(folder).catch(() => undefined))?.isFile() === true)
    throw new UsageError(`--out ${out} is a file, and --all needs a folder`);
  await makeFolder(folder);
  const exports: object[] = [];
  let code: ExitCode = 0;
  for (const game of await readGames(await gamesFolder(io, textOf(given, "root")))) {
    const { json, code: its } = await exportedWhole(game, request);
    exports.push(...json);
    code = its === 0 ? code : 1;
  }
  if (given["json"]) io.out(`${JSON.stringify({ format: exporter.id, exports }, null, 2)}\n`);
  return code;
}

/** All machines of a game: the main one under the name of the game, others with their own behind it. */
async function exportedWhole(game: CliGame | UnreadGame, request: ExportRequest) {
  const { io, given, language, exporter } = request;
  const json: object[] = [];
  const failed = (error: Error) => {
    io.err(error instanceof FaultyGame ? error.message : `${game.id}: ${error.message}\n`);
    json.push({ id: game.id, error: errorJson(error, language, io.cwd) });
    return { json, code: 1 as const };
  };
  if ("unread" in game) return failed(game.unread);
  // What has nothing to test, or to print, is no fault.
  const { scenarios, ruleset } = loadRuleset(game.files);
  const isEmpty =
    (exporter.id === "vitest" && Object.keys(scenarios).length === 0) ||
    (isBook(exporter.id) && ruleset.clauses.length === 0);
  if (isEmpty) return { json, code: 0 as const };
  const { charts } = game.read();
  const keys = charts.length === 0 ? [undefined] : charts.map((chart) => keyBesideMain(charts, chart));
  const isTested = exporter.id === "vitest";
  let code: ExitCode = 0;
  for (const key of isTested ? [undefined] : keys) {
    try {
      const done = await exportOne(game, key, request, key === undefined ? game.id : `${game.id}.${key}`);
      if (given["json"] && done.json)
        json.push({ id: game.id, ...(key === undefined ? {} : { machine: key }), ...done.json });
      code = done.code === 0 ? code : 1;
    } catch (error) {
      if (!(error instanceof FaultyGame || error instanceof StoreError)) throw error;
      return failed(error);
    }
  }
  return { json, code };
}

/** @throws UsageError for options that say nothing to this format, or something that cannot be */
function lookOf(
  format: string,
  { detail, levels, theme }: Readonly<Record<"detail" | "levels" | "theme", string | undefined>>,
): Look {
  if (detail !== undefined && !isLevel(detail))
    throw new UsageError(`--detail ${detail}: it is ${LEVELS.join(", ")}`);
  if (detail !== undefined && format !== "svg" && format !== "mermaid")
    throw new UsageError("--detail goes with --to svg and --to mermaid");
  if (format === "mermaid" && detail === "flow")
    throw new UsageError("--detail flow goes with --to svg; mermaid has map and full");
  if (levels !== undefined && !exporterOf(format)?.takesLevels)
    throw new UsageError("--levels goes with --to svg and --to mermaid");
  if (levels !== undefined && !/^[1-9]\d*$/.test(levels))
    throw new UsageError(`--levels ${levels} is no number of levels; 1 shows the outermost states alone`);
  if (theme !== undefined && format !== "svg") throw new UsageError("--theme goes with --to svg");
  if (theme !== undefined && theme !== "auto" && theme !== "light" && theme !== "dark")
    throw new UsageError(`--theme ${theme}: it is auto, light or dark`);
  return {
    ...(detail === undefined ? {} : { detail }),
    ...(levels === undefined ? {} : { levels: Number(levels) }),
    ...(theme === undefined ? {} : { theme }),
  };
}

const isLevel = (text: string): text is Level => (LEVELS as readonly string[]).includes(text);
