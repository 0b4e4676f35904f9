import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { InspectorCall, InspectorNews } from "#core/project/inspectWire.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { inspectWords } from "#app/i18n.ts";
import { DialogFrame } from "#app/kit/DialogFrame.tsx";
import { loadSamples, takeSample, type Sample } from "#app/studio/samples.ts";
import { replayTrace } from "#app/views/inspect/replayTrace.ts";
import { useInspectorNews } from "#app/views/inspect/useInspectorNews.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/views/inspect/InspectDialog.module.css";

type Ask = (call: InspectorCall) => Promise<void>;

/** Running apps, as the studio has to do with them: where the inspector is, which of its pages it joins, which traces it takes. */
export function InspectDialog() {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const language = useStudio((s) => s.uiLanguage);
  const { news, fault, ask } = useInspectorNews();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    void inspectWords(language).then(() => setReady(true));
  }, [language]);
  const close = () => studio.window.set({ question: null });
  if (!ready) return null;
  return (
    <DialogFrame title={t("apps.inspect")} wide onClose={close}>
      {fault !== undefined && <p role="alert">{t(`store.${fault}`)}</p>}
      {fault === undefined && news === null && <p>{t("inspect.studio.none")}</p>}
      {fault === undefined && news && (
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
  const studio = useStudioActions();
  const language = useStudio((s) => s.uiLanguage);
  const games = useStudio((s) => s.games);
  const scenario = useMemo(
    () => loadRuleset(new Map([["scenarios/trace", trace.scenario]])).scenarios["trace"],
    [trace.scenario],
  );
  const isKnown = games?.some(({ id }) => id === trace.game) === true;
  const sample = useSample(isKnown ? undefined : trace.game);
  const replayIn = async (ownSample: Sample) => {
    if (await takeSample(studio, ownSample)) await replayTrace(studio, trace);
  };
  return (
    <div className={css.trace} role="group" aria-label={scenario && textIn(scenario.title, language)}>
      <b>{scenario ? textIn(scenario.title, language) : t("inspect.studio.no-scenario")}</b>
      <small>
        {isKnown || sample
          ? [trace.game, trace.machine].filter(Boolean).join(" · ")
          : t("inspect.studio.unknown-game")}
        {scenario && ` · ${t("inspect.studio.steps", { count: scenario.steps.length })}`}
      </small>
      {scenario && isKnown && (
        <button type="button" className="btn" onClick={() => void replayTrace(studio, trace)}>
          {t("inspect.studio.replay")}
        </button>
      )}
      {scenario && sample && (
        <button
          type="button"
          className="btn"
          title={t("inspect.studio.sample-title", { game: textIn(sample.title, language) || sample.id })}
          onClick={() => void replayIn(sample)}
        >
          {t("inspect.studio.sample")}
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

/** A game that is not here, as it comes with the studio; undefined where it is none of those. */
function useSample(game: string | undefined): Sample | undefined {
  const [sample, setSample] = useState<Sample>();
  useEffect(() => {
    if (game === undefined) return;
    let isStale = false;
    void loadSamples().then((all) => isStale || setSample(all.find(({ id }) => id === game)));
    return () => {
      isStale = true;
    };
  }, [game]);
  return sample?.id === game ? sample : undefined;
}
