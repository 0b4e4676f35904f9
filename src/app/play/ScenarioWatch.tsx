import { useEffect, useMemo, useRef, useState } from "react";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Files } from "#core/project/history.ts";
import type { Project } from "#core/project/Project.ts";
import { jsonEqual, type Json } from "#core/text/json.ts";
import { laterWords } from "#app/i18n.ts";
import { ReplayDiagnostics } from "#app/play/ReplayDiagnostics.ts";
import { useReplays, useScenarioResults } from "#app/play/useScenarioRuns.ts";
import { useValueWords } from "#app/play/useValueWords.ts";
import { useStateNames } from "#app/studio/useStateNames.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";

/** Milliseconds between two reports while scenarios are replayed: each draws the graph's badges and Problems again. */
const REPORT_INTERVAL_MS = 200;

/** Replays the scenarios of the open game after each edit that may matter to them, and reports those that go otherwise. */
export function ScenarioWatch() {
  useReplays(useIsEdited());
  useReports();
  return null;
}

/** By project what its scenarios are played on, as it was opened. */
const opened = new WeakMap<Project, readonly (readonly [file: string, text: string])[]>();

/** Whether machine, moves or scenarios of the open game were edited since it was opened: before that nothing is replayed for Problems. */
function useIsEdited(): boolean {
  const project = useStudio((s) => s.project);
  const files = useStudio((s) => s.files?.files);
  return useMemo(() => {
    if (!project || !files) return false;
    const texts = playedTexts(files);
    const first = opened.get(project);
    if (!first) opened.set(project, texts);
    return first !== undefined && !jsonEqual(first as unknown as Json, texts as unknown as Json);
  }, [project, files]);
}

const playedTexts = (files: Files) =>
  [...files].filter(([name]) => name === "machine" || name === "moves" || name.startsWith("scenarios/"));

/** Has the studio report what the scenarios came to, in the words of the reader. */
function useReports(): void {
  const studio = useStudioActions();
  const game = useStudio((s) => s.project?.id);
  const diagnostics = useReplayDiagnostics();
  const reported = useRef<{ readonly game: string; readonly list: readonly Diagnostic[] }>(undefined);
  const reportedAt = useRef(0);
  useEffect(() => {
    if (game === undefined || !diagnostics) return undefined;
    const last = reported.current;
    const known = last?.game === game ? last.list : [];
    if (jsonEqual(known as unknown as Json, diagnostics as unknown as Json)) return undefined;
    const rest = REPORT_INTERVAL_MS - (performance.now() - reportedAt.current);
    const timer = setTimeout(
      () => {
        reportedAt.current = performance.now();
        reported.current = { game, list: diagnostics };
        studio.reportReplays(game, diagnostics);
      },
      Math.max(0, rest),
    );
    return () => clearTimeout(timer);
  }, [studio, game, diagnostics]);
}

/** Undefined until the words are there, and while a keystroke has yet to be read: places are of the text that was read. */
function useReplayDiagnostics(): readonly Diagnostic[] | undefined {
  const { state } = useScenarioResults();
  const language = useStudio((s) => s.uiLanguage);
  const scenarios = useStudio((s) => s.loaded?.scenarios);
  const graph = useStudio((s) => s.graph);
  const text = useStudio((s) => s.files?.files.get("machine"));
  const words = useValueWords();
  const stateName = useStateNames();
  const [ready, setReady] = useState("");
  useEffect(() => {
    void laterWords(language).then(() => setReady(language));
  }, [language]);
  // Of one machine in one language: what is known of a difference is not said again with each result that comes.
  const diagnostics = useMemo(
    () => graph && new ReplayDiagnostics({ graph, language, words, stateName }),
    [graph, language, words, stateName],
  );
  return useMemo(() => {
    if (ready !== language || !state || !graph || (graph.text !== text && !graph.stale)) return undefined;
    return diagnostics?.of(state, scenarios);
  }, [ready, language, state, graph, text, scenarios, diagnostics]);
}
