import { runCommand } from "#core/edit/commands.ts";
import type { ReadAgain } from "#core/edit/copyFirst.ts";
import { places } from "#core/chart/places.ts";
import type { Chart } from "#core/chart/chart.ts";
import { readPreview } from "#core/read/partial/readPreview.ts";
import { readModule } from "#core/read/readModule.ts";
import { diagnose } from "#core/analyze/check.ts";
import type { CorpusModule } from "#test/corpus/corpus.ts";
import { differsFromXState } from "#test/corpus/judge/byXState.ts";
import { faultsOf, type Judged } from "#test/corpus/judge/judge.ts";
import { readMachine } from "#test/corpus/judge/readMachine.ts";
import { structureDiffers } from "#test/corpus/judge/sameStructure.ts";
import { parseSource } from "#test/corpus/judge/source.ts";
import { EDITS, hash, tryOf, type Edit, type Try } from "#test/corpus/judge/tries.ts";

/** What is counted over a set of modules. */
export interface Figures {
  modules: number;
  machines: number;
  states: number;
  transitions: number;
  /** A: everything by name. B: structure literal or resolved, code in the leaves. C: part of the structure unknown. D: no config here. */
  classes: Record<"A" | "B" | "C" | "D", number>;
  unparsed: string[];
  throws: string[];
  /** Texts made by cutting and spoiling the modules, read and edited only to see whether something throws. */
  mangled: number;
  /** Machines whose structure the reader and the judge read differently. */
  readOtherwise: string[];
  /** Transitions compared with XState, machines that XState takes and refuses, and where the two differ. */
  xstate: { compared: number; taken: number; refused: number; differ: string[] };
  edits: Record<Edit, EditFigures>;
}
export interface EditFigures {
  tries: number;
  correct: number;
  refused: Record<string, number>;
  throws: string[];
  wrong: string[];
  lostComments: number;
  undoFailures: number;
  /** Lines of the old and the new text that differ, of each correct try. */
  changedLines: number[];
}

export interface Options {
  /** Tries of each edit on each machine. */
  readonly tries?: number | undefined;
  /** At most so many machines of one file are edited. */
  readonly machines?: number;
  /** Called for every try that is not correct. */
  readonly tell?: (what: string) => void;
}

export function newFigures(): Figures {
  const edits = Object.fromEntries(
    EDITS.map((edit) => [
      edit,
      {
        tries: 0,
        correct: 0,
        refused: {},
        throws: [],
        wrong: [],
        lostComments: 0,
        undoFailures: 0,
        changedLines: [],
      },
    ]),
  ) as unknown as Record<Edit, EditFigures>;
  return {
    modules: 0,
    machines: 0,
    states: 0,
    transitions: 0,
    classes: { A: 0, B: 0, C: 0, D: 0 },
    unparsed: [],
    throws: [],
    mangled: 0,
    readOtherwise: [],
    xstate: { compared: 0, taken: 0, refused: 0, differ: [] },
    edits,
  };
}

/** The sum of two counts: numbers added, lists joined. */
export function together<T>(a: T, b: T): T {
  if (a === undefined || b === undefined) return a ?? b;
  if (typeof a === "number" && typeof b === "number") return (a + b) as T;
  if (Array.isArray(a) && Array.isArray(b)) return [...a, ...b] as T;
  const [one, other] = [a, b] as unknown as Record<string, unknown>[];
  const keys = [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])];
  return Object.fromEntries(keys.map((key) => [key, together(one?.[key], other?.[key])])) as T;
}

/** Reads a module, compares, tries the six edits on it and adds what came of it. */
export function measure(figures: Figures, module: CorpusModule, options: Options = {}): void {
  const { tries = 1, machines = 4, tell = () => {} } = options;
  figures.modules++;
  const { name, text, lang } = module;
  for (const spoilt of mangle(text, name)) {
    figures.mangled++;
    attempt(figures.throws, `${name} mangled`, () => useUp(spoilt, lang));
  }
  const charts = attempt(figures.throws, name, () => readModule(text, { lang }));
  const source = parseSource(text, lang);
  if (!charts?.parsed || !source) {
    figures.unparsed.push(name);
    return;
  }
  if (charts.charts.length !== source.calls.length) figures.readOtherwise.push(`${name}: number of machines`);
  const inProject = attempt(figures.throws, name, () =>
    readModule(text, { lang, path: name, modules: module.beside }),
  );
  for (const chart of inProject?.charts ?? []) countClass(figures, chart);
  for (const [ordinal, chart] of charts.charts.entries()) {
    // The two may count differently: a wrapper that is itself called createMachine is a machine to one of them only.
    const judged = source.calls.findIndex((call) => call.start === chart.callAt.from);
    const call = source.calls[judged];
    const model = call && readMachine(source, call);
    const label = `${name} ${ordinal}`;
    countChart(figures, chart);
    if (!model) continue;
    const differs = structureDiffers(chart, model);
    if (differs) figures.readOtherwise.push(`${label}: ${differs}`);
    const real = differsFromXState(model);
    if (real) {
      figures.xstate.taken++;
      figures.xstate.compared += real.compared;
      figures.xstate.differ.push(...real.differ.map((one) => `${label}: ${one}`));
    } else figures.xstate.refused++;
    if (ordinal >= machines) continue;
    const before: Judged = { lang, source, ordinal: judged, model };
    const readAgain = (later: string) => readModule(later, { lang }).charts;
    for (const edit of EDITS)
      for (let n = 0; n < tries; n++) {
        const one = tryOf(edit, model, `${label} ${n}`);
        if (one) tryEdit(figures.edits[edit], before, chart, one, { label, tell, readAgain });
      }
  }
}

/** The text cut off, with a hole, with a stretch twice, and with something odd in it; places chosen by the name. */
function mangle(text: string, name: string): string[] {
  const at = (what: string) => hash(`${name} ${what}`) % (text.length + 1);
  const [a = 0, b = 0] = [at("a"), at("b")].toSorted((x, y) => x - y);
  const odd = ["{", "}", "`", "...", "/*", "\u2028", "\ud83c", "=>"][at("odd") % 8] ?? "";
  return [
    text.slice(0, a),
    text.slice(b),
    text.slice(0, a) + text.slice(b),
    text.slice(0, b) + text.slice(a),
    text.slice(0, a) + odd + text.slice(a),
  ];
}

/** Everything that reads or edits a text, once. */
function useUp(text: string, lang: "ts" | "js"): void {
  const reading = readModule(text, { lang });
  readPreview(text, text.length >> 1, { lang });
  diagnose(reading, new Map());
  for (const chart of reading.charts.slice(0, 2)) {
    const source = parseSource(text, lang);
    const call = source?.calls[chart.ref.ordinal];
    const model = source && call && readMachine(source, call);
    for (const edit of model ? EDITS : []) {
      const one = model && tryOf(edit, model, "mangled");
      if (one) runCommand(edit, text, chart, one.args);
    }
  }
}

function attempt<T>(throws: string[], label: string, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    throws.push(`${label}: ${String(error)}`);
    return undefined;
  }
}

function tryEdit(
  figures: EditFigures,
  before: Judged,
  chart: Chart,
  one: Try,
  { label, tell, readAgain }: { label: string; tell: (what: string) => void; readAgain: ReadAgain },
): void {
  figures.tries++;
  const told = `${label} ${one.edit} ${JSON.stringify(one.args)}`;
  const outcome = attempt(figures.throws, told, () =>
    runCommand(one.edit, before.source.text, chart, one.args, readAgain),
  );
  if (!outcome) return tell(`threw: ${figures.throws.at(-1)}`);
  if ("refused" in outcome) {
    const { code, facts } = outcome.refused;
    figures.refused[code] = (figures.refused[code] ?? 0) + 1;
    return tell(`refused: ${told} ${code} ${JSON.stringify(facts ?? {})}`);
  }
  const faults = faultsOf(before, one, outcome);
  if (faults.some((fault) => fault.startsWith("comment"))) figures.lostComments++;
  if (faults.some((fault) => fault.startsWith("undo"))) figures.undoFailures++;
  if (faults.length === 0) {
    figures.correct++;
    figures.changedLines.push(changedLines(before.source.text, outcome.edits));
    return;
  }
  figures.wrong.push(told);
  tell(`wrong: ${told}\n    ${faults.join("\n    ")}`);
}

/** Lines that an edit touches: those it takes or leaves changed, and those it adds. */
function changedLines(text: string, edits: readonly { from: number; to: number; insert: string }[]): number {
  const breaks = (part: string) => part.split("\n").length - 1;
  return edits.reduce(
    (sum, { from, to, insert }) => sum + Math.max(breaks(text.slice(from, to)), breaks(insert), 1),
    0,
  );
}

function countChart(figures: Figures, chart: Chart): void {
  figures.machines++;
  const all = [...places(chart).values()].map(({ node }) => node);
  figures.states += all.length - 1;
  figures.transitions += all.reduce((sum, { transitions }) => sum + transitions.length, 0);
}

/** How well a machine is read in its project: with the files that its structure is imported from. */
function countClass(figures: Figures, chart: Chart): void {
  const all = [...places(chart).values()].map(({ node }) => node);
  const opaque = all.flatMap((node) => node.opaque);
  const code = all.some(
    (node) =>
      [...node.entry, ...node.exit, ...node.transitions.flatMap(({ actions }) => actions)].some(
        ({ kind }) => kind !== "named",
      ) || node.transitions.some(({ guard }) => guard?.kind === "code"),
  );
  if (opaque.some(({ what }) => what === "config")) figures.classes.D++;
  else if (opaque.some(({ what }) => what !== "value")) figures.classes.C++;
  else figures.classes[code ? "B" : "A"]++;
}
