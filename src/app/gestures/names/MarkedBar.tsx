import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Users } from "#core/symbol/usersOf.ts";
import { listReferences } from "#app/gestures/names/goTo.ts";
import { NOBODY, usersIn } from "#app/gestures/names/marked.ts";
import { usersText } from "#app/gestures/names/MarkedStatus.tsx";
import { Icon } from "#app/kit/icons.tsx";
import type { NamedSymbol } from "#app/studio/StudioState.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/gestures/names/MarkedBar.module.css";

/** Says over the graph whose users are marked on it, and how many; it takes the marks away. */
export function MarkedBar({
  symbol,
  onUsers,
}: {
  symbol: NamedSymbol;
  /** What is to be marked; undefined when this goes. */
  onUsers: (users: Users | undefined) => void;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const graph = useStudio((s) => s.graph);
  const found = useMemo(() => graph && usersIn(graph, symbol), [graph, symbol]);
  // An edit that leaves the same ones marked does not turn the view to them again.
  const key = JSON.stringify(found ?? NOBODY);
  const users = useMemo(() => JSON.parse(key) as Users, [key]);
  useEffect(() => onUsers(users), [users, onUsers]);
  useEffect(() => () => onUsers(undefined), [onUsers]);
  return (
    <section className={css.bar} aria-label={t("marked.title")}>
      <span>{t(`symbol.kind.${symbol.kind}`)}</span>
      <b>{symbol.name}</b>
      <span>{usersText(t, users)}</span>
      <button type="button" className="btn quiet" onClick={() => listReferences(studio, symbol)}>
        {t("marked.places")}
      </button>
      <button
        type="button"
        className="btn quiet"
        aria-label={t("marked.close")}
        title={t("marked.close")}
        onClick={() => studio.window.set({ marked: null })}
      >
        <Icon name="close" size={14} />
      </button>
    </section>
  );
}
