import { useEffect } from "react";
import { textIn } from "#core/ruleset/labels.ts";
import { way } from "#core/run/timeline.ts";
import type { useSession } from "#app/simulate/useSession.ts";
import { useStudio, useStudioDoings } from "#app/studio/useStudio.ts";
import { useViewCommands } from "#app/studio/useViewCommands.ts";
import type { Studio } from "#app/studio/Studio.ts";

type Made = NonNullable<ReturnType<typeof useSession>>;

/** How many steps "many" are. */
export const MANY = 20;

/** Offers what can be done with the run by name, and plays the scenario that somebody looked for. */
export function useRunCommands(made: ReturnType<typeof useSession>): void {
  const studio = useStudioDoings();
  const run = made?.session.shown() ?? null;
  const steps = run ? way(run) : [];
  const at = run ? steps.findIndex(({ id }) => id === run.cursor) : -1;
  const go = (to: number) => {
    const step = steps[to];
    return made && step && to !== at ? () => made.session.go(step.id) : undefined;
  };
  const isFree = made !== null && run !== null && !made.state.busy && !made.state.showBefore;
  const random = (count: number) => (isFree ? () => void playRandom(studio, made.session, count) : undefined);
  useViewCommands({
    "run.first": go(0),
    "run.back": go(at - 1),
    "run.forward": run ? go(at + 1) : undefined,
    "run.last": go(steps.length - 1),
    "run.random": random(1),
    "run.randomMany": random(MANY),
    "run.restart": made && run ? () => made.session.stop() : undefined,
  });

  const sought = useStudio((s) => s.sought);
  const ready = useStudio((s) => s.trusted === true && s.loaded !== null && s.graph?.chart !== undefined);
  const replay = useReplay(made);
  useEffect(() => {
    // Looked up again: effects may run twice, a scenario is played once.
    const wanted = studio.get().sought;
    if (!ready || wanted?.kind !== "scenario" || wanted !== sought) return;
    studio.set({ sought: null });
    void replay(wanted.id);
  }, [studio, sought, ready, replay]);
}

/** Plays at random; says so when nothing could be done. */
export async function playRandom(studio: Studio, session: Made["session"], count: number): Promise<void> {
  const taken = await session.random(count, () => Math.floor(Math.random() * 2 ** 31));
  if (taken === 0 && session.get().fault === null) studio.notice("info", "simulate.no-random");
}

/** Plays a scenario of the game by its name. */
export function useReplay(made: ReturnType<typeof useSession>): (name: string) => Promise<void> {
  const studio = useStudioDoings();
  return async (name) => {
    const { loaded, graph, uiLanguage } = studio.get();
    const scenario = loaded?.scenarios[name];
    const on = await made?.playable();
    if (made && scenario && on && graph?.chart)
      await made.session.replay(on, graph.chart, name, scenario, textIn(scenario.title, uiLanguage) || name);
  };
}
