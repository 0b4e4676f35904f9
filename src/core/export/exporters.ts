import type { Chart } from "#core/chart/chart.ts";
import type { LabelKey } from "#core/ruleset/labels.ts";
import { toJavaScript, type StripTypes } from "#core/export/toJavaScript.ts";
import { toMermaid } from "#core/export/toMermaid.ts";
import { toTypeScript } from "#core/export/toTypeScript.ts";
import { toXStateJson, type XStateJson } from "#core/export/toXStateJson.ts";

export interface ExportInput {
  readonly chart: Chart;
  /** The module's text. */
  readonly text: string;
  readonly lang: "ts" | "js";
  readonly strip: StripTypes;
  /** Names to show, where a format shows names. */
  readonly label?: (key: LabelKey) => string;
}
export interface Exported {
  readonly text: string;
  /** What the user of the export has to provide, and what it could not hold. */
  readonly lacks?: Pick<XStateJson, "stubs" | "omitted">;
}

/** A format that a machine can be exported to; its words are `export.<id>` in locales. */
export interface Exporter {
  readonly id: string;
  /** Of the file, with the dot. */
  readonly extension: string;
  readonly mime: string;
  run(input: ExportInput): Exported;
}

export const exporters: readonly Exporter[] = [
  {
    id: "ts",
    extension: ".machine.ts",
    mime: "text/typescript",
    run: ({ text }) => ({ text: toTypeScript(text) }),
  },
  {
    id: "js",
    extension: ".machine.js",
    mime: "text/javascript",
    run: ({ text, lang, strip }) => ({ text: lang === "js" ? text : toJavaScript(text, strip) }),
  },
  {
    id: "json",
    extension: ".machine.json",
    mime: "application/json",
    run: ({ chart, text }) => {
      const { json, stubs, omitted } = toXStateJson(chart, text);
      return { text: `${JSON.stringify(json, null, 2)}\n`, lacks: { stubs, omitted } };
    },
  },
  {
    id: "mermaid",
    extension: ".mmd",
    mime: "text/vnd.mermaid",
    run: ({ chart, label }) => ({ text: toMermaid(chart, label ? { label } : {}) }),
  },
];

/** The exporter of that id, or undefined. */
export const exporterOf = (id: string): Exporter | undefined => exporters.find((one) => one.id === id);
