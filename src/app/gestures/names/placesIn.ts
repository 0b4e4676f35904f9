import { chartOfKey, mainChart } from "#core/chart/machineKey.ts";
import { placesOf } from "#core/symbol/references.ts";
import type { SymbolPlace } from "#core/symbol/symbol.ts";
import { symbolTable } from "#core/symbol/symbolSites.ts";
import type { Studio } from "#app/studio/Studio.ts";
import type { NamedSymbol } from "#app/studio/StudioState.ts";

export type { NamedSymbol };

const NO_FILES: ReadonlyMap<string, string> = new Map();

/**
 * Every place of a symbol in the game's files and in those that its machine imports, as they are now; none while the machine's text cannot be read. The rule files
 * speak of the main machine.
 */
export function placesIn(studio: Studio, symbol: NamedSymbol): SymbolPlace[] {
  const graph = studio.editor.graphNow();
  const files = studio.get().files?.files;
  if (!graph || !files || graph.stale) return [];
  const { charts } = graph.reading;
  const chart = symbol.machine === undefined ? graph.chart : chartOfKey(charts, symbol.machine);
  if (!chart) return [];
  const rules = chart === mainChart(charts) || symbol.kind === "clause" ? files : NO_FILES;
  return placesOf(symbolTable(graph.text, chart), rules, symbol, (path) => importedText(studio, path));
}

/** The text of a file that the machine imports. */
export const importedText = (studio: Studio, path: string): string | undefined =>
  studio.get().imported.find((file) => file.path === path)?.text;
