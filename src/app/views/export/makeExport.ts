import {
  editionText,
  exportName,
  type Edition,
  type Exporter,
  type ExportInput,
} from "#core/export/exporter.ts";
import type { KitRules } from "#core/export/toKit.ts";
import type { Chart } from "#core/chart/chart.ts";
import type { Arrangement } from "#core/layout/arrangement/arrangement.ts";
import type { ChartNames } from "#core/layout/names.ts";
import type { Graph } from "#core/project/gameMoment.ts";
import { drawingBudget } from "#core/layout/drawable.ts";
import { playerRules } from "#core/project/gamePlayer.ts";
import { packageRules } from "#core/project/gamePackage.ts";
import { type BookSource, printGame } from "#core/project/gameBook.ts";
import { drawChart } from "#core/project/drawChart.ts";
import type { FullSource } from "#core/project/GraphReader.ts";
import { importClosure } from "#core/read/modules/importClosure.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import { idOfKey, type LabelKey } from "#core/ruleset/labels.ts";
import type { Ruleset } from "#core/ruleset/ruleset.ts";
import { stripTypes, toCommonJs } from "#adapters/sandbox/stripTypes.ts";

/** What is exported, and how it is to look. */
export interface ExportRequest {
  readonly exporter: Exporter;
  readonly game: string;
  /** The machine that is looked at, when the file has others. */
  readonly machine: string | undefined;
  readonly chart: Chart;
  readonly graph: Graph;
  readonly source: FullSource;
  readonly edition: Edition | undefined;
  readonly names: ChartNames;
  readonly label: (key: LabelKey) => string | undefined;
  /** Undefined for ids. */
  readonly language: string | undefined;
  readonly title: string;
  readonly arrangement: Arrangement;
  /** Levels of states; undefined for as many as can be read. */
  readonly levels: number | undefined;
  /** By name. They speak of the main machine. */
  readonly scenarios: Readonly<Record<string, Scenario>>;
  /** What a kit tells of the rules. */
  readonly rules: KitRules;
  /** What a book is printed from, beside the machine; absent while it is not loaded. */
  readonly book?: {
    readonly ruleset: Ruleset;
    readonly words: BookSource["words"];
    /** At least one; the first is that of a book in one language. */
    readonly locales: readonly string[];
  };
  /** The program of a page that plays the game; absent while it is not loaded. */
  readonly program?: string | undefined;
}
export interface ExportedFile {
  readonly name: string;
  readonly text: string;
}
export interface ExportResult {
  /** The requested file first, then those that belong beside it. */
  readonly files: readonly ExportedFile[];
  /** Names whose code is nowhere. */
  readonly lacks: readonly string[];
  /** Files that it imports. */
  readonly imports: readonly string[];
  readonly levels: { readonly shown: number; readonly of: number } | undefined;
}

/** How long a picture may keep the page, in milliseconds. */
const MAX_DRAWING_MS = 5_000;

/** The game as it is printed, in books and packages. */
function sourceOf(
  { game, chart, graph, scenarios, arrangement, edition }: ExportRequest,
  { ruleset, words }: NonNullable<ExportRequest["book"]>,
): BookSource {
  return {
    id: game,
    chart,
    consts: graph.reading.consts ?? [],
    ruleset,
    scenarios,
    arrangement,
    words,
    budget: drawingBudget(() => performance.now(), MAX_DRAWING_MS),
    ...(edition ? { edition: editionText(edition) } : {}),
  };
}

/** What prints books, and what a package says of the rules. */
function bookParts(request: ExportRequest): Pick<ExportInput, "print" | "packageRules" | "player"> {
  const { book, program } = request;
  if (!book) return {};
  const source = sourceOf(request, book);
  return {
    print: (form) => printGame(source, form, book.locales),
    packageRules: packageRules(source),
    ...(program === undefined ? {} : { player: { ...playerRules(source), program, toCommonJs } }),
  };
}

/** The same that `turnwright export` writes. @throws Error when the format cannot say it */
export function makeExport(request: ExportRequest): ExportResult {
  const { exporter, game, machine, chart, graph, source, names, label, language, levels } = request;
  const { lang } = graph.reading;
  // The module forms hold the whole file, the others the machine that is looked at.
  const isWhole = exporter.id === "ts" || exporter.id === "js";
  const id = isWhole || machine === undefined ? game : `${game}-${machine}`;
  const output = exporter.run({
    chart,
    text: graph.text,
    lang,
    id,
    strip: stripTypes,
    scenarios: request.scenarios,
    rules: { ...request.rules, consts: graph.reading.consts },
    project: importClosure({ path: source.path, text: graph.text, lang }, source.modules),
    ...bookParts(request),
    label: (key) => label(key) ?? idOfKey(key),
    ...(request.edition ? { edition: request.edition } : {}),
    ...(levels === undefined ? {} : { levels }),
    draw: () =>
      drawChart(chart, names, request.arrangement, {
        title: request.title,
        budget: drawingBudget(() => performance.now(), MAX_DRAWING_MS),
        ...(graph.reading.consts ? { consts: graph.reading.consts } : {}),
        ...(language === undefined ? {} : { lang: language }),
        ...(levels === undefined || levels === Infinity ? {} : { levels }),
      }),
  });
  const { text, beside = [], lacks, goesWith } = output;
  const hasCode = beside.some(({ path }) => path.endsWith(".implementations.js"));
  return {
    files: [
      { name: exporter.isFolder ? "package.json" : exportName(id, exporter, language), text },
      ...beside.map((file) => ({ name: file.path, text: file.text })),
    ],
    lacks: Object.values(lacks?.stubs ?? {})
      .flat()
      .flatMap(({ name, from }) => (hasCode && from !== "nowhere" ? [] : [name])),
    imports: [...(goesWith?.files.map(({ path }) => path) ?? []), ...(goesWith?.missing ?? [])],
    levels: output.levels,
  };
}
