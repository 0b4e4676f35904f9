import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Span } from "#core/text/textEdit.ts";
import { chartAt, machineKeys } from "#core/chart/machineKey.ts";
import {
  absolute,
  pathId,
  pathOf,
  placeOf,
  stateAt,
  stateSpan,
  transitionOf,
  transitionRef,
} from "#core/chart/places.ts";
import type { FileName } from "#core/project/gameFiles.ts";
import { rebaseEdits } from "#adapters/monaco/diffEdits.ts";
import { useDiagnosticText } from "#app/design/DiagnosticText.tsx";
import { useKept } from "#app/studio/useKept.ts";
import { useStudio, useStudioDoings } from "#app/studio/useStudio.ts";
import css from "#app/design/CodePanel.module.css";

// Monaco is four megabytes: it comes when code is first shown, never with the first picture.
const CodeEditor = lazy(() =>
  import("#adapters/monaco/CodeEditor.tsx").then((m) => ({ default: m.CodeEditor })),
);

/** The text of the game's files, in step with the graph. */
export function CodePanel({
  reveal,
  focus,
}: {
  reveal?: { file: FileName; at: Span; key: number } | undefined;
  focus?: { kind: string; id: string } | undefined;
}) {
  const { t } = useTranslation();
  const studio = useStudioDoings();
  const project = useStudio((s) => s.project);
  const files = useStudio((s) => s.files);
  const graph = useStudio((s) => s.graph);
  const selected = useStudio((s) => s.route.selection);
  const selection = focus ?? selected;
  const diagnostics = useStudio((s) => s.diagnostics);
  const theme = useStudio((s) => s.theme);
  const language = useStudio((s) => s.uiLanguage);
  const say = useDiagnosticText();
  const [chosen, setChosen] = useKept<FileName>("code-file", "machine");
  const [seen, setSeen] = useState(reveal?.key);
  if (reveal && reveal.key !== seen) {
    setSeen(reveal.key);
    setChosen(reveal.file);
  }
  const file = files?.files.has(chosen) ? chosen : "machine";
  const text = files?.files.get(file) ?? "";
  const chart = graph?.stale ? undefined : graph?.chart;
  const highlight = useMemo((): Span | undefined => {
    if (file !== "machine" || !chart || !selection) return undefined;
    if (selection.kind === "state") {
      const place = selection.id === "" ? undefined : placeOf(chart, pathOf(selection.id));
      return place && stateSpan(place);
    }
    const ref = selection.kind === "transition" ? transitionRef(selection.id) : undefined;
    const found = ref && transitionOf(chart, ref);
    return found && absolute(found.place, found.transition.at);
  }, [file, chart, selection]);
  const selectionKey = selection ? `${selection.kind}:${selection.id}` : "";
  // What was asked for last is scrolled to: a row of Problems, or what is selected.
  const [asked, setAsked] = useState({ problem: reveal?.key, selection: selectionKey, last: "selection" });
  if (reveal?.key !== asked.problem)
    setAsked({ problem: reveal?.key, selection: selectionKey, last: "problem" });
  else if (selectionKey !== asked.selection)
    setAsked({ ...asked, selection: selectionKey, last: "selection" });
  // The caret selects the state it stands in: then the text must not jump to that state's start.
  const [fromCaret, setFromCaret] = useState<string | null>(null);
  const shown =
    asked.last === "problem" && reveal?.file === file
      ? { ...reveal.at, key: `problem:${reveal.key}` }
      : highlight && fromCaret !== selectionKey
        ? { ...highlight, key: selectionKey }
        : undefined;
  const markers = useMemo(
    () =>
      diagnostics
        .filter((d) => d.file === file && d.at)
        .map((d) => ({
          from: d.at?.from ?? 0,
          to: d.at?.to ?? 0,
          severity: d.severity,
          message: say(d),
          code: d.code,
        })),
    [diagnostics, file, say],
  );
  if (!project || !files) return null;
  const names = [...files.files.keys()].sort(
    (a, b) => Number(b === "machine") - Number(a === "machine") || (a < b ? -1 : 1),
  );
  return (
    <section className={css.code} aria-label={t("code.title")}>
      <div className={css.tabs}>
        <select
          className={css.file}
          aria-label={t("code.file")}
          value={file}
          onChange={(event) => setChosen(event.target.value)}
        >
          {names.map((name) => (
            <option key={name} value={name}>
              {name === "machine" ? `${project.id}.machine.ts` : `${name}.json`}
              {files.dirty.includes(name) ? " •" : ""}
            </option>
          ))}
        </select>
        <span className={css.state} data-stale={graph?.stale || undefined}>
          {t(graph?.preview ? "code.preview" : graph?.stale ? "code.stale" : "code.in-step")}
        </span>
      </div>
      <div className={css.editor}>
        <Suspense fallback={<div className="empty">{t("code.loading")}</div>}>
          <CodeEditor
            file={file}
            docs={project.id}
            text={text}
            revision={files.revision}
            lang={file === "machine" ? "typescript" : "json"}
            theme={theme}
            locale={language}
            markers={markers}
            {...(highlight ? { highlight } : {})}
            {...(shown ? { reveal: shown } : {})}
            ariaLabel={t("code.title")}
            words={{ loading: t("code.loading"), failed: t("code.failed") }}
            onEdits={(edits, info) => {
              // A graph command may have changed the text between the keystroke and this call.
              const now = project.text(info.file);
              if (now === undefined) return false;
              project.edit(info.file, rebaseEdits(edits, info.base, now), {
                label: "typing",
                origin: "code",
                at: info.at,
                joins: info.kind === "typing" ? `typing:${info.file}:${info.run}` : "",
              });
              return project.state().revision;
            }}
            onUndo={() => studio.undo()}
            onRedo={() => studio.redo()}
            onSave={() => void studio.save()}
            onCaret={(offset) => {
              if (file !== "machine" || !chart || !graph) return;
              const here = chartAt(graph.reading.charts, offset) ?? chart;
              const id = pathId(stateAt(here, offset)?.path ?? []);
              const chosen = id === "" ? null : ({ kind: "state", id } as const);
              if (chosen) setFromCaret(`state:${id}`);
              const key = machineKeys(graph.reading.charts)[here.ref.ordinal];
              if (here !== chart && key !== undefined) studio.choose(key, chosen);
              else if (chosen) studio.select(chosen);
            }}
          />
        </Suspense>
      </div>
    </section>
  );
}
