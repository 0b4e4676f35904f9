import { useEffect } from "react";
import { textIn } from "#core/ruleset/labels.ts";
import { way } from "#core/run/timeline/timeline.ts";
import { handedScenario } from "#app/play/scenarios/handedScenario.ts";
import type { useSession } from "#app/play/useSession.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import { useViewCommands } from "#app/studio/useViewCommands.ts";
import { breakOffers } from "#app/play/stepping/breakOffers.ts";
import { freshSeed } from "#app/play/stepping/pace.ts";
import type { Stepping } from "#app/play/stepping/Stepping.ts";
import type { useSteppingOf } from "#app/play/stepping/useStepping.ts";
import type { StoredBreakpoints } from "#app/studio/storedBreakpoints.ts";
import type { Selection } from "#app/studio/route.ts";
import type { HandedScenario, ReplayShow } from "#app/studio/StudioState.ts";
import type { Studio } from "#app/studio/Studio.ts";

/** Offers what can be done with the run by name, and plays the scenario that somebody looked for. */
export function useRunCommands(
  view: ReturnType<typeof useSession>,
  stepped: ReturnType<typeof useSteppingOf>,
): void {
  const studio = useStudioActions();
  const run = view?.session.shown() ?? null;
  const steps = run ? way(run) : [];
  const at = run ? steps.findIndex(({ id }) => id === run.cursor) : -1;
  const selection = useStudio((s) => s.route.selection);
  const stepping = run ? stepped?.stepping : undefined;
  const mode = stepped?.state.mode;
  const isRunning = mode === "random" || mode === "recorded";
  const can = (goal: Parameters<Stepping["can"]>[0], by: 1 | -1, action: (current: Stepping) => void) =>
    stepping && !isRunning && stepping.can(goal, by) ? () => action(stepping) : undefined;
  const go = (to: number) => {
    const step = steps[to];
    return stepping && step && to !== at ? () => stepping.go({ step: step.id, micro: null }) : undefined;
  };
  const isFree = stepping !== undefined && !isRunning && !view?.state.busy && !view?.state.showBefore;
  const random = (count: number) => (isFree ? () => stepping.random(count, freshSeed()) : undefined);
  useViewCommands({
    "run.first": go(0),
    "run.back": can("over", -1, (current) => current.over(-1)),
    "run.forward": can("over", 1, (current) => current.over(1)),
    "run.last": go(steps.length - 1),
    "run.into": can("into", 1, (current) => current.into(1)),
    "run.intoBack": can("into", -1, (current) => current.into(-1)),
    "run.out": can("out", 1, (current) => current.out(1)),
    "run.toDecision": can("decision", 1, (current) => current.runTo("decision", 1, freshSeed())),
    "run.backToDecision": can("decision", -1, (current) => current.runTo("decision", -1, freshSeed())),
    "run.toBreakpoint": can("breakpoint", 1, (current) => current.runTo("breakpoint", 1, freshSeed())),
    "run.backToBreakpoint": can("breakpoint", -1, (current) => current.runTo("breakpoint", -1, freshSeed())),
    "run.random": random(1),
    "run.randomMany": random(10),
    "run.randomThousand": random(1_000),
    "run.stop": stepping && isRunning ? () => stepping.stop() : undefined,
    "run.restart": view && run ? () => view.session.stop() : undefined,
    ...breakCommands(stepped?.stepping.breakpoints, studio, selection),
  });

  const sought = useStudio((s) => s.sought);
  const ready = useStudio((s) => s.trusted === true && s.loaded !== null && s.graph?.chart !== undefined);
  const replay = useReplay(view);
  const replayHanded = useReplayHanded(view);
  useEffect(() => {
    // Looked up again: effects may run twice, a scenario is played once.
    const { sought: request, project, route } = studio.get();
    if (!ready || !request || request.kind === "term" || request !== sought) return;
    if (request.kind === "trace" && (request.game !== project?.id || request.machine !== route.machine))
      return;
    studio.window.set({ sought: null });
    void (request.kind === "trace" ? replayHanded(request.trace) : replay(request.id, request.show));
  }, [studio, sought, ready, replay, replayHanded]);
}

/** Sets or removes the first breakpoint that what is selected offers; removes all. */
function breakCommands(breakpoints: StoredBreakpoints | undefined, studio: Studio, selection: Selection) {
  const [first] = breakOffers(studio.get().graph?.chart, selection);
  return {
    "run.breakHere": breakpoints && first ? () => breakpoints.toggle(first) : undefined,
    "run.breakNone":
      breakpoints && breakpoints.get().breakpoints.length > 0 ? () => breakpoints.removeAll() : undefined,
  };
}

/** Plays a scenario of the game by its name, and shows what of it is wanted. */
export function useReplay(
  view: ReturnType<typeof useSession>,
): (name: string, show?: ReplayShow) => Promise<void> {
  const studio = useStudioActions();
  return async (name, show) => {
    const { loaded, graph, uiLanguage } = studio.get();
    const scenario = loaded?.scenarios[name];
    const on = await view?.playable();
    if (!view || !scenario || !on || !graph?.chart) return;
    const title = textIn(scenario.title, uiLanguage) || name;
    await view.session.replay(on, graph.chart, {
      name: title,
      file: name,
      scenario,
      ...show,
    });
  };
}

/** Plays a trace that was handed over, which is none of the game's scenarios yet. */
function useReplayHanded(view: ReturnType<typeof useSession>): (handed: HandedScenario) => Promise<void> {
  const studio = useStudioActions();
  return async (handed) => {
    const { graph, files, uiLanguage } = studio.get();
    const read = await handedScenario(handed, files?.files);
    const on = await view?.playable();
    if (!view || !read || !on || !graph?.chart) return;
    const { scenario, file } = read;
    const name = textIn(scenario.title, uiLanguage) || file;
    await view.session.replay(on, graph.chart, { name, file, scenario, handed });
  };
}
