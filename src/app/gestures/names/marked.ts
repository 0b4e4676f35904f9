import type { Graph } from "#core/project/gameMoment.ts";
import { chartOfKey } from "#core/chart/machineKey.ts";
import { symbolTable } from "#core/symbol/symbolSites.ts";
import { usersOf, type Users } from "#core/symbol/usersOf.ts";
import type { Studio } from "#app/studio/Studio.ts";
import type { NamedSymbol } from "#app/studio/StudioState.ts";

export const NOBODY: Users = { states: [], transitions: [] };

/** What of the machine that is looked at uses a name; nothing when the name is of another one. */
export function usersIn({ text, stale, reading, chart, machine }: Graph, symbol: NamedSymbol): Users {
  const ownChart = symbol.machine === undefined ? chart : chartOfKey(reading.charts, symbol.machine);
  if (!chart || ownChart !== chart || (symbol.machine !== undefined && symbol.machine !== machine))
    return NOBODY;
  return usersOf(chart, symbol, stale ? [] : symbolTable(text, chart).sites, reading.consts);
}

/** Marks what uses a name on the graph, until the person takes the marks away. @returns whether there is any */
export function markUsers(studio: Studio, symbol: NamedSymbol): boolean {
  const graph = studio.editor.graphNow();
  if (!graph) return false;
  if (symbol.machine !== undefined && symbol.machine !== graph.machine)
    studio.navigation.choose(symbol.machine);
  const users = usersIn(studio.editor.graphNow() ?? graph, symbol);
  studio.window.set({ marked: symbol });
  return users.states.length + users.transitions.length > 0;
}
