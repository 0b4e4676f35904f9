import { type RefObject, useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { CanvasHandle, ChartCanvasProps, Selection, AddWay } from "#adapters/flow/canvasProps.ts";
import { newTransition } from "#app/gestures/newTransition.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import type { StatePath } from "#core/chart/chart.ts";
import { pathId, pathOf, placeOf, transitionId, type TransitionRef } from "#core/chart/places.ts";
import { type LinePlace, moveInto } from "#core/layout/arrangement/arrange.ts";
import {
  type Arrangement,
  type CompoundLines,
  compoundIn,
  type Flow,
} from "#core/layout/arrangement/arrangement.ts";
import { linesOf } from "#core/layout/arrangement/linesOf.ts";

type Deletion = typeof import("#app/gestures/deleteSelection.ts");
const deletion = (): Promise<Deletion> => import("#app/gestures/deleteSelection.ts");

/** What gestures on the canvas do to the open game: each is one step that one undo takes back. */
export function useCanvasGestures(
  canvas: RefObject<CanvasHandle | null>,
  arrangement: Arrangement,
): Pick<
  ChartCanvasProps,
  | "onArrange"
  | "onReparent"
  | "onConnect"
  | "onRetarget"
  | "onRename"
  | "onDelete"
  | "onAddState"
  | "onAddNext"
  | "whyNot"
> {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const revision = useStudio((s) => s.files?.revision);
  const remove = useRemoval();
  /** Where a chart says which events it has, a new one is said too. */
  const declare = (event: string, gesture: string) => {
    const events = studio.editor.graphNow()?.chart?.events;
    if (events && !events.some(({ type }) => type === event))
      studio.editor.attempt({ id: "event.declare", args: { name: event } }, { joins: gesture });
  };
  /** A new state where it belongs in the lines of its parent, selected, and its name in edit. */
  const make = (parent: StatePath, place: PlaceIn | undefined, source?: StatePath) =>
    studio.editor.whenReady(() => {
      const gesture = `make:${Date.now()}`;
      const before = studio.editor.graphNow()?.chart;
      const around = before && placeOf(before, parent);
      if (!around || studio.editor.command("state.add", { parent }, { joins: gesture }) !== undefined) return;
      const after = studio.editor.graphNow()?.chart;
      const now = after && placeOf(after, parent)?.node;
      const known = new Set(around.node.children.map(({ key }) => key));
      const key = now?.children.find((child) => !known.has(child.key))?.key;
      if (!now || key === undefined) return;
      const target = [...parent, key];
      if (source) {
        const usedEvents = (placeOf(after, source)?.node.transitions ?? []).map(({ event }) => event ?? "");
        const event = freshEvent("NEXT", usedEvents);
        declare(event, gesture);
        const args = { source, slot: "on", event, target } as const;
        if (studio.editor.command("transition.add", args, { joins: gesture }) !== undefined)
          return studio.editor.undo();
      }
      const file = compoundIn(arrangement, pathId(parent));
      const lines = place && moveIn(linesOf(around.node, parent, file), key, place);
      const chart = studio.editor.graphNow()?.chart;
      const currentLines = linesOf((chart && placeOf(chart, parent)?.node) ?? now, parent, file);
      // What stands there by itself needs no line in the file.
      if (lines && JSON.stringify(lines.lines) !== JSON.stringify(currentLines.lines))
        studio.editor.arrange({ [pathId(parent)]: lines }, "move", gesture);
      studio.navigation.select({ kind: "state", id: pathId(target) });
      canvas.current?.rename(target);
    });
  return {
    onArrange: (compound, lines) => studio.editor.arrange({ [compound]: lines }, "move"),
    onReparent: (path, parent, place) =>
      studio.editor.whenReady(() => {
        const gesture = `reparent:${Date.now()}`;
        const before = studio.editor.graphNow()?.chart;
        const goal = before && placeOf(before, parent);
        if (studio.editor.command("state.move", { state: path, parent }, { joins: gesture }) !== undefined)
          return;
        const key = path.at(-1);
        if (!goal || !place || key === undefined) return;
        const lines = linesOf(goal.node, parent, compoundIn(arrangement, pathId(parent)));
        studio.editor.arrange({ [pathId(parent)]: moveInto(lines, [key], place) }, "move", gesture);
      }),
    onConnect: (source, target) =>
      studio.editor.whenReady(() => {
        const chart = studio.editor.graphNow()?.chart;
        const usedEvents =
          (chart && placeOf(chart, source)?.node.transitions)?.map((x) => x.event ?? "") ?? [];
        const args = { source, slot: "on", event: freshEvent("EVENT", usedEvents), target } as const;
        if (studio.editor.command("transition.add", args, { revision }) !== undefined) return;
        // The name is a placeholder for the one that the person types next; the warning comes when they leave it as it is.
        studio.window.unsay("warning.event-missing");
        const added = studio.editor.graphNow()?.chart;
        const transition = chart && added && newTransition(chart, added, source);
        if (transition?.kind !== "transition") return;
        studio.navigation.select(transition);
        studio.window.set({ drawn: transition.id });
      }),
    onRetarget: (ref, target) =>
      studio.editor.command("transition.retarget", { transition: ref, target }, { revision }),
    onRename: (path, to) => studio.editor.command("state.rename", { state: path, to }),
    onDelete: remove,
    onAddState: (parent, place) => make(parent, place && { at: place }),
    onAddNext: (source, way, flow) =>
      make(source.slice(0, -1), { beside: source.at(-1) ?? "", way, flow }, source),
    whyNot: (source: StatePath, target: StatePath, ref?: TransitionRef) => {
      // Only a check: nothing is written.
      const refused = ref
        ? studio.editor.whyNot("transition.retarget", { transition: ref, target })
        : studio.editor.whyNot("transition.add", { source, slot: "on", event: "EVENT", target });
      if (!refused || NOT_NOW.has(refused.code)) return undefined;
      return t(`refusal.${refused.code}`, refused.facts ?? {});
    },
  };
}

/** What is no reason against the one target. */
const NOT_NOW: ReadonlySet<string> = new Set(["still-loading", "graph-stale", "no-game"]);

/** Where a new state goes: at a place, or beside another one. */
type PlaceIn =
  | { readonly at: LinePlace }
  | { readonly beside: string; readonly way: AddWay; readonly flow: Flow };

/** The lines with a newcomer: beside a state in its line, or as a line behind it, as the lines run. */
function moveIn(lines: CompoundLines, key: string, place: PlaceIn): CompoundLines {
  if ("at" in place) return moveInto(lines, [key], place.at);
  const line = lines.lines.findIndex((keys) => keys.includes(place.beside));
  const isAcross = (place.way === "down") === (place.flow === "down");
  const at = (lines.lines[line] ?? []).indexOf(place.beside) + 1;
  return moveInto(lines, [key], isAcross ? { newLine: line + 1 } : { line, at });
}

/** Commands come after the first picture; what a key does must be done before the next key. */
function useRemoval(): (selection: Selection) => void {
  const studio = useStudioActions();
  const pictured = useStudio((s) => s.pictured);
  const later = useRef<Deletion>(undefined);
  useEffect(() => {
    if (!pictured) return;
    void deletion().then((loaded) => (later.current = loaded));
  }, [pictured]);
  return useCallback(
    (selection: Selection) => {
      const { graph, also } = studio.get();
      const chart = graph?.chart;
      if (!chart) return;
      const target =
        selection.kind === "state"
          ? ({ kind: "state", id: pathId(selection.path) } as const)
          : ({ kind: "transition", id: transitionId(selection.ref) } as const);
      const remove = ({ deleteSelection }: Deletion) =>
        deleteSelection(studio, chart, target, also.map(pathOf));
      if (later.current) remove(later.current);
      else void deletion().then(remove);
    },
    [studio],
  );
}

/** A name for the event of a new transition: EVENT, EVENT_2, ... */
function freshEvent(base: string, usedEvents: readonly string[]): string {
  let n = 1;
  const name = () => (n === 1 ? base : `${base}_${n}`);
  while (usedEvents.includes(name())) n++;
  return name();
}
