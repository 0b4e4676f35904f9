import { STATE_TYPES } from "#core/syntax/stateTypes.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Chart, StateNode, StatePath } from "#core/chart/chart.ts";
import { StateFacts } from "#app/parts/StateFacts.tsx";
import { DefinitionsOf } from "#app/parts/DefinitionsOf.tsx";
import { goTo } from "#app/gestures/names/goTo.ts";
import { opaqueText } from "#core/chart/opaqueParts.ts";
import { mayBecomeLocal } from "#app/panels/inspector/mayBecomeLocal.ts";
import { helperOf, pathId, type PlacedState } from "#core/chart/places.ts";
import { symbolsOfState } from "#core/symbol/elementSymbols.ts";
import { NameChips } from "#app/gestures/names/NameChips.tsx";
import { offersFor } from "#app/gestures/offersFor.ts";
import { beginOffer } from "#app/gestures/runOffer.ts";
import type { CommandId } from "#core/edit/commands.ts";
import { listed } from "#app/gestures/fields.ts";
import { Row } from "#app/panels/inspector/Row.tsx";
import { TextField } from "#app/panels/inspector/TextField.tsx";
import { ClauseField } from "#app/panels/inspector/ClauseField.tsx";
import { ActionSection } from "#app/panels/inspector/ActionSection.tsx";
import { InvokeSection } from "#app/panels/inspector/InvokeSection.tsx";
import { AddRow } from "#app/panels/inspector/ListSection.tsx";
import { DecidesRow } from "#app/panels/inspector/DecidesRow.tsx";
import { LabelSection } from "#app/panels/inspector/LabelSection.tsx";
import { TransitionList } from "#app/panels/inspector/TransitionList.tsx";
import { MetaSection, otherMeta } from "#app/panels/inspector/MetaSection.tsx";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/inspector/Inspector.module.css";

type Part = "entry" | "exit" | "actors" | "tags" | "meta";

/** Fields of one state. Each change is a command on the text. */
export function StateInspector({
  place,
  chart,
  locked,
}: {
  place: PlacedState;
  chart: Chart;
  locked: boolean;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const { node, path } = place;
  const root = path.length === 0;
  // A behavior that several states share is copied for this state when it is changed. What a function returns, or another file says, is not changed here.
  const isShared = node.origin === "shared";
  const fixed = locked || (isShared && !mayBecomeLocal(studio.editor.whyNot("state.own", { state: path })));
  const id = pathId(path);
  const labelOf = useLabels();
  const label = labelOf(`state:${id}`);
  const siblings = place.parent?.node;
  const isInitial = siblings?.initial?.value === node.key;
  // A part that is empty is shown once it is requested.
  const [adding, setAdding] = useState<Part | null>(null);
  const part = (name: Part) => ({
    disabled: fixed,
    adding: adding === name,
    onAdding: (on: boolean) => setAdding(on ? name : null),
  });
  const runs = node.type !== "history";
  const invokes = runs && node.type !== "final";
  const empty = (
    [
      ["actors", invokes && node.invoke.length === 0],
      ["tags", node.tags.length === 0],
      ["meta", otherMeta(node.meta).length === 0],
    ] as const
  ).flatMap(([name, isEmpty]) => (isEmpty && adding !== name ? [name] : []));
  return (
    <section className={css.inspector} aria-label={t("inspector.state")}>
      <div className={css.head}>
        <h4>{label ?? (node.key || chart.root.key)}</h4>
        <code>{id}</code>
      </div>
      <div className={css.fields}>
        <Row label={t("inspector.key")}>
          <TextField
            mono
            label={t("inspector.key")}
            value={node.key}
            disabled={fixed || root}
            onCommit={(to) => studio.editor.command("state.rename", { state: path, to }) === undefined}
          />
        </Row>
        {!root && <LabelSection labelKey={`state:${id}`} />}
        <TypeRows {...{ path, node }} disabled={fixed} isRoot={root} />
        {invokes && !root && <DecidesRow chart={chart} place={place} disabled={fixed} />}
        <div className={css.row}>
          <NameChips symbols={symbolsOfState(id, node)} locked={locked} />
        </div>
        <Row label={t("inspector.clauses")}>
          <ClauseField
            clauses={node.meta.clauses}
            disabled={fixed}
            onChange={(clauses) => studio.editor.command("state.setClauses", { state: path, clauses })}
          />
        </Row>
        <Row label={t("inspector.description")}>
          <TextField
            multiline
            label={t("inspector.description")}
            value={node.description?.value ?? ""}
            disabled={fixed}
            onCommit={(text) => studio.editor.command("state.describe", { state: path, text }) === undefined}
          />
        </Row>
        {(runs ? (["entry", "exit"] as const) : []).map((on) => (
          <ActionSection
            key={on}
            element={{ state: path, on }}
            title={t(`inspector.${on}`)}
            actions={node[on]}
            chart={chart}
            {...part(on)}
          />
        ))}
        <InvokeSection path={path} invokes={node.invoke} chart={chart} {...part("actors")} />
        <TagsRow {...{ path, node }} {...part("tags")} />
        <MetaSection element={{ state: path }} meta={node.meta} {...part("meta")} />
        {node.opaque.length > 0 && (
          <Row label={t("origin.opaque")}>
            <span className={css.chips}>
              {node.opaque.map((part, i) => (
                <code key={i} className="act" title={part.text}>
                  {opaqueText(part)}
                </code>
              ))}
            </span>
          </Row>
        )}
        <AddRow
          disabled={fixed}
          parts={empty.map((name) => ({
            key: name,
            words: t(`inspector.${name}`),
            onAdd: () => setAdding(name),
          }))}
        />
      </div>
      {runs && (
        <div className={css.around}>
          <StateFacts chart={chart} id={id} />
        </div>
      )}
      <DefinitionsOf element={{ kind: "state", id }} />
      <TransitionList {...{ path, node }} />
      {!root && <StateCommands {...{ chart, path, id, isInitial }} disabled={fixed} />}
      <OriginNotes {...{ place, fixed, locked }} />
    </section>
  );
}

/** What kind of state it is, and where a compound begins. */
function TypeRows({
  path,
  node,
  disabled,
  isRoot,
}: {
  path: StatePath;
  node: StateNode;
  disabled: boolean;
  isRoot: boolean;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  return (
    <>
      <Row label={t("inspector.type")}>
        <select
          className="field"
          aria-label={t("inspector.type")}
          disabled={disabled || isRoot}
          value={node.type}
          onChange={(event) => {
            const type = STATE_TYPES.find((stateType) => stateType === event.target.value);
            if (type) studio.editor.command("state.setType", { state: path, type });
          }}
        >
          {STATE_TYPES.map((type) => (
            <option key={type} value={type}>
              {t(`type.${type}`)}
            </option>
          ))}
        </select>
      </Row>
      {node.type === "compound" && (
        <Row label={t("inspector.initial")}>
          <select
            className="field mono"
            aria-label={t("inspector.initial")}
            disabled={disabled}
            value={node.initial?.value ?? ""}
            onChange={(event) =>
              studio.editor.command("state.setInitial", { state: [...path, event.target.value] })
            }
          >
            {node.initial === undefined && <option value="">—</option>}
            {node.children.map((child) => (
              <option key={child.key} value={child.key}>
                {child.key}
              </option>
            ))}
          </select>
        </Row>
      )}
    </>
  );
}

/** Where the code of a state stands when it is not here, or not its own; and that nothing can be changed while the graph is stale. */
function OriginNotes({ place, fixed, locked }: { place: PlacedState; fixed: boolean; locked: boolean }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const { node } = place;
  const helper = helperOf(place);
  const isShared = node.origin === "shared";
  return (
    <>
      {node.elsewhere ? (
        <p className={css.none}>{t("origin.elsewhere", { file: node.elsewhere.file })}</p>
      ) : (
        isShared && !helper && <p className={css.none}>{t(fixed ? "origin.shared" : "origin.shared-here")}</p>
      )}
      {helper && (
        <p className={css.none}>
          {t("origin.helper", { name: helper.name })}{" "}
          <button type="button" className="btn quiet" onClick={() => goTo(studio, helper, true)}>
            {t("inspector.to-helper")}
          </button>
        </p>
      )}
      {locked && <p className={css.none}>{t("refusal.graph-stale")}</p>}
    </>
  );
}

/** The tags of a state, separated by commas; nothing while it has none and none is to be added. */
function TagsRow({
  path,
  node,
  disabled,
  adding,
  onAdding,
}: {
  path: StatePath;
  node: StateNode;
  disabled: boolean;
  adding: boolean;
  onAdding: (on: boolean) => void;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  if (node.tags.length === 0 && !adding) return null;
  return (
    <Row label={t("inspector.tags")}>
      <TextField
        mono
        autoFocus={adding}
        label={t("inspector.tags")}
        value={node.tags.join(", ")}
        disabled={disabled}
        onCommit={(text) =>
          studio.editor.command("state.setTags", { state: path, tags: listed(text) }) === undefined
        }
        onLeave={() => onAdding(false)}
      />
    </Row>
  );
}

/** What is done with a state as a whole. */
function StateCommands({
  chart,
  path,
  id,
  isInitial,
  disabled,
}: {
  chart: Chart;
  path: StatePath;
  id: string;
  isInitial: boolean;
  disabled: boolean;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  /** The same as from the menu: the new state, or the neighbour of a deleted one, is selected afterwards. */
  const begin = (command: CommandId) => {
    const offer = offersFor(chart, { kind: "state", id }).find((known) => known.command === command);
    if (offer) beginOffer(studio, offer);
  };
  return (
    <div className={css.commandRow}>
      <button type="button" className="btn quiet" disabled={disabled} onClick={() => begin("state.add")}>
        {t("command.state.add")}
      </button>
      <button
        type="button"
        className="btn quiet"
        disabled={disabled || isInitial}
        onClick={() => studio.editor.command("state.setInitial", { state: path })}
      >
        {t("command.state.setInitial")}
      </button>
      <button type="button" className="btn quiet" disabled={disabled} onClick={() => begin("state.delete")}>
        {t("command.state.delete")}
      </button>
    </div>
  );
}
