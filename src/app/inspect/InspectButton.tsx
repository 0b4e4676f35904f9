import { useTranslation } from "react-i18next";
import { Icon } from "#app/shell/icons.tsx";
import { useInspectorNews } from "#app/inspect/useInspectorNews.ts";
import { useStudioDoings } from "#app/studio/useStudio.ts";
import css from "#app/inspect/InspectDialog.module.css";

/** Opens what the studio has to do with running apps; says how many pages and traces wait for the person. */
export function InspectButton() {
  const { t } = useTranslation();
  const studio = useStudioDoings();
  const { news } = useInspectorNews();
  if (!news) return null;
  const waiting = news.asking.length + news.traces.length;
  return (
    <button
      type="button"
      className={`icon-btn ${css.button}`}
      onClick={() => studio.set({ question: { kind: "inspect" } })}
      aria-label={waiting > 0 ? t("header.inspect-waiting", { count: waiting }) : t("header.inspect")}
      title={t("header.inspect")}
    >
      <Icon name="inspect" />
      {waiting > 0 && <i>{waiting}</i>}
    </button>
  );
}
