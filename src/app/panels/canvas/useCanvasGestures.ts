import { type RefObject, useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { CanvasHandle, ChartCanvasProps } from "#adapters/flow/canvasProps.ts";
import type { NewStatePlace } from "#app/gestures/canvasChanges.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import type { StatePath } from "#core/chart/chart.ts";
import { pathId, transitionId, type TransitionRef } from "#core/chart/places.ts";
import type { Arrangement } from "#core/layout/arrangement/arrangement.ts";

type Changes = typeof import("#app/gestures/canvasChanges.ts");
const canvasChanges = (): Promise<Changes> => import("#app/gestures/canvasChanges.ts");

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
  | "onNamed"
  | "onEditTransition"
  | "onDelete"
  | "onAddState"
  | "onAddNext"
  | "whyNot"
> {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const revision = useStudio((s) => s.files?.revision);
  const [withChanges, changesNow] = useCanvasChanges();
  /** Id of the transition that leads to the newest state. */
  const newTransition = useRef<string>(undefined);
  /** A new state, and its name in edit. */
  const add = (parent: StatePath, place: NewStatePlace | undefined, source?: StatePath) =>
    withChanges(({ addState }) => {
      const state = addState(studio, arrangement, parent, place, source);
      newTransition.current = state?.transition;
      if (state) canvas.current?.rename(state.path);
    });
  return {
    onArrange: (compound, lines) => studio.editor.arrange({ [compound]: lines }, "move"),
    onReparent: (path, parent, place) =>
      withChanges(({ moveState }) => moveState(studio, arrangement, path, parent, place)),
    onConnect: (source, target) =>
      withChanges(({ connectStates }) => connectStates(studio, source, target, revision)),
    onRetarget: (ref, target) =>
      studio.editor.command("transition.retarget", { transition: ref, target }, { revision }),
    onRename: (path, to) => studio.editor.command("state.rename", { state: path, to }),
    onNamed: () => {
      const transition = newTransition.current;
      newTransition.current = undefined;
      return changesNow()?.nameTransition(studio, transition) ?? false;
    },
    onEditTransition: (ref) => withChanges(({ editTransition }) => editTransition(studio, ref)),
    onDelete: (selection) =>
      withChanges(({ deleteSelected }) => {
        const chosen =
          selection.kind === "state"
            ? ({ kind: "state", id: pathId(selection.path) } as const)
            : ({ kind: "transition", id: transitionId(selection.ref) } as const);
        deleteSelected(studio, chosen);
      }),
    onAddState: (parent, place) => add(parent, place && { at: place }),
    onAddNext: (source, way, flow) =>
      add(source.slice(0, -1), { beside: source.at(-1) ?? "", way, flow }, source),
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

/** Runs a change of the canvas. They come after the first picture; once they are there, what a key does is done before the next key. */
function useCanvasChanges(): [
  run: (change: (changes: Changes) => void) => void,
  now: () => Changes | undefined,
] {
  const studio = useStudioActions();
  const pictured = useStudio((s) => s.pictured);
  const loaded = useRef<Changes>(undefined);
  useEffect(() => {
    if (pictured) void canvasChanges().then((changes) => (loaded.current = changes));
  }, [pictured]);
  const run = useCallback(
    (change: (changes: Changes) => void) => {
      const ready = (changes: Changes) => studio.editor.whenReady(() => change(changes));
      if (loaded.current) ready(loaded.current);
      else void canvasChanges().then(ready);
    },
    [studio],
  );
  return [run, () => loaded.current];
}
