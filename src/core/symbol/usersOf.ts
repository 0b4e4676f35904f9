import type { Chart, Implementation } from "#core/chart/chart.ts";
import { elementAt, pathId, places, transitionId } from "#core/chart/places.ts";
import { symbolsOfState, symbolsOfTransition } from "#core/symbol/elementSymbols.ts";
import type { MachineSymbol, SymbolKind, SymbolSite } from "#core/symbol/symbol.ts";
import { addAll } from "#core/text/addAll.ts";

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
  const isMeant = (item: MachineSymbol) => meant.has(keyOf(item));
  const inCode = new Set(
    sites.flatMap(({ kind, name, role, at }) => {
      const element = role === "reference" && isMeant({ kind, name }) ? elementAt(chart, at.from) : undefined;
      if (element?.kind === "transition") return [transitionId(element.ref)];
      return element && kind !== "state" ? [pathId(element.path)] : [];
    }),
  );
  const all = [...places(chart)].filter(([id]) => id !== "" || symbol.kind !== "state");
  return {
    states: all.flatMap(([id, { node }]) =>
      id !== "" && (inCode.has(id) || symbolsOfState(id, node).some(isMeant)) ? [id] : [],
    ),
    transitions: all.flatMap(([, { node, path }]) =>
      node.transitions.flatMap((transition) => {
        const id = transitionId({ ...transition, source: path });
        return inCode.has(id) || symbolsOfTransition(transition).some(isMeant) ? [id] : [];
      }),
    ),
  };
}

/** A const of the module or, with its kind, a part of setup: something with code. */
interface Carrier {
  readonly kind?: SymbolKind;
  readonly impl: Implementation;
}

/** The name itself, and what of setup has it in its code, by way of consts too: keys of symbols. Each code is read once, each const is followed once. */
function throughCode(
  chart: Chart,
  symbol: MachineSymbol,
  sites: readonly SymbolSite[],
  consts: readonly Implementation[],
): ReadonlySet<string> {
  const parts = TABLES.flatMap(([kind, table]) =>
    (chart.setup?.[table] ?? []).filter((impl) => !impl.elsewhere).map((impl): Carrier => ({ kind, impl })),
  );
  const carriers = [...consts.map((impl): Carrier => ({ impl })), ...parts];
  const callers = callersIn(carriers, new Set(consts.map(({ name }) => name)));
  const byName = new Map<string, SymbolSite[]>();
  for (const site of sites) if (site.role === "reference") listed(byName, keyOf(site)).push(site);
  const meant = new Set([keyOf(symbol)]);
  const carrierSet = new Set<Carrier>();
  const reach = (first: Carrier) => {
    const next = [first];
    for (let carrier = next.pop(); carrier; carrier = next.pop()) {
      if (carrierSet.has(carrier)) continue;
      carrierSet.add(carrier);
      const { kind, impl } = carrier;
      if (kind) meant.add(keyOf({ kind, name: impl.name }));
      else addAll(next, callers.get(impl.name) ?? []);
    }
  };
  // It grows while it is walked: what is found may itself be used.
  for (const key of meant)
    for (const { at } of byName.get(key) ?? [])
      for (const carrier of carriers)
        if (carrier.impl.valueAt.from <= at.from && at.to <= carrier.impl.valueAt.to) reach(carrier);
  return meant;
}

/** What is listed under a key; an empty list that is in the map where there was none. */
function listed<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

const keyOf = ({ kind, name }: MachineSymbol): string => `${kind}:${name}`;

/** Who says the name of a const in its code, by that name. */
function callersIn(
  carriers: readonly Carrier[],
  names: ReadonlySet<string>,
): ReadonlyMap<string, readonly Carrier[]> {
  const callers = new Map<string, Carrier[]>();
  for (const carrier of carriers)
    for (const word of new Set(carrier.impl.text.match(WORDS)))
      if (names.has(word)) listed(callers, word).push(carrier);
  return callers;
}

/** Words of a code, those behind a dot left out; what is spread is none of these. */
const WORDS = /(?<![\p{ID_Continue}$]|(?<!\.\.)\.)[\p{ID_Continue}$]+/gu;
