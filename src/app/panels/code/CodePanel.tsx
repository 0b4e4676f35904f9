import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Span } from "#core/text/textEdit.ts";
import { absolute, pathOf, placeOf, stateSpan, transitionOf, transitionRef } from "#core/chart/places.ts";
import { langOfPath } from "#core/syntax/parse.ts";
import type { FileName } from "#core/project/gameFiles.ts";
import { rebaseEdits } from "#adapters/monaco/diffEdits.ts";
import { References } from "#app/gestures/names/References.tsx";
import { selectionAt } from "#app/gestures/names/selectAt.ts";
import { codeLanguage } from "#app/panels/code/codeLanguage.ts";
import { goTo, listReferences } from "#app/gestures/names/goTo.ts";
import { useDiagnosticText } from "#app/parts/DiagnosticText.tsx";
import { useFixText } from "#app/parts/useFixes.ts";
import { usePanelState } from "#app/studio/usePanelState.ts";
import { readPreference, writePreference } from "#app/studio/preferences.ts";
import { fileTitle } from "#app/studio/fileTitle.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/code/CodePanel.module.css";

// Monaco is four megabytes: it comes when code is first shown, never with the first picture.
const CodeEditor = lazy(() =>
  import("#adapters/monaco/CodeEditor.tsx").then((m) => ({ default: m.CodeEditor })),
);

const NONE: readonly Diagnostic[] = [];

/** Whether long lines go on in the next one; it is remembered. */
function useWraps(): [boolean, (wraps: boolean) => void] {
  const [wraps, setWraps] = useState(() => readPreference("wrap") === "on");
  const change = (next: boolean) => {
    writePreference("wrap", next ? "on" : "off");
    setWraps(next);
  };
  return [wraps, change];
}

/** The text of the game's files, in step with the graph. */
export function CodePanel({ focus }: { focus?: { kind: string; id: string } | undefined }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const project = useStudio((s) => s.project);
  const files = useStudio((s) => s.files);
  const graph = useStudio((s) => s.graph);
  const selected = useStudio((s) => s.route.selection);
  const selection = focus ?? selected;
  // Type errors are marked by the editor itself.
  const diagnostics = useStudio((s) => s.loaded?.diagnostics) ?? NONE;
  const theme = useStudio((s) => s.theme);
  const language = useStudio((s) => s.uiLanguage);
  const say = useDiagnosticText();
  const [chosenFile, setChosenFile] = usePanelState<FileName>("code-file", "machine");
  const sayFix = useFixText();
  const [wraps, setWraps] = useWraps();
  const jump = useStudio((s) => s.jump);
  const listed = useStudio((s) => s.listed);
  const names = useMemo(() => codeLanguage(studio, t), [studio, t]);
  // A jump that was requested while the panel was folded away is made when it comes.
  const [seenJump, setSeenJump] = useState<number>();
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      // Strict mode takes every effect away once and brings it again; the panel has not gone then.
      queueMicrotask(() => {
        if (!isMounted.current) studio.window.set({ jump: null });
      });
    };
  }, [studio]);
  if (jump?.key !== seenJump) {
    setSeenJump(jump?.key);
    if (jump) setChosenFile(jump.file);
  }
  const imported = useStudio((s) => s.imported);
  const beside = files?.files.has(chosenFile) ? undefined : imported.find(({ path }) => path === chosenFile);
  const file = beside || files?.files.has(chosenFile) ? chosenFile : "machine";
  const broken = useStudio((s) => s.loaded?.faulty.some((fault) => fault.file === file) === true);
  const text = beside?.text ?? files?.files.get(file) ?? "";
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
  // The caret selects the state or transition it stands in: then the text must not jump to its start.
  const [fromCaret, setFromCaret] = useState<string | null>(null);
  const selectionKey = selection ? `${selection.kind}:${selection.id}` : "";
  // What got another name is not scrolled to again, but an editor that comes later begins there.
  const [shownKey, setShownKey] = useState(selectionKey);
  // What was requested last is scrolled to: a place of a name or of a problem, or what is selected.
  const keys = { jump: jump?.key, selection: selectionKey };
  const [revealed, setRevealed] = useState<typeof keys & { last: string }>({
    ...keys,
    jump: undefined,
    last: "selection",
  });
  if (keys.jump !== revealed.jump) setRevealed({ ...keys, last: "jump" });
  else if (keys.selection !== revealed.selection) {
    // What got another name stands where it stood: who renamed it elsewhere in the text stays there.
    const renamed = selected !== null && "renamed" in selected && selected.renamed === true;
    setRevealed({ ...keys, last: renamed ? revealed.last : "selection" });
    if (!renamed) setShownKey(selectionKey);
    else if (fromCaret === revealed.selection) setFromCaret(selectionKey);
  }
  const shown =
    revealed.last === "jump" && jump?.file === file
      ? { ...jump.at, key: `jump:${jump.key}`, select: true, focus: jump.focus }
      : highlight && fromCaret !== selectionKey
        ? { ...highlight, key: shownKey }
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
          fixes: () =>
            (studio.get().loaded?.fixesOf(d) ?? []).map((fix) => ({
              title: sayFix(fix),
              obvious: fix.obvious,
              run: () => void studio.editor.applyFix(d, fix),
            })),
        })),
    [diagnostics, file, say, sayFix, studio],
  );
  if (!project || !files) return null;
  // Of a file beside the machine, only what keeps it from being read or written is reported: the graph does not depend on it.
  const isSideFile = !beside && file !== "machine" && !broken && !project.isReadOnly(file);
  const fileNames = [...files.files.keys()].sort(
    (a, b) => Number(b === "machine") - Number(a === "machine") || (a < b ? -1 : 1),
  );
  return (
    <section
      className={css.code}
      aria-label={t("code.title")}
      onKeyDown={(event) => {
        // With Alt many keyboards write another letter.
        if (event.code !== "KeyZ" || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
          return;
        event.preventDefault();
        setWraps(!wraps);
      }}
    >
      <div className={css.tabs}>
        <select
          className={css.file}
          aria-label={t("code.file")}
          value={file}
          onChange={(event) => setChosenFile(event.target.value)}
        >
          {fileNames.map((name) => (
            <option key={name} value={name}>
              {fileTitle(project, name)}
              {files.dirty.includes(name) ? " •" : ""}
            </option>
          ))}
          {imported.length > 0 && (
            <optgroup label={t("code.imported")}>
              {imported.map(({ path }) => (
                <option key={path} value={path}>
                  {path}
                </option>
              ))}
            </optgroup>
          )}
        </select>
        <button
          type="button"
          className={css.wrap}
          aria-pressed={wraps}
          title={t("wrap.key")}
          onClick={() => setWraps(!wraps)}
        >
          {t("wrap.name")}
        </button>
        <span className={css.state} data-stale={graph?.stale || undefined}>
          {isSideFile
            ? ""
            : t(
                beside
                  ? "code.read-only"
                  : project.isReadOnly(file)
                    ? "code.newer"
                    : broken
                      ? "code.broken"
                      : graph?.preview
                        ? "halfTyped.code-preview"
                        : graph?.now.stopped !== undefined
                          ? "stopped.code"
                          : graph?.stale
                            ? "halfTyped.code"
                            : "code.in-step",
              )}
        </span>
      </div>
      <div className={css.editor}>
        <Suspense fallback={<div className="empty">{t("code.loading")}</div>}>
          <CodeEditor
            file={file}
            docs={project.id}
            text={text}
            revision={files.revision}
            lang={
              beside || file === "machine"
                ? (beside ? langOfPath(beside.path) : project.source.lang) === "ts"
                  ? "typescript"
                  : "javascript"
                : "json"
            }
            {...(beside || file === "machine" ? { path: beside?.path ?? project.source.path } : {})}
            imports={imported}
            readOnly={beside !== undefined || project.isReadOnly(file)}
            wraps={wraps}
            theme={theme}
            locale={language}
            markers={markers}
            {...(highlight ? { highlight } : {})}
            {...(shown ? { reveal: shown } : {})}
            language={names}
            ariaLabel={t("code.title")}
            words={{
              loading: t("code.loading"),
              failed: t("code.failed"),
              references: t("references.menu"),
              previewRename: t("preview.rename-code"),
            }}
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
            onUndo={() => studio.editor.undo()}
            onRedo={() => studio.editor.redo()}
            onSave={() => void studio.editor.save()}
            onCaret={(offset) => {
              if (file !== "machine" || !chart || !graph) return;
              const around = selectionAt(graph.reading.charts, offset);
              if (!around) return;
              const { selection: chosenFile, machine } = around;
              if (chosenFile) setFromCaret(`${chosenFile.kind}:${chosenFile.id}`);
              if (machine !== graph.machine) studio.navigation.choose(machine, chosenFile);
              else if (chosenFile) studio.navigation.select(chosenFile);
            }}
          />
        </Suspense>
      </div>
      {listed && (
        <References
          symbol={listed}
          onOpen={(place) => goTo(studio, place)}
          onClose={() => listReferences(studio, null)}
        />
      )}
    </section>
  );
}
