import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { exporters, type Exporter } from "#core/export/exporters.ts";
import { importClosure } from "#core/read/modules/importClosure.ts";
import { idOfKey } from "#core/ruleset/labels.ts";
import { drawChart } from "#core/project/drawChart.ts";
import { stripTypes } from "#adapters/sandbox/stripTypes.ts";
import { useChartNames } from "#app/canvas/useCanvasWords.ts";
import { useArrangement } from "#app/canvas/useArrangement.ts";
import { MachineChooser } from "#app/design/MachineChooser.tsx";
import { useGameName } from "#app/studio/useGameName.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio, useStudioDoings } from "#app/studio/useStudio.ts";
import css from "#app/export/ExportView.module.css";

type Made =
  | {
      readonly ok: true;
      readonly text: string;
      /** What the export leaves to the program that uses it. */
      readonly names: readonly string[];
      /** Files that it imports. */
      readonly beside: readonly string[];
    }
  | { readonly ok: false; readonly message: string };

/** The machine in other forms: what each is for, how it looks, and how to take it. */
export function ExportView() {
  const { t } = useTranslation();
  const studio = useStudioDoings();
  const graph = useStudio((s) => s.graph);
  const files = useStudio((s) => s.files?.files);
  const label = useLabels();
  const open = useStudio((s) => s.project);
  const game = useStudio((s) => s.project?.id) ?? "";
  const machine = useStudio((s) => s.route.machine);
  const [chosen, setChosen] = useState("ts");
  const exporter = exporters.find((one) => one.id === chosen);
  const chart = graph?.chart;
  const isPicture = chosen === "svg";
  const names = useChartNames();
  const title = useGameName(game);
  const language = useStudio((s) => s.labelLanguage);
  const arrangement = useArrangement();
  const made = useMemo((): Made => {
    if (graph && !chart && !graph.stale && graph.now.parsed)
      return { ok: false, message: t("export.no-machine") };
    if (!graph || !chart || graph.stale || !exporter || !files || !open)
      return { ok: false, message: t("export.stale") };
    try {
      const { path, modules } = open.source;
      const { lang } = graph.reading;
      const project = importClosure({ path, text: graph.text, lang }, modules);
      const { text, lacks, goesWith } = exporter.run({
        chart,
        text: graph.text,
        lang,
        strip: stripTypes,
        project,
        label: (key) => label(key) ?? idOfKey(key),
        draw: () =>
          drawChart(chart, names, arrangement, {
            title,
            ...(graph.reading.consts ? { consts: graph.reading.consts } : {}),
            ...(language === "id" ? {} : { lang: language }),
          }),
      });
      const stubs = lacks?.stubs;
      return {
        ok: true,
        text,
        names: stubs
          ? Object.values(stubs).flatMap((group: readonly { name: string }[]) =>
              group.map((stub) => stub.name),
            )
          : [],
        beside: [...(goesWith?.files.map((file) => file.path) ?? []), ...(goesWith?.missing ?? [])],
      };
    } catch (error) {
      return { ok: false, message: error instanceof Error ? error.message : String(error) };
    }
  }, [graph, chart, exporter, files, open, label, t, names, arrangement, title, language]);
  // The module forms hold the whole file, the others the machine that is looked at.
  const whole = chosen === "ts" || chosen === "js";
  const one = whole || !machine ? "" : `-${machine}`;
  const name = exporter ? `${game}${one}${exporter.extension}` : "";
  return (
    <div className={css.export}>
      <div className={css.formats} role="radiogroup" aria-label={t("export.title")}>
        <h2>{t("export.title")}</h2>
        <p>{t("export.hint")}</p>
        <MachineChooser />
        {exporters.map((one: Exporter) => (
          <button
            key={one.id}
            type="button"
            role="radio"
            aria-checked={one.id === chosen}
            onClick={() => setChosen(one.id)}
          >
            <b>{t(`export.${one.id}`)}</b>
            <span>{t(`export.${one.id}-text`)}</span>
          </button>
        ))}
      </div>
      <section className={css.result} aria-label={name}>
        <div className={css.bar}>
          <code>{name}</code>
          <span className={css.doings}>
            <button
              type="button"
              className="btn quiet"
              disabled={!made.ok}
              onClick={() => {
                if (made.ok)
                  void navigator.clipboard
                    .writeText(made.text)
                    .then(() => studio.notice("info", "export.copied"));
              }}
            >
              {t("export.copy")}
            </button>
            <button
              type="button"
              className="btn"
              disabled={!made.ok}
              onClick={() => made.ok && exporter && download(name, made.text, exporter.mime)}
            >
              {t("export.download")}
            </button>
          </span>
        </div>
        {made.ok ? (
          <>
            {made.names.length > 0 && (
              <details className={css.stubs}>
                <summary>{t("export.stubs-count", { count: made.names.length })}</summary>
                {made.names.join(", ")}
              </details>
            )}
            {made.beside.length > 0 && (
              <p className={css.beside}>{t("export.goes-with", { files: made.beside.join(", ") })}</p>
            )}
            {isPicture ? (
              <div className={css.picture} tabIndex={0}>
                <img src={`data:image/svg+xml,${encodeURIComponent(made.text)}`} alt={title} />
              </div>
            ) : (
              <pre tabIndex={0}>{made.text}</pre>
            )}
          </>
        ) : (
          <p className={css.failed} role="alert">
            {t("export.failed", { message: made.message })}
          </p>
        )}
        <div className={css.foot}>
          <span>{t("export.cli")}</span>
          <code>
            npx turnwright export {game} --to {chosen}
            {one && ` --machine ${machine}`}
          </code>
        </div>
      </section>
    </div>
  );
}

function download(name: string, text: string, mime: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: mime }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
