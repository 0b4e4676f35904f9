import type { i18n } from "i18next";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { exchangeFormats } from "#core/exchange/exchangeFormats.ts";
import { ExchangeFault } from "#core/exchange/segment.ts";
import { type Direction, localesOf, segmentsOf } from "#core/exchange/segmentsOf.ts";
import { directionOf, type Finding, takeBack, type TakenBack } from "#core/exchange/takeBack.ts";
import type { NoteWords } from "#core/exchange/noteLines.ts";
import { stepsTo } from "#core/project/history.ts";
import { maxFileBytes } from "#core/project/store.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { reviewOf } from "#core/ruleset/review.ts";
import { withTexts } from "#core/ruleset/withTexts.ts";
import { beginning } from "#core/text/beginning.ts";
import { DialogFrame } from "#app/kit/DialogFrame.tsx";
import { download } from "#app/kit/download.ts";
import type { Studio } from "#app/studio/Studio.ts";
import { useLanguageName } from "#app/studio/useLanguageName.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import { readReturnedFile } from "#app/views/rules/readReturnedFile.ts";
import dialog from "#app/kit/Dialogs.module.css";
import css from "#app/views/rules/ExchangeDialog.module.css";

/** Findings that are listed one by one; of more, their number. */
const MAX_LISTED_FINDINGS = 200;
/** Characters that are shown of a text from a file that came back: each of them may be megabytes long. */
const MAX_SHOWN_CHARACTERS = 1_000;

/** The texts of the open game, out to translators and back. */
export function ExchangeDialog() {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const files = useStudio((s) => s.files?.files);
  if (!files) return null;
  const loaded = loadRuleset(files);
  const faulty = loaded.diagnostics.find(({ severity }) => severity === "error");
  return (
    <DialogFrame wide title={t("exchange.title")} onClose={() => studio.window.set({ question: null })}>
      {faulty ? (
        <p role="alert">{t("exchange.faulty", { file: `${faulty.file}.json` })}</p>
      ) : (
        <>
          <SendOut loaded={loaded} />
          <TakeBack />
        </>
      )}
    </DialogFrame>
  );
}

type Loaded = ReturnType<typeof loadRuleset>;

/** Chooses languages and format, and downloads the texts. */
function SendOut({ loaded }: { loaded: Loaded }) {
  const { t, i18n } = useTranslation();
  const studio = useStudioActions();
  const languageName = useLanguageName();
  const game = useStudio((s) => s.project?.id) ?? "";
  const locales = localesOf(loaded);
  const [from, setFrom] = useState(loaded.ruleset.info.sourceLocale);
  const others = locales.filter((locale) => locale !== from);
  const [wanted, setInto] = useState(studio.get().uiLanguage as string);
  const into = others.includes(wanted) ? wanted : others[0];
  const [formatId, setFormat] = useState("xliff");
  const [fault, setFault] = useState<string>();
  const send = () => {
    const format = exchangeFormats.find(({ id }) => id === formatId);
    if (!format || into === undefined) return;
    const { graph } = studio.get();
    const review = graph?.chart
      ? reviewOf({ chart: graph.chart, consts: graph.reading.consts ?? [], ...loaded })
      : [];
    const every = segmentsOf(game, loaded, { from, into }, review);
    const segments = every.segments.filter(({ kind }) => format.kinds?.includes(kind) ?? true);
    try {
      const text = format.write({ ...every, segments }, noteWords(i18n));
      download(`${game}.${from}-${into}${format.extension}`, text, "application/octet-stream");
      setFault(undefined);
    } catch (error) {
      if (!(error instanceof ExchangeFault)) throw error;
      setFault(faultWords(t, error));
    }
  };
  const choice = (label: string, value: string, values: readonly string[], set: (value: string) => void) => (
    <label>
      {label}
      <select className="field" value={value} onChange={(event) => set(event.target.value)}>
        {values.map((one) => (
          <option key={one} value={one}>
            {values === formatIds ? t(`exchange.format-name.${one}`) : languageName(one)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <section className={css.part} aria-label={t("exchange.send")}>
      <h3>{t("exchange.send")}</h3>
      <p>{t("exchange.send-text")}</p>
      <div className={css.choices}>
        {choice(t("exchange.from"), from, locales, setFrom)}
        {choice(t("exchange.into"), into ?? "", others, setInto)}
        {choice(t("exchange.format"), formatId, formatIds, setFormat)}
        <button type="button" className="btn" disabled={into === undefined} onClick={send}>
          {t("exchange.download")}
        </button>
      </div>
      {fault !== undefined && <p role="alert">{fault}</p>}
    </section>
  );
}

/** The words of the notes beside segments, in the language of the reader. */
function noteWords(words: i18n): NoteWords {
  const wordsOf = (key: string) => words.getResource(words.language, "translation", key) as object;
  return { ...wordsOf("exchange.note"), clauseKind: wordsOf("rules.kind") } as NoteWords;
}

const formatIds = exchangeFormats.map(({ id }) => id);

interface Returned {
  readonly name: string;
  readonly direction: Direction;
  readonly taken: TakenBack;
}

/** Chooses a file that came back, shows what it would change and what not, and writes it as one entry of the history. */
function TakeBack() {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const game = useStudio((s) => s.project?.id) ?? "";
  const [returned, setReturned] = useState<Returned>();
  const [fault, setFault] = useState<string>();
  /** Name of the file that is being read. */
  const [reading, setReading] = useState<string>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const open = async (file: File) => {
    stop.current?.abort();
    const { signal } = (stop.current = new AbortController());
    setReturned(undefined);
    setFault(undefined);
    setReading(undefined);
    if (file.size > maxFileBytes) return setFault(`${file.name}: ${t("store.too-large")}`);
    setReading(file.name);
    try {
      const content = await readReturnedFile(file, signal);
      // The game as it is now: it may have been edited while the file was read.
      const files = studio.get().files?.files;
      if (!files) return;
      const loaded = loadRuleset(files);
      const { sourceLocale } = loaded.ruleset.info;
      const direction = directionOf(content, { game, sourceLocale, locales: localesOf(loaded) });
      if (typeof direction === "string") {
        const [theirs, language] = [content.game ?? "", content.into ?? ""].map(shown);
        const facts = { file: file.name, theirs, game, language };
        return setFault(t(`exchange.${direction}`, facts));
      }
      const taken = takeBack(segmentsOf(game, loaded, direction), content);
      setReturned({ name: file.name, direction, taken });
    } catch (error) {
      // Another file was chosen meanwhile, or this one is not wanted any more.
      if (signal.aborted) return;
      setFault(
        error instanceof ExchangeFault
          ? `${file.name}: ${faultWords(t, error)}`
          : t("refusal.file-not-read", { file: file.name, reason: shown(String(error)) }),
      );
    } finally {
      if (!signal.aborted) setReading(undefined);
    }
  };
  const changed = returned?.taken.findings.filter(({ outcome }) => outcome === "changed") ?? [];
  return (
    <section className={css.part} aria-label={t("exchange.take")}>
      <h3>{t("exchange.take")}</h3>
      <p>{t("exchange.take-text")}</p>
      <label className={`btn quiet ${css.file}`}>
        {t("exchange.choose")}
        <input
          type="file"
          className="visually-hidden"
          accept=".xlf,.xliff,.tmx,.tbx,.csv,.json,.xml"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) void open(file);
            // The same file may be chosen again, after it was changed.
            event.target.value = "";
          }}
        />
      </label>
      {reading !== undefined && (
        <p role="status">
          {t("exchange.reading", { file: reading })}{" "}
          <button
            type="button"
            className="link"
            onClick={() => {
              stop.current?.abort();
              setReading(undefined);
            }}
          >
            {t("exchange.stop")}
          </button>
        </p>
      )}
      {fault !== undefined && <p role="alert">{fault}</p>}
      {returned && (
        <>
          <p>
            <code>{returned.name}</code>
          </p>
          <Findings taken={returned.taken} />
          <button
            type="button"
            className="btn"
            disabled={changed.length === 0}
            onClick={() => {
              if (!write(studio, returned.direction, changed)) return;
              studio.window.set({ question: null });
              studio.window.notice("info", "exchange.applied", { count: changed.length });
            }}
          >
            {t("exchange.apply", { count: changed.length })}
          </button>
        </>
      )}
    </section>
  );
}

/** What becomes of each segment that is not as it was. */
function Findings({ taken: { findings, same } }: { taken: TakenBack }) {
  const { t } = useTranslation();
  const count = (...wanted: readonly Finding["outcome"][]) =>
    findings.filter(({ outcome }) => wanted.includes(outcome)).length;
  return (
    <>
      <p role="status">
        {t("exchange.counts", {
          changed: count("changed"),
          conflict: count("conflict"),
          left: count("unmarked", "repeated", "unknown", "emptied"),
          suspect: findings.filter(({ isSuspect }) => isSuspect).length,
          same,
        })}
      </p>
      {findings.length > 0 && (
        <ul className={`${dialog.results} ${css.findings}`} tabIndex={0}>
          {findings.slice(0, MAX_LISTED_FINDINGS).map(({ id, outcome, ours, theirs, isSuspect, lost }) => (
            <li key={id} data-outcome={outcome}>
              <code>{shown(id)}</code> <b>{t(`exchange.outcome.${outcome}`)}</b>
              {isSuspect && <span> · {t("exchange.source-changed")}</span>}
              {lost.length > 0 && <span> · {t("exchange.lost", { words: shown(lost.join(", ")) })}</span>}
              {ours !== "" && ours !== theirs && <del>{shown(ours)}</del>}
              {theirs !== "" && <ins>{shown(theirs)}</ins>}
            </li>
          ))}
          {findings.length > MAX_LISTED_FINDINGS && (
            <li>{t("exchange.more", { count: findings.length - MAX_LISTED_FINDINGS })}</li>
          )}
        </ul>
      )}
    </>
  );
}

/** Writes what changed, all files as one entry of the history. Answers whether that could be done. */
function write(studio: Studio, direction: Direction, changed: readonly Finding[]): boolean {
  const { project } = studio.get();
  if (!project) return false;
  const { files } = project.state();
  const texts = changed.flatMap(({ segment, theirs }) =>
    segment ? [{ place: segment.place, text: theirs }] : [],
  );
  const news = withTexts(files, direction, texts);
  const readOnly = [...news.keys()].find((file) => project.isReadOnly(file));
  if (readOnly !== undefined) {
    studio.window.notice("warn", "notice.text-read-only", { file: `${readOnly}.json` });
    return false;
  }
  const steps = [...news].flatMap(([file, text]) => stepsTo(file, files.get(file), text));
  project.apply(steps, { label: "exchange", origin: "rules", at: Date.now() });
  return true;
}

const shown = (text: string): string => beginning(text, MAX_SHOWN_CHARACTERS);

const faultWords = (t: ReturnType<typeof useTranslation>["t"], { code, facts }: ExchangeFault): string =>
  t(`exchange.fault.${code}`, { ...facts, formats: formatIds.join(", ") });
