import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Chart, Transition } from "#core/chart/chart.ts";
import { pathId, transitionId, type PlacedState, type TransitionRef } from "#core/chart/places.ts";
import { symbolsOfTransition } from "#core/symbol/elementSymbols.ts";
import { NameChips } from "#app/gestures/names/NameChips.tsx";
import { ActionSection } from "#app/panels/inspector/ActionSection.tsx";
import { Candidates } from "#app/panels/inspector/Candidates.tsx";
import { ClauseField } from "#app/panels/inspector/ClauseField.tsx";
import { EventRow } from "#app/panels/inspector/EventRow.tsx";
import { GuardRow } from "#app/panels/inspector/GuardRow.tsx";
import { AddRow } from "#app/panels/inspector/ListSection.tsx";
import { LabelSection } from "#app/panels/inspector/LabelSection.tsx";
import { mayBecomeLocal } from "#app/panels/inspector/mayBecomeLocal.ts";
import { MetaSection } from "#app/panels/inspector/MetaSection.tsx";
import { Row } from "#app/panels/inspector/Row.tsx";
import { mayLeadFurther, TargetField } from "#app/panels/inspector/TargetField.tsx";
import { TextField } from "#app/panels/inspector/TextField.tsx";
import { TransitionHead } from "#app/panels/inspector/TransitionHead.tsx";
import { useRequestedFields } from "#app/panels/inspector/useRequestedFields.ts";
import { DefinitionsOf } from "#app/parts/DefinitionsOf.tsx";
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
  const shared = place.node.origin === "shared" || transition.shared === true;
  const fixed =
    locked || (shared && !mayBecomeLocal(studio.editor.whyNot("transition.own", { transition: ref })));
  const id = transitionId(ref);
  const requested = useRequestedFields(ref);
  const { request, answered, finish, chain } = requested;
  const event = transition.slot === "on" ? transition.event : undefined;
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
  const common = { chart, transition, transitionRef: ref };
  return (
    <section className={css.inspector} aria-label={t("inspector.transition")}>
      <TransitionHead {...common} />
      <div className={css.fields}>
        <EventRow {...common} locked={locked} disabled={fixed} requested={requested} />
        {event !== undefined && symbolsOfTransition(transition)[0]?.kind === "event" && (
          <LabelSection labelKey={`event:${event}`} />
        )}
        <GuardRow
          {...common}
          disabled={fixed}
          chain={chain("guard", "actions")}
          onLeave={() => answered("guard")}
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
        <TargetField {...common} {...part("target")} />
        <Candidates chart={chart} transitionRef={ref} disabled={fixed} />
        <Row label={t("inspector.clauses")}>
          <ClauseField
            clauses={transition.meta.clauses}
            disabled={fixed}
            onChange={(clauses) =>
              studio.editor.command("transition.setClauses", { transition: ref, clauses })
            }
          />
        </Row>
        <DescriptionRow transitionRef={ref} text={transition.description?.value ?? ""} disabled={fixed} />
        <div className={css.row}>
          <NameChips symbols={symbolsOfTransition(transition)} locked={locked} />
        </div>
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
      <TransitionFoot {...{ transitionRef: ref, place, transition, fixed, locked }} />
    </section>
  );
}

function DescriptionRow({
  transitionRef: ref,
  text,
  disabled,
}: {
  transitionRef: TransitionRef;
  text: string;
  disabled: boolean;
}) {
  const { t } = useTranslation();
  const { editor } = useStudioActions();
  const files = useStudio((s) => s.files?.files);
  return (
    <Row label={t("inspector.description")}>
      <TextField
        multiline
        label={t("inspector.description")}
        value={text}
        disabled={disabled || files === undefined}
        onCommit={(to) => editor.command("transition.describe", { transition: ref, text: to }) === undefined}
      />
    </Row>
  );
}

/** Deletes it, and says where its code stands when it is not here, or not its own. */
function TransitionFoot({
  transitionRef: ref,
  place,
  transition,
  fixed,
  locked,
}: {
  transitionRef: TransitionRef;
  place: PlacedState;
  transition: Transition;
  fixed: boolean;
  locked: boolean;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const shared = place.node.origin === "shared" || transition.shared === true;
  const far = transition.elsewhere ?? place.node.elsewhere;
  return (
    <>
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
    </>
  );
}
