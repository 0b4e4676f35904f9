import { useEffect, useMemo, useSyncExternalStore } from "react";
import { machineKeys, mainChart } from "#core/chart/machineKey.ts";
import type { Project } from "#core/project/Project.ts";
import { importClosure } from "#core/read/modules/importClosure.ts";
import { playSpecOf } from "#core/run/play/playSpec.ts";
import type { SiblingCode } from "#core/run/play/playRequest.ts";
import { pointOut } from "#core/run/scenario/pointOut.ts";
import { browserRunner } from "#adapters/sandbox/browserRunner.ts";
import { RunSession } from "#app/play/RunSession.ts";
import type { Playable, SessionState } from "#app/play/sessionState.ts";
import { saveSession } from "#app/play/saveSession.ts";
import { lateRuns } from "#app/play/lateRuns.ts";
import { hashText } from "#app/play/hashText.ts";
import { tieToGame } from "#app/studio/gameLifetime.ts";
import { useStudio } from "#app/studio/useStudio.ts";

const sessions = new WeakMap<Project, Map<number, RunSession>>();

/**
 * The session of a machine of an open game, by its place in the file: it outlives the Simulate view and a look at another machine,
 * so that one can edit and come back to the run. It ends with the game.
 */
function sessionOf(project: Project, place: number): RunSession {
  const byPlace = sessions.get(project) ?? new Map<number, RunSession>();
  sessions.set(project, byPlace);
  const known = byPlace.get(place);
  if (known) return known;
  const session = new RunSession(() => browserRunner());
  byPlace.set(place, session);
  const end = saveSession(session, project.id, place, lateRuns);
  tieToGame(project, () => {
    end();
    session.stop();
  });
  return session;
}

/** The session of the open game, what it shows, and what a run would be played on now (null while the text cannot be read). */
export function useSession(): {
  session: RunSession;
  state: SessionState;
  playable: () => Promise<Playable | null>;
} | null {
  const project = useStudio((s) => s.project);
  const graph = useStudio((s) => s.graph);
  const place = graph?.chart?.ref.ordinal ?? 0;
  const session = project ? sessionOf(project, place) : null;
  const state = useSyncExternalStore(session?.subscribe ?? noSubscription, session?.get ?? noState);
  const playable = usePlayable();
  // An edit of the machine while a run is open: the run is played again on the new text.
  const open = state?.phase === "ready";
  useEffect(() => {
    if (!open || !session) return;
    let current = true;
    const timer = setTimeout(() => {
      void playable().then((next) => {
        const chart = graph?.chart;
        if (current && next && chart) void session.edits.play(next, chart);
      });
    }, 300);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [open, session, playable, graph]);
  return session && state ? { session, state, playable } : null;
}

/** A session with what it shows, where there is one. */
export type SessionView = NonNullable<ReturnType<typeof useSession>>;

/**
 * What the open game is played on now: null while the text cannot be read, and until code from outside may run.
 * @param which the machine in view, or the main one, which the scenarios play
 */
export function usePlayable(which: "view" | "main" = "view"): () => Promise<Playable | null> {
  const project = useStudio((s) => s.project);
  const graph = useStudio((s) => s.graph);
  const moves = useStudio((s) => s.loaded?.ruleset.moves);
  const trusted = useStudio((s) => s.trusted);
  return useMemo(
    () => async (): Promise<Playable | null> => {
      const charts = graph?.reading.charts ?? [];
      const chart = which === "view" ? graph?.chart : mainChart(charts);
      // Code from outside waits until the person says that it may run.
      if (!graph || !chart || graph.stale || trusted !== true) return null;
      const siblings = project ? siblingsOf(project, graph.text) : { imports: {}, files: [] };
      return {
        code: graph.reading.charts.length > 1 ? pointOut(graph.text, chart.callAt) : graph.text,
        lang: graph.reading.lang,
        machine: machineKeys(charts)[chart.ref.ordinal] ?? "0",
        siblings,
        // Another text of a file that is imported is another machine.
        hash: await hashText([graph.text, ...siblings.files.map(({ text }) => text)].join("\0")),
        // The moves speak of the main machine.
        spec: playSpecOf(
          chart,
          graph.reading.consts,
          chart === mainChart(graph.reading.charts) ? moves : undefined,
        ),
      };
    },
    [project, graph, moves, trusted, which],
  );
}

/** The files that a machine imports, as the sandbox gets them. */
function siblingsOf({ source: { path, lang, modules } }: Project, text: string): SiblingCode {
  const { main, files } = importClosure({ path, text, lang }, modules);
  return { imports: main.imports, files };
}

const noSubscription = () => () => undefined;
const noState = () => null;
