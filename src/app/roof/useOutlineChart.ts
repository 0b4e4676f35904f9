import { type RefObject, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Chart } from "#core/chart/chart.ts";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { aroundAll } from "#core/outline/defaultWays.ts";
import type { OutlineFault } from "#core/outline/outlineFault.ts";
import { drawChartInSteps } from "#core/project/drawChart.ts";
import { readModule } from "#core/read/readModule.ts";
import { drawBeside } from "#adapters/flow/drawBeside.ts";
import { namesOf } from "#app/studio/useCanvasWords.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import { filesFromText, languageOf, type OutlineText } from "#app/roof/outlineFiles.ts";

/** How long nobody types before the text is read, in milliseconds. */
const PAUSE_MS = 200;

interface LabelFile {
  readonly labels?: Readonly<Record<string, string>>;
}

interface Drawn {
  readonly svg: string | undefined;
  readonly of: Chart;
}

interface OutlineChart {
  readonly fault: OutlineFault | undefined;
  /** Phases and steps. */
  readonly count: number;
  /** The last chart that could be drawn. */
  readonly svg: string | undefined;
  /** The text has a fault, or was changed since. */
  readonly isOld: boolean;
  readonly isTooLarge: boolean;
}

/** What a text gives, read when nobody types and drawn in slices, so that typing never waits. @param room what the chart has to fit into */
export function useOutlineChart(
  value: OutlineText,
  title: string,
  isComposing: boolean,
  room: RefObject<HTMLElement | null>,
): OutlineChart {
  const { i18n } = useTranslation();
  const theme = useStudio((s) => s.theme);
  const uiLanguage = useStudio((s) => s.uiLanguage);
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (isComposing || value === settled) return undefined;
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value, settled, isComposing]);
  const isEmpty = settled.text.trim() === "";
  const result = useMemo(
    () => (isEmpty ? undefined : filesFromText("game", settled, title)),
    [settled, isEmpty, title],
  );
  const files = result?.files;
  const machine = useMemo(() => {
    if (!files) return undefined;
    const texts = new Map(files.map(({ name, text }) => [name, text]));
    const { charts, consts } = readModule(texts.get("machine") ?? "");
    const [chart] = charts;
    if (!chart) return undefined;
    const labels = (JSON.parse(texts.get(`labels/${languageOf(settled)}`) ?? "{}") as LabelFile).labels;
    return {
      chart,
      consts,
      names: namesOf(labels, title || undefined, chart.setup, i18n.getFixedT(uiLanguage)),
    };
  }, [files, settled, title, i18n, uiLanguage]);
  const [drawn, setDrawn] = useState<Drawn>();
  useEffect(() => {
    if (!machine) return undefined;
    const { chart, consts, names } = machine;
    const work = new AbortController();
    const { clientWidth: w = 0, clientHeight: h = 0 } = room.current ?? {};
    const steps = drawChartInSteps(chart, names, NO_ARRANGEMENT, {
      theme,
      lang: languageOf(settled),
      ...(consts ? { consts } : {}),
      ...(w > 0 && h > 0 ? { canvas: { w, h } } : {}),
    });
    void drawBeside(chart, steps, work.signal)
      .then((svg) => svg !== undefined && setDrawn({ svg, of: chart }))
      .catch(() => setDrawn({ svg: undefined, of: chart }));
    return () => work.abort();
  }, [machine, theme, settled, room]);
  const shown = isEmpty && value.text.trim() === "" ? undefined : drawn;
  return {
    fault: result?.fault,
    count: result?.files ? aroundAll(result.outline).length : 0,
    svg: shown?.svg,
    isOld: value !== settled || result?.fault !== undefined,
    isTooLarge: shown !== undefined && shown.svg === undefined,
  };
}
