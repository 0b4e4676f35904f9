import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { StatePath } from "#core/chart/chart.ts";
import { pathId, pathOf, placeOf, transitionId, transitionRef } from "#core/chart/places.ts";
import type { Position } from "#core/layout/layoutFile.ts";
import { ChartCanvas } from "#adapters/flow/ChartCanvas.tsx";
import type {
  CanvasHandle,
  LiveOverlay,
  Selection as CanvasSelection,
  Viewport,
} from "#adapters/flow/canvasProps.ts";
import type { MenuAt } from "#app/canvas/CanvasMenu.tsx";
import { useClipboard } from "#app/canvas/useClipboard.ts";
import { useAllChartNames, useChartNames, useControlWords } from "#app/canvas/useCanvasWords.ts";
import { engine, layouts, usePlaces } from "#app/canvas/usePlaces.ts";
import { foldableStates } from "#adapters/flow/foldableStates.ts";
import { newTransition } from "#app/commands/newTransition.ts";
import { useDiagnosticsHere } from "#app/studio/useDiagnostics.ts";
import { useKept, useMemory } from "#app/studio/useKept.ts";
import { useStudio, useStudioDoings } from "#app/studio/useStudio.ts";
import { useViewCommands } from "#app/studio/useViewCommands.ts";
import css from "#app/canvas/StudioCanvas.module.css";

const CanvasMenu = lazy(() => import("#app/canvas/CanvasMenu.tsx").then((m) => ({ default: m.CanvasMenu })));

type Deletion = typeof import("#app/commands/deleteChosen.ts");
type Layouts = Awaited<ReturnType<typeof layouts>>;
const deletion = (): Promise<Deletion> => import("#app/commands/deleteChosen.ts");

/** A state or transition that something points out, such as the carriers of a clause. */
export interface Emphasized {
  readonly kind: string;
  readonly id: string;
}

const NOTHING: ReadonlySet<string> = new Set();

interface StudioCanvasProps {
  readonly live?: LiveOverlay;
  readonly emphasis?: readonly Emphasized[];
  readonly compact?: boolean;
}

/** The chosen machine of the open game on the canvas. Another machine is another picture: what is folded and looked at is its own. */
export function StudioCanvas(props: StudioCanvasProps) {
  const machine = useStudio((s) => s.graph?.chart?.ref.ordinal);
  return <MachineCanvas key={machine} {...props} />;
}

/** One machine, joined to the studio: selection, commands, places, words. */
function MachineCanvas({ live, emphasis, compact }: StudioCanvasProps) {
  const { t } = useTranslation();
  const studio = useStudioDoings();
  const graph = useStudio((s) => s.graph);
  const files = useStudio((s) => s.files);
  const selection = useStudio((s) => s.route.selection);
  const diagnostics = useDiagnosticsHere();
  const theme = useStudio((s) => s.theme);
  const area = useStudio((s) => s.route.view);
  const language = useStudio((s) => s.labelLanguage);
  const names = useChartNames();
  const allNames = useAllChartNames();
  const words = useControlWords();
  const canvas = useRef<CanvasHandle>(null);
  const [folded, setFolded] = useKept<ReadonlySet<string>>("folded", NOTHING);
  const looked = useMemory<{ at: Viewport; chosen: string | undefined }>(`view-${area}`);
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const chart = graph?.chart;
  const { positions, missing, failed } = usePlaces(chart);
  const revision = files?.revision;
  const chosen = useMemo(() => toCanvas(selection), [selection]);
  const pointed = useMemo(
    () =>
      emphasis && {
        states: new Set(emphasis.filter((e) => e.kind === "state").map((e) => e.id)),
        transitions: new Set(emphasis.filter((e) => e.kind === "transition").map((e) => e.id)),
      },
    [emphasis],
  );
  // What was chosen elsewhere (outline, code, link) is brought into view; what was clicked here is in view already.
  const chosenKey =
    selection && selection.kind !== "clause" ? `${selection.kind}:${selection.id}` : undefined;
  // Where one looked when one was here last; not when something else is to be shown by now.
  const [view] = useState(() => {
    const last = looked.last();
    return last?.chosen === chosenKey ? last?.at : undefined;
  });
  const own = useRef(view ? chosenKey : undefined);
  useEffect(() => {
    if (!chosen || own.current === chosenKey) return;
    own.current = chosenKey;
    canvas.current?.reveal(chosen.kind === "state" ? chosen.path : chosen.ref.source);
  }, [chosen, chosenKey]);
  // A play is followed to its innermost state.
  const innermost = live && [...live.active].reduce((a, b) => (depth(b) >= depth(a) ? b : a), "");
  useEffect(() => {
    if (innermost) canvas.current?.reveal(pathOf(innermost));
  }, [innermost]);
  const select = useCallback(
    (next: CanvasSelection | undefined) => {
      own.current =
        next &&
        (next.kind === "state" ? `state:${pathId(next.path)}` : `transition:${transitionId(next.ref)}`);
      studio.select(
        !next
          ? null
          : next.kind === "state"
            ? { kind: "state", id: pathId(next.path) }
            : { kind: "transition", id: transitionId(next.ref) },
      );
    },
    [studio],
  );
  const also = useStudio((s) => s.also);
  const selectStates = useCallback(
    (ids: readonly string[]) => {
      own.current = ids[0] === undefined ? undefined : `state:${ids[0]}`;
      studio.selectStates(ids);
    },
    [studio],
  );
  // Once it is here a drop is done in one go: what comes later would be an undo of its own after the next doing.
  const spots = useRef<Layouts>(undefined);
  const reparent = useCallback(
    (path: StatePath, parent: StatePath, place: Position) =>
      studio.whenReady(() => {
        // One gesture, one undo.
        const gesture = `reparent:${Date.now()}`;
        if (studio.command("state.move", { state: path, parent }, undefined, gesture) !== undefined) return;
        const to = [...parent, path.at(-1) ?? ""];
        const now = studio.graphNow()?.chart;
        if (!now || !placeOf(now, to)) return;
        const id = pathId(to);
        const settle = ({ placeDropped }: Layouts) => placeDropped(now, names, positions, id, place);
        const free = spots.current ? settle(spots.current) : place;
        studio.place({ [id]: free }, "move", gesture);
        if (spots.current) return;
        void layouts().then((made) => {
          const later = settle(made);
          if (later !== place) studio.place({ [id]: later }, "move", gesture);
        });
      }),
    [studio, names, positions],
  );
  const selected = useMemo(() => (chosen?.kind === "state" ? chosen.path : undefined), [chosen]);
  useClipboard(selected, !chart || graph?.stale === true || compact === true || live !== undefined);
  // Commands come after the first picture; what a key does must be done before the next key.
  const pictured = useStudio((s) => s.pictured);
  const later = useRef<Deletion>(undefined);
  useEffect(() => {
    if (!pictured) return;
    void deletion().then((made) => (later.current = made));
    void layouts().then((made) => (spots.current = made));
  }, [pictured]);
  const tidy = useCallback(async () => {
    if (!chart) return;
    try {
      const { completeLayout } = await layouts();
      studio.place(await completeLayout(chart, {}, allNames(), engine), "tidy");
    } catch (error) {
      studio.notice("error", "canvas.layout-failed", {
        message: error instanceof Error ? error.message : String(error),
      });
    }
  }, [chart, allNames, studio]);

  const locked = graph?.stale === true || compact === true || live !== undefined;
  const fold = (all: boolean) => () => setFolded(new Set(all && chart ? foldableStates(chart) : []));
  useViewCommands({
    fit: chart && (() => canvas.current?.fit()),
    foldAll: chart && folded.size === 0 ? fold(true) : undefined,
    unfoldAll: chart && folded.size > 0 ? fold(false) : undefined,
    tidy: chart && !locked ? () => void tidy() : undefined,
  });

  if (!chart)
    return (
      <div className="empty" role="status">
        <h2>{t(graph?.now.parsed === false ? "canvas.no-parse" : "canvas.no-machine")}</h2>
        <p className={css.hint}>
          {graph?.now.parsed === false
            ? t("canvas.no-machine-hint")
            : t("canvas.no-machine-looked", { lines: graph?.text.split("\n").length ?? 0 })}
        </p>
      </div>
    );
  if (missing && Object.keys(positions).length === 0)
    return (
      <div className="empty" role="status">
        {failed ? t("canvas.layout-failed", { message: failed }) : t("canvas.laying-out")}
      </div>
    );
  return (
    <div className={css.canvas} data-compact={compact || undefined}>
      <ChartCanvas
        ref={canvas}
        chart={chart}
        positions={positions}
        names={names}
        lang={language === "id" ? "en" : language}
        words={words}
        selection={chosen}
        also={also}
        {...(live ? { live } : {})}
        {...(pointed ? { emphasis: pointed } : {})}
        diagnostics={diagnostics}
        folded={folded}
        onFold={setFolded}
        {...(view ? { firstView: view } : {})}
        onView={(at) => looked.keep({ at, chosen: chosenKey })}
        theme={theme}
        stale={graph.stale}
        readOnly={graph.stale || compact === true || live !== undefined}
        banner={
          // In a run the run says so itself.
          graph.stale && !live
            ? graph.preview
              ? t("canvas.preview")
              : t("canvas.stale", { count: Math.max(1, (revision ?? 0) - graph.revision) })
            : undefined
        }
        onSelect={select}
        {...(compact === true || live ? {} : { onSelectStates: selectStates })}
        onMoveNodes={(moved) => studio.place(moved, "move")}
        onReparent={reparent}
        onConnect={(source, target) =>
          studio.whenReady(() => {
            const before = placeOf(chart, source)?.node.transitions ?? [];
            const event = freshEvent(before.map((x) => x.event ?? ""));
            const args = { source, slot: "on", event, target };
            if (studio.command("transition.add", args, revision) !== undefined) return;
            const added = studio.graphNow()?.chart;
            const made = added && newTransition(chart, added, source);
            if (made?.kind !== "transition") return;
            studio.select(made);
            studio.set({ drawn: made.id });
          })
        }
        onRetarget={(ref, target) =>
          studio.command("transition.retarget", { transition: ref, target }, revision)
        }
        onRename={(path, to) => studio.command("state.rename", { state: path, to })}
        onDelete={(what) => {
          const chosen =
            what.kind === "state"
              ? ({ kind: "state", id: pathId(what.path) } as const)
              : ({ kind: "transition", id: transitionId(what.ref) } as const);
          const remove = ({ deleteChosen }: Deletion) =>
            deleteChosen(studio, chart, chosen, also.map(pathOf));
          if (later.current) remove(later.current);
          else void deletion().then(remove);
        }}
        onTidyUp={() => void tidy()}
        onContextMenu={(what, at, place) => {
          setMenu({ what, at, place });
        }}
      />
      {menu && (
        <Suspense fallback={null}>
          <CanvasMenu
            menu={menu}
            locked={graph.stale || compact === true || live !== undefined}
            onRename={(path) => canvas.current?.rename(path)}
            onClose={() => setMenu(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

const depth = (id: string): number => id.split(".").length;

function toCanvas(selection: { kind: string; id: string } | null): CanvasSelection | undefined {
  if (selection?.kind === "state") return { kind: "state", path: pathOf(selection.id) };
  const ref = selection?.kind === "transition" ? transitionRef(selection.id) : undefined;
  return ref && { kind: "transition", ref };
}

/** A name for the event of a new transition: EVENT, EVENT_2, ... */
function freshEvent(taken: readonly string[]): string {
  let n = 1;
  const name = () => (n === 1 ? "EVENT" : `EVENT_${n}`);
  while (taken.includes(name())) n++;
  return name();
}
