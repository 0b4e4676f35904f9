import { thrownText } from "#core/run/play/thrownText.ts";
import { type ReactNode, type RefObject, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { mainChart } from "#core/chart/machineKey.ts";
import { isBookFormat, type Exporter } from "#core/export/exporter.ts";
import { exporters } from "#core/export/exporters.ts";
import { depthOf } from "#core/export/outerChart.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { reviewLocales } from "#core/ruleset/review.ts";
import { xstate6Sign } from "#core/syntax/xstate6.ts";
import { copyText } from "#app/kit/copyText.ts";
import { useChartNames } from "#app/studio/useCanvasWords.ts";
import { useArrangement } from "#app/panels/canvas/useArrangement.ts";
import { MachineChooser } from "#app/gestures/MachineChooser.tsx";
import { makeExport, type ExportedFile, type ExportResult } from "#app/views/export/makeExport.ts";
import {
  bookWords,
  reasonWords,
  useEveryLanguage,
  usePlayerProgram,
} from "#app/views/export/everyLanguage.ts";
import { useEdition } from "#app/views/export/useEdition.ts";
import { download } from "#app/kit/download.ts";
import { useLabelFiles, useLabels } from "#app/studio/useLabels.ts";
import { commandArgument } from "#app/studio/commandArgument.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import { ExportPreview } from "#app/views/export/ExportPreview.tsx";
import css from "#app/views/export/ExportView.module.css";

type Result = ({ readonly ok: true } & ExportResult) | { readonly ok: false; readonly message: string };

/** The machine in other forms: what each is for, how it looks, and how to take it. */
export function ExportView() {
  const { t } = useTranslation();
  const game = useStudio((s) => s.project?.id) ?? "";
  const entry = useStudio((s) => s.games?.find(({ id }) => id === game));
  const machine = useStudio((s) => s.route.machine);
  const [format, setFormat] = useState("ts");
  const [levels, setLevels] = useState("");
  const exporter = exporters.find((candidate) => candidate.id === format);
  const language = useLanguage();
  const result = useExport(exporter, levels);
  const machineOption = format === "ts" || format === "js" || !machine ? "" : ` --machine ${machine}`;
  const isPrinted = exporter?.prints !== undefined;
  const hasLevels = exporter?.takesLevels === true;
  const langOption = exporter?.speaks && !isPrinted && language !== undefined ? ` --lang ${language}` : "";
  const locales = useBookLocales(exporter);
  const localesOption = isPrinted && locales.length > 0 ? ` --locales ${locales.join(",")}` : "";
  const levelOption =
    !hasLevels || levels === "" ? "" : levels === ALL ? " --detail full" : ` --levels ${levels}`;
  return (
    <div className={css.export}>
      <div className={css.formats} role="radiogroup" aria-label={t("export.title")}>
        <h2>{t("export.title")}</h2>
        <p>{t("export.hint")}</p>
        <MachineChooser />
        {exporters.map((candidate: Exporter) => (
          <button
            key={candidate.id}
            type="button"
            role="radio"
            aria-checked={candidate.id === format}
            onClick={() => setFormat(candidate.id)}
          >
            <b>{t(`export.${candidate.id}`)}</b>
            <span>{t(`export.${candidate.id}-text`)}</span>
          </button>
        ))}
      </div>
      <Result
        key={format}
        result={result}
        exporter={exporter}
        levels={hasLevels ? <Levels format={format} value={levels} choose={setLevels} /> : null}
        command={`npx turnwright export ${commandArgument(game, entry)} --to ${format}${machineOption}${langOption}${localesOption}${levelOption}${exporter?.isFolder ? ` --out ${game}` : ""}`}
      />
    </div>
  );
}

/** The language of names, when there are labels in it; undefined for ids. */
function useLanguage(): string | undefined {
  const language = useStudio((s) => s.labelLanguage);
  const files = useLabelFiles();
  return language !== "id" && files?.has(`labels/${language}`) ? language : undefined;
}

/** The languages of what is printed: side by side all of the rules, else one; that of the labels comes first, then the reader's, then that of the rules. */
function useBookLocales(exporter: Exporter | undefined): readonly string[] {
  const ruleset = useStudio((s) => s.loaded?.ruleset);
  const label = useStudio((s) => s.labelLanguage);
  const reader = useStudio((s) => s.uiLanguage);
  return useMemo(() => {
    if (!ruleset) return [];
    const all = reviewLocales(ruleset);
    if (all.length === 0) return [reader];
    const first = [label, reader, ruleset.info.sourceLocale].find((locale) => all.includes(locale));
    const sorted = first === undefined ? all : [first, ...all.filter((locale) => locale !== first)];
    return exporter?.id === "side-by-side" ? sorted : sorted.slice(0, 1);
  }, [ruleset, label, reader, exporter]);
}

function useExport(exporter: Exporter | undefined, levels: string): Result {
  const { t } = useTranslation();
  const graph = useStudio((s) => s.graph);
  const open = useStudio((s) => s.project);
  const machine = useStudio((s) => s.route.machine);
  const label = useLabels();
  const names = useChartNames();
  const language = useLanguage();
  const title = useStudio((s) =>
    textIn(s.games?.find((game) => game.id === s.project?.id)?.title, language ?? "en"),
  );
  const arrangement = useArrangement();
  const edition = useEdition();
  const scenarios = useStudio((s) => s.loaded?.scenarios);
  const ruleset = useStudio((s) => s.loaded?.ruleset);
  const isPackage = exporter?.isFolder === true;
  const hasErrors = useStudio((s) => s.diagnostics.some(({ severity }) => severity === "error"));
  const isPlayer = exporter?.id === "player";
  const isKit = exporter?.id === "kit" || isPackage || isPlayer;
  const program = usePlayerProgram(isPlayer);
  const isPrinted = exporter?.prints !== undefined;
  const hasEveryWord = useEveryLanguage(isKit || isPrinted);
  const locales = useBookLocales(exporter);
  return useMemo((): Result => {
    const chart = graph?.chart;
    if (graph && !graph.stale && xstate6Sign(graph.text, graph.reading.lang))
      return { ok: false, message: t("export.xstate-6") };
    if (graph && !chart && !graph.stale && graph.now.parsed)
      return { ok: false, message: t("export.no-machine") };
    if (!graph || !chart || graph.stale || !exporter || !open)
      return { ok: false, message: t("export.stale") };
    const played = chart === mainChart(graph.reading.charts) ? (scenarios ?? {}) : {};
    if (exporter.id === "vitest" && Object.keys(played).length === 0)
      return { ok: false, message: t("export.no-scenarios") };
    if (exporter && isBookFormat(exporter) && ruleset?.clauses.length === 0)
      return { ok: false, message: t("export.no-clauses") };
    if ((isPackage || isPlayer) && hasErrors) return { ok: false, message: t("export.package-errors") };
    if (((isKit || isPrinted) && (!hasEveryWord || !ruleset)) || (isPlayer && program === undefined))
      return { ok: false, message: t("loading") };
    try {
      const exported = makeExport({
        exporter,
        game: open.id,
        machine: machine || undefined,
        chart,
        graph,
        source: open.source,
        edition,
        names,
        label,
        language,
        title,
        arrangement,
        scenarios: played,
        rules: {
          labels: ruleset?.labels ?? {},
          text: ruleset?.text ?? {},
          ...(ruleset?.moves ? { moves: ruleset.moves } : {}),
          ...(ruleset?.view ? { view: ruleset.view } : {}),
          words: isKit ? reasonWords() : {},
        },
        ...((isPrinted || isPackage || isPlayer) && ruleset
          ? { book: { ruleset, words: bookWords, locales } }
          : {}),
        program,
        levels: levels === "" ? undefined : levels === ALL ? Infinity : Number(levels),
      });
      return { ok: true, ...exported };
    } catch (error) {
      return { ok: false, message: thrownText(error) };
    }
  }, [
    graph,
    exporter,
    open,
    machine,
    label,
    t,
    names,
    arrangement,
    title,
    language,
    edition,
    levels,
    scenarios,
    ruleset,
    isKit,
    isPrinted,
    isPackage,
    isPlayer,
    program,
    hasErrors,
    hasEveryWord,
    locales,
  ]);
}

/** All levels, however small that is. */
const ALL = "all";

function Levels({
  format,
  value,
  choose,
}: {
  readonly format: string;
  readonly value: string;
  readonly choose: (levels: string) => void;
}) {
  const { t } = useTranslation();
  const chart = useStudio((s) => s.graph?.chart);
  const depth = chart ? depthOf(chart) : 0;
  if (depth < 2) return null;
  return (
    <label className={css.levels}>
      {t("export.levels")}
      <select value={value} onChange={(event) => choose(event.target.value)}>
        <option value="">{t("export.levels-read")}</option>
        {Array.from({ length: depth }, (_, i) => (
          <option key={i} value={String(i + 1)}>
            {i + 1}
          </option>
        ))}
        {format === "mermaid" && <option value={ALL}>{t("export.levels-all")}</option>}
      </select>
    </label>
  );
}

interface ResultProps {
  readonly result: Result;
  readonly exporter: Exporter | undefined;
  readonly levels: React.ReactNode;
  /** The command line that writes the same. */
  readonly command: string;
}

/** The exported files, one at a time, to be copied or downloaded. */
function Result({ result, exporter, levels, command }: ResultProps) {
  const { t } = useTranslation();
  const [at, setAt] = useState(0);
  const files = result.ok ? result.files : [];
  const file = files[at] ?? files[0];
  const frame = useRef<HTMLIFrameElement>(null);
  const isPage = exporter !== undefined && isBookFormat(exporter);
  return (
    <section className={css.result} aria-label={file?.name ?? t("export.title")}>
      <div className={css.bar}>
        {files.length > 1 ? (
          <span className={css.files} role="group" aria-label={t("export.files")}>
            {files.map(({ name }, i) => (
              <button key={name} type="button" aria-pressed={name === file?.name} onClick={() => setAt(i)}>
                {name}
              </button>
            ))}
          </span>
        ) : (
          <code>{file?.name}</code>
        )}
        {levels}
        <FileActions file={file} mime={at === 0 ? exporter?.mime : "text/javascript"}>
          {isPage && result.ok && <PrintButton frame={frame} />}
        </FileActions>
      </div>
      {result.ok && file ? (
        <ExportPreview
          result={result}
          file={file}
          kind={at > 0 ? "text" : exporter?.id === "svg" ? "picture" : isPage ? "page" : "text"}
          frame={frame}
        />
      ) : null}
      {!result.ok && (
        <p className={css.failed} role="alert">
          {t("export.failed", { message: result.message })}
        </p>
      )}
      <div className={css.foot}>
        <span>{t("export.cli")}</span>
        <code>{command}</code>
      </div>
    </section>
  );
}

function PrintButton({ frame }: { readonly frame: RefObject<HTMLIFrameElement | null> }) {
  const { t } = useTranslation();
  return (
    <button type="button" className="btn quiet" onClick={() => frame.current?.contentWindow?.print()}>
      {t("export.print")}
    </button>
  );
}

function FileActions({
  file,
  mime = "text/plain",
  children,
}: {
  readonly file: ExportedFile | undefined;
  readonly mime?: string | undefined;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const copy = async (text: string) => {
    if (await copyText(text)) studio.window.notice("info", "export.copied");
    else studio.window.notice("warn", "notice.not-copied");
  };
  return (
    <span className={css.commandRow}>
      {children}
      <button
        type="button"
        className="btn quiet"
        disabled={!file}
        onClick={() => file && void copy(file.text)}
      >
        {t("export.copy")}
      </button>
      <button
        type="button"
        className="btn"
        disabled={!file}
        onClick={() => file && download(file.name, file.text, mime)}
      >
        {t("export.download")}
      </button>
    </span>
  );
}
