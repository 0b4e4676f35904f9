import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Block } from "#core/edit/block/block.ts";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { drawChartInSteps } from "#core/project/drawChart.ts";
import { readModule } from "#core/read/readModule.ts";
import { drawBeside } from "#adapters/flow/drawBeside.ts";
import { namesOf } from "#app/studio/useCanvasWords.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/gestures/block/BlockDialog.module.css";

/** What a picture has to fit into, in pixels. */
const ROOM = { w: 430, h: 160 };

/** The game of a block, drawn in the words of the window's language. */
export function BlockPicture({ block }: { block: Block }) {
  const { t, i18n } = useTranslation();
  const theme = useStudio((s) => s.theme);
  const language = useStudio((s) => s.uiLanguage);
  const [svg, setSvg] = useState<string>();
  useEffect(() => {
    const work = new AbortController();
    const { charts, consts } = readModule(block.machine);
    const [chart] = charts;
    if (!chart) return undefined;
    const names = namesOf(
      block.labels[language],
      block.manifest.title[language],
      chart.setup,
      i18n.getFixedT(language),
    );
    const steps = drawChartInSteps(chart, names, NO_ARRANGEMENT, {
      theme,
      lang: language,
      ...(consts ? { consts } : {}),
      canvas: ROOM,
    });
    void drawBeside(chart, steps, work.signal).then((next) => next !== undefined && setSvg(next));
    return () => work.abort();
  }, [block, theme, language, i18n]);
  return (
    <div className={css.picture}>
      {svg !== undefined && (
        <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={t("block.picture")} />
      )}
    </div>
  );
}
