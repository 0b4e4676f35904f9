import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { Project } from "#core/project/Project.ts";
import { layoutKey } from "#core/layout/layoutFile.ts";
import { browserRunner } from "#adapters/sandbox/browserRunner.ts";
import { RunSession, type Playable, type SessionState } from "#app/simulate/RunSession.ts";
import { hashText } from "#app/simulate/hashText.ts";
import { useStudio } from "#app/studio/useStudio.ts";

const sessions = new WeakMap<Project, RunSession>();

/** The session of an open game: it outlives the Simulate view, so that one can edit and come back to the run. */
function sessionOf(project: Project): RunSession {
  const known = sessions.get(project);
  if (known) return known;
  const made = new RunSession(() => browserRunner());
  sessions.set(project, made);
  return made;
}

/** The session of the open game, what it shows, and what a run would be made on now (null while the text cannot be read). */
export function useSession(): {
  session: RunSession;
  state: SessionState;
  playable: () => Promise<Playable | null>;
} | null {
  const project = useStudio((s) => s.project);
  const graph = useStudio((s) => s.graph);
  const moves = useStudio((s) => s.loaded?.ruleset.moves);
  const session = project ? sessionOf(project) : null;
  const state = useSyncExternalStore(session?.subscribe ?? noSubscription, session?.get ?? noState);
  const playable = useMemo(
    () => async (): Promise<Playable | null> => {
      const chart = graph?.chart;
      if (!graph || !chart || graph.stale) return null;
      return {
        code: graph.text,
        lang: "ts",
        machine: chart.ref.name ?? layoutKey(chart.ref),
        hash: await hashText(graph.text),
        spec: {
          ...(chart.events ? { events: chart.events } : {}),
          ...(chart.input ? { input: chart.input } : {}),
          ...(chart.context ? { context: chart.context } : {}),
          ...(moves ? { moves } : {}),
        },
      };
    },
    [graph, moves],
  );
  // An edit of the machine while a run is open: the run is played again on the new text.
  const open = state?.phase === "ready";
  useEffect(() => {
    if (!open || !session) return;
    let current = true;
    const timer = setTimeout(() => {
      void playable().then((next) => {
        const chart = graph?.chart;
        if (current && next && chart) void session.edited(next, chart);
      });
    }, 300);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [open, session, playable, graph]);
  return session && state ? { session, state, playable } : null;
}

const noSubscription = () => () => undefined;
const noState = () => null;
