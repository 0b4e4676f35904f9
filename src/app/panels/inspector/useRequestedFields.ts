import { transitionId, transitionOf, transitionRef, type TransitionRef } from "#core/chart/places.ts";
import { focusCanvasNow } from "#app/kit/focusCanvas.ts";
import type { TextField } from "#app/panels/inspector/TextField.tsx";
import type { Studio } from "#app/studio/Studio.ts";
import type { RequestedField } from "#app/studio/StudioState.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";

type Field = RequestedField["field"];
/** How a field is led to and leads on. */
export type FieldChain = Pick<Parameters<typeof TextField>[0], "requested" | "onEnter" | "onNext">;

/** The fields of a transition that was made just now, one after another by Tab: its event, its guard, its actions. */
export function useRequestedFields(ref: TransitionRef) {
  const studio = useStudioActions();
  const id = transitionId(ref);
  const request = useStudio((s) => (s.requested?.transition === id ? s.requested : undefined));
  const answered = (field: Field) => {
    // A field that was left for the next one is answered already.
    if (request?.field === field && studio.get().requested === request)
      studio.window.set({ requested: null });
  };
  /** The next field of what was made just now; its event may have another name meanwhile. */
  const goOn = (field: Field) => {
    const { selection } = studio.navigation.route;
    if (request && selection?.kind === "transition")
      studio.window.set({ requested: { ...request, transition: selection.id, field } });
    if (field === "guard") tellUndeclared(studio, transitionRef(selection?.id ?? "") ?? ref);
  };
  const finish = () => {
    studio.window.set({ requested: null });
    if (request?.target !== undefined) studio.navigation.select({ kind: "state", id: request.target });
    focusCanvasNow();
  };
  const chain = (field: Field, next: Field): FieldChain =>
    request?.field === field
      ? { requested: true, ...(request.isNew ? { onEnter: finish, onNext: () => goOn(next) } : {}) }
      : {};
  return {
    request,
    answered,
    finish,
    chain,
    /** It was drawn just now, and its event has no name of its own yet. */
    isNew: request?.isNew === true,
    isDrawn: request?.isNew === true && request.field === "event",
    onNamed: () => {
      answered("event");
      tellUndeclared(studio, ref);
    },
    undraw: () => {
      studio.window.set({ requested: null });
      studio.editor.undo();
    },
  };
}

/** Says that the types do not know the event of a new transition, which was left with the name that stood in for one. */
function tellUndeclared(studio: Studio, ref: TransitionRef): void {
  const chart = studio.editor.graphNow()?.chart;
  const event = chart && transitionOf(chart, ref) ? ref.event : undefined;
  if (event === undefined || !chart?.events?.length || chart.events.some(({ type }) => type === event))
    return;
  studio.window.notice("warn", "warning.event-missing", { name: event }, undefined, {
    id: "event.declare",
    args: { name: event },
  });
}
