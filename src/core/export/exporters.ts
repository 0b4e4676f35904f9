import {
  editionText,
  type Exported,
  type Exporter,
  type ExportInput,
  type PrintForm,
} from "#core/export/exporter.ts";
import { generatedHeader } from "#core/export/generatedHeader.ts";
import { exportProject } from "#core/export/goesWith.ts";
import { depthOf, isLegible, legibleLevels, outerChart } from "#core/export/outerChart.ts";
import { toPackage } from "#core/export/package/toPackage.ts";
import { toPlayer } from "#core/export/player/toPlayer.ts";
import { takenFromMachine } from "#core/export/takenFromMachine.ts";
import { toImplementations } from "#core/export/toImplementations.ts";
import { toJavaScript } from "#core/export/toJavaScript.ts";
import { toKit } from "#core/export/toKit.ts";
import { toMermaid } from "#core/export/toMermaid.ts";
import { toOutline } from "#core/export/toOutline.ts";
import { toSaves } from "#core/export/toSaves.ts";
import { toTypeScript } from "#core/export/toTypeScript.ts";
import { exportedAs, toVitest } from "#core/export/toVitest.ts";
import { toXStateJson } from "#core/export/toXStateJson.ts";
import type { Kit } from "#core/run/play/kit.ts";
import { child, nodesOf, spanOf } from "#core/syntax/node.ts";
import { freshTree, treeOf } from "#core/syntax/tree.ts";

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
    takesLocales: true,
    run: runPackage,
  },
  {
    id: "player",
    extension: ".player.html",
    mime: "text/html",
    takesLocales: true,
    run: (input) => ({ text: playerIn(input) }),
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

/** The module as JavaScript, named after the game, and all that it imports. @throws Error for an import that is missing */
function modulesIn(input: ExportInput) {
  const main = `${input.id ?? "machine"}.machine.js`;
  const { text, goesWith, beside } = runJavaScript({ ...input, name: main });
  if (goesWith && goesWith.missing.length > 0)
    throw new Error(`it imports what is not there: ${goesWith.missing.join(", ")}`);
  return { modules: [{ path: main, text }, ...(goesWith?.files ?? [])], saves: beside?.[0]?.text };
}

/** The other exports in one folder. */
function runPackage(input: ExportInput): Exported {
  const { chart, text, packageRules, scenarios = {}, strip, edition, id = "machine" } = input;
  if (!packageRules) throw new Error("A package needs the rules of its game");
  const { files, gaps } = toPackage({
    ...packageRules,
    chart,
    id,
    exportName: exportedAs(chart, text),
    ...modulesIn(input),
    kit: kitIn(input),
    scenarios,
    strip,
    ...(edition ? { edition: { digest: edition.digest, version: edition.renames.length } } : {}),
  });
  const [first, ...others] = files;
  return { text: first?.text ?? "", beside: others, gaps };
}

/** The game as a page that plays it. */
function playerIn(input: ExportInput): string {
  const { chart, text, player, scenarios = {}, edition, id = "machine" } = input;
  if (!player) throw new Error("A page that plays a game needs the program of the page");
  const { program, toCommonJs, maps, title, locales } = player;
  return toPlayer({
    program,
    toCommonJs,
    machine: exportedAs(chart, text),
    modules: modulesIn(input).modules,
    game: {
      id,
      title,
      locales,
      kit: inLocales(kitIn(input), locales),
      maps: maps(),
      scenarios,
      ...(edition ? { edition: editionText(edition) } : {}),
    },
  });
}

/** A kit with the words of some languages; refusals are in English where the studio does not speak one of them. */
function inLocales(kit: Kit, locales: readonly string[]): Kit {
  const pick = <T>(byLocale: Readonly<Record<string, T>>, chosen: readonly string[]) =>
    Object.fromEntries(Object.entries(byLocale).filter(([locale]) => chosen.includes(locale)));
  const isSpoken = locales.every((locale) => Object.hasOwn(kit.words, locale));
  return {
    ...kit,
    labels: { ...Object.fromEntries(locales.map((locale) => [locale, {}])), ...pick(kit.labels, locales) },
    text: pick(kit.text, locales),
    words: pick(kit.words, isSpoken ? locales : [...locales, "en"]),
  };
}

/** A form of a game on paper or in a table. */
function printExporter(id: string, form: PrintForm, extension: string, mime: string): Exporter {
  return {
    id,
    extension,
    mime,
    speaks: true,
    takesLocales: true,
    prints: form,
    run: ({ print }) => {
      if (!print) throw new Error(`The form ${form} cannot be printed without rules`);
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

/** The exporter of that id, or undefined. */
export const exporterOf = (id: string): Exporter | undefined =>
  exporters.find((exporter) => exporter.id === id);
