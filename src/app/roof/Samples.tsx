import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { textIn } from "#core/ruleset/labels.ts";
import { loadSamples, takeSample, type Sample } from "#app/studio/samples.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/roof/Welcome.module.css";

/** The games that come with the studio, for a folder without games: one that is chosen is copied into it and opened. */
export function Samples() {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const language = useStudio((s) => s.uiLanguage);
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    let isStale = false;
    void loadSamples().then((found) => isStale || setSamples(found));
    return () => {
      isStale = true;
    };
  }, []);
  const take = async (sample: Sample) => {
    if (await takeSample(studio, sample)) await studio.openGame(sample.id);
  };
  if (samples.length === 0) return null;
  return (
    <>
      <section className={css.games} aria-label={t("welcome.samples")}>
        <h4>{t("welcome.samples")}</h4>
        <ul>
          {samples.map((sample) => (
            <li key={sample.id}>
              <button type="button" onClick={() => void take(sample)}>
                <b>{textIn(sample.title, language) || sample.id}</b>
                <span />
                <small>{sample.id}</small>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <p className={css.hint}>{t("welcome.samples-text")}</p>
    </>
  );
}
