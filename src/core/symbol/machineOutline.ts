import type { Chart, StatePath } from "#core/chart/chart.ts";
import { absolute, pathId, placeOf, stateSpan, type PlacedState } from "#core/chart/places.ts";
import type { MachineSymbol, SymbolKind } from "#core/symbol/symbol.ts";
import type { Span } from "#core/text/textEdit.ts";

/** One entry of a module's outline: a machine, a state, or what `setup` defines. */
export interface OutlineEntry {
  readonly kind: SymbolKind | "machine";
  /** The last word of its name, as it is shown. */
  readonly name: string;
  readonly symbol?: MachineSymbol;
  /** The whole, and the word that is its name within it. */
  readonly at: Span;
  readonly nameAt: Span;
  readonly children: readonly OutlineEntry[];
}

/** The machine with its states as a tree, and behind them its guards, actions, actors and delays. What is written elsewhere is left out. */
export function machineOutline(chart: Chart): OutlineEntry {
  const { setup, callAt, ref, id } = chart;
  const tables = (["guard", "action", "actor", "delay"] as const).flatMap((kind) =>
    (setup?.[`${kind}s`] ?? []).flatMap(({ name, keyAt, valueAt, elsewhere }): OutlineEntry[] => {
      // Behind a const the key and the code may stand far apart.
      const at =
        keyAt.from <= valueAt.from ? { from: keyAt.from, to: Math.max(keyAt.to, valueAt.to) } : keyAt;
      const inside = callAt.from <= at.from && at.to <= callAt.to;
      return elsewhere || !inside
        ? []
        : [{ kind, name, symbol: { kind, name }, at, nameAt: keyAt, children: [] }];
    }),
  );
  const at = { from: callAt.from, to: callAt.to };
  const name = ref.name ?? id ?? "createMachine";
  return {
    kind: "machine",
    name,
    at,
    nameAt: { from: callAt.from, to: callAt.from + 1 },
    children: [...tables, ...states(chart, [], at)],
  };
}

function states(chart: Chart, path: StatePath, within: Span): OutlineEntry[] {
  const node = placeOf(chart, path)?.node;
  return (node?.children ?? []).flatMap((child): OutlineEntry[] => {
    const inner = [...path, child.key];
    const place: PlacedState | undefined = placeOf(chart, inner);
    if (!place || child.elsewhere || !child.keyAt) return [];
    const at = stateSpan(place);
    if (at.from < within.from || within.to < at.to) return [];
    return [
      {
        kind: "state",
        name: child.key,
        symbol: { kind: "state", name: pathId(inner) },
        at,
        nameAt: absolute(place, child.keyAt),
        children: states(chart, inner, at),
      },
    ];
  });
}
