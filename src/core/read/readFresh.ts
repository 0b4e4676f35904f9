import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Chart } from "#core/chart/chart.ts";
import { argument, type Expression, type File } from "#core/syntax/ast.ts";
import { spanOf } from "#core/syntax/node.ts";
import { findMachines, type ModuleMachines, type MachineCall } from "#core/read/modules/findMachines.ts";
import type { ModuleReading } from "#core/read/module.ts";
import { ModuleGraph, type Modules } from "#core/read/modules/moduleGraph.ts";
import type { SyntaxFault } from "#core/syntax/parse.ts";
import { sourceOf } from "#core/syntax/source.ts";
import { keepOutline, outlineNames, type Outline } from "#core/read/partial/outline.ts";
import { readSetup } from "#core/read/config/readSetup.ts";
import { readState } from "#core/read/config/readState.ts";
import { idNameOf } from "#core/read/config/targetWords.ts";
import { readDeclaredTypes } from "#core/read/types/readTypes.ts";
import { resolveTargets } from "#core/read/config/resolveTargets.ts";
import { resolveConfig } from "#core/syntax/calls/givenBack.ts";
import { openingCalls } from "#core/syntax/calls/callResult.ts";
import { effective } from "#core/syntax/entries.ts";
import { parts, staticText } from "#core/syntax/resolve.ts";
import { share } from "#core/read/partial/share.ts";
import type { Reader } from "#core/read/config/site.ts";

export interface ReadOptions {
  /** Default "ts". */
  readonly lang?: "ts" | "js";
  /** How the `modules` function knows the file that is read; default "". */
  readonly path?: string;
  /** The files it imports. Without it all imports are opaque. */
  readonly modules?: Modules;
  /** A reading of nearly the same text, and that text: parts that did not change keep its identity. */
  readonly previous?: { readonly text: string; readonly reading: ModuleReading };
}

/** The texts of the imported files that a reading was built from. */
export const importedTexts = new WeakMap<ModuleReading, ReadonlyMap<string, string>>();

/** Whether the files that a reading was built from are still the same, those that were missing among them. */
export function sameImports(reading: ModuleReading, { modules }: ReadOptions): boolean {
  const texts = importedTexts.get(reading);
  return (reading.imports ?? []).every(({ specifier, from, path }) => {
    const sibling = modules?.(specifier, from);
    return sibling?.path === path && (path === undefined || sibling?.text === texts?.get(path));
  });
}

/** Reads the whole text; parts that are as in `previous` keep its identity. `readModule` reads only what changed where it can. */
export function readFresh(
  text: string,
  { lang = "ts", modules, path, previous }: ReadOptions = {},
): ModuleReading {
  const { file, fault, jsx } = sourceOf(text, lang).parsed;
  const diagnostics = fault ? [syntaxError(fault, text)] : [];
  if (!file) return { text, lang, charts: [], diagnostics, parsed: false };
  const graph = new ModuleGraph(modules);
  try {
    const project = { graph, path: path ?? "" };
    const { reading: fresh, outline } = readParsed(text, file, lang, diagnostics, project);
    const before = previous?.reading;
    const reading = before?.parsed && before.lang === lang ? share(before, fresh) : fresh;
    importedTexts.set(reading, graph.texts);
    if (!jsx) keepOutline(reading, { ...outline, shapes: reading.charts.map(({ root }) => root) });
    return reading;
  } catch (error) {
    // Code nested thousands of levels deep parses but is too deep to walk.
    if (!(error instanceof RangeError)) throw error;
    return unreadable(text, lang, "The code is nested too deeply.");
  }
}

/** Of a text that could not be read for another reason than its syntax nothing is known. @param message why, in a sentence */
export const unreadable = (text: string, lang: "ts" | "js", message: string): ModuleReading => ({
  text,
  lang,
  charts: [],
  diagnostics: [syntaxError({ message, offset: 0 }, text)],
  parsed: false,
});

/** The files that a module imports, and the name that they know it by. */
interface Project {
  readonly graph: ModuleGraph;
  readonly path: string;
}

/**
 * Reads a syntax tree of the text.
 * @param parserSays what the parser had to say already
 * @throws RangeError when the tree is deeper than the stack
 */
export const readTree = (
  text: string,
  file: File,
  lang: "ts" | "js",
  parserSays: readonly Diagnostic[],
  project: Project = { graph: new ModuleGraph(undefined), path: "" },
): ModuleReading => readParsed(text, file, lang, parserSays, project).reading;

function readParsed(
  text: string,
  file: File,
  lang: "ts" | "js",
  parserSays: readonly Diagnostic[],
  { graph, path }: Project,
): { reading: ModuleReading; outline: Omit<Outline, "shapes"> } {
  const diagnostics = [...parserSays];
  const machines = findMachines(file, graph.main(path, text, file));
  const several = machines.machines.length > 1;
  const reaches: boolean[] = [];
  const charts = machines.machines.map((machine, ordinal) => {
    const reader: Reader = { text, diagnostics: [], pending: [], reaches: false, open: [] };
    const chart = readChart(reader, machines, machine, ordinal);
    const ownDiagnostics = reader.diagnostics;
    diagnostics.push(
      ...(several
        ? ownDiagnostics.map((diagnostic) => ({ ...diagnostic, machine: ordinal }))
        : ownDiagnostics),
    );
    reaches.push(reader.reaches);
    return chart;
  });
  const consts = machines.consts.map(({ name, id, init }) => {
    const valueAt = spanOf(init);
    return { name, keyAt: spanOf(id), valueAt, text: text.slice(valueAt.from, valueAt.to) };
  });
  const imports = graph.followed.length > 0 ? { imports: graph.followed } : {};
  const reading = { text, lang, charts, consts, diagnostics, parsed: true, ...imports };
  return { reading, outline: { ...outlineNames(machines), reaches } };
}

function syntaxError(fault: SyntaxFault, text: string): Diagnostic {
  const from = Math.min(fault.offset, text.length);
  return {
    code: "syntax-error",
    severity: "error",
    file: "machine",
    at: { from, to: Math.min(from + 1, text.length) },
    facts: { message: fault.message },
  };
}

function readChart(reader: Reader, machines: ModuleMachines, machine: MachineCall, ordinal: number): Chart {
  const { text } = reader;
  const { call, scope, name } = machine;
  const written = argument(call, 0);
  const config = written && resolveConfig({ node: written, scope, shared: false });
  const object = config?.node.type === "ObjectExpression" ? config.node : undefined;
  const id = config && object && staticTextIn(config, object);
  reader.idName = config && object && idNameOf({ ...config, node: object });
  // A config kept in a const is still this machine's own: it is edited there. One in another file is only seen.
  const literal = config && !config.via ? object : undefined;
  const whole = literal ?? config?.via ?? written ?? call;
  const definition = literal ? { ...config!, node: literal as Expression, shared: false } : undefined;
  const root = openingCalls(() =>
    readState(reader, {
      key: id || "(machine)",
      whole,
      value: definition ?? (written && { node: written, scope, shared: false }),
      path: [],
      outerBase: 0,
      shared: false,
    }),
  );
  resolveTargets(reader.pending, root);
  const setup = readSetup(text, machine);
  return {
    ref: { ...(name === undefined ? {} : { name }), ordinal },
    callAt: spanOf(call),
    ...(literal ? { configAt: spanOf(literal) } : {}),
    ...(id === undefined ? {} : { id }),
    ...(setup ? { setup } : {}),
    root: reader.idName === undefined ? root : { ...root, idName: reader.idName },
    ...readDeclaredTypes(machines, machine),
  };
}

function staticTextIn(
  config: { readonly scope: MachineCall["scope"]; readonly shared: boolean },
  object: Extract<Expression, { type: "ObjectExpression" }>,
): string | undefined {
  const value = effective(parts({ ...config, node: object })).get("id")?.value;
  return value && staticText(value)?.text;
}
