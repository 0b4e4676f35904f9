import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Json, JsonObject } from "#core/text/json.ts";
import type { Run } from "#core/run/timeline/run.ts";
import { changes } from "#core/run/play/contextChange.ts";
import { microstepAt, momentAt } from "#core/run/debugging/microcursor.ts";
import { cursorStep, stepOf } from "#core/run/timeline/timeline.ts";
import { partName, pathName } from "#app/play/contextWords.ts";
import { useValueWords } from "#app/play/useValueWords.ts";
import { changeText, valueText } from "#app/play/valueWords.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import css from "#app/panels/play/ContextView.module.css";

/** The context: first what the last step changed, or the microstep that is looked at, then all of it. */
export function ContextView({
  run,
  micro,
  onEdit,
}: {
  run: Run;
  micro: number | null;
  onEdit?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const label = useLabels();
  const words = useValueWords();
  const [all, setAll] = useState(true);
  const step = cursorStep(run);
  const before = step.parent === null ? undefined : stepOf(run, step.parent)?.outcome.view.context;
  const microstep = microstepAt(run, { step: step.id, micro });
  const context = momentAt(run, { step: step.id, micro })?.context ?? step.outcome.view.context;
  const changed = microstep ? microstep.changes : before ? changes(before, context) : [];
  return (
    <section className={css.context} aria-label={t("simulate.context")}>
      <div className={css.head}>
        <h4>{t("simulate.context")}</h4>
        <span>{t(microstep ? "stepping.changed" : "simulate.changed")}</span>
        {onEdit && !microstep && (
          <button type="button" className={css.edit} onClick={onEdit}>
            {t("time.edit.open")}
          </button>
        )}
      </div>
      {changed.length === 0 ? (
        <p className={css.none}>{t(microstep ? "stepping.no-change" : "simulate.no-change")}</p>
      ) : (
        <dl className={css.changes}>
          {changed.map((change) => {
            const { at } = change;
            const { was, is } = changeText(words, change);
            return (
              <div key={at} title={at}>
                <dt>{pathName(label, at, context)}</dt>
                <dd>
                  {was !== undefined && <s>{short(was, 160)}</s>}
                  <b>{short(is, 160)}</b>
                </dd>
              </div>
            );
          })}
        </dl>
      )}
      {!microstep && <Derived values={step.outcome.view.derived ?? {}} title={t("simulate.derived")} />}
      <details className={css.all} open={all} onToggle={(event) => setAll(event.currentTarget.open)}>
        <summary>{t("simulate.all-context")}</summary>
        {Object.entries(context).map(([name, value]) => (
          <Value key={name} at={name} name={partName(label, name)} value={value} depth={0} />
        ))}
      </details>
    </section>
  );
}

/** What the rules work out from the context; nothing at all while that is nothing. */
function Derived({ values, title }: { values: JsonObject; title: string }) {
  const label = useLabels();
  if (Object.keys(values).length === 0) return null;
  return (
    <details className={css.all} open>
      <summary>{title}</summary>
      {Object.entries(values).map(([name, value]) => (
        <Value key={name} at={name} name={label(`derived:${name}`) ?? name} value={value} depth={0} />
      ))}
    </details>
  );
}

/** One value of the context; objects and lists unfold. `at` is its path, `name` what it is called. */
function Value({ at, name, value, depth }: { at: string; name: string; value: Json; depth: number }) {
  const label = useLabels();
  const words = useValueWords();
  const [open, setOpen] = useState(false);
  const inner =
    typeof value === "object" && value !== null ? Object.entries(value as Record<string, Json>) : [];
  const indent = { paddingLeft: 14 + depth * 14 };
  if (inner.length === 0)
    return (
      <div className={css.value} style={indent} title={at}>
        <span>{name}</span>
        <b>{valueText(words, at, value)}</b>
      </div>
    );
  return (
    <>
      <button
        type="button"
        className={css.value}
        style={indent}
        aria-expanded={open}
        title={at}
        onClick={() => setOpen(!open)}
      >
        <span>
          <i data-open={open || undefined} />
          {name}
        </span>
        {!open && <b>{short(valueText(words, at, value))}</b>}
      </button>
      {open &&
        inner.map(([key, item]) => {
          const path = Array.isArray(value) ? `${at}[${key}]` : `${at}.${key}`;
          return (
            <Value key={key} at={path} name={partName(label, path, item)} value={item} depth={depth + 1} />
          );
        })}
    </>
  );
}

/** What the last step changed may take several lines; what is folded, one. */
const short = (text: string, length = 44): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;
