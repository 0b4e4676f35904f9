import { readFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { diagnose, gameChart } from "#core/analyze/check.ts";
import { near } from "#core/diagnostic/near.ts";
import { exportName } from "#core/export/exporter.ts";
import { mainChart } from "#core/chart/machineKey.ts";
import type { Level } from "#core/layout/level.ts";
import { gameIdFrom } from "#core/project/gameIdFrom.ts";
import { isGameId } from "#core/project/gameFiles.ts";
import { importClosure } from "#core/read/modules/importClosure.ts";
import { labelOf } from "#core/ruleset/labels.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import { xstate6Sign } from "#core/syntax/xstate6.ts";
import { writeWhole } from "#adapters/disk/writeWhole.ts";
import { stripTypes } from "#adapters/sandbox/stripTypes.ts";
import { printedBook, printLocales } from "#cli/books.ts";
import { textOf } from "#cli/command.ts";
import { diagnosticLine } from "#cli/diagnosticLine.ts";
import { drawing } from "#cli/drawing.ts";
import { findMachine } from "#cli/edit/findMachine.ts";
import { refusalWords } from "#cli/edit/refusalWords.ts";
import { exportPackage } from "#cli/export/exportPackage.ts";
import { playerParts } from "#cli/export/playerParts.ts";
import { bookSource, type ExportDone, type ExportRequest } from "#cli/export/exportRequest.ts";
import { reportJson, tell, writeAlong, type ExportReport } from "#cli/export/exportReport.ts";
import { outPlace } from "#cli/outPlace.ts";
import { FaultyGame, placedJson } from "#cli/failure.ts";
import type { CliGame } from "#cli/games.ts";
import { UsageError, type Io } from "#cli/io.ts";
import { reasonWords } from "#cli/words.ts";

/** Why a file has nothing to export. */
const NO_MACHINE = new Set(["syntax-error", "machine-not-found", "machine-missing", "xstate-6"]);

/** How many outer levels of a machine Mermaid shows; by default as many as can be read. */
const MERMAID_LEVELS: Readonly<Record<Level, number | undefined>> = {
  map: 2,
  flow: undefined,
  full: Infinity,
};

/**
 * Exports one machine of a game, and reports it.
 * @throws FaultyGame for a module that has none, UsageError for a scenario that there is not
 * @param usualName of the file without its ending, when it is not that of the game
 */
export async function exportOne(
  game: CliGame,
  machine: string | undefined,
  { exporter, look, given, language, io }: ExportRequest,
  usualName?: string,
): Promise<ExportDone> {
  const { files, lang } = game;
  const text = files.get("machine") ?? "";
  const reading = game.read();
  const locale = textOf(given, "lang");
  const choice =
    machine === undefined || reading.charts.length === 0 ? undefined : findMachine(text, reading, machine);
  if (choice && "refused" in choice) {
    io.err(`${game.id}: ${refusalWords(choice.refused, "refusal", language)}\n`);
    return { code: 1 };
  }
  const whole = xstate6Sign(text, lang) ? undefined : (choice?.chart ?? gameChart(reading));
  if (!whole) {
    const why = diagnose(reading, files).filter(({ code }) => NO_MACHINE.has(code));
    throw new FaultyGame(game, why, language);
  }
  const usual = usualName ?? (isGameId(game.id) ? game.id : gameIdFrom(basename(game.id)));
  if (exporter.isFolder) return exportPackage(game, whole, { exporter, look, given, language, io }, usual);
  const { ruleset, scenarios } = loadRuleset(files);
  const isPlayer = exporter.id === "player";
  const errors = diagnose(reading, files).filter(({ severity }) => severity === "error");
  // A page that plays it would be a page that says so.
  if (isPlayer && errors.length > 0) throw new FaultyGame(game, errors, language);
  const chosen =
    exporter.id === "vitest"
      ? scenariosOf(game.id, scenarios, textOf(given, "scenario"))
      : isPlayer && whole === mainChart(reading.charts)
        ? scenarios
        : {};
  const locales = exporter.prints
    ? printLocales(game.id, ruleset, textOf(given, "locales") ?? locale, exporter.id)
    : [];
  const label = locale === undefined ? undefined : (key: string) => labelOf(ruleset, locale, key);
  const out = textOf(given, "out");
  const path =
    out === undefined ? undefined : await outPlace(out, io.cwd, exportName(usual, exporter, locale));
  // Of a module by itself the files beside the export are called as it is.
  const name = path === undefined ? "" : basename(path, extname(path)).replace(/\.machine$/, "");
  const id = usualName ?? (isGameId(game.id) ? game.id : name || usual);
  // A picture folds what lies deeper; Mermaid cannot, and is given the outer states alone.
  const levels = look.levels ?? MERMAID_LEVELS[look.detail ?? "flow"];
  const draw = () =>
    drawing(whole, ruleset, { ...look, layout: files.get("layout"), locale, consts: reading.consts });
  const { source, edition } = bookSource(game, whole, id);
  const exported = exporter.run({
    chart: whole,
    text,
    lang,
    strip: stripTypes,
    project: importClosure({ path: game.imports.path, text, lang }, game.imports.modules),
    ...(path === undefined ? {} : { name: basename(path) }),
    ...(label ? { label } : {}),
    ...(levels === undefined ? {} : { levels }),
    scenarios: chosen,
    rules: {
      ...ruleset,
      words: reasonWords,
      consts: reading.consts,
      ...(isPlayer ? {} : { locale }),
    },
    ...(isPlayer ? { player: await playerParts(source, textOf(given, "locales") ?? locale) } : {}),
    id,
    edition,
    draw,
    print: (form) => printedBook(source, form, locales),
  });
  if (path !== undefined) await writeWhole(path, exported.text);
  if (path !== undefined && /\.[jt]s$/.test(path)) await tellCommonJs(path, io);
  const along = path === undefined ? undefined : await writeAlong(exported, dirname(path));
  const faults = diagnose(reading).filter(({ severity }) => severity === "error");
  for (const diagnostic of faults) io.err(diagnosticLine(diagnostic, game, language));
  const faulty = faults.map((diagnostic) => placedJson(diagnostic, game, language));
  const report: ExportReport = { format: exporter.id, path, along, faulty, io };
  const json = given["json"] === true ? reportJson(exported, report) : undefined;
  if (!json) tell(exported, report);
  if (faults.length > 0) io.err(`It is exported as it is; ${wayOn(game.id, textOf(given, "root"))}\n`);
  return { code: faults.length > 0 || along?.taken.length ? 1 : 0, ...(json ? { json } : {}) };
}

/** Says so where Node would take a module for CommonJS, because of the package that it lies in. */
async function tellCommonJs(path: string, io: Io): Promise<void> {
  for (let at = dirname(path); ; at = dirname(at)) {
    const text = await readFile(join(at, "package.json"), "utf8").catch(() => undefined);
    if (text !== undefined) {
      const isCommonJs = /"type"\s*:\s*"commonjs"/.test(text);
      const other = path.replace(/\.([jt]s)$/, ".m$1");
      if (isCommonJs)
        io.err(
          `${join(at, "package.json")} says "type": "commonjs", and this is an ES module: npm pkg set type=module, or --out ${basename(other)}\n`,
        );
      return;
    }
    if (dirname(at) === at) return;
  }
}

/** What helps with a module in which something is wrong. */
const wayOn = (named: string, root: string | undefined): string =>
  `npx turnwright check ${named}${root === undefined ? "" : ` --root ${root}`} has all that is wrong, and with --fix mends what is obvious`;

/** The scenarios of a game, or one of them. @throws UsageError when there is none to export */
function scenariosOf(
  id: string,
  all: Readonly<Record<string, Scenario>>,
  wanted: string | undefined,
): Readonly<Record<string, Scenario>> {
  const names = Object.keys(all);
  if (names.length === 0) throw new UsageError(`${id} has no scenarios to export`);
  if (wanted === undefined) return all;
  const scenario = Object.hasOwn(all, wanted) ? all[wanted] : undefined;
  if (scenario) return { [wanted]: scenario };
  const meant = near(wanted, names);
  throw new UsageError(
    `${id} has no scenario ${wanted}${meant.length > 0 ? `. Did you mean ${meant.join(" or ")}?` : ""}`,
  );
}
