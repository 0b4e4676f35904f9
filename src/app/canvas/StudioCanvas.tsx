import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { StatePath } from "#core/chart/chart.ts";
import { pathId, pathOf, placeOf, transitionId, transitionRef } from "#core/chart/places.ts";
import type { LinePlace } from "#core/layout/arrangement/arrange.ts";
import { tidy as tidyLines } from "#core/layout/arrangement/tidy.ts";
import { moveInto } from "#core/layout/arrangement/arrange.ts";
import { compoundIn } from "#core/layout/arrangement/arrangement.ts";
import { linesOf } from "#core/layout/arrangement/linesOf.ts";
import { ChartCanvas } from "#adapters/flow/ChartCanvas.tsx";
import type { CanvasHandle, LiveOverlay, Selection as CanvasSelection } from "#adapters/flow/canvasProps.ts";
import { NoteDoingsSlot } from "#adapters/flow/noteDoings.ts";
import type { MenuAt } from "#app/canvas/CanvasMenu.tsx";
import { useClipboard } from "#app/canvas/useClipboard.ts";
import { useChartNames, useControlWords } from "#app/canvas/useCanvasWords.ts";
import { useArrangement } from "#app/canvas/useArrangement.ts";
import { useNotes } from "#app/canvas/useNotes.ts";
import { useLooks } from "#app/canvas/useLooks.ts";
import { newTransition } from "#app/commands/newTransition.ts";
import { useDiagnosticsHere } from "#app/studio/useDiagnostics.ts";
import { useStudio, useStudioDoings } from "#app/studio/useStudio.ts";
import { useViewCommands } from "#app/studio/useViewCommands.ts";
import css from "#app/canvas/StudioCanvas.module.css";

const CanvasMenu = lazy(() => import("#app/canvas/CanvasMenu.tsx").then((m) => ({ default: m.CanvasMenu })));

type Deletion = typeof import("#app/commands/deleteChosen.ts");
const deletion = (): Promise<Deletion> => import("#app/commands/deleteChosen.ts");

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
  const words = useControlWords();
  const canvas = useRef<CanvasHandle>(null);
  const looks = useLooks(area);
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const chart = graph?.chart;
  const written = useArrangement();
  const consts = graph?.reading.consts;
  const revision = files?.revision;
  const locked = graph?.stale === true || compact === true || live !== undefined;
  const { arrangement, doings: noteDoings } = useNotes(written, locked);
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
    const { at, chosen: then } = looks.first;
    return (then || undefined) === chosenKey ? at : undefined;
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
  const reparent = useCallback(
    (path: StatePath, parent: StatePath, place: LinePlace | undefined) =>
      studio.whenReady(() => {
        // One gesture, one undo.
        const gesture = `reparent:${Date.now()}`;
        const before = studio.graphNow()?.chart;
        const goal = before && placeOf(before, parent);
        if (studio.command("state.move", { state: path, parent }, undefined, gesture) !== undefined) return;
        const key = path.at(-1);
        if (!goal || !place || key === undefined) return;
        const lines = linesOf(goal.node, parent, compoundIn(arrangement, pathId(parent)));
        studio.arrange({ [pathId(parent)]: moveInto(lines, [key], place) }, "move", gesture);
      }),
    [studio, arrangement],
  );
  const selected = useMemo(() => (chosen?.kind === "state" ? chosen.path : undefined), [chosen]);
  useClipboard(selected, !chart || graph?.stale === true || compact === true || live !== undefined);
  // Commands come after the first picture; what a key does must be done before the next key.
  const pictured = useStudio((s) => s.pictured);
  const later = useRef<Deletion>(undefined);
  useEffect(() => {
    if (!pictured) return;
    void deletion().then((made) => (later.current = made));
  }, [pictured]);
  const tidy = useCallback(() => {
    if (!chart) return;
    const at = selection?.kind === "state" ? pathOf(selection.id) : [];
    const whole = placeOf(chart, at)?.node.children.length ? at : at.slice(0, -1);
    const place = placeOf(chart, whole);
    if (!place) return;
    const changes: Record<string, ReturnType<typeof tidyLines>> = {};
    const visit = (node: typeof place.node, path: StatePath) => {
      if (node.children.length === 0) return;
      const lines = linesOf(node, path, compoundIn(arrangement, pathId(path)));
      const next = tidyLines(node, path, lines);
      if (JSON.stringify(next) !== JSON.stringify(lines)) changes[pathId(path)] = next;
      for (const child of node.children) visit(child, [...path, child.key]);
    };
    visit(place.node, whole);
    if (Object.keys(changes).length > 0) studio.arrange(changes, "tidy");
    else studio.notice("info", "canvas.tidy-already");
  }, [chart, selection, arrangement, studio]);
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
  return (
    <div className={css.canvas} data-compact={compact || undefined}>
      <NoteDoingsSlot value={noteDoings}>
        <ChartCanvas
          ref={canvas}
          chart={chart}
          arrangement={arrangement}
          {...(consts ? { consts } : {})}
          names={names}
          lang={language === "id" ? "en" : language}
          words={words}
          selection={chosen}
          also={also}
          {...(live ? { live } : {})}
          {...(pointed ? { emphasis: pointed } : {})}
          diagnostics={diagnostics}
          look={looks.look}
          onLook={looks.onLook}
          {...(view ? { firstView: view } : {})}
          onView={(at) => looks.onView(at, chosenKey)}
          theme={theme}
          stale={graph.stale}
          readOnly={locked}
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
          onArrange={(compound, lines) => studio.arrange({ [compound]: lines }, "move")}
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
          onTidyUp={tidy}
          onContextMenu={(what, at, place) => {
            setMenu({ what, at, place });
          }}
        />
      </NoteDoingsSlot>
      {menu && (
        <Suspense fallback={null}>
          <CanvasMenu
            menu={menu}
            locked={locked}
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
