import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { places } from "#core/chart/places.ts";
import type { HandEdit } from "#core/run/play/play.ts";
import type { Run } from "#core/run/timeline/run.ts";
import { pickState } from "#core/run/debugging/pickStates.ts";
import { cursorStep } from "#core/run/timeline/timeline.ts";
import { jsonEqual, type Json, type JsonObject } from "#core/text/json.ts";
import { ContextField } from "#app/panels/play/edit/ContextField.tsx";
import { StatePicker } from "#app/panels/play/edit/StatePicker.tsx";
import { withField } from "#app/panels/play/PayloadField.tsx";
import type { useSession } from "#app/play/useSession.ts";
import css from "#app/panels/play/edit/HandEditor.module.css";

/** How long after the last change of an edit its result is computed, in milliseconds. */
const PREVIEW_DELAY_MS = 120;

/**
 * Changes by hand where the run stands: its states and the fields of its context. What the machine makes of it is shown while it is
 * put together; it becomes a step of its own.
 */
export function HandEditor({
  view: { session, state },
  run,
  onClose,
}: {
  view: NonNullable<ReturnType<typeof useSession>>;
  run: Run;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { view } = cursorStep(run).outcome;
  const { chart } = state;
  const [picks, setPicks] = useState<readonly string[]>([]);
  const [set, setSet] = useState<JsonObject>({});
  const { active, refused } = useLead(session, view.in, picks, set);
  const edit = editOf(picks, set);
  const count = Object.keys(set).length + (picks.length > 0 && !jsonEqual([...active], view.in) ? 1 : 0);
  const change = (name: string, value: Json | undefined) =>
    setSet(withField(set, name, jsonEqual(value, view.context[name]) ? undefined : value) as JsonObject);
  const apply = async () => {
    if ((await session.edit(edit)) === null) onClose();
  };
  const names = [
    ...Object.keys(view.context),
    ...(chart?.context ?? []).map(({ name }) => name).filter((name) => !Object.hasOwn(view.context, name)),
  ];
  return (
    <form
      className={css.editor}
      aria-label={t("time.edit.title")}
      onSubmit={(event) => {
        event.preventDefault();
        void apply();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.nativeEvent.isComposing) onClose();
      }}
    >
      <div className={css.top}>
        <h4>{t("time.edit.title")}</h4>
        <p>{t("time.edit.hint")}</p>
      </div>
      <h4>{t("time.edit.states")}</h4>
      {chart && (
        <StatePicker
          chart={chart}
          active={active}
          onPick={(path) =>
            setPicks(
              pickState(picks, path, (stateId) => places(chart).get(stateId)?.node.type === "parallel"),
            )
          }
        />
      )}
      <h4>{t("time.edit.context")}</h4>
      {names.map((name) => (
        <ContextField
          key={name}
          name={name}
          field={chart?.context?.find((entry) => entry.name === name)}
          value={(Object.hasOwn(set, name) ? set[name] : view.context[name]) ?? null}
          changed={Object.hasOwn(set, name)}
          cut={view.cut?.includes(name) === true}
          onChange={(value) => change(name, value)}
        />
      ))}
      <div className={css.foot}>
        {refused !== null && <p role="alert">{t("time.edit.refused", { message: refused })}</p>}
        <output>{count === 0 ? t("time.edit.nothing") : t("time.edit.leads", { count })}</output>
        <button type="button" className="btn quiet" onClick={onClose}>
          {t("cancel")}
        </button>
        <button type="submit" className="btn" disabled={count === 0 || refused !== null || state.busy}>
          {t("time.edit.apply")}
        </button>
      </div>
    </form>
  );
}

const editOf = (picks: readonly string[], set: JsonObject): HandEdit => ({
  ...(picks.length > 0 ? { in: picks } : {}),
  ...(Object.keys(set).length > 0 ? { context: set } : {}),
});

/** The states in which an edit would stand, as the machine completes them, or why it is refused. */
function useLead(
  session: NonNullable<ReturnType<typeof useSession>>["session"],
  now: readonly string[],
  picks: readonly string[],
  set: JsonObject,
): { readonly active: ReadonlySet<string>; readonly refused: string | null } {
  const [lead, setLead] = useState({ active: new Set(now), refused: null as string | null });
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      void session.tryEdit(editOf(picks, set)).then((outcome) => {
        if (!current || !outcome) return;
        if ("view" in outcome) setLead({ active: new Set(outcome.view.in), refused: null });
        else setLead(({ active }) => ({ active, refused: outcome.message }));
      });
    }, PREVIEW_DELAY_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [session, picks, set]);
  return lead;
}
