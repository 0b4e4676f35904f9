import { useMemo, useState } from "react";
import { coverable, coverageTotals, type Coverable } from "#core/run/debugging/coverable.ts";
import { coverageOf, unite, type Coverage } from "#core/run/debugging/coverage.ts";
import { outcomesOf } from "#core/run/scenario/replay.ts";
import { useIsPlayed, useScenarioResults, useScenarioRuns } from "#app/play/useScenarioRuns.ts";
import type { SessionView } from "#app/play/useSession.ts";
import { useStudio } from "#app/studio/useStudio.ts";

const NOBODY: readonly Coverable[] = [];

/** What counts: by name the scenarios that do not, and whether the run that is open does. */
export interface CoverageChoice {
  readonly left: ReadonlySet<string>;
  readonly run: boolean;
}

/** What of the machine was played by what was chosen: all scenarios at first. They are played while this is on the screen. */
export function useCoverage({ session, state }: SessionView) {
  useScenarioRuns();
  const { state: runs } = useScenarioResults();
  const chart = useStudio((s) => s.graph?.chart);
  const scenarios = useStudio((s) => s.loaded?.scenarios);
  const [choice, choose] = useState<CoverageChoice>({ left: new Set(), run: false });
  const run = session.shown();
  // The scenarios are those of the main machine: of another one only the run tells.
  const isPlayed = useIsPlayed();
  const names = useMemo(() => (isPlayed ? Object.keys(scenarios ?? {}) : []), [isPlayed, scenarios]);
  // Without a scenario the run is all that there is.
  const withRun = choice.run || names.length === 0;
  const { refusals } = state;
  const isRunCounted = useMemo(
    () => (withRun && run ? coverageOf(outcomesOf(run, refusals)) : undefined),
    [withRun, run, refusals],
  );
  const covered = useMemo((): Coverage => {
    const counts = names.flatMap((name) => (choice.left.has(name) ? [] : (runs?.coverage.get(name) ?? [])));
    return unite(isRunCounted ? [...counts, isRunCounted] : counts);
  }, [names, choice, runs, isRunCounted]);
  const all = useMemo(() => (chart ? coverable(chart) : NOBODY), [chart]);
  const totals = useMemo(() => coverageTotals(all, covered), [all, covered]);
  const onMap = useMemo(() => {
    const drawn = all.filter(({ kind }) => kind === "states" || kind === "transitions");
    const ids = (is: boolean) =>
      new Set(drawn.flatMap(({ kind, id }) => (covered[kind].has(id) === is ? [id] : [])));
    return { covered: ids(true), missing: ids(false) };
  }, [all, covered]);
  return { runs, names, run, choice, choose, withRun, covered, all, totals, onMap };
}
