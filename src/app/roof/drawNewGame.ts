import type { TFunction } from "i18next";
import type { RefObject } from "react";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { openingArrangement } from "#core/layout/arrangement/orderLines.ts";
import { UndrawableError } from "#core/layout/drawable.ts";
import { drawChartInSteps } from "#core/project/drawChart.ts";
import type { ModuleReading } from "#core/read/module.ts";
import type { Chart } from "#core/chart/chart.ts";
import { drawBeside } from "#adapters/flow/drawBeside.ts";
import { namesOf } from "#app/studio/useCanvasWords.ts";
import type { StudioState } from "#app/studio/StudioState.ts";

/** Without a picture where the machine is too large for one. */
export interface DrawnGame {
  readonly svg: string | undefined;
}

/**
 * The picture of a game before it is created, as it will be opened. It is drawn in slices, so that typing never waits; undefined where it was
 * stopped.
 */
export async function drawNewGame(
  { chart, consts }: { readonly chart: Chart; readonly consts: ModuleReading["consts"] },
  words: {
    readonly labels?: Readonly<Record<string, string>> | undefined;
    readonly title: string;
    /** Of the labels. */
    readonly language: string;
    readonly theme: StudioState["theme"];
    readonly t: TFunction;
    /** What the chart has to fit into. */
    readonly room: RefObject<HTMLElement | null>;
  },
  signal: AbortSignal,
): Promise<DrawnGame | undefined> {
  const { labels, title, language, theme, t, room } = words;
  const names = namesOf(labels, title || undefined, chart.setup, t);
  const { clientWidth: w = 0, clientHeight: h = 0 } = room.current ?? {};
  try {
    const steps = drawChartInSteps(chart, names, openingArrangement(chart, NO_ARRANGEMENT), {
      theme,
      lang: language,
      ...(consts ? { consts } : {}),
      ...(w > 0 && h > 0 ? { canvas: { w, h } } : {}),
    });
    const svg = await drawBeside(chart, steps, signal);
    return svg === undefined ? undefined : { svg };
  } catch (error) {
    if (!(error instanceof UndrawableError)) throw error;
    return { svg: undefined };
  }
}
