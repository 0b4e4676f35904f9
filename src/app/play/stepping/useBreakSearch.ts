import { useMemo } from "react";
import { places, transitionId } from "#core/chart/places.ts";
import { find } from "#core/find/find.ts";
import { squeeze } from "#core/find/fold.ts";
import type { BreakOn } from "#core/run/debugging/breakpoint.ts";
import { breakOffers, breakText } from "#app/play/stepping/breakOffers.ts";
import { useChartNames } from "#app/studio/useCanvasWords.ts";
import { gameIndex } from "#app/studio/gameIndex.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import { useTranslation } from "react-i18next";

/** Search results that are offered: a longer list is narrowed sooner by typing than by scrolling. */
const MAX_BREAK_RESULTS = 30;

/** What a breakpoint may be set on that is called so; without letters, what is selected. */
export function useBreakSearch(query: string): readonly BreakOn[] {
  const { t } = useTranslation();
  const label = useLabels();
  const names = useChartNames();
  const graph = useStudio((s) => s.graph);
  const loaded = useStudio((s) => s.loaded);
  const labels = useStudio((s) => s.labelLanguage);
  const ui = useStudio((s) => s.uiLanguage);
  const selection = useStudio((s) => s.route.selection);
  return useMemo(() => {
    const chart = graph?.chart;
    if (!chart) return [];
    if (query.trim() === "") return breakOffers(chart, selection);
    const named = find(gameIndex(graph, loaded), query, { labels, ui, limit: 200 })
      .filter(({ machine }) => machine === graph.machine)
      .flatMap(({ kind, id }): readonly BreakOn[] => {
        if (kind === "state") return breakOffers(chart, { kind, id });
        if (kind === "event") return [{ on: "event", event: id }];
        if (kind === "guard")
          return [true, false, null].map((verdict) => ({ on: "guard", guard: id, verdict }));
        return [];
      });
    const wantedText = squeeze(query).text;
    const transitions = [...places(chart).values()]
      .flatMap(({ path, node }) =>
        node.transitions.map(({ slot, event, index }): BreakOn => ({
          on: "transition",
          transition: transitionId({ source: path, slot, ...(event === undefined ? {} : { event }), index }),
        })),
      )
      .filter((breakOn) =>
        squeeze(breakText(breakOn, { t, label, chart, names }).text).text.includes(wantedText),
      );
    return [...named, ...transitions].slice(0, MAX_BREAK_RESULTS);
  }, [query, graph, loaded, labels, ui, selection, t, label, names]);
}
