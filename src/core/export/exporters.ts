import type { Chart } from "#core/chart/chart.ts";
import type { LabelKey } from "#core/ruleset/labels.ts";
import type { BookForm } from "#core/export/book/book.ts";
import { exportProject, type ExportProject, type GoesWith } from "#core/export/goesWith.ts";
import { generatedHeader } from "#core/export/generatedHeader.ts";
import type { PackageGap, PackageRules } from "#core/export/package/packageSource.ts";
import { toPackage } from "#core/export/package/toPackage.ts";
import { toJavaScript, type StripTypes } from "#core/export/toJavaScript.ts";
import { depthOf, isLegible, legibleLevels, outerChart } from "#core/export/outerChart.ts";
import { toKit, type KitRules } from "#core/export/toKit.ts";
import { toMermaid } from "#core/export/toMermaid.ts";
import type { MatrixForm } from "#core/export/matrix/matrixText.ts";
import { toOutline } from "#core/export/toOutline.ts";
import { toTypeScript } from "#core/export/toTypeScript.ts";
import { child, nodesOf, spanOf } from "#core/syntax/node.ts";
import { freshTree, treeOf } from "#core/syntax/tree.ts";
import { toImplementations, type Implementations } from "#core/export/toImplementations.ts";
import { toSaves } from "#core/export/toSaves.ts";
import { exportedAs, toVitest } from "#core/export/toVitest.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import type { Rename } from "#core/run/scenario/saves.ts";
import { takenFromMachine } from "#core/export/takenFromMachine.ts";
import { toXStateJson, type XStateJson } from "#core/export/toXStateJson.ts";

export interface ExportInput {
  readonly chart: Chart;
  /** The module's text. */
  readonly text: string;
  readonly lang: "ts" | "js";
  readonly strip: StripTypes;
  /** Names to show, where a format shows names. */
  readonly label?: (key: LabelKey) => string;
  /** How many levels of states are exported, where a format may leave out the deeper ones; by default as many as can be read. */
  readonly levels?: number;
  /** Draws the machine as an SVG, where names are placed and boxes known: for that the layout is asked, not the exporter. */
  readonly draw?: () => string;
  /** Prints the game as a book or a table: for that its rules are needed in the words of a reader, which are not the exporter's. */
  readonly print?: (form: PrintForm) => string;
  /** The module with the files that it imports, when there are any. */
  readonly project?: ExportProject;
  /** File name that the export will have; that of the module when left out. */
  readonly name?: string;
  /** What the files beside the export are called after: `ID.implementations.js`. By default "machine". */
  readonly id?: string;
  /** Scenarios by name, for a format that tells them. */
  readonly scenarios?: Readonly<Record<string, Scenario>>;
  /** What a kit tells of the rules. */
  readonly rules?: KitRules;
  /** What a package says of the rules. */
  readonly packageRules?: PackageRules;
  /** Which text of the game this is; without it the export says nothing of it. */
  readonly edition?: Edition;
}
/** In which forms a game is printed for a reader. */
export type PrintForm = BookForm | MatrixForm;

/** Which text of a game an export is built from. */
export interface Edition {
  /** `sha256:<hex>` of the module's text in UTF-8. */
  readonly digest: string;
  /** What was called otherwise before. How many there are is the version: saves of a lower one are led over. */
  readonly renames: readonly Rename[];
}
export interface Exported {
  readonly text: string;
  /** How many levels of states are exported, when that is not all that the machine says. */
  readonly levels?: { readonly shown: number; readonly of: number };
  /** Files that are created with it and belong in the same folder. */
  readonly beside?: readonly { readonly path: string; readonly text: string }[];
  /** Why the code that the export only names is not beside it. */
  readonly noCode?: Exclude<Implementations, { readonly text: string }>;
  /** What the user of the export has to provide, and what it could not hold. */
  readonly lacks?: Pick<XStateJson, "stubs" | "omitted">;
  /** Files of the project that it does not run without. */
  readonly goesWith?: GoesWith;
  /** What a package comes without, because the game does not have it. */
  readonly gaps?: readonly PackageGap[];
}

/** What an export is called: the language of its names in front of the ending, when it is not the one of the ids. */
export const exportName = (id: string, { extension, speaks }: Exporter, lang?: string): string =>
  `${id}${speaks && lang !== undefined ? `.${lang}` : ""}${extension}`;

/** A format that a machine can be exported to; its words are `export.<id>` in locales. */
export interface Exporter {
  readonly id: string;
  /** Of the file, with the dot. */
  readonly extension: string;
  readonly mime: string;
  /** Set when it shows names, so that it is another one in each language. */
  readonly speaks?: true;
  /** Set when deeper levels of states can be left out. */
  readonly takesLevels?: true;
  /** Set when it is printed from the rules, in one of their languages. */
  readonly prints?: PrintForm;
  /** Set when it is a folder: its text is that of `package.json`, and the other files lie in the same folder or below it. */
  readonly isFolder?: true;
  run(input: ExportInput): Exported;
}

export const exporters: readonly Exporter[] = [
  {
    id: "ts",
    extension: ".machine.ts",
    mime: "text/typescript",
    run: (input) => ({
      ...(inSeveralFiles(input, "ts") ?? { text: toTypeScript(input.text) }),
      ...saves(input, "ts"),
    }),
  },
  {
    id: "js",
    extension: ".machine.js",
    mime: "text/javascript",
    run: runJavaScript,
  },
  {
    id: "json",
    extension: ".machine.json",
    mime: "application/json",
    run: runJson,
  },
  {
    id: "mermaid",
    extension: ".mmd",
    mime: "text/vnd.mermaid",
    speaks: true,
    takesLevels: true,
    run: (input) => {
      const { chart, label, levels } = input;
      const of = depthOf(chart);
      const most = levels ?? (isLegible(chart) ? Infinity : legibleLevels(chart));
      const shown = most === Infinity ? chart : outerChart(chart, Math.min(most, of));
      const text = toMermaid(shown, label ? { label } : {}) + lastLine(input, "%%");
      return most === Infinity ? { text } : { text, levels: { shown: Math.min(most, of), of } };
    },
  },
  {
    id: "svg",
    extension: ".svg",
    mime: "image/svg+xml",
    speaks: true,
    takesLevels: true,
    run: ({ draw, edition }) => {
      if (!draw) throw new Error("An SVG is asked of an exporter that has nothing to draw with");
      const picture = draw();
      if (!edition) return { text: picture };
      const end = picture.lastIndexOf("</svg>");
      return {
        text: `${picture.slice(0, end)}<metadata>${editionText(edition)}</metadata>${picture.slice(end)}`,
      };
    },
  },
  {
    id: "outline",
    extension: ".outline.txt",
    mime: "text/plain",
    speaks: true,
    run: (input) => ({ text: toOutline(input.chart, input.label) + lastLine(input, "#") }),
  },
  printExporter("book", "rules", ".book.html", "text/html"),
  printExporter("side-by-side", "compare", ".side-by-side.html", "text/html"),
  printExporter("sheet", "sheet", ".sheet.html", "text/html"),
  printExporter("matrix", "matrix", ".matrix.md", "text/markdown"),
  printExporter("matrix-csv", "matrix-csv", ".matrix.csv", "text/csv"),
  {
    id: "vitest",
    extension: ".scenarios.test.ts",
    mime: "text/typescript",
    run: runVitest,
  },
  {
    id: "kit",
    extension: ".kit.json",
    mime: "application/json",
    run: (input) => ({ text: `${JSON.stringify(kitIn(input))}\n` }),
  },
  {
    id: "package",
    extension: ".package.json",
    mime: "application/json",
    isFolder: true,
    run: runPackage,
  },
];

function runJavaScript(input: ExportInput): Exported {
  const result = inSeveralFiles(input, "js") ?? {
    text: input.lang === "js" ? input.text : toJavaScript(input.text, input.strip),
  };
  return { ...result, text: result.text + lastLine(input, "//"), ...saves(input, "js") };
}

const kitIn = ({
  chart,
  id = "machine",
  edition,
  rules = { labels: {}, text: {}, words: {} },
}: ExportInput) => toKit(chart, id, rules, edition && editionText(edition));

/** The other exports in one folder. */
function runPackage(input: ExportInput): Exported {
  const { chart, text, packageRules, scenarios = {}, strip, edition, id = "machine" } = input;
  if (!packageRules) throw new Error("A package needs the rules of its game");
  const main = `${id}.machine.js`;
  const { text: module, goesWith, beside } = runJavaScript({ ...input, name: main });
  if (goesWith && goesWith.missing.length > 0)
    throw new Error(`it imports what is not there: ${goesWith.missing.join(", ")}`);
  const { files, gaps } = toPackage({
    ...packageRules,
    chart,
    id,
    exportName: exportedAs(chart, text),
    modules: [{ path: main, text: module }, ...(goesWith?.files ?? [])],
    saves: beside?.[0]?.text,
    kit: kitIn(input),
    scenarios,
    strip,
    ...(edition ? { edition: { digest: edition.digest, version: edition.renames.length } } : {}),
  });
  const [first, ...others] = files;
  return { text: first?.text ?? "", beside: others, gaps };
}

/** A form of a game on paper or in a table. */
function printExporter(id: string, form: PrintForm, extension: string, mime: string): Exporter {
  return {
    id,
    extension,
    mime,
    speaks: true,
    prints: form,
    run: ({ print }) => {
      if (!print) throw new Error(`The form ${form} is asked of an exporter that has no rules`);
      return { text: print(form) };
    },
  };
}

/** The tests, and the module that they are of. */
function runVitest(input: ExportInput): Exported {
  const { chart, text, lang, scenarios = {}, id = "machine" } = input;
  const name = `${id}.machine.${lang}`;
  const module = inSeveralFiles({ ...input, name }, lang);
  const { files = [], missing = [] } = module?.goesWith ?? {};
  return {
    text: toVitest({ chart, text, id, scenarios, from: `./${id}.machine.js` }),
    goesWith: { files: [{ path: name, text: module?.text ?? text }, ...files], missing },
  };
}

/** `version 3, sha256:...`, as exports say it. */
export const editionText = ({ digest, renames }: Edition): string => `version ${renames.length}, ${digest}`;

/** A comment at the end, where it moves no line. */
const lastLine = ({ edition, id = "machine" }: ExportInput, mark: string): string =>
  edition ? `${mark} ${id}: ${editionText(edition)}\n` : "";

/** The module that says whether a save can be gone on with. */
function saves(
  { chart, edition, strip, id = "machine" }: ExportInput,
  to: "ts" | "js",
): Pick<Exported, "beside"> {
  if (!edition) return {};
  const module = toSaves(chart, edition);
  const text = to === "ts" ? module : toJavaScript(module, strip).trimStart();
  const head = generatedHeader(id, "what its saves are judged by");
  return { beside: [{ path: `${id}.saves.${to}`, text: head + text }] };
}

function runJson(input: ExportInput): Exported {
  const { chart, text, lang, edition, project, id = "machine" } = input;
  const scope = project?.files.length ? undefined : treeOf(text, lang)?.scopeAt(chart.callAt.from);
  const { json, stubs, parts, omitted } = toXStateJson(chart, text, {
    ...(scope ? { scope } : {}),
    ...(edition ? { version: editionText(edition) } : {}),
  });
  const code = toImplementations(chart, text, { stubs, parts });
  const result = { text: `${JSON.stringify(json, null, 2)}\n` };
  if (!("text" in code)) {
    const whole = inSeveralFiles(input, "js");
    const from = `${id}.machine.js`;
    const taken = code.none === "files" && whole && takenFromMachine(chart, text, { json, stubs }, from);
    if (taken && whole)
      return {
        ...result,
        // What the machine itself has is taken from it, wherever it is written.
        lacks: { stubs, omitted: omitted.filter(({ state, what }) => state !== "" || what !== "context") },
        beside: [
          {
            path: `${id}.implementations.js`,
            text: generatedHeader(id, "the code that its JSON names") + taken,
          },
          { path: from, text: generatedHeader(id, "the whole machine") + whole.text },
          ...(saves(input, "js").beside ?? []),
        ],
        ...(whole.goesWith ? { goesWith: whole.goesWith } : {}),
      };
    const gone = parts.map((part) => ({ state: "", what: part }));
    return {
      ...result,
      ...saves(input, "js"),
      lacks: { stubs, omitted: [...omitted, ...gone] },
      noCode: code,
    };
  }
  const name = `${id}.implementations.js`;
  const { text: module, goesWith } = asModule(input, code.text, name);
  return {
    ...result,
    lacks: { stubs, omitted },
    beside: [
      {
        path: name,
        text: `${generatedHeader(id, "the code that its JSON names")}${module}${lastLine(input, "//")}`,
      },
      ...(saves(input, "js").beside ?? []),
    ],
    ...(goesWith ? { goesWith } : {}),
  };
}

/** A piece of the module as a JavaScript file of its own, with the files that it imports. */
function asModule(
  { lang, project, strip }: ExportInput,
  text: string,
  name: string,
): Pick<Exported, "text" | "goesWith"> {
  const links = nodesOf(freshTree(text)?.program["body"]).flatMap((node) => {
    const source = node.type === "ImportDeclaration" ? child(node, "source") : undefined;
    return source ? [{ specifier: String(source["value"]), at: spanOf(source) }] : [];
  });
  const near = links.filter(({ specifier }) => specifier.startsWith("."));
  if (project && near.length > 0)
    return exportProject({ ...project, main: { ...project.main, text, links: near } }, "js", strip, name);
  return { text: lang === "js" ? text : toJavaScript(text, strip) };
}

/** A module that imports files of its project; undefined for one that stands by itself. */
function inSeveralFiles({ project, strip, name }: ExportInput, to: "ts" | "js"): Exported | undefined {
  if (!project || project.files.length + project.missing.length === 0) return undefined;
  return exportProject(project, to, (text) => toJavaScript(text, strip), name);
}

/** Whether a format is a book; else it may be another one that is printed from the rules. */
export const isBookFormat = ({ mime, prints }: Exporter): boolean =>
  prints !== undefined && mime === "text/html";

/** The exporter of that id, or undefined. */
export const exporterOf = (id: string): Exporter | undefined =>
  exporters.find((exporter) => exporter.id === id);
