import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { NewFile } from "#core/project/store.ts";
import { StoreError } from "#core/project/store.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { useStudio, useStudioDoings } from "#app/studio/useStudio.ts";
import css from "#app/shell/Welcome.module.css";

interface Sample {
  readonly id: string;
  readonly title: Readonly<Record<string, string>>;
  readonly files: readonly NewFile[];
}

/** The games that come with the studio, for a folder without games: one that is chosen is copied into it and opened. */
export function Samples() {
  const { t } = useTranslation();
  const studio = useStudioDoings();
  const language = useStudio((s) => s.uiLanguage);
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    let gone = false;
    void loadSamples().then((found) => gone || setSamples(found));
    return () => {
      gone = true;
    };
  }, []);
  const take = async ({ id, files }: Sample) => {
    try {
      await studio.store.create(id, files);
      await studio.refreshGames();
      await studio.openGame(id);
    } catch (error) {
      studio.notice("error", `store.${error instanceof StoreError ? error.code : "unknown"}`);
    }
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

async function loadSamples(): Promise<Sample[]> {
  const { shippedGames } = await import("#adapters/storage/shippedGames.ts");
  return shippedGames().map(({ id, files }) => ({ id, files, title: titleIn(files) }));
}

function titleIn(files: readonly NewFile[]): Sample["title"] {
  const text = files.find(({ name }) => name === "ruleset")?.text ?? "{}";
  return (JSON.parse(text) as { readonly title?: Sample["title"] }).title ?? {};
}
