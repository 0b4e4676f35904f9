import type { Chart } from "#core/chart/chart.ts";

const keys = new WeakMap<readonly Chart[], readonly string[]>();

/**
 * What each machine of a file is called in addresses, layout files and choosers, in document order: its variable's name, else
 * its place. Of several machines with one name (in different functions) the first has the name.
 */
export function machineKeys(charts: readonly Chart[]): readonly string[] {
  const known = keys.get(charts);
  if (known) return known;
  const taken = new Set<string>();
  const firstKeys = charts.map(({ ref }, place) => {
    const key = ref.name !== undefined && !taken.has(ref.name) ? ref.name : String(place);
    taken.add(key);
    return key;
  });
  keys.set(charts, firstKeys);
  return firstKeys;
}

/** The machine with this key, if there is one. */
export const chartOfKey = (charts: readonly Chart[], key: string): Chart | undefined =>
  charts[machineKeys(charts).indexOf(key)];

/** The machine that rules, labels and scenarios of a game speak of: the one named `machine`, else the first. */
export const mainChart = (charts: readonly Chart[]): Chart | undefined =>
  charts.find((chart) => chart.ref.name === "machine") ?? charts[0];

/** What a machine is called where nothing means the main one. */
export const keyBesideMain = (charts: readonly Chart[], chart: Chart | undefined): string | undefined =>
  chart && chart !== mainChart(charts) ? machineKeys(charts)[chart.ref.ordinal] : undefined;

/** The machine whose text holds an offset; of one written inside another the inner one. */
export function chartAt(charts: readonly Chart[], offset: number): Chart | undefined {
  const sizes = charts.flatMap((chart) => {
    const spans = [chart.callAt, chart.configAt].filter(
      (span) => span && span.from <= offset && offset <= span.to,
    );
    return spans.map((span) => ({ chart, size: (span?.to ?? 0) - (span?.from ?? 0) }));
  });
  return sizes.toSorted((a, b) => a.size - b.size)[0]?.chart;
}
