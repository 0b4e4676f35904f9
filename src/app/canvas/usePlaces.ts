import { useEffect, useMemo, useState } from "react";
import type { Chart } from "#core/chart/chart.ts";
import type { Position, Positions } from "#core/layout/layoutFile.ts";
import { planLayout } from "#core/layout/plan.ts";
import { elkEngine } from "#adapters/elk/elkEngine.ts";
import { useAllChartNames, useChartNames } from "#app/canvas/useCanvasWords.ts";
import { useStudio, useStudioDoings } from "#app/studio/useStudio.ts";

/** What finds places; the first picture of a game that has them does without. */
export const layouts = () => import("#core/layout/completeLayout.ts");

/** The page's one layout engine. */
export const engine = elkEngine();

export interface Places {
  readonly positions: Positions;
  /** A state has no place yet: it is being looked for. */
  readonly missing: boolean;
  /** Why none was found. */
  readonly failed: string | null;
}

/** Where the states of the chosen machine stand: as its file says, the rest as the engine finds it. */
export function usePlaces(chart: Chart | undefined): Places {
  const studio = useStudioDoings();
  const project = useStudio((s) => s.project);
  const files = useStudio((s) => s.files);
  const auto = useStudio((s) => s.autoPositions);
  const names = useChartNames();
  const allNames = useAllChartNames();
  const [failed, setFailed] = useState<string | null>(null);
  const stored = files && project && chart ? project.positions() : undefined;
  const positions = useMemo(() => ({ ...auto, ...stored }), [auto, stored]);
  const missing = useMemo(() => {
    if (!chart) return false;
    const plan = planLayout(chart, positions, names);
    return plan.whole.length > 0 || plan.newcomers.length > 0;
  }, [chart, positions, names]);

  useEffect(() => {
    if (!chart || !missing) return;
    let current = true;
    const finding = layouts().then(({ completeLayout }) =>
      completeLayout(chart, positions, allNames(), engine),
    );
    finding.then(
      (found) => {
        if (!current) return;
        setFailed(null);
        studio.addAutoPositions(onlyNew(found, positions));
      },
      (error: unknown) => current && setFailed(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      current = false;
    };
  }, [chart, missing, positions, allNames, studio]);

  return { positions, missing, failed };
}

function onlyNew(
  found: Readonly<Record<string, Position>>,
  known: Readonly<Record<string, Position>>,
): Record<string, Position> {
  return Object.fromEntries(Object.entries(found).filter(([id]) => !known[id]));
}
