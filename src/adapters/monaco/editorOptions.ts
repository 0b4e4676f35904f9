import type * as Monaco from "monaco-editor/editor";
import type { EditorLocale } from "#adapters/monaco/loadMonaco.ts";

const FONT_SIZE = 12.5;

/** The family as @fontsource-variable names it, then the plain one, then what a Linux machine has. */
export const FONT_FAMILY = '"JetBrains Mono Variable", "JetBrains Mono", "DejaVu Sans Mono", monospace';

/** How every editor of the studio behaves. Nothing here rewrites text that the person did not type. */
export function editorOptions(locale: EditorLocale): Monaco.editor.IStandaloneEditorConstructionOptions {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return {
    automaticLayout: true,
    fixedOverflowWidgets: true,
    fontFamily: FONT_FAMILY,
    fontSize: FONT_SIZE,
    lineHeight: 1.62,
    fontLigatures: false,
    padding: { top: 10, bottom: 10 },
    minimap: { enabled: false },
    stickyScroll: { enabled: true },
    folding: true,
    glyphMargin: false,
    lineNumbersMinChars: 4,
    scrollBeyondLastLine: false,
    smoothScrolling: !still,
    cursorBlinking: still ? "solid" : "blink",
    renderLineHighlight: "line",
    renderLineHighlightOnlyWhenFocus: true,
    overviewRulerBorder: false,
    bracketPairColorization: { enabled: false },
    tabSize: 2,
    insertSpaces: true,
    detectIndentation: true,
    formatOnPaste: false,
    formatOnType: false,
    trimAutoWhitespace: false,
    // Guards, actions and targets are strings, and the types know their names.
    quickSuggestions: { strings: true, comments: false, other: true },
    wordBasedSuggestions: "off",
    // A click on a link would leave the machine.
    links: false,
    // Both would offer to rewrite the file; Japanese and Chinese text is full of "ambiguous" characters.
    unusualLineTerminators: "off",
    unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true, nonBasicASCII: false },
    wordSegmenterLocales: locale === "en" ? [] : [locale],
    colorDecorators: false,
    codeLens: false,
    inlineSuggest: { enabled: false },
    dropIntoEditor: { enabled: false },
    pasteAs: { enabled: false },
  };
}
