import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ChartCanvas } from "#adapters/flow/ChartCanvas.tsx";
import { hiddenMachine } from "#core/chart/opaqueParts.ts";
import type { CanvasHandle, LiveOverlay } from "#adapters/flow/canvasProps.ts";
import { loadMachines } from "#adapters/flow/gestures/Gesture.ts";
import { loadLateViews } from "#adapters/flow/useLateViews.ts";
import { NoteActionsContext } from "#adapters/flow/noteActions.ts";
import type { MenuAt } from "#app/gestures/CanvasMenu.tsx";
import { DrawnBoundary } from "#app/panels/canvas/DrawnBoundary.tsx";
import { useArrangement } from "#app/panels/canvas/useArrangement.ts";
import { useCanvasGestures } from "#app/panels/canvas/useCanvasGestures.ts";
import { useCanvasSelection } from "#app/panels/canvas/useCanvasSelection.ts";
import { useChartNames, useControlWords } from "#app/studio/useCanvasWords.ts";
import { useNotes } from "#app/panels/canvas/useNotes.ts";
import { useStoredFlows } from "#app/panels/canvas/useStoredFlows.ts";
import { useLooks } from "#app/panels/canvas/useLooks.ts";
import { useMachineDiagnostics } from "#app/studio/useDiagnostics.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import { useViewCommands } from "#app/studio/useViewCommands.ts";
import css from "#app/panels/canvas/StudioCanvas.module.css";

const CanvasMenu = lazy(() =>
  import("#app/gestures/CanvasMenu.tsx").then((m) => ({ default: m.CanvasMenu })),
);
/** No part of the first picture: there is none then. */
const NoChart = lazy(() => import("#app/panels/canvas/NoChart.tsx").then((m) => ({ default: m.NoChart })));

const ClipboardKeys = lazy(() =>
  import("#app/panels/canvas/ClipboardKeys.ts").then((m) => ({ default: m.ClipboardKeys })),
);
const CodeBanner = lazy(() =>
  import("#app/panels/canvas/CodeBanner.tsx").then((m) => ({ default: m.CodeBanner })),
);

/** A state or transition that something points out, such as the carriers of a clause. */
export interface Emphasized {
  readonly kind: string;
  readonly id: string;
}

interface StudioCanvasProps {
  readonly live?: LiveOverlay;
  readonly emphasis?: readonly Emphasized[];
  readonly compact?: boolean;
}

/** The chosen machine of the open game on the canvas. Another machine is another picture: what is folded and looked at is its own. */
export function StudioCanvas(props: StudioCanvasProps) {
  const machine = useStudio((s) => s.graph?.chart?.ref.ordinal);
  const chart = useStudio((s) => s.graph?.chart);
  return (
    <Suspense fallback={<div className="empty" />}>
      <DrawnBoundary chart={chart} instead={<NoChart isTooLarge />}>
        <MachineCanvas key={machine} {...props} />
      </DrawnBoundary>
    </Suspense>
  );
}

/** One machine, joined to the studio: selection, commands, places, words. */
function MachineCanvas({ live, emphasis, compact }: StudioCanvasProps) {
  const studio = useStudioActions();
  const graph = useStudio((s) => s.graph);
  const diagnostics = useMachineDiagnostics();
  const theme = useStudio((s) => s.theme);
  const looks = useLooks(useStudio((s) => s.route.view));
  const flows = useStoredFlows();
  const language = useStudio((s) => s.labelLanguage);
  const names = useChartNames();
  const words = useControlWords();
  const canvas = useRef<CanvasHandle>(null);
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const chart = graph?.chart;
  const written = useArrangement();
  const locked = graph?.stale === true || compact === true || live !== undefined;
  const { arrangement, actions: noteActions } = useNotes(written, locked);
  const { chosen, chosenKey, also, view, select, selectStates } = useCanvasSelection(canvas, looks, live);
  const gestures = useCanvasGestures(canvas, arrangement);
  const pointed = useMemo(() => emphasis && pointedOf(emphasis), [emphasis]);
  const selected = useMemo(() => (chosen?.kind === "state" ? chosen.path : undefined), [chosen]);
  const tidy = useCallback(async () => {
    if (!chart) return;
    const { tidyChanges } = await import("#app/panels/canvas/tidyChanges.ts");
    const changes = tidyChanges(chart, arrangement, selected ? [selected.join("."), ...also] : []);
    if (Object.keys(changes).length > 0) canvas.current?.propose(changes);
    else studio.window.notice("info", "canvas.tidy-already");
  }, [chart, selected, also, arrangement, studio]);
  const closed = (looks.look?.folded.size ?? 0) > 0;
  useViewCommands({
    fit: chart && (() => canvas.current?.fit()),
    foldAll: chart && !closed ? () => canvas.current?.foldAll(true) : undefined,
    unfoldAll: chart && closed ? () => canvas.current?.foldAll(false) : undefined,
    tidy: chart && !locked ? tidy : undefined,
    overview: chart && (() => canvas.current?.overview()),
    "level.map": chart && (() => canvas.current?.level("map")),
    "level.flow": chart && (() => canvas.current?.level("flow")),
    "level.full": chart && (() => canvas.current?.level("full")),
  });
  const staleWords = useStaleWords(live !== undefined);
  const hidden = chart && hiddenMachine(chart.root);
  const isPartial = hidden !== undefined || diagnostics.some(({ code }) => OTHER_VERSIONS.has(code));
  const banner = staleWords ?? (isPartial && live === undefined ? <CodeBanner /> : undefined);
  const pictured = useStudio((s) => s.pictured);
  useEffect(() => {
    if (pictured) void Promise.all([loadMachines(), loadLateViews()]);
  }, [pictured]);

  if (!chart || hidden?.what === "config") return <NoChart />;
  return (
    <div className={css.canvas} data-compact={compact || undefined}>
      <NoteActionsContext value={noteActions}>
        <ChartCanvas
          ref={canvas}
          chart={chart}
          arrangement={arrangement}
          consts={graph.reading.consts}
          names={names}
          lang={language === "id" ? "en" : language}
          words={words}
          selection={chosen}
          also={also}
          live={live}
          emphasis={pointed}
          diagnostics={diagnostics}
          look={looks.look}
          onLook={looks.onLook}
          flows={flows}
          firstView={view}
          onView={(at) => looks.onView(at, chosenKey)}
          theme={theme}
          stale={graph.stale}
          readOnly={locked}
          banner={banner}
          onSelect={select}
          onSelectStates={compact === true || live ? undefined : selectStates}
          {...gestures}
          onTidyUp={tidy}
          onApply={(changes) => studio.editor.arrange(changes, "tidy")}
          onContextMenu={(what, at, place) => setMenu({ what, at, place })}
        />
      </NoteActionsContext>
      <Suspense fallback={null}>
        <ClipboardKeys selected={selected} locked={locked} />
      </Suspense>
      {menu && (
        <Suspense fallback={null}>
          <CanvasMenu
            menu={menu}
            locked={locked}
            playing={live !== undefined}
            onRename={(path) => canvas.current?.rename(path)}
            onClose={() => setMenu(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Says that the picture is of an earlier text. In a run the run says so itself. */
function useStaleWords(playing: boolean): string | undefined {
  const { t } = useTranslation();
  const graph = useStudio((s) => s.graph);
  const revision = useStudio((s) => s.files?.revision);
  if (!graph?.stale || playing) return undefined;
  if (graph.now.stopped !== undefined) return t("noChart.stopped");
  return graph.preview
    ? t("halfTyped.graph-preview")
    : t("halfTyped.graph", { count: Math.max(1, (revision ?? 0) - graph.revision) });
}

const OTHER_VERSIONS: ReadonlySet<string> = new Set(["xstate-4", "xstate-6"]);

const pointedOf = (emphasis: readonly Emphasized[]) => ({
  states: new Set(emphasis.filter((e) => e.kind === "state").map((e) => e.id)),
  transitions: new Set(emphasis.filter((e) => e.kind === "transition").map((e) => e.id)),
});
