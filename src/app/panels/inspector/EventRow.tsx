import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Chart, Transition } from "#core/chart/chart.ts";
import { pathId, placeOf, transitionId, type TransitionRef } from "#core/chart/places.ts";
import { EventFields } from "#app/panels/inspector/EventFields.tsx";
import { Row } from "#app/panels/inspector/Row.tsx";
import { TextField } from "#app/panels/inspector/TextField.tsx";
import { declareEvent, renameStandIn } from "#app/gestures/declareEvent.ts";
import type { useRequestedFields } from "#app/panels/inspector/useRequestedFields.ts";
import type { Studio } from "#app/studio/Studio.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/inspector/Inspector.module.css";

/** What a transition answers: an event with what it carries, a delay, or by itself. */
export function EventRow({
  transitionRef: ref,
  transition,
  chart,
  locked,
  disabled,
  requested: { isDrawn, isNew, chain, undraw, onNamed, answered },
}: {
  transitionRef: TransitionRef;
  transition: Transition;
  chart: Chart;
  locked: boolean;
  disabled: boolean;
  requested: ReturnType<typeof useRequestedFields>;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const events = useId();
  const { slot, event } = transition;
  if (slot !== "on" && slot !== "after")
    return (
      <Row label={t("inspector.event")}>
        <span className={css.value}>{t(`slot.${slot}`)}</span>
      </Row>
    );
  return (
    <Row label={t(slot === "after" ? "inspector.delay" : "inspector.event")}>
      <TextField
        key={isDrawn ? transitionId(ref) : "event"}
        mono
        label={t("inspector.event")}
        list={events}
        value={event ?? ""}
        disabled={disabled}
        onCommit={(text) => setEvent(studio, ref, text.trim(), isNew)}
        {...chain("event", "guard")}
        {...(isDrawn
          ? { standIn: true, onUndo: undraw, onLeave: onNamed }
          : { onLeave: () => answered("event") })}
      />
      <datalist id={events}>
        {chart.events?.map(({ type }) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      {slot === "on" && event !== undefined && !isDrawn && (
        <EventFields chart={chart} event={event} disabled={locked} />
      )}
    </Row>
  );
}

/**
 * Gives the transition another event. It stands last among those of that one, and stays selected. Answers whether it was taken.
 * @param isNew whether the transition has just been added: its event is then declared, unless its name is nearly that of another event
 */
function setEvent(studio: Studio, ref: TransitionRef, event: string, isNew: boolean): boolean {
  studio.window.unsay("warning.event-missing");
  const joins = `event:${Date.now()}`;
  const before = studio.editor.graphNow()?.chart;
  const isNamed =
    isNew && before && ref.event !== undefined && renameStandIn(studio, before, ref.event, event);
  if (!isNamed) {
    if (studio.editor.command("transition.event", { transition: ref, event }, { joins }) !== undefined)
      return false;
    if (isNew && before && ref.slot === "on") declareEvent(studio, before, event, joins);
  }
  const chart = studio.editor.graphNow()?.chart;
  const index = (chart ? placeOf(chart, ref.source)?.node.transitions : undefined)
    ?.filter((other) => other.slot === ref.slot && other.event === event)
    .at(-1)?.index;
  studio.navigation.select(
    index === undefined
      ? { kind: "state", id: pathId(ref.source) }
      : { kind: "transition", id: transitionId({ ...ref, event, index }), renamed: true },
  );
  return true;
}
