import type { TFunction } from "i18next";
import { explainTypeError, type Explained } from "#core/analyze/explainTypeError.ts";
import type { Chart } from "#core/chart/chart.ts";
import { machineKeys, mainChart } from "#core/chart/machineKey.ts";
import { pathOf } from "#core/chart/places.ts";
import { isReported } from "#core/analyze/typeFaults.ts";
import { sentenceContext } from "#core/diagnostic/say.ts";
import { clauseText } from "#core/ruleset/labels.ts";
import { completionsAt, type Completion } from "#core/symbol/completions.ts";
import { machineOutline, type OutlineEntry } from "#core/symbol/machineOutline.ts";
import { ruleSiteAt } from "#core/symbol/references.ts";
import { isRenamable } from "#core/symbol/symbol.ts";
import { symbolFacts } from "#core/symbol/symbolFacts.ts";
import { symbolAt, symbolTable } from "#core/symbol/symbolSites.ts";
import { withinBudget } from "#core/text/budget.ts";
import { diffEdit, mapOffset, type Span } from "#core/text/textEdit.ts";
import type {
  CodeCompletion,
  CodeLanguage,
  CodePoint,
  OutlineItem,
} from "#adapters/monaco/language/codeLanguage.ts";
import { goTo, listReferences } from "#app/gestures/names/goTo.ts";
import { importedText, placesIn, type NamedSymbol } from "#app/gestures/names/placesIn.ts";
import { renameSymbol } from "#app/gestures/names/renameSymbol.ts";
import { symbolMarkdown, type SymbolWords } from "#app/gestures/names/symbolText.ts";
import { typeChecksOf } from "#app/panels/code/TypeChecks.ts";
import { labelsOf } from "#app/studio/labels.ts";
import type { Studio } from "#app/studio/Studio.ts";

/** Answers the editor's questions from what the studio knows at that moment. Core does the thinking; here are only the words. */
export function codeLanguage(studio: Studio, t: TFunction): CodeLanguage {
  /** An answer that would take too long is none: the editor goes on. */
  const inTime = <T>(text: string, answer: () => T): T | undefined =>
    withinBudget<T | undefined>(studio.get().project?.budget?.(text.length), answer, () => undefined);
  const nameAt = (point: CodePoint) => inTime(point.text, () => symbolIn(studio, point));
  const checks = typeChecksOf(studio);
  return {
    completions: ({ file, text, offset }) => {
      const { graph, loaded } = studio.get();
      if (file !== "machine" || !graph) return undefined;
      const { charts } = graph.reading;
      const clauses = loaded?.ruleset.clauses.map(({ id }) => id) ?? [];
      const complete = () => completionsAt(text, offset, { text: graph.text, charts, clauses });
      const found = inTime(text, complete);
      if (!found) return undefined;
      const words = wordsOf(studio, t);
      return { only: found.only, items: found.items.map((item) => labelled(item, found.chart, words)) };
    },
    hover: (point) => {
      const found = nameAt(point);
      if (!found) return undefined;
      const facts = symbolFacts(found.chart, found.symbol);
      return { at: found.at, markdown: symbolMarkdown(facts, wordsOf(studio, t)) };
    },
    nameAt: (point) => {
      const found = nameAt(point);
      // A field of the context is best renamed by TypeScript, and the machine itself has no command for it.
      if (!found || !isRenamable(found.symbol) || found.symbol.name === "") return undefined;
      const { kind, name } = found.symbol;
      return { at: found.at, name: kind === "state" ? (pathOf(name).at(-1) ?? "") : name };
    },
    definitions: (point) => {
      const found = nameAt(point);
      if (!found) return [];
      const places = placesIn(studio, found.symbol);
      const written = places.filter(({ role }) => role === "definition");
      // What is written elsewhere may at least be named here.
      return written.length > 0 || point.file === "machine"
        ? written
        : places.filter(({ file }) => file === "machine").slice(0, 1);
    },
    references: (point) => {
      const found = nameAt(point);
      return found ? placesIn(studio, found.symbol) : [];
    },
    rename: (point, to) => {
      const found = nameAt(point);
      if (found && isRenamable(found.symbol)) renameSymbol(studio, found.symbol, to);
    },
    previewRename: (point) => {
      const found = nameAt(point);
      if (!found || !isRenamable(found.symbol) || found.symbol.name === "") return false;
      studio.window.set({ question: { kind: "rename-symbol", symbol: found.symbol } });
      return true;
    },
    outline: (file, text) => {
      const graph = studio.editor.graphNow();
      if (file !== "machine" || !graph || graph.stale || graph.text !== text) return [];
      const { labelOf } = wordsOf(studio, t);
      const item = ({ kind, name, symbol, at, nameAt: word, children }: OutlineEntry): OutlineItem => {
        const label = symbol && labelOf(`${symbol.kind}:${symbol.name}`);
        return { kind, name, at, nameAt: word, children: children.map(item), ...(label ? { label } : {}) };
      };
      return graph.reading.charts.map((chart) => item(machineOutline(chart)));
    },
    explain: (file, text, errors) => {
      const graph = studio.editor.graphNow();
      if (file !== "machine" || !graph) return [];
      const trusted = new Set(checks.trusted(text, errors));
      const canExplain = !graph.stale && graph.text === text;
      const diagnostics = studio.get().loaded?.diagnostics ?? [];
      return errors.map((error) => {
        if (!trusted.has(error)) return "left-out";
        if (!canExplain) return undefined;
        const better = explainTypeError(text, graph.reading.charts, error);
        if (!better) return undefined;
        if (isReported(better.at, diagnostics)) return "told";
        const message = errorText(t, better, studio.get().uiLanguage === "en" ? ", " : "、");
        return message === ""
          ? undefined
          : { at: better.at, message, originalTitle: t("typeError.original") };
      });
    },
    found: (file, text, errors) => {
      if (file === "machine") checks.found(text, errors);
    },
    textOf: (file) => studio.get().files?.files.get(file) ?? importedText(studio, file),
    refuseRename: (name, file) => studio.window.notice("warn", "refusal.named-elsewhere", { name, file }),
    open: (place) => goTo(studio, place, true),
    listReferences: (point) => {
      const found = nameAt(point);
      if (found) listReferences(studio, found.symbol);
      return found !== undefined;
    },
  };
}

/** A completion with the label of its symbol and what is known of that. */
function labelled(item: Completion, chart: Chart | undefined, words: SymbolWords): CodeCompletion {
  const { symbol } = item;
  if (!symbol) return item;
  const label =
    symbol.kind === "clause" ? words.clauseText(symbol.name) : words.labelOf(`${symbol.kind}:${symbol.name}`);
  const facts = chart && symbolFacts(chart, symbol);
  return {
    ...item,
    ...(label ? { label } : {}),
    ...(facts ? { documentation: symbolMarkdown(facts, words).join("\n\n") } : {}),
  };
}

/** The words of a type error; empty while they are still on their way. */
function errorText(t: TFunction, { code, facts }: Explained, comma: string): string {
  const filled = Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, typeof fact === "string" ? fact : fact.join(comma)]),
  );
  return t(`diagnostic.${code}`, { ...filled, context: sentenceContext({ facts }), defaultValue: "" });
}

interface Found {
  readonly symbol: NamedSymbol;
  readonly at: Span;
  readonly chart: Chart;
}

/** The symbol at a point. In text that is half typed it is looked for in the last text that could be read. */
function symbolIn(studio: Studio, { file, text, offset }: CodePoint): Found | undefined {
  const graph = studio.editor.graphNow();
  const { files } = studio.get();
  // In a file that the machine imports TypeScript knows more.
  if (!files?.files.has(file) || !graph) return undefined;
  const { charts } = graph.reading;
  const keys = machineKeys(charts);
  if (file !== "machine") {
    const site = ruleSiteAt(new Map([...files.files, [file, text]]), file, offset);
    const chart = mainChart(charts);
    const machine = chart && keys[chart.ref.ordinal];
    return site && chart && machine !== undefined
      ? { symbol: { kind: site.kind, name: site.name, machine }, at: site.at, chart }
      : undefined;
  }
  const there = diffEdit(text, graph.text);
  const back = diffEdit(graph.text, text);
  const at = there ? mapOffset(offset, [there]) : offset;
  for (const chart of charts) {
    const site = symbolAt(symbolTable(graph.text, chart), at);
    const machine = keys[chart.ref.ordinal];
    if (!site || machine === undefined) continue;
    const place = (to: number) => (back ? mapOffset(to, [back]) : to);
    const span = { from: place(site.at.from), to: place(site.at.to) };
    // Where the text has changed since, it is another word.
    if (text.slice(span.from, span.to) !== graph.text.slice(site.at.from, site.at.to)) return undefined;
    return { symbol: { kind: site.kind, name: site.name, machine }, at: span, chart };
  }
  return undefined;
}

function wordsOf(studio: Studio, t: TFunction): SymbolWords {
  const { files, labelLanguage, uiLanguage, loaded } = studio.get();
  const language = labelLanguage === "id" ? uiLanguage : labelLanguage;
  return {
    t,
    labelOf: files ? labelsOf(files.files, labelLanguage) : () => undefined,
    clauseText: (clause) => clauseText(loaded?.ruleset, language, clause),
  };
}
