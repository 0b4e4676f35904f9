import type { Chart, Implementation } from "#core/chart/chart.ts";
import { elementAt, pathId, places, transitionId } from "#core/chart/places.ts";
import { symbolsOfState, symbolsOfTransition } from "#core/symbol/elementSymbols.ts";
import { sameSymbol, type MachineSymbol, type SymbolKind, type SymbolSite } from "#core/symbol/symbol.ts";

/** States, by path id, and transitions, by id, in document order. */
export interface Users {
  readonly states: readonly string[];
  readonly transitions: readonly string[];
}

const TABLES = [
  ["guard", "guards"],
  ["action", "actions"],
  ["actor", "actors"],
  ["delay", "delays"],
] as const satisfies readonly (readonly [SymbolKind, string])[];

/**
 * What of a chart uses a name: the states and transitions that say it, and those that say a guard, action, actor or delay of setup
 * in whose code it stands, or in a const of the module that this code calls. A state is what has it on the way in or out, invokes it
 * or carries it.
 * @param sites places of names in the chart's text; none where the text is not read
 * @param consts those of the module
 */
export function usersOf(
  chart: Chart,
  symbol: MachineSymbol,
  sites: readonly SymbolSite[],
  consts: readonly Implementation[] = [],
): Users {
  const meant = throughCode(chart, symbol, sites, consts);
  const isMeant = (one: MachineSymbol) => meant.some((name) => sameSymbol(name, one));
  const inCode = new Set(
    sites.flatMap(({ kind, name, role, at }) => {
      const found = role === "reference" && isMeant({ kind, name }) ? elementAt(chart, at.from) : undefined;
      if (found?.kind === "transition") return [transitionId(found.ref)];
      return found && kind !== "state" ? [pathId(found.path)] : [];
    }),
  );
  const all = [...places(chart)].filter(([id]) => id !== "" || symbol.kind !== "state");
  return {
    states: all.flatMap(([id, { node }]) =>
      id !== "" && (inCode.has(id) || symbolsOfState(id, node).some(isMeant)) ? [id] : [],
    ),
    transitions: all.flatMap(([, { node, path }]) =>
      node.transitions.flatMap((one) => {
        const id = transitionId({ ...one, source: path });
        return inCode.has(id) || symbolsOfTransition(one).some(isMeant) ? [id] : [];
      }),
    ),
  };
}

/** The name itself, and what of setup has it in its code, by way of consts too. */
function throughCode(
  chart: Chart,
  symbol: MachineSymbol,
  sites: readonly SymbolSite[],
  consts: readonly Implementation[],
): readonly MachineSymbol[] {
  const parts = TABLES.flatMap(([kind, table]) =>
    (chart.setup?.[table] ?? []).filter((one) => !one.elsewhere).map((one) => ({ kind, ...one })),
  );
  const meant: MachineSymbol[] = [symbol];
  const helpers = new Set<string>();
  // Both lists grow while they are walked: what is found may itself be used.
  for (const name of meant) {
    const said = sites.filter((site) => site.role === "reference" && sameSymbol(site, name));
    const has = ({ valueAt }: Implementation) =>
      said.some(({ at }) => valueAt.from <= at.from && at.to <= valueAt.to);
    for (const one of consts) if (has(one)) helpers.add(one.name);
    for (const helper of helpers) for (const one of consts) if (calls(one, helper)) helpers.add(one.name);
    for (const { kind, ...one } of parts) {
      const isFound = has(one) || [...helpers].some((helper) => calls(one, helper));
      if (isFound && !meant.some((known) => sameSymbol(known, { kind, name: one.name })))
        meant.push({ kind, name: one.name });
    }
  }
  return meant;
}

/** Whether a code says the name of a const. */
const calls = ({ text }: Implementation, name: string): boolean =>
  new RegExp(`(?<![\\w$.])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(text);
