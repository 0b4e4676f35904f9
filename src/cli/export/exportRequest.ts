import type { Chart } from "#core/chart/chart.ts";
import { machineKeys } from "#core/chart/machineKey.ts";
import { type Edition, editionText, type Exporter } from "#core/export/exporter.ts";
import { arrangementIn, parseArrangement } from "#core/layout/arrangement/arrangementFile.ts";
import { openingArrangement } from "#core/layout/arrangement/orderLines.ts";
import { layoutKey } from "#core/layout/layoutFile.ts";
import type { Level } from "#core/layout/level.ts";
import type { SvgTheme } from "#core/layout/svgStyle.ts";
import type { BookSource } from "#core/project/gameBook.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { renamesIn } from "#core/run/scenario/renames.ts";
import { contentHash } from "#adapters/disk/contentHash.ts";
import { bookWords } from "#cli/books.ts";
import type { Given } from "#cli/command.ts";
import type { CliGame } from "#cli/games.ts";
import type { ExitCode, Io } from "#cli/io.ts";
import type { Language } from "#cli/words.ts";

/** What is exported, whatever the game. */
export interface ExportRequest {
  readonly exporter: Exporter;
  readonly look: Look;
  readonly given: Given;
  readonly language: Language;
  readonly io: Io;
}

/** What became of an export; `json` only with `--json`, and where there was one. */
export interface ExportDone {
  readonly code: ExitCode;
  readonly json?: object;
}

/** How a picture looks. */
export interface Look {
  readonly detail?: Level;
  readonly levels?: number;
  readonly theme?: SvgTheme;
}

/** A game as it is printed, and which text of it this is. @param id what the export is called after */
export function bookSource(
  { files, read }: CliGame,
  chart: Chart,
  id: string,
): { readonly source: BookSource; readonly edition: Edition } {
  const { charts, consts = [] } = read();
  const edition = {
    digest: contentHash(files.get("machine") ?? ""),
    renames: renamesIn(files.get("renames"), machineKeys(charts)[chart.ref.ordinal] ?? "0"),
  };
  const source: BookSource = {
    id,
    chart,
    consts,
    ...loadRuleset(files),
    arrangement: openingArrangement(
      chart,
      arrangementIn(parseArrangement(files.get("layout") ?? "").file, layoutKey(chart.ref)),
    ),
    words: bookWords,
    edition: editionText(edition),
  };
  return { source, edition };
}
