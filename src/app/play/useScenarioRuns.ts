import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { mainChart } from "#core/chart/machineKey.ts";
import type { Project } from "#core/project/Project.ts";
import type { MachineReading } from "#core/run/scenario/touched.ts";
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
  const scenarioRuns = new ScenarioRuns(() => browserRunner(), rest);
  runs.set(project, scenarioRuns);
  tieToGame(project, () => scenarioRuns.stop());
  return scenarioRuns;
}

/** Milliseconds without an edit before the scenarios are replayed. */
const REPLAY_DELAY_MS = 500;
/** Milliseconds after the last replay before what was stopped for time is tried again, and those in which the page must come to rest. */
const REST_MS = 3_000;
const MAX_REST_MS = 10_000;

/** Waits until the computer has had time for what else it was at, and the page has nothing to do. */
async function rest(): Promise<void> {
  await new Promise((done) => setTimeout(done, REST_MS));
  // Safari has no such callback.
  if (typeof requestIdleCallback === "function")
    await new Promise<unknown>((done) => requestIdleCallback(done, { timeout: MAX_REST_MS }));
}

/** Whether the machine in view is the one that the scenarios play. */
export const useIsPlayed = (): boolean =>
  useStudio(({ graph }) => Boolean(graph?.chart && graph.chart === mainChart(graph.reading.charts)));

/** Plays the scenarios of the open game while this is on the screen, whenever machine or scenarios change. */
export function useScenarioRuns(): void {
  useReplays(useIsPlayed());
}

/**
 * Plays the scenarios of the open game on its main machine while they are wanted, whenever machine or scenarios change: when no edit came for a
 * while. The next edit ends what is under way. All that want them share what comes of it.
 */
export function useReplays(isWanted: boolean): void {
  const project = useStudio((s) => s.project);
  const scenarios = useStudio((s) => s.loaded?.scenarios);
  const reading = useReading();
  const text = useStudio((s) => s.files?.files.get("machine"));
  const playable = usePlayable("main");
  const last = useRef({ project, text });
  useEffect(() => {
    if (project && last.current.project === project && last.current.text !== text) runsOf(project).halt();
    last.current = { project, text };
  }, [project, text]);
  useEffect(() => {
    if (project && reading && !isWanted) runsOf(project).begin(reading);
  }, [project, reading, isWanted]);
  useEffect(() => {
    if (!project || !scenarios) return undefined;
    let current = true;
    const timer = setTimeout(() => {
      const runs = runsOf(project);
      // What was played once stays in sight, and follows the edits; so does that nothing could be played.
      const { results, fault } = runs.get();
      if (!isWanted && results.size === 0 && fault === null) return;
      void playable().then((on) => {
        if (on && current) void runs.play(on, scenarios, reading);
      });
    }, REPLAY_DELAY_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [project, scenarios, isWanted, playable, reading]);
}

/** The machine that the scenarios play, as it is read now. */
function useReading(): MachineReading | undefined {
  const now = useStudio((s) => s.graph?.reading);
  return useMemo(() => {
    const chart = now && mainChart(now.charts);
    return chart && { chart, consts: now.consts ?? [] };
  }, [now]);
}

/** Plays the scenarios of the open game again, and stops that; null while another machine than theirs is in view. */
export function usePlayScenarios(): { readonly play: () => void; readonly stop: () => void } | null {
  const project = useStudio((s) => s.project);
  const scenarios = useStudio((s) => s.loaded?.scenarios);
  const isPlayed = useIsPlayed();
  const reading = useReading();
  const playable = usePlayable("main");
  if (!project || !scenarios || !isPlayed) return null;
  const runs = runsOf(project);
  return {
    play: () => void playable().then((on) => on && runs.play(on, scenarios, reading)),
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
