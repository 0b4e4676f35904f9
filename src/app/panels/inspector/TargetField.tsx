import { useTranslation } from "react-i18next";
import type { Chart, StatePath, Target, Transition } from "#core/chart/chart.ts";
import { pathId, places, type TransitionRef } from "#core/chart/places.ts";
import { areTogether } from "#core/semantics/together.ts";
import { ListRow } from "#app/panels/inspector/ListSection.tsx";
import { Row } from "#app/panels/inspector/Row.tsx";
import { useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/inspector/Inspector.module.css";

/** Where a transition leads: one state, none, or several in regions of their own. */
export function TargetField({
  chart,
  transitionRef,
  transition,
  disabled,
  adding,
  onAdding,
}: {
  chart: Chart;
  transitionRef: TransitionRef;
  transition: Transition;
  disabled: boolean;
  /** A field for one more is open. */
  adding: boolean;
  onAdding: (adding: boolean) => void;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const { targets } = transition;
  const several = targets.length > 1;
  const lead = (goals: readonly (StatePath | string)[]) =>
    studio.editor.command("transition.retarget", { transition: transitionRef, targets: goals }) === undefined;
  const goals = targets.map(goalOf);
  const chosen = (id: string): readonly StatePath[] => {
    const path = places(chart).get(id)?.path;
    return path ? [path] : [];
  };
  const name = (i: number) => (i === 0 ? t("inspector.target") : `${t("inspector.target")} ${i + 1}`);
  const choice = (i: number) => (
    <TargetChoice
      chart={chart}
      name={name(i)}
      target={targets[i]}
      disabled={disabled}
      ids={several ? besides(chart, targets.toSpliced(i, 1)) : [...places(chart).keys()]}
      mayStay={!several}
      onChoose={(id) => lead(goals.toSpliced(i, 1, ...chosen(id)))}
    />
  );
  return (
    <Row label={t("inspector.target")}>
      <div className={css.targets}>
        {several
          ? targets.map((target, i) => (
              <ListRow
                key={i}
                name={target.text}
                disabled={disabled}
                onRemove={() => lead(goals.toSpliced(i, 1))}
              >
                {choice(i)}
              </ListRow>
            ))
          : choice(0)}
        {adding && (
          <select
            className="field mono"
            autoFocus
            aria-label={t("origin.another-target")}
            value=""
            onBlur={() => onAdding(false)}
            onChange={(event) => lead([...goals, ...chosen(event.target.value)]) && onAdding(false)}
          >
            <option value="">{t("origin.another-target")}</option>
            {besides(chart, targets).map((id) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </select>
        )}
      </div>
    </Row>
  );
}

/** Whether a transition can lead into one more region. */
export const mayLeadFurther = (chart: Chart, { slot, targets }: Transition): boolean =>
  slot !== "route" && besides(chart, targets).length > 0;

const goalOf = ({ resolved, text }: Target): StatePath | string => resolved ?? text;

/** The states that can be entered together with all of these; none where one is unknown. */
function besides(chart: Chart, targets: readonly Target[]): string[] {
  const paths = targets.flatMap(({ resolved }) => (resolved ? [resolved] : []));
  if (paths.length === 0 || paths.length < targets.length) return [];
  return [...places(chart).values()]
    .filter(({ path }) => paths.every((other) => areTogether(chart, path, other)))
    .map(({ path }) => pathId(path));
}

function TargetChoice({
  chart,
  name,
  target,
  disabled,
  ids,
  mayStay,
  onChoose,
}: {
  chart: Chart;
  name: string;
  target: Target | undefined;
  disabled: boolean;
  ids: readonly string[];
  mayStay: boolean;
  onChoose: (id: string) => void;
}) {
  const { t } = useTranslation();
  const now = target ? (target.resolved ? pathId(target.resolved) : "?") : "-";
  return (
    <select
      className="field mono"
      aria-label={name}
      disabled={disabled}
      value={now}
      title={now.length > 1 ? now : undefined}
      onChange={(event) => onChoose(event.target.value)}
    >
      {mayStay && <option value="-">{t("inspector.stays")}</option>}
      {target && !target.resolved && (
        <option value="?">{t("inspector.unknown-target", { target: target.text })}</option>
      )}
      {(now === "-" || now === "?" || ids.includes(now) ? ids : [now, ...ids]).map((id) => (
        <option key={id} value={id}>
          {id || chart.root.key}
        </option>
      ))}
    </select>
  );
}
