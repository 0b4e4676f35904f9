import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { CodeMarker } from "#adapters/monaco/codeMarker.ts";
import { createEditor, type MountedEditor } from "#adapters/monaco/createEditor.ts";
import type { OnEdits } from "#adapters/monaco/editorSession.ts";
import type { CodeLanguage } from "#adapters/monaco/language/codeLanguage.ts";
import type { ImportedFile } from "#adapters/monaco/importedFiles.ts";
import { type EditorLocale, loadMonaco } from "#adapters/monaco/loadMonaco.ts";
import type { MonacoApi } from "#adapters/monaco/monacoApi.ts";
import { fileUri } from "#adapters/monaco/fileUri.ts";
import type { ThemeName } from "#adapters/monaco/theme.ts";
import { beginning } from "#core/text/beginning.ts";
import type { Span } from "#core/text/textEdit.ts";
import styles from "./CodeEditor.module.css";

export interface CodeEditorProps {
  /** Id of the game; names the models, so that the type checker and the kept caret know one game's file from another's. */
  readonly docs?: string;
  /** Logical name, such as `machine` or `labels/ja`. */
  readonly file: string;
  /** Where the file lies, when it imports others or is one that is imported: `./rules` is looked for beside it. */
  readonly path?: string;
  /** The files that it imports, and those that they import. The same list until something changes. */
  readonly imports?: readonly ImportedFile[];
  /** The project's text of the file: the truth. */
  readonly text: string;
  /** The project's revision of `text`, of the same count as what `onEdits` answers. */
  readonly revision: number;
  readonly lang: "typescript" | "javascript" | "json";
  readonly theme: ThemeName;
  /** Language of Monaco's own menus; that of the first editor on the page holds until the page is reloaded. */
  readonly locale: EditorLocale;
  readonly readOnly?: boolean;
  /** Long lines go on in the next one. */
  readonly wraps?: boolean;
  readonly markers?: readonly CodeMarker[];
  /** Lines with a soft background: the selected state. Belongs to `text` when it is a new object; else it moves with its lines. */
  readonly highlight?: Span;
  /** Scrolls there whenever `key` becomes another. `select`: the caret goes there as well, and the focus if it is said so. */
  readonly reveal?: Span & {
    readonly key: string | number;
    readonly select?: boolean;
    readonly focus?: boolean;
  };
  readonly onEdits: OnEdits;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onSave: () => void;
  /** The person moved the caret to this offset of the text; at most once per frame. */
  readonly onCaret?: (offset: number) => void;
  /** What the studio knows of the names in its files: completion, hover, definitions, references, rename. */
  readonly language?: CodeLanguage;
  readonly ariaLabel: string;
  /** Shown over the plain text until the editor is there, or when it cannot be fetched. */
  readonly words?: {
    readonly loading?: string;
    readonly failed?: string;
    readonly references?: string;
    readonly previewRename?: string;
  };
}

/**
 * A code editor over one file of the project. It holds no text of its own: edits go out through `onEdits` and come back as
 * `text`. Monaco is fetched when the first one mounts; until then, and without it, the text can be read.
 */
export function CodeEditor(props: CodeEditorProps): ReactNode {
  const {
    docs,
    file,
    path,
    imports,
    text,
    revision,
    lang,
    theme,
    locale,
    readOnly = false,
    wraps = false,
    markers,
    highlight,
    reveal,
    ariaLabel,
  } = props;
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  const [failed, setFailed] = useState(false);
  const [monaco, setMonaco] = useState<MonacoApi>();
  const [editor, setEditor] = useState<MountedEditor>();
  const uri = fileUri(docs, file, lang, path);

  useLayoutEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    let isUnmounted = false;
    loadMonaco(locale).then(
      (api) => isUnmounted || setMonaco(() => api),
      () => isUnmounted || setFailed(true),
    );
    return () => {
      isUnmounted = true;
    };
  }, [locale]);

  useLayoutEffect(() => {
    if (!monaco || !host.current) return undefined;
    const mounted = createEditor(monaco, host.current, latest.current.locale, {
      onEdits: (edits, info) => latest.current.onEdits(edits, info),
      onCaret: (offset) => latest.current.onCaret?.(offset),
      language: () => latest.current.language,
      undo: () => latest.current.onUndo(),
      redo: () => latest.current.onRedo(),
      save: () => latest.current.onSave(),
      listReferences: latest.current.words?.references,
      previewRename: latest.current.words?.previewRename,
    });
    setEditor(mounted);
    return () => {
      setEditor(undefined);
      mounted.dispose();
    };
  }, [monaco]);

  useLayoutEffect(() => editor?.setTheme(theme), [editor, theme]);
  useLayoutEffect(() => editor?.setOptions({ readOnly, ariaLabel }), [editor, readOnly, ariaLabel]);
  useLayoutEffect(() => editor?.setOptions({ wordWrap: wraps ? "on" : "off" }), [editor, wraps]);
  useLayoutEffect(() => editor?.setImports(imports ?? []), [editor, imports]);
  useLayoutEffect(() => {
    editor?.session.show({ file, uri, language: lang }, text, revision);
  }, [editor, uri, file, lang, text, revision]);
  useLayoutEffect(() => editor?.setMarkers(markers ?? [], latest.current.text), [editor, uri, markers]);
  useLayoutEffect(() => editor?.setHighlight(highlight, latest.current.text), [editor, uri, highlight]);
  useLayoutEffect(() => {
    const span = latest.current.reveal;
    if (!span || !editor) return;
    if (span.select) editor.select(span, latest.current.text);
    else editor.reveal(span, latest.current.text);
    if (span.focus) editor.focus();
  }, [editor, uri, reveal?.key]);

  return (
    <div className={styles.frame}>
      {!editor && (
        <>
          <pre className={styles.plain} aria-label={ariaLabel}>
            {beginning(text)}
          </pre>
          <p className={styles.status} role="status">
            {failed ? props.words?.failed : props.words?.loading}
          </p>
        </>
      )}
      <div ref={host} className={styles.host} data-file={file} />
    </div>
  );
}
