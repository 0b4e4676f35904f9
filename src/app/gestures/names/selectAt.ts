import type { Chart } from "#core/chart/chart.ts";
import { chartAt, machineKeys } from "#core/chart/machineKey.ts";
import { elementAt, pathId, transitionId } from "#core/chart/places.ts";
import type { Selection } from "#app/studio/route.ts";

/** A machine of the file, and what of its graph is meant; null is the machine itself. */
export interface Around {
  readonly machine: string;
  readonly selection: Selection;
}

/** What is written around an offset of the machine file's text; undefined outside of every machine. */
export function selectionAt(charts: readonly Chart[], offset: number): Around | undefined {
  const chart = chartAt(charts, offset);
  const machine = chart && machineKeys(charts)[chart.ref.ordinal];
  if (!chart || machine === undefined) return undefined;
  const found = elementAt(chart, offset);
  if (found?.kind === "transition")
    return { machine, selection: { kind: "transition", id: transitionId(found.ref) } };
  const id = pathId(found?.path ?? []);
  return { machine, selection: id === "" ? null : { kind: "state", id } };
}
