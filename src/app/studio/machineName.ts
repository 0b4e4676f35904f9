import type { TFunction } from "i18next";
import type { Chart } from "#core/chart/chart.ts";
import { chartOfKey } from "#core/chart/machineKey.ts";

/** What a machine of a file is called for people: its variable, else its id, else its place. */
export function machineName(charts: readonly Chart[], key: string, t: TFunction): string {
  const chart = chartOfKey(charts, key);
  return chart?.ref.name ?? chart?.id ?? t("machines.nth", { n: (chart?.ref.ordinal ?? 0) + 1 });
}
