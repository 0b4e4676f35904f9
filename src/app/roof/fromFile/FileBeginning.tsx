import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ImportEntry, shownFacts } from "#core/import/importReport.ts";
import { BeginningChart } from "#app/roof/BeginningChart.tsx";
import { type DrawnGame, drawNewGame } from "#app/roof/drawNewGame.ts";
import { givenFiles, type GivenFiles } from "#app/roof/fromFile/useGivenFiles.ts";
import { type ImportedFile, useImportedFile } from "#app/roof/fromFile/useImportedFile.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import dialog from "#app/kit/Dialogs.module.css";
import css from "#app/roof/fromFile/FileBeginning.module.css";

/** Entries of the report that are listed one by one; of more, their number. */
const MAX_LISTED_ENTRIES = 200;

/** The file of a new game, the chart that it gives beside it, and below what was not taken as it stands. */
export function FileBeginning({
  given,
  isOver,
  title,
  onGiven,
  onRead,
}: {
  given: GivenFiles | undefined;
  /** Files are being dragged over the window. */
  isOver: boolean;
  title: string;
  onGiven: (files: GivenFiles) => void;
  onRead: (file: ImportedFile | undefined) => void;
}) {
  const { t } = useTranslation();
  const room = useRef<HTMLDivElement>(null);
  const choice = useRef<HTMLInputElement>(null);
  const { pending, file, fault, stop } = useImportedFile(given, onRead);
  const drawn = useDrawnFile(file, title, room);
  return (
    <div className={css.beginning} data-report={file !== undefined || undefined}>
      <div className={css.given} data-over={isOver || undefined}>
        <p>{t("fromFile.what")}</p>
        <label className={`btn quiet ${css.choose}`}>
          {t("fromFile.choose")}
          <input
            ref={choice}
            type="file"
            className="visually-hidden"
            accept=".scxml,.xml,.json,.js,.mjs,.jsx,.ts,.mts,.tsx"
            onChange={(event) => {
              const files = givenFiles({ files: event.target.files } as DataTransfer);
              if (files) onGiven(files);
              // The same file may be chosen again, after it was changed.
              event.target.value = "";
            }}
          />
        </label>
        <p>{t("fromFile.drop")}</p>
        {pending !== undefined && (
          <p role="status">
            {t("fromFile.reading", { file: pending })}{" "}
            <button
              type="button"
              className="link"
              onClick={() => {
                stop();
                // This button is gone then, and the keys with it.
                choice.current?.focus();
              }}
            >
              {t("fromFile.stop")}
            </button>
          </p>
        )}
        {fault !== undefined && <p role="alert">{fault}</p>}
        {file && (
          <p role="status">
            <code>{file.name ?? t("fromFile.pasted")}</code> · {t(`fromFile.form.${file.machine.form}`)}
          </p>
        )}
      </div>
      <BeginningChart
        svg={drawn?.svg}
        room={room}
        words={{
          chart: t("fromFile.chart"),
          instead: t(drawn && drawn.svg === undefined ? "fromFile.too-large" : "fromFile.nothing"),
        }}
        caption={null}
      />
      {file && <Report entries={file.machine.entries} />}
    </div>
  );
}

/** The picture of a file that was read. */
function useDrawnFile(
  file: ImportedFile | undefined,
  title: string,
  room: React.RefObject<HTMLElement | null>,
): DrawnGame | undefined {
  const { t } = useTranslation();
  const theme = useStudio((s) => s.theme);
  const [drawn, setDrawn] = useState<DrawnGame & { of: ImportedFile }>();
  useEffect(() => {
    if (!file?.chart) return undefined;
    const work = new AbortController();
    const { chart, consts } = file;
    void drawNewGame(
      { chart, consts },
      { labels: {}, title, language: "en", theme, t, room },
      work.signal,
    ).then((picture) => picture && setDrawn({ ...picture, of: file }));
    return () => work.abort();
  }, [file, title, theme, t, room]);
  return drawn?.of === file ? drawn : undefined;
}

/** What became of the elements that were not taken as they stand, in the order of the file. */
function Report({ entries }: { entries: readonly ImportEntry[] }) {
  const { t } = useTranslation();
  const count = (outcome: ImportEntry["outcome"]) =>
    entries.filter((entry) => entry.outcome === outcome).length;
  const listed = entries.filter(({ outcome }) => outcome !== "taken");
  return (
    <section className={css.report} aria-label={t("fromFile.report")}>
      <p role="status">
        {t("importMachine.totals", {
          taken: count("taken"),
          changed: count("changed"),
          left: count("left-out"),
        })}
      </p>
      {listed.length === 0 ? (
        <p>{t("fromFile.all-taken")}</p>
      ) : (
        <ul className={dialog.results} tabIndex={0}>
          {listed
            .slice(0, MAX_LISTED_ENTRIES)
            .map(({ line, column, element, outcome, why, facts = {} }, i) => (
              <li key={i} data-outcome={outcome}>
                <span>{t("fromFile.place", { line, column })}</span> <code>{element}</code>{" "}
                <b>{t(`importMachine.outcome.${outcome}`)}</b>
                {why && ": "}
                {why && t(`importMachine.why.${why}`, shownFacts(facts))}
              </li>
            ))}
          {listed.length > MAX_LISTED_ENTRIES && (
            <li>{t("fromFile.more", { count: listed.length - MAX_LISTED_ENTRIES })}</li>
          )}
        </ul>
      )}
    </section>
  );
}
