import { readFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { diagnose, gameChart } from "#core/analyze/check.ts";
import { near } from "#core/diagnostic/near.ts";
import type { BookForm } from "#core/export/book/book.ts";
import { editionText, exporterOf, exporters, exportName, type Exported } from "#core/export/exporters.ts";
import { arrangementIn, parseArrangement } from "#core/layout/arrangement/arrangementFile.ts";
import { layoutKey } from "#core/layout/layoutFile.ts";
import { BOOKS, bookLocales, bookWords, isBook, printedBook } from "#cli/books.ts";
import { GENERATED_NOTE } from "#core/export/generatedHeader.ts";
import { type Level, LEVELS } from "#core/layout/level.ts";
import type { SvgTheme } from "#core/layout/svgStyle.ts";
import { machineKeys } from "#core/chart/machineKey.ts";
import { gameIdFrom } from "#core/project/gameIdFrom.ts";
import { isGameId } from "#core/project/gameFiles.ts";
import { xstate6Sign } from "#core/syntax/xstate6.ts";
import { renamesIn } from "#core/run/scenario/renames.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import { contentHash } from "#adapters/disk/contentHash.ts";
import { writeWhole } from "#adapters/disk/writeWhole.ts";
import { importClosure } from "#core/read/modules/importClosure.ts";
import { labelOf } from "#core/ruleset/labels.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { findMachine } from "#cli/edit/findMachine.ts";
import { refusalWords } from "#cli/edit/refusalWords.ts";
import { textOf, type Command } from "#cli/command.ts";
import { diagnosticLine } from "#cli/diagnosticLine.ts";
import { FaultyGame, placedJson } from "#cli/failure.ts";
import { gameToRead } from "#cli/emptyFolder.ts";
import { UsageError, type Io } from "#cli/io.ts";
import { drawing } from "#cli/drawing.ts";
import { makeFolder, outPlace } from "#cli/outPlace.ts";
import { languageOf, reasonWords } from "#cli/words.ts";
import { stripTypes } from "#adapters/sandbox/stripTypes.ts";

/** Why a file has nothing to export. */
const NO_MACHINE = new Set(["syntax-error", "machine-not-found", "machine-missing", "xstate-6"]);
const ids = exporters.map((exporter) => exporter.id);

/** `turnwright export ID|FILE --to FORMAT`: the machine in another format, on standard output or in a file. */
export const exportGame: Command = {
  name: "export",
  usage:
    "export ID|FILE --to FORMAT [--machine REF] [--detail map|flow|full] [--levels N] [--theme THEME] [--scenario NAME] [--locales LIST] [--out FILE]",
  about: `the machine as ${ids.join(", ")}; --lang shows names in that language`,
  options: {
    to: { type: "string" },
    machine: { type: "string" },
    detail: { type: "string" },
    levels: { type: "string" },
    theme: { type: "string" },
    scenario: { type: "string" },
    locales: { type: "string" },
    out: { type: "string" },
  },
  args: [1, 1],
  async run([named = ""], given, io) {
    const to = textOf(given, "to");
    const language = languageOf(textOf(given, "lang"));
    const exporter = exporterOf(to ?? "");
    if (!exporter) {
      const meant = to === undefined ? [] : near(to, ids);
      const hint = meant.length > 0 ? `; did you mean ${meant.join(" or ")}?` : "";
      throw new UsageError(
        `${to === undefined ? "--to is missing" : `--to ${to} is unknown`}: the formats are ${ids.join(", ")}${hint}`,
      );
    }
    const look = lookOf(exporter.id, {
      detail: textOf(given, "detail"),
      levels: textOf(given, "levels"),
      theme: textOf(given, "theme"),
    });
    if (given["locales"] !== undefined && !isBook(exporter.id))
      throw new UsageError(`--locales goes with --to ${BOOKS.join(", ")}`);
    if (given["scenario"] !== undefined && exporter.id !== "vitest")
      throw new UsageError("--scenario goes with --to vitest");
    const game = await gameToRead(named, io, textOf(given, "root"));
    const { files, lang } = game;
    const text = files.get("machine") ?? "";
    const reading = game.read();
    const locale = textOf(given, "lang");
    const machine = textOf(given, "machine");
    const choice =
      machine === undefined || reading.charts.length === 0 ? undefined : findMachine(text, reading, machine);
    if (choice && "refused" in choice) {
      io.err(`${named}: ${refusalWords(choice.refused, "refusal", language)}\n`);
      return 1;
    }
    const whole = xstate6Sign(text, lang) ? undefined : (choice?.chart ?? gameChart(reading));
    if (!whole) {
      const why = diagnose(reading, files).filter(({ code }) => NO_MACHINE.has(code));
      throw new FaultyGame(game, why, language);
    }
    const { ruleset, scenarios } = loadRuleset(files);
    const chosen = exporter.id === "vitest" ? scenariosOf(game.id, scenarios, textOf(given, "scenario")) : {};
    const locales = isBook(exporter.id)
      ? bookLocales(game.id, ruleset, textOf(given, "locales") ?? locale, exporter.id)
      : [];
    const label = locale === undefined ? undefined : (key: string) => labelOf(ruleset, locale, key);
    const out = textOf(given, "out");
    const usual = isGameId(game.id) ? game.id : gameIdFrom(basename(game.id));
    const path =
      out === undefined ? undefined : await outPlace(out, io.cwd, exportName(usual, exporter, locale));
    // Of a module by itself the files beside the export are called as it is.
    const name = path === undefined ? "" : basename(path, extname(path)).replace(/\.machine$/, "");
    const id = isGameId(game.id) ? game.id : name || usual;
    // A picture folds what lies deeper; Mermaid cannot, and is given the outer states alone.
    const levels = look.levels ?? MERMAID_LEVELS[look.detail ?? "flow"];
    const draw = () =>
      drawing(whole, ruleset, { ...look, layout: files.get("layout"), locale, consts: reading.consts });
    const edition = {
      digest: contentHash(text),
      renames: renamesIn(files.get("renames"), machineKeys(reading.charts)[whole.ref.ordinal] ?? "0"),
    };
    const print = (form: BookForm) =>
      printedBook(
        {
          id,
          chart: whole,
          consts: reading.consts ?? [],
          ruleset,
          scenarios,
          arrangement: arrangementIn(parseArrangement(files.get("layout") ?? "").file, layoutKey(whole.ref)),
          words: bookWords,
          edition: editionText(edition),
        },
        form,
        locales,
      );
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
      rules: { ...ruleset, words: reasonWords, consts: reading.consts, locale },
      id,
      edition,
      draw,
      print,
    });
    if (path !== undefined) await writeWhole(path, exported.text);
    if (path !== undefined && /\.[jt]s$/.test(path)) await tellCommonJs(path, io);
    const along = path === undefined ? undefined : await writeAlong(exported, dirname(path));
    const faults = diagnose(reading).filter(({ severity }) => severity === "error");
    for (const diagnostic of faults) io.err(diagnosticLine(diagnostic, game, language));
    const faulty = faults.map((diagnostic) => placedJson(diagnostic, game, language));
    tell(exported, { format: exporter.id, path, along, faulty, json: given["json"] === true, io });
    if (faults.length > 0) io.err(`It is exported as it is; ${wayOn(named, textOf(given, "root"))}\n`);
    return faults.length > 0 || along?.taken.length ? 1 : 0;
  },
};

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

/** How many outer levels of a machine Mermaid shows; by default as many as can be read. */
const MERMAID_LEVELS: Readonly<Record<Level, number | undefined>> = {
  map: 2,
  flow: undefined,
  full: Infinity,
};

interface Look {
  readonly detail?: Level;
  readonly levels?: number;
  readonly theme?: SvgTheme;
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
  if (levels !== undefined && format !== "svg" && format !== "mermaid")
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

/** What became of the files that go with a module: paths relative to it. */
interface Along {
  /** What belongs to the export itself, such as the code that a JSON names. */
  readonly newFiles: readonly string[];
  readonly written: readonly string[];
  /** A file of that name with other content is there already. */
  readonly taken: readonly string[];
  /** They lie outside of the module's folder. */
  readonly outside: readonly string[];
}

/**
 * Writes the files that go with an export beside it, none outside of the folder. One that is there already is only written over when
 * it came from an export.
 */
async function writeAlong({ goesWith, beside = [] }: Exported, folder: string): Promise<Along> {
  const along = {
    newFiles: [] as string[],
    written: [] as string[],
    taken: [] as string[],
    outside: [] as string[],
  };
  for (const { path, text } of beside) {
    const full = join(folder, path);
    const there = await readFile(full, "utf8").catch(() => undefined);
    const isOurs = there === undefined || there.split("\n", 1)[0]?.endsWith(GENERATED_NOTE) === true;
    if (isOurs) await writeWhole(full, text);
    (isOurs ? along.newFiles : along.taken).push(path);
  }
  for (const { path, text } of goesWith?.files ?? []) {
    const full = join(folder, path);
    if (path.startsWith("../")) along.outside.push(path);
    else {
      await makeFolder(dirname(full));
      const there = await readFile(full, "utf8").catch(() => undefined);
      if (there === undefined) await writeWhole(full, text);
      (there === undefined || there === text ? along.written : along.taken).push(path);
    }
  }
  return along;
}

interface ExportReport {
  readonly format: string;
  readonly path: string | undefined;
  readonly along: Along | undefined;
  /** Errors of the machine, as JSON for programs. */
  readonly faulty: readonly object[];
  readonly json: boolean;
  readonly io: Io;
}

function tell(
  { text, lacks, goesWith, levels, beside = [], noCode }: Exported,
  { format, path, along, faulty, json, io }: ExportReport,
): void {
  if (json) {
    const result = path === undefined ? { text } : { file: path };
    const files = along ?? goesWith?.files;
    const also = goesWith && { goesWith: { files, missing: goesWith.missing } };
    const goesAlong = along?.newFiles ?? beside;
    const code = noCode && { noCode };
    const wrong = faulty.length > 0 && { diagnostics: faulty };
    io.out(
      `${JSON.stringify({ format, ...result, ...(goesAlong.length > 0 ? { beside: goesAlong } : {}), ...code, ...wrong, ...lacks, ...also }, null, 2)}\n`,
    );
    return;
  }
  if (path === undefined) io.out(text);
  else io.err(`${path}: ${Buffer.byteLength(text)} bytes\n`);
  const list = (lead: string, names: readonly string[]) => {
    if (names.length > 0) io.err(`${lead}: ${names.join(", ")}\n`);
  };
  const names = goesWith?.files.map((file) => file.path) ?? [];
  if (!along) list("It imports these files, which --out writes beside it", names);
  else {
    list("Beside it", along.newFiles);
    list("Beside it, because it imports them", along.written);
    list("Not written, because another file of that name is there", along.taken);
    list("Not written, because they lie outside of its folder; it does not run without them", along.outside);
  }
  list("It does not run without what was not found", goesWith?.missing ?? []);
  if (levels)
    io.err(
      `The outer ${levels.shown} of ${levels.of} levels, one arrow where several lead to the same state; --detail full has all, --levels N so many\n`,
    );
  if (!lacks) return;
  const hasCode = beside.some(({ path: name }) => name.endsWith(".implementations.js"));
  if (!along && hasCode) io.err(`Its code goes beside it: --out FILE writes both\n`);
  if (noCode)
    io.err(
      `There is no file with its code: ${NO_CODE[noCode.none]}${"names" in noCode ? noCode.names.join(", ") : ""}\n`,
    );
  const needed = Object.entries(lacks.stubs).flatMap(([kind, listed]) => {
    const stubs = hasCode ? listed.filter(({ from }) => from === "nowhere") : listed;
    return stubs.length > 0 ? [`${stubs.length} ${kind}`] : [];
  });
  if (needed.length > 0) io.err(`To be provided: ${needed.join(", ")} (--json lists them with their code)\n`);
  list(
    "Left out",
    lacks.omitted.map(({ state, what }) => `${what}${state === "" ? "" : ` of ${state}`}`),
  );
}

/** Why a JSON comes without its code. */
const NO_CODE = {
  unread: "the module cannot be read as a whole",
  files:
    "the machine is written in several files, and its module does not export it by name; --to js has them all",
  local: "it uses what only the function around the machine knows: ",
} as const;
