import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { LiveOverlay } from "#adapters/flow/canvasProps.ts";
import type { Chart } from "#core/chart/chart.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { arrangementIn, parseArrangement } from "#core/layout/arrangement/arrangementFile.ts";
import { openingArrangement } from "#core/layout/arrangement/orderLines.ts";
import { controlWords, namesOf } from "#app/studio/useCanvasWords.ts";
import { activePaths } from "#core/inspect/activePaths.ts";
import { FollowedChart } from "#app/views/inspect/FollowedChart.tsx";
import type { LibraryMachine } from "#app/views/inspect/Library.ts";
import type { WatchedStep } from "#app/views/inspect/useWatchedStep.ts";
import { useMachine } from "#app/views/inspect/useMachine.ts";
import { useRecomputed } from "#app/views/inspect/useRecomputed.ts";
import { labelRecord } from "#app/studio/labels.ts";
import { firstLanguage } from "#app/i18n.ts";
import { transitionId } from "#core/chart/places.ts";
import { chartTransition } from "#core/inspect/chartTransition.ts";
import type { InspectedStep } from "#core/inspect/session.ts";
import { transitionByChart } from "#app/views/inspect/byChart.ts";
import { transitionIdOf, type Microstep } from "#core/run/play/microstep.ts";

/** The chart of the chosen actor: where it stands, and the way the last step took. */
export function ActorChart({ watched }: { watched: WatchedStep }) {
  const { t, i18n } = useTranslation();
  const { session, step, snapshot } = watched;
  const machine = useMachine(session);
  const { chart, known, match } = machine;
  const copy = useRecomputed(session, machine);
  const language = firstLanguage(i18n.language, []);
  const words = useMemo(() => controlWords(t), [t]);
  const names = useNames(known, chart);
  const arrangement = useMemo(() => {
    const written = arrangementOf(known);
    return chart ? openingArrangement(chart, written) : written;
  }, [known, chart]);
  const theme = useTheme();
  const recomputed = step && copy?.steps.get(step.id);
  const live = useMemo(
    (): LiveOverlay => ({
      active: new Set(activePaths(snapshot?.value)),
      taken: new Set(takenTransitions(step, recomputed, chart)),
      enabled: new Set(),
    }),
    [snapshot, step, recomputed, chart],
  );
  if (!chart)
    return (
      <div className="empty">
        <p>{t("inspect.no-chart")}</p>
        {session.now?.value !== undefined && <code>{JSON.stringify(session.now.value)}</code>}
        <p>{t("inspect.no-chart-why")}</p>
      </div>
    );
  return (
    <FollowedChart
      active={[...live.active].at(-1)}
      chart={chart}
      arrangement={arrangement}
      consts={known?.reading.consts ?? NO_CONSTS}
      names={names}
      lang={language}
      words={words}
      live={live}
      theme={theme}
      readOnly
      banner={
        known
          ? match && match.differences.length > 0
            ? t("inspect.known-differs", { count: match.differences.length, game: nameOf(known, language) })
            : undefined
          : t(machine.looking ? "inspect.looking" : "inspect.not-known")
      }
    />
  );
}

const NO_CONSTS: readonly Const[] = [];

export const nameOf = ({ title, game }: LibraryMachine, language: string): string => title[language] ?? game;

function useNames(known: LibraryMachine | undefined, chart: Chart | undefined) {
  const { t, i18n } = useTranslation();
  return useMemo(() => {
    const language = firstLanguage(i18n.language, []);
    const labels = known && labelRecord(known.files, language);
    return namesOf(labels, known && nameOf(known, language), chart?.setup, t);
  }, [known, chart, t, i18n.language]);
}

function arrangementOf(known: LibraryMachine | undefined) {
  const text = known?.files.get("layout");
  return text === undefined || !known
    ? NO_ARRANGEMENT
    : arrangementIn(parseArrangement(text).file, known.key);
}

/** The theme that the page has now. */
function useTheme(): "light" | "dark" {
  const read = () => (document.documentElement.dataset["theme"] === "dark" ? "dark" : "light");
  const [theme, setTheme] = useState<"light" | "dark">(read);
  useEffect(() => {
    const watcher = new MutationObserver(() => setTheme(read()));
    watcher.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => watcher.disconnect();
  }, []);
  return theme;
}

/** Ids of the transitions that a step took: as our copy took them, else as the app tells them, else the one that it must have been. */
function takenTransitions(
  step: InspectedStep | undefined,
  recomputed: { readonly microsteps: readonly Microstep[] } | undefined,
  chart: Chart | undefined,
): string[] {
  if (recomputed && recomputed.microsteps.length > 0)
    return recomputed.microsteps.flatMap(({ taken }) => taken.map(transitionIdOf));
  if (!step || !chart) return [];
  if (!step.microsteps) {
    const inferred = transitionByChart(step, chart);
    return inferred ? [transitionId(inferred)] : [];
  }
  return step.microsteps.flatMap(({ taken }) =>
    taken.flatMap((transition) => {
      const found = chartTransition(chart, transition);
      return found ? [transitionId(found)] : [];
    }),
  );
}
