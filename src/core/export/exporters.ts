import type { Chart } from "#core/chart/chart.ts";
import type { LabelKey } from "#core/ruleset/labels.ts";
import { exportProject, type ExportProject, type GoesWith } from "#core/export/goesWith.ts";
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
  /** Draws the machine as an SVG, where names are placed and boxes known: for that the layout is asked, not the exporter. */
  readonly draw?: () => string;
  /** The module with the files that it imports, when there are any. */
  readonly project?: ExportProject;
  /** File name that the export will have; that of the module when left out. */
  readonly name?: string;
}
export interface Exported {
  readonly text: string;
  /** What the user of the export has to provide, and what it could not hold. */
  readonly lacks?: Pick<XStateJson, "stubs" | "omitted">;
  /** Files of the project that it does not run without. */
  readonly goesWith?: GoesWith;
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
    run: (input) => inSeveralFiles(input, "ts") ?? { text: toTypeScript(input.text) },
  },
  {
    id: "js",
    extension: ".machine.js",
    mime: "text/javascript",
    run: (input) =>
      inSeveralFiles(input, "js") ?? {
        text: input.lang === "js" ? input.text : toJavaScript(input.text, input.strip),
      },
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
  {
    id: "svg",
    extension: ".svg",
    mime: "image/svg+xml",
    run: ({ draw }) => {
      if (!draw) throw new Error("An SVG is asked of an exporter that has nothing to draw with");
      return { text: draw() };
    },
  },
];

/** A module that imports files of its project; undefined for one that stands by itself. */
function inSeveralFiles({ project, strip, name }: ExportInput, to: "ts" | "js"): Exported | undefined {
  if (!project || project.files.length + project.missing.length === 0) return undefined;
  return exportProject(project, to, (text) => toJavaScript(text, strip), name);
}

/** The exporter of that id, or undefined. */
export const exporterOf = (id: string): Exporter | undefined => exporters.find((one) => one.id === id);
