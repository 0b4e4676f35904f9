import type { Graph } from "#core/project/gameMoment.ts";
import { machineKeys, mainChart } from "#core/chart/machineKey.ts";
import { machineFindables, ruleFindables } from "#core/find/findables.ts";
import { findIndex, type FindIndex } from "#core/find/findIndex.ts";
import { symbolTable } from "#core/symbol/symbolSites.ts";
import type { MachineSymbol } from "#core/symbol/symbol.ts";
import type { Chart } from "#core/chart/chart.ts";
import type { LoadedGame } from "#app/studio/loadGame.ts";

/** In longer texts, only the names of the chart are searched: indexing all names of the code would take a second or more. */
const MAX_INDEXED_CHARACTERS = 400_000;

/** The names that the text of a machine says; none of a long one, and none while it cannot be read. */
export const namesOf = ({ text, stale }: Graph, chart: Chart): readonly MachineSymbol[] =>
  stale || text.length > MAX_INDEXED_CHARACTERS ? [] : symbolTable(text, chart).sites;

type Rules = Pick<LoadedGame, "ruleset" | "scenarios">;
let last: { charts: Graph["reading"]["charts"]; rules: Rules | null; index: FindIndex } | undefined;

/** What is searched of an open game: every machine of its file, and its rules. Made once for a reading of both. */
export function gameIndex(graph: Graph | null, rules: Rules | null): FindIndex {
  const charts = graph?.reading.charts ?? [];
  if (last && last.charts === charts && last.rules === rules) return last.index;
  const keys = machineKeys(charts);
  const main = mainChart(charts);
  const things = [
    ...charts.flatMap((chart, i) =>
      machineFindables(
        {
          key: keys[i] ?? "0",
          chart,
          labelled: chart === main,
          symbols: graph ? namesOf(graph, chart) : [],
        },
        rules?.ruleset.labels ?? {},
      ),
    ),
    ...(rules ? ruleFindables(rules.ruleset, rules.scenarios) : []),
  ];
  last = { charts, rules, index: findIndex(things) };
  return last.index;
}
