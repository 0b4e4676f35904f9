import type * as Monaco from "monaco-editor/editor";

/** Colours of the design sheet (tokens.css and the code colours of design.html). Monaco takes hex only, no custom properties. */
interface Palette {
  readonly panel: string;
  readonly ink: string;
  readonly ink3: string;
  readonly line: string;
  readonly line2: string;
  readonly accent: string;
  readonly accentBg: string;
  readonly keyword: string;
  readonly string: string;
  readonly comment: string;
  readonly number: string;
  readonly stop: string;
  readonly warn: string;
}

/** Comments are a shade darker than on the sheet, so that they reach 4.5 to 1 on the panel and on the selected state. */
const light: Palette = {
  panel: "#fffefb",
  ink: "#1d1f24",
  ink3: "#646a75",
  line: "#e3e0d8",
  line2: "#cfcbc0",
  accent: "#3b5bdb",
  accentBg: "#e8edff",
  keyword: "#7a3ea8",
  string: "#0b7052",
  comment: "#656b76",
  number: "#a34c0b",
  stop: "#a82e2e",
  warn: "#85560c",
};

const dark: Palette = {
  panel: "#1b1e23",
  ink: "#eceae4",
  ink3: "#9299a4",
  line: "#2b2f36",
  line2: "#3d424b",
  accent: "#9db1ff",
  accentBg: "#242c4a",
  keyword: "#c9a4f2",
  string: "#6fd3ae",
  comment: "#9aa1ac",
  number: "#eaa765",
  stop: "#ff9d94",
  warn: "#e8b45c",
};

export type ThemeName = "light" | "dark";

/** Monaco's name of a theme. */
export const themeId = (theme: ThemeName): string => `turnwright-${theme}`;

/** Makes both themes known; to be called once. */
export function defineThemes(editor: typeof Monaco.editor): void {
  editor.defineTheme(themeId("light"), themeData("vs", light));
  editor.defineTheme(themeId("dark"), themeData("vs-dark", dark));
}

function themeData(base: "vs" | "vs-dark", c: Palette): Monaco.editor.IStandaloneThemeData {
  const bare = (hex: string) => hex.slice(1);
  const rule = (token: string, colour: string) => ({ token, foreground: bare(colour) });
  return {
    base,
    inherit: false,
    rules: [
      rule("", c.ink),
      rule("keyword", c.keyword),
      rule("string", c.string),
      rule("regexp", c.string),
      rule("comment", c.comment),
      rule("number", c.number),
      rule("constant", c.number),
    ],
    colors: {
      "editor.background": c.panel,
      "editor.foreground": c.ink,
      "editorLineNumber.foreground": c.ink3,
      "editorLineNumber.activeForeground": c.ink,
      "editorCursor.foreground": c.accent,
      "editor.selectionBackground": `${c.accent}40`,
      "editor.inactiveSelectionBackground": `${c.accent}26`,
      "editor.lineHighlightBackground": `${c.line}66`,
      "editor.lineHighlightBorder": "#00000000",
      "editor.wordHighlightBackground": `${c.accent}1f`,
      // The selected state's lines (CodeEditor.module.css takes it from here).
      "editor.rangeHighlightBackground": c.accentBg,
      "editor.findMatchBackground": `${c.warn}66`,
      "editor.findMatchHighlightBackground": `${c.warn}33`,
      "editorIndentGuide.background1": c.line,
      "editorIndentGuide.activeBackground1": c.line2,
      "editorBracketMatch.background": `${c.accent}26`,
      "editorBracketMatch.border": c.line2,
      "editorError.foreground": c.stop,
      "editorWarning.foreground": c.warn,
      "editorInfo.foreground": c.accent,
      "editorStickyScroll.background": c.panel,
      "editorStickyScroll.border": c.line,
      "editorStickyScrollHover.background": c.accentBg,
      "editorWidget.background": c.panel,
      "editorWidget.foreground": c.ink,
      "editorWidget.border": c.line2,
      "editorHoverWidget.background": c.panel,
      "editorHoverWidget.border": c.line2,
      "editorSuggestWidget.background": c.panel,
      "editorSuggestWidget.border": c.line2,
      "editorSuggestWidget.selectedBackground": c.accentBg,
      "editorSuggestWidget.selectedForeground": c.ink,
      "editorSuggestWidget.highlightForeground": c.accent,
      "editorSuggestWidget.focusHighlightForeground": c.accent,
      "input.background": c.panel,
      "input.foreground": c.ink,
      "input.border": c.line2,
      "quickInput.background": c.panel,
      "quickInput.foreground": c.ink,
      "quickInputList.focusBackground": c.accentBg,
      "quickInputList.focusForeground": c.ink,
      "list.focusHighlightForeground": c.accent,
      "list.highlightForeground": c.accent,
      "editorOverviewRuler.errorForeground": c.stop,
      "editorOverviewRuler.warningForeground": c.warn,
      "list.focusBackground": c.accentBg,
      "list.focusForeground": c.ink,
      "list.hoverBackground": c.accentBg,
      "menu.background": c.panel,
      "menu.foreground": c.ink,
      "menu.selectionBackground": c.accentBg,
      "menu.selectionForeground": c.ink,
      "menu.border": c.line2,
      focusBorder: c.accent,
      "scrollbarSlider.background": `${c.ink3}33`,
      "scrollbarSlider.hoverBackground": `${c.ink3}55`,
      "scrollbarSlider.activeBackground": `${c.ink3}77`,
      "widget.shadow": "#00000022",
    },
  };
}
