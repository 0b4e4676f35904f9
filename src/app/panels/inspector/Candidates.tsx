import { type DragEvent, type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Chart, Transition } from "#core/chart/chart.ts";
import { pathId, placeOf, transitionId, type TransitionRef } from "#core/chart/places.ts";
import { guardLine } from "#core/semantics/behavior.ts";
import { orderKey } from "#app/panels/inspector/orderKey.ts";
import { useBehaviors } from "#app/parts/useBehaviors.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/inspector/Candidates.module.css";

/**
 * The transitions of a state that answer the same event, in the order in which they are evaluated: the first whose guard holds is
 * taken. They change places by drag or with Alt and the arrow keys. Nothing while there is only one.
 */
export function Candidates({
  chart,
  transitionRef: ref,
  disabled,
}: {
  chart: Chart;
  transitionRef: TransitionRef;
  disabled: boolean;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const [dragged, setDragged] = useState<number>();
  const candidates = (placeOf(chart, ref.source)?.node.transitions ?? []).filter(
    ({ slot, event }) => slot === ref.slot && (event ?? "") === (ref.event ?? ""),
  );
  if (candidates.length < 2) return null;
  const idAt = (index: number) => transitionId({ ...ref, index });
  const move = (index: number, to: number) => {
    if (to < 0 || to >= candidates.length || to === index || disabled) return;
    const args = { transition: { ...ref, index }, to };
    if (studio.editor.command("transition.reorder", args) === undefined)
      studio.navigation.select({ kind: "transition", id: idAt(to) });
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const by = orderKey(event);
    if (by === undefined) return;
    event.preventDefault();
    move(index, index + by);
  };
  const onDrop = (event: DragEvent, to: number) => {
    event.preventDefault();
    if (dragged !== undefined) move(dragged, to);
    setDragged(undefined);
  };
  return (
    <div className={css.candidates} role="group" aria-label={t("candidates.title")}>
      <h5>{t("candidates.title")}</h5>
      <ol>
        {candidates.map((candidate, index) => (
          <li
            key={idAt(index)}
            data-chosen={index === ref.index || undefined}
            draggable={!disabled}
            onDragStart={() => setDragged(index)}
            onDragOver={(event) => dragged !== undefined && event.preventDefault()}
            onDrop={(event) => onDrop(event, index)}
          >
            <button
              type="button"
              aria-current={index === ref.index}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              title={t("candidates.keys")}
              onKeyDown={(event) => onKeyDown(event, index)}
              onClick={() => studio.navigation.select({ kind: "transition", id: idAt(index) })}
            >
              <i>{index + 1}</i>
              <CandidateText candidate={candidate} index={index} />
            </button>
            <span className={css.clauses}>{candidate.meta.clauses.join(" ")}</span>
            <span className={css.tools}>
              <button
                type="button"
                disabled={disabled || index === 0}
                aria-label={t("inspector.earlier", { name: index + 1 })}
                onClick={() => move(index, index - 1)}
              >
                ↑
              </button>
              <button
                type="button"
                disabled={disabled || index === candidates.length - 1}
                aria-label={t("inspector.later", { name: index + 1 })}
                onClick={() => move(index, index + 1)}
              >
                ↓
              </button>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** `if op ≠ none → judge step`, or where no guard is left to ask: `else → receive path`. */
function CandidateText({ candidate, index }: { candidate: Transition; index: number }) {
  const { t } = useTranslation();
  const behaviors = useBehaviors();
  const labelOf = useLabels();
  const { guard, slot, event, targets } = candidate;
  const read = guard && behaviors?.guard(guard, slot === "on" ? event : undefined);
  const name = read?.name === undefined ? undefined : labelOf(`guard:${read.name}`);
  const when = guard
    ? t("candidates.if", { guard: name ?? (read ? guardLine(read) : guard.text) })
    : t(index === 0 ? "inspector.no-guard" : "candidates.else");
  const goals = targets.map(({ resolved, text }) =>
    resolved ? (labelOf(`state:${pathId(resolved)}`) ?? resolved.at(-1) ?? "") : text,
  );
  return (
    <span>
      {when} → {goals.join(", ") || t("inspector.stays")}
    </span>
  );
}
