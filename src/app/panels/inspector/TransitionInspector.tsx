import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Chart, Transition } from "#core/chart/chart.ts";
import { focusCanvasNow } from "#app/kit/focusCanvas.ts";
import { commandForField } from "#app/panels/inspector/commandForField.ts";
import type { RequestedField } from "#app/studio/StudioState.ts";
import { mayBecomeLocal } from "#app/panels/inspector/mayBecomeLocal.ts";
import {
  pathId,
  placeOf,
  transitionId,
  transitionOf,
  transitionRef,
  type PlacedState,
  type TransitionRef,
} from "#core/chart/places.ts";
import { DefinitionsOf } from "#app/parts/DefinitionsOf.tsx";
import { GuardText } from "#app/parts/GuardText.tsx";
import { useBehaviors } from "#app/parts/useBehaviors.ts";
import { behaviorOf } from "#app/gestures/behaviorText.ts";
import { symbolsOfTransition } from "#core/symbol/elementSymbols.ts";
import { NameChips } from "#app/gestures/names/NameChips.tsx";
import { ActionSection } from "#app/panels/inspector/ActionSection.tsx";
import { EventFields } from "#app/panels/inspector/EventFields.tsx";
import { AddRow } from "#app/panels/inspector/ListSection.tsx";
import { MetaSection } from "#app/panels/inspector/MetaSection.tsx";
import { OrderField } from "#app/panels/inspector/OrderField.tsx";
import { ClauseField } from "#app/panels/inspector/ClauseField.tsx";
import { mayLeadFurther, TargetField } from "#app/panels/inspector/TargetField.tsx";
import { TextField } from "#app/panels/inspector/TextField.tsx";
import type { Studio } from "#app/studio/Studio.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/inspector/Inspector.module.css";
import rows from "#app/panels/inspector/ListSection.module.css";

/** Fields of one transition. Each change is a command on the text. */
export function TransitionInspector({
  of: ref,
  place,
  transition,
  chart,
  locked,
}: {
  of: TransitionRef;
  place: PlacedState;
  transition: Transition;
  chart: Chart;
  locked: boolean;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const events = useId();
  const guards = useId();
  const shared = place.node.origin === "shared" || transition.shared === true;
  const far = transition.elsewhere ?? place.node.elsewhere;
  const fixed =
    locked || (shared && !mayBecomeLocal(studio.editor.whyNot("transition.own", { transition: ref })));
  const files = useStudio((s) => s.files?.files);
  const id = transitionId(ref);
  const request = useStudio((s) => (s.requested?.transition === id ? s.requested : undefined));
  const isDrawn = request?.isNew === true && request.field === "event";
  const answered = (field: RequestedField["field"]) => {
    // A field that was left for the next one is answered already.
    if (request?.field === field && studio.get().requested === request)
      studio.window.set({ requested: null });
  };
  const named = () => {
    answered("event");
    tellUndeclared(studio, ref);
  };
  const undraw = () => {
    studio.window.set({ requested: null });
    studio.editor.undo();
  };
  /** The next field of what was made just now; its event may have another name meanwhile. */
  const goOn = (field: RequestedField["field"]) => {
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
  const chain = (field: RequestedField["field"], next: RequestedField["field"] | undefined) =>
    request?.field === field
      ? {
          requested: true,
          ...(request.isNew ? { onEnter: finish, ...(next ? { onNext: () => goOn(next) } : {}) } : {}),
        }
      : {};
  const behaviors = useBehaviors();
  const event = transition.slot === "on" ? transition.event : undefined;
  const guardText = transition.guard
    ? transition.guard.kind === "named" && !transition.guard.params
      ? (transition.guard.name ?? "")
      : transition.guard.text
    : "";
  const setGuard = (text: string) => {
    const value = text.trim();
    const guard = value === "" ? null : behaviorOf(value, chart.setup?.guards, chart.context);
    return commandForField(studio, "transition.guard", { transition: ref, guard });
  };
  const setEvent = (text: string) => {
    const event = text.trim();
    studio.window.unsay("warning.event-missing");
    if (studio.editor.command("transition.event", { transition: ref, event }) !== undefined) return false;
    const chart = studio.editor.graphNow()?.chart;
    // It stands last among those of its new event.
    const index = (chart ? placeOf(chart, ref.source)?.node.transitions : undefined)
      ?.filter((x) => x.slot === ref.slot && x.event === event)
      .at(-1)?.index;
    studio.navigation.select(
      index === undefined
        ? { kind: "state", id: pathId(ref.source) }
        : { kind: "transition", id: transitionId({ ...ref, event, index }), renamed: true },
    );
    return true;
  };
  const [openPart, setAdding] = useState<"actions" | "meta" | "target" | null>(null);
  const adding = request?.field === "actions" ? "actions" : openPart;
  const part = (name: "actions" | "meta" | "target") => ({
    disabled: fixed,
    adding: adding === name,
    onAdding: (on: boolean) => {
      if (!on) answered("actions");
      setAdding(on ? name : null);
    },
  });
  const reenter = (on: boolean) =>
    studio.editor.command("transition.setReenter", { transition: ref, reenter: on }) === undefined;
  return (
    <section className={css.inspector} aria-label={t("inspector.transition")}>
      <h4>{t("inspector.transition")}</h4>
      <div className={css.fields}>
        <span>{t("inspector.from")}</span>
        <button
          type="button"
          className="link mono"
          onClick={() => studio.navigation.select({ kind: "state", id: pathId(ref.source) })}
        >
          {pathId(ref.source) || chart.root.key}
        </button>
        {transition.slot === "on" || transition.slot === "after" ? (
          <>
            <span>{t(transition.slot === "after" ? "inspector.delay" : "inspector.event")}</span>
            <TextField
              key={isDrawn ? id : "event"}
              mono
              label={t("inspector.event")}
              list={events}
              value={transition.event ?? ""}
              disabled={fixed}
              onCommit={setEvent}
              {...chain("event", "guard")}
              {...(isDrawn
                ? { standIn: true, onUndo: undraw, onLeave: named }
                : { onLeave: () => answered("event") })}
            />
            <datalist id={events}>
              {chart.events?.map((e) => (
                <option key={e.type} value={e.type} />
              ))}
            </datalist>
            {event !== undefined && !isDrawn && <EventFields chart={chart} event={event} disabled={locked} />}
          </>
        ) : (
          <>
            <span>{t("inspector.event")}</span>
            <span className={css.value}>{t(`slot.${transition.slot}`)}</span>
          </>
        )}
        <OrderField chart={chart} transitionRef={ref} disabled={fixed} />
        <TargetField chart={chart} transitionRef={ref} transition={transition} {...part("target")} />
        <span>{t("inspector.guard")}</span>
        <TextField
          mono
          label={t("inspector.guard")}
          list={guards}
          value={guardText}
          disabled={fixed}
          placeholder={t("inspector.no-guard")}
          onCommit={setGuard}
          onLeave={() => answered("guard")}
          {...chain("guard", "actions")}
        />
        <datalist id={guards}>
          {chart.setup?.guards.map((g) => (
            <option key={g.name} value={g.name} />
          ))}
        </datalist>
        {transition.guard && behaviors && (
          <>
            <span>{t("inspector.formula")}</span>
            <GuardText guard={behaviors.guard(transition.guard, event)} />
          </>
        )}
        <NameChips symbols={symbolsOfTransition(transition)} locked={locked} />
        <span>{t("inspector.clauses")}</span>
        <ClauseField
          clauses={transition.meta.clauses}
          disabled={fixed}
          onChange={(clauses) => studio.editor.command("transition.setClauses", { transition: ref, clauses })}
        />
        <span>{t("inspector.description")}</span>
        <TextField
          multiline
          label={t("inspector.description")}
          value={transition.description?.value ?? ""}
          disabled={fixed || files === undefined}
          onCommit={(text) =>
            studio.editor.command("transition.describe", { transition: ref, text }) === undefined
          }
        />
        <ActionSection
          element={{ transition: ref }}
          title={t("inspector.actions")}
          actions={transition.actions}
          event={event}
          chart={chart}
          {...part("actions")}
          onEnter={request?.field === "actions" ? finish : undefined}
        />
        {transition.reenter && (
          <label className={rows.check}>
            <input type="checkbox" checked disabled={fixed} onChange={() => reenter(false)} />
            {t("inspector.reenter")}
          </label>
        )}
        <MetaSection element={{ transition: ref }} meta={transition.meta} {...part("meta")} />
        <AddRow
          disabled={fixed}
          parts={[
            ...(transition.actions.length === 0 && adding !== "actions"
              ? [{ key: "actions", words: t("inspector.actions"), onAdd: () => setAdding("actions") }]
              : []),
            ...(transition.meta.entries === undefined && adding !== "meta"
              ? [{ key: "meta", words: t("inspector.meta"), onAdd: () => setAdding("meta") }]
              : []),
            ...(adding !== "target" && mayLeadFurther(chart, transition)
              ? [{ key: "target", words: t("origin.another-target"), onAdd: () => setAdding("target") }]
              : []),
            ...(transition.reenter
              ? []
              : [{ key: "reenter", words: t("inspector.reenter"), onAdd: () => reenter(true) }]),
          ]}
        />
      </div>
      <DefinitionsOf element={{ kind: "transition", id }} />
      <div className={css.commandRow}>
        <button
          type="button"
          className="btn quiet"
          disabled={fixed}
          onClick={() =>
            studio.editor.command("transition.delete", { transition: ref }) === undefined &&
            studio.navigation.select({ kind: "state", id: pathId(ref.source) })
          }
        >
          {t("command.transition.delete")}
        </button>
      </div>
      {far && <p className={css.none}>{t("origin.elsewhere", { file: far.file })}</p>}
      {!far && shared && <p className={css.none}>{t(fixed ? "origin.shared" : "origin.shared-here")}</p>}
      {locked && <p className={css.none}>{t("refusal.graph-stale")}</p>}
    </section>
  );
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
