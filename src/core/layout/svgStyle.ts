/** Colours by the system's setting, or always those of one theme. */
export type SvgTheme = "auto" | "light" | "dark";

/** What is drawn, by class: property, value in the light, value in the dark. The values are those of the studio's tokens. */
const COLOURS: readonly (readonly [selector: string, property: string, light: string, dark: string])[] = [
  [".paper", "fill", "#f7f6f2", "#15171b"],
  [".box,.ground", "fill", "#ffffff", "#23272e"],
  [".open", "fill", "#fffefb", "#1b1e23"],
  [".box,.open", "stroke", "#cfcbc0", "#3d424b"],
  [".ring", "fill", "#ffffff", "#23272e"],
  [".ring", "stroke", "#5b606b", "#b4b8c0"],
  [".called", "stroke", "#3b5bdb", "#9db1ff"],
  [".tint", "fill", "#e8edff", "#242c4a"],
  [".frame", "stroke", "#e3e0d8", "#2b2f36"],
  [".chip", "fill", "#f1efe8", "#2d3139"],
  [".stop-chip", "fill", "#fde8e6", "#45211f"],
  [".clause-chip", "fill", "#fff3d6", "#3a2d12"],
  [".edge", "stroke", "#8b8f98", "#7d838e"],
  [".tip", "fill", "#8b8f98", "#7d838e"],
  [".arc", "stroke", "#85560c", "#e8b45c"],
  [".arc-tip", "fill", "#85560c", "#e8b45c"],
  [".loop,.halo", "stroke", "#3b5bdb", "#9db1ff"],
  [".failed", "stroke", "#a82e2e", "#ff9d94"],
  [".dot,.ink", "fill", "#1d1f24", "#eceae4"],
  [".ink-2", "fill", "#5b606b", "#b4b8c0"],
  [".ink-3", "fill", "#646a75", "#9299a4"],
  [".chip-ink", "fill", "#444444", "#c9ccd2"],
  [".accent", "fill", "#3b5bdb", "#9db1ff"],
  [".stop", "fill", "#a82e2e", "#ff9d94"],
  [".clause", "fill", "#8a5a00", "#e6bd6a"],
  [".note.yellow", "fill", "#fff0b8", "#3d3416"],
  [".note.yellow", "stroke", "#e3c65a", "#8a7430"],
  [".note.green", "fill", "#e0f3e2", "#1c3424"],
  [".note.green", "stroke", "#9ccba1", "#467a55"],
  [".note.blue", "fill", "#e3ebff", "#1f2a4a"],
  [".note.blue", "stroke", "#a3b7ee", "#4f649e"],
  [".note.pink", "fill", "#fde6ee", "#43212f"],
  [".note.pink", "stroke", "#e3a9bd", "#8c4c64"],
  [".note.grey", "fill", "#eeede8", "#2f3238"],
  [".note.grey", "stroke", "#c4c0b4", "#5d626c"],
  [".note-ink", "fill", "#3a3a34", "#ecebe4"],
];

const SHAPES = [
  ".box,.open,.frame{stroke-width:1.5}",
  ".frame{fill:none}",
  ".region{stroke-dasharray:5 3}",
  ".shared{stroke-dasharray:1.5 2.5}",
  ".called{stroke-dasharray:5 3}",
  ".ring{stroke-width:1.5}",
  ".thin{stroke-width:1}",
  ".area{fill:none;pointer-events:all}",
  "use{fill-rule:evenodd}",
  ".edge{fill:none;stroke-width:1.5}",
  ".always{stroke-dasharray:1.5 3.5;stroke-linecap:round;stroke-width:1.8}",
  ".halo{fill:none;stroke-width:9;stroke-opacity:.16}",
  ".loop{stroke-width:2}",
  ".after{stroke-dasharray:6 4}",
  ".done{stroke-width:2.4}",
];

/** Faces that draw a language's own forms of the shared Chinese characters come first. */
const EAST_ASIAN: Readonly<Record<string, string>> = {
  ja: `"Noto Sans JP","Noto Sans CJK JP","Hiragino Sans","Yu Gothic","Meiryo"`,
  "zh-Hant": `"Noto Sans TC","Noto Sans CJK TC","PingFang TC","Microsoft JhengHei"`,
};
const [JA, ZH] = [EAST_ASIAN["ja"], EAST_ASIAN["zh-Hant"]];

/**
 * The picture's style sheet.
 * @param lang of the labels: decides which face draws Chinese characters
 * @param notes whether the picture has notes
 */
export function svgStyle(theme: SvgTheme, lang: string | undefined, notes = false): string {
  const asian = lang === "zh-Hant" ? `${ZH},${JA}` : `${JA},${ZH}`;
  const fonts = [
    `text{font:12px "Inter Variable",Inter,"Noto Sans","Segoe UI",system-ui,${asian},sans-serif;white-space:pre}`,
    ".title{font-size:13px;font-weight:600}",
    ".head{font-size:12.5px;font-weight:600}",
    ".row{font-size:12px}",
    `.mono{font:10.5px "JetBrains Mono Variable","JetBrains Mono","DejaVu Sans Mono",ui-monospace,${asian},monospace}`,
  ];
  const used = notes ? COLOURS : COLOURS.filter(([selector]) => !selector.startsWith(".note"));
  const colours = (dark: boolean) =>
    used.map(([selector, property, light, night]) => `${selector}{${property}:${dark ? night : light}}`);
  const night = theme === "auto" ? [`@media (prefers-color-scheme:dark){${colours(true).join("")}}`] : [];
  return [...SHAPES, ...fonts, ...colours(theme === "dark"), ...night].join("\n");
}
