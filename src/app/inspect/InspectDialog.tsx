import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { InspectorCall, InspectorNews } from "#core/project/inspectWire.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { inspectWords } from "#app/i18n.ts";
import { DialogFrame } from "#app/shell/DialogFrame.tsx";
import { replayTrace } from "#app/inspect/replayTrace.ts";
import { useInspectorNews } from "#app/inspect/useInspectorNews.ts";
import { useStudio, useStudioDoings } from "#app/studio/useStudio.ts";
import css from "#app/inspect/InspectDialog.module.css";

type Ask = (call: InspectorCall) => Promise<void>;

/** Running apps, as the studio has to do with them: where the inspector is, which of its pages it joins, which traces it takes. */
export function InspectDialog() {
  const { t } = useTranslation();
  const studio = useStudioDoings();
  const language = useStudio((s) => s.uiLanguage);
  const { news, ask } = useInspectorNews();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    void inspectWords(language).then(() => setReady(true));
  }, [language]);
  const close = () => studio.set({ question: null });
  if (!ready) return null;
  return (
    <DialogFrame
      title={t("header.inspect")}
      wide
      onClose={close}
      foot={
        <button type="button" className="btn quiet" onClick={close}>
          {t("close")}
        </button>
      }
    >
      {news ? (
        <div className={css.body}>
          <p>
            <a
              className="btn"
              href={inLanguage(news.address, language)}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t("inspect.studio.open")}
            </a>{" "}
            {news.apps > 0 && <span>{t("inspect.studio.apps", { count: news.apps })}</span>}
          </p>
          <Pages news={news} ask={ask} />
          <h3>{t("inspect.studio.traces")}</h3>
          {news.traces.length === 0 && <p className={css.none}>{t("inspect.studio.no-traces")}</p>}
          {news.traces.map((trace) => (
            <TraceRow key={trace.trace} trace={trace} ask={ask} />
          ))}
        </div>
      ) : (
        <p>{t("inspect.studio.none")}</p>
      )}
    </DialogFrame>
  );
}

/** The inspector's address, to be opened in the language of the studio: what is chosen here is not known there. */
function inLanguage(address: string, language: string): string {
  const url = new URL(address);
  url.searchParams.set("language", language);
  return url.href;
}

/** The pages that ask to be joined, each by the code that it shows. */
function Pages({ news, ask }: { news: InspectorNews; ask: Ask }) {
  const { t } = useTranslation();
  return (
    <>
      <h3>{t("inspect.studio.pages")}</h3>
      {news.asking.length === 0 && <p className={css.none}>{t("inspect.studio.no-pages")}</p>}
      {news.asking.map((code) => (
        <p key={code} className={css.row}>
          <output className={css.code}>
            {code.slice(0, 3)} {code.slice(3)}
          </output>
          <span>{t("inspect.studio.same")}</span>
          <button type="button" className="btn" onClick={() => void ask({ do: "join", code })}>
            {t("inspect.studio.join")}
          </button>
          <button type="button" className="btn quiet" onClick={() => void ask({ do: "refuse", code })}>
            {t("inspect.studio.refuse")}
          </button>
        </p>
      ))}
      {news.joined > 0 && (
        <p className={css.row}>
          <span>{t("inspect.studio.joined", { count: news.joined })}</span>
          <button type="button" className="btn quiet" onClick={() => void ask({ do: "part" })}>
            {t("inspect.pair.part")}
          </button>
        </p>
      )}
    </>
  );
}

/** A trace that was handed over: replayed in its game, where it can be saved, or saved at once. */
function TraceRow({ trace, ask }: { trace: InspectorNews["traces"][number]; ask: Ask }) {
  const { t } = useTranslation();
  const studio = useStudioDoings();
  const language = useStudio((s) => s.uiLanguage);
  const games = useStudio((s) => s.games);
  const scenario = useMemo(
    () => loadRuleset(new Map([["scenarios/trace", trace.scenario]])).scenarios["trace"],
    [trace.scenario],
  );
  const isKnown = games?.some(({ id }) => id === trace.game) === true;
  return (
    <div className={css.trace} role="group" aria-label={scenario && textIn(scenario.title, language)}>
      <b>{scenario ? textIn(scenario.title, language) : t("inspect.studio.no-scenario")}</b>
      <small>
        {isKnown ? [trace.game, trace.machine].filter(Boolean).join(" · ") : t("inspect.studio.unknown-game")}
        {scenario && ` · ${t("inspect.studio.steps", { count: scenario.steps.length })}`}
      </small>
      {scenario && isKnown && (
        <button type="button" className="btn" onClick={() => void replayTrace(studio, trace)}>
          {t("inspect.studio.replay")}
        </button>
      )}
      <button
        type="button"
        className="btn quiet"
        onClick={() => void ask({ do: "decline", trace: trace.trace })}
      >
        {t("inspect.studio.decline")}
      </button>
    </div>
  );
}
