import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { langOfPath } from "#core/syntax/parse.ts";
import type { FileName } from "#core/project/gameFiles.ts";
import type { Project } from "#core/project/Project.ts";
import type { TextEdit } from "#core/text/textEdit.ts";
import type { EditInfo } from "#adapters/monaco/editorSession.ts";
import { rebaseEdits } from "#adapters/monaco/diffEdits.ts";
import { References } from "#app/gestures/names/References.tsx";
import { selectionAt } from "#app/gestures/names/selectAt.ts";
import { CodeTabs } from "#app/panels/code/CodeTabs.tsx";
import { useMarkers } from "#app/panels/code/useMarkers.ts";
import { useReveal } from "#app/panels/code/useReveal.ts";
import { codeLanguage } from "#app/panels/code/codeLanguage.ts";
import { goTo, listReferences } from "#app/gestures/names/goTo.ts";
import { usePanelState } from "#app/studio/usePanelState.ts";
import { readPreference, writePreference } from "#app/studio/preferences.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/code/CodePanel.module.css";

// Monaco is four megabytes: it comes when code is first shown, never with the first picture.
const CodeEditor = lazy(() =>
  import("#adapters/monaco/CodeEditor.tsx").then((m) => ({ default: m.CodeEditor })),
);

/** Whether long lines go on in the next one; it is remembered. */
function useWraps(): [boolean, (wraps: boolean) => void] {
  const [wraps, setWraps] = useState(() => readPreference("wrap") === "on");
  const change = (next: boolean) => {
    writePreference("wrap", next ? "on" : "off");
    setWraps(next);
  };
  return [wraps, change];
}

/** Which file is shown: the one that a person chose, or that of the last jump. */
function useChosenFile() {
  const studio = useStudioActions();
  const jump = useStudio((s) => s.jump);
  const [chosenFile, setChosenFile] = usePanelState<FileName>("code-file", "machine");
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
  return [chosenFile, setChosenFile] as const;
}

/** Takes what was typed into the project. Gives its revision then; false where the file is no longer there. */
function applyTyping(project: Project, edits: readonly TextEdit[], info: EditInfo): number | false {
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
}

/** The text of the game's files, in step with the graph. */
export function CodePanel({ focus }: { focus?: { kind: string; id: string } | undefined }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const project = useStudio((s) => s.project);
  const files = useStudio((s) => s.files);
  const graph = useStudio((s) => s.graph);
  const theme = useStudio((s) => s.theme);
  const language = useStudio((s) => s.uiLanguage);
  const [chosenFile, setChosenFile] = useChosenFile();
  const [wraps, setWraps] = useWraps();
  const listed = useStudio((s) => s.listed);
  const names = useMemo(() => codeLanguage(studio, t), [studio, t]);
  const imported = useStudio((s) => s.imported);
  const beside = files?.files.has(chosenFile) ? undefined : imported.find(({ path }) => path === chosenFile);
  const file = beside || files?.files.has(chosenFile) ? chosenFile : "machine";
  const broken = useStudio((s) => s.loaded?.faulty.some((fault) => fault.file === file) === true);
  const text = beside?.text ?? files?.files.get(file) ?? "";
  const chart = graph?.stale ? undefined : graph?.chart;
  const { highlight, shown, setFromCaret } = useReveal({ file, chart, focus });
  const markers = useMarkers(file);
  if (!project || !files) return null;
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
      <CodeTabs
        {...{ project, files, graph, imported, file, beside, broken, wraps }}
        onFile={setChosenFile}
        onWraps={setWraps}
      />
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
            onEdits={(edits, info) => applyTyping(project, edits, info)}
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
