import { useEffect, useMemo, useSyncExternalStore } from "react";
import { mainChart } from "#core/chart/machineKey.ts";
import type { Project } from "#core/project/Project.ts";
import { scenariosOf } from "#core/run/scenario/scenarioClauses.ts";
import { browserRunner } from "#adapters/sandbox/browserRunner.ts";
import { type RunsState, ScenarioRuns } from "#app/play/ScenarioRuns.ts";
import { usePlayable } from "#app/play/useSession.ts";
import { tieToGame } from "#app/studio/gameLifetime.ts";
import { useStudio } from "#app/studio/useStudio.ts";

const runs = new WeakMap<Project, ScenarioRuns>();

function runsOf(project: Project): ScenarioRuns {
  const known = runs.get(project);
  if (known) return known;
  const scenarioRuns = new ScenarioRuns(() => browserRunner());
  runs.set(project, scenarioRuns);
  tieToGame(project, () => scenarioRuns.stop());
  return scenarioRuns;
}

/** Milliseconds without an edit before the scenarios are replayed. */
const REPLAY_DELAY_MS = 500;

/** Whether the machine in view is the one that the scenarios play. */
export const useIsPlayed = (): boolean =>
  useStudio(({ graph }) => Boolean(graph?.chart && graph.chart === mainChart(graph.reading.charts)));

/** Plays the scenarios of the open game while this is on the screen, whenever machine or scenarios change. */
export function useScenarioRuns(): void {
  const project = useStudio((s) => s.project);
  const scenarios = useStudio((s) => s.loaded?.scenarios);
  const isPlayed = useIsPlayed();
  const playable = usePlayable();
  useEffect(() => {
    if (!project || !scenarios || !isPlayed) return undefined;
    let current = true;
    const timer = setTimeout(() => {
      void playable().then((on) => {
        if (on && current) void runsOf(project).play(on, scenarios);
      });
    }, REPLAY_DELAY_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [project, scenarios, isPlayed, playable]);
}

/** Plays the scenarios of the open game again, and stops that; null while another machine than theirs is in view. */
export function usePlayScenarios(): { readonly play: () => void; readonly stop: () => void } | null {
  const project = useStudio((s) => s.project);
  const scenarios = useStudio((s) => s.loaded?.scenarios);
  const isPlayed = useIsPlayed();
  const playable = usePlayable();
  if (!project || !scenarios || !isPlayed) return null;
  const runs = runsOf(project);
  return {
    play: () => void playable().then((on) => on && runs.play(on, scenarios)),
    stop: () => runs.halt(),
  };
}

/** How the scenarios of each clause went, and how far the playing is. */
export function useScenarioResults(): {
  readonly state: RunsState | null;
  readonly byClause: ReadonlyMap<string, readonly string[]>;
} {
  const project = useStudio((s) => s.project);
  const scenarios = useStudio((s) => s.loaded?.scenarios);
  const runsOfGame = project ? runsOf(project) : null;
  const state = useSyncExternalStore(runsOfGame?.subscribe ?? noSubscription, runsOfGame?.get ?? noState);
  const byClause = useMemo(() => scenariosOf(scenarios ?? {}), [scenarios]);
  return { state, byClause };
}

const noSubscription = () => () => undefined;
const noState = () => null;
