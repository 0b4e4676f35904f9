import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "#app/kit/icons.tsx";
import { replayTrace } from "#app/views/inspect/replayTrace.ts";
import { useInspectorNews } from "#app/views/inspect/useInspectorNews.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/views/inspect/InspectDialog.module.css";

/** Opens what the studio has to do with running apps; says how many pages and traces wait for the person. */
export function InspectButton() {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const games = useStudio((s) => s.games);
  const isOpen = useStudio((s) => s.question?.kind === "inspect");
  const { news } = useInspectorNews();
  /** The newest trace that was looked at, or put off. */
  const [seenCount, setSeenCount] = useState(0);
  const waiting = news ? news.asking.length + news.traces.length : 0;
  const newest = news?.traces.findLast(
    ({ trace, game }) => trace > seenCount && games?.some(({ id }) => id === game),
  );
  const came = isOpen ? undefined : newest;
  return (
    <span className={news ? css.place : "visually-hidden"}>
      {news && (
        <button
          type="button"
          className={`icon-btn ${css.button}`}
          onClick={() => studio.window.set({ question: { kind: "inspect" } })}
          aria-label={waiting > 0 ? t("apps.waiting", { count: waiting }) : t("apps.inspect")}
          title={t("apps.inspect")}
        >
          <Icon name="inspect" />
          {waiting > 0 && <i>{waiting}</i>}
        </button>
      )}
      <div className={came ? css.came : "visually-hidden"}>
        {/* Always there: what comes into the page together with its words is not read out. */}
        <span role="status">{came && t("trace.came", { game: came.game })}</span>
        {came && (
          <>
            <button
              type="button"
              className="btn"
              onClick={() => {
                setSeenCount(came.trace);
                void replayTrace(studio, came);
              }}
            >
              {t("apps.trace-replay")}
            </button>
            <button
              type="button"
              className="icon-btn"
              aria-label={t("close")}
              onClick={() => setSeenCount(came.trace)}
            >
              <Icon name="close" size={14} />
            </button>
          </>
        )}
      </div>
    </span>
  );
}
