import {
  corpusFolder,
  corpusModules,
  countOf,
  listIn,
  ownList,
  type CorpusModule,
} from "#test/corpus/corpus.ts";
import { measure, newFigures, together, type EditFigures, type Figures } from "#test/corpus/figures.ts";
import { EDITS } from "#test/corpus/judge/tries.ts";
import { nastyModules } from "#test/corpus/nasty.ts";

export interface PrintOptions {
  /** The modules of this project that are written to be nasty, in place of foreign ones. */
  readonly nasty?: boolean;
  /** Another list than that of this repository, in the same form. */
  readonly list?: string;
  /** The folder that the modules are in. */
  readonly from?: string;
  readonly tries?: number;
  /** Every module with CRLF line ends, as git gives it on Windows. */
  readonly crlf?: boolean;
  /** Only modules whose name has this in it. */
  readonly only?: string;
  /** Says every try that is not correct on standard error. */
  readonly tell?: boolean;
  readonly json?: boolean;
}

/** Prints the figures of each set of a list; 1 when the corpus is not there. */
export function printFigures(options: PrintOptions): number {
  const modules = options.nasty ? nastyModules : foreignModules(options);
  if (modules.length === 0) return 1;
  const sets = Object.fromEntries(modules.map(({ set }) => [set, newFigures()]));
  const tell = options.tell ? (what: string) => void process.stderr.write(`${what}\n`) : undefined;
  for (const module of modules.map(options.crlf ? withCrlf : (one: CorpusModule) => one))
    measure(sets[module.set] as Figures, module, { tries: options.tries, ...(tell ? { tell } : {}) });
  const counted = Object.values(sets);
  const shown = counted.length > 1 ? { ...sets, all: counted.reduce(together) } : sets;
  process.stdout.write(options.json ? `${JSON.stringify(shown, null, 2)}\n` : tables(shown));
  return 0;
}

/** What is there of a list; says when that is not all. */
function foreignModules({ list: path, from = corpusFolder, only = "" }: PrintOptions): CorpusModule[] {
  const list = path === undefined ? ownList : listIn(path);
  const modules = corpusModules(list, from).filter(({ name }) => name.includes(only));
  if (modules.length === 0)
    process.stderr.write(`There is no corpus in ${from}; "npm run corpus" brings it.\n`);
  else if (modules.length < countOf(list) && only === "")
    process.stderr.write(`Only ${modules.length} of ${countOf(list)} modules are in ${from}.\n`);
  return modules;
}

const withCrlf = (module: CorpusModule): CorpusModule => ({
  ...module,
  text: module.text.replace(/\r?\n/g, "\r\n"),
});

function tables(sets: Record<string, Figures>): string {
  const names = Object.keys(sets);
  const rows = (lines: readonly (readonly [string, (figures: Figures) => string | number])[]) =>
    lines.map(([what, of]) => [what, ...names.map((name) => String(of(sets[name] as Figures)))]);
  const reading = rows([
    ["modules", (f) => f.modules],
    ["machines", (f) => f.machines],
    ["states", (f) => f.states],
    ["transitions", (f) => f.transitions],
    ["modules that cannot be parsed", (f) => f.unparsed.length],
    ["A everything by name", (f) => f.classes.A],
    ["B structure known, code in the leaves", (f) => f.classes.B],
    ["C part of the structure unknown", (f) => f.classes.C],
    ["D config not in the file", (f) => f.classes.D],
    ["structure literal or resolved", (f) => percent(f.classes.A + f.classes.B, f.machines)],
    ["machines the judge reads otherwise", (f) => f.readOtherwise.length],
    ["machines that XState takes", (f) => `${f.xstate.taken} of ${f.xstate.taken + f.xstate.refused}`],
    ["transitions compared with XState", (f) => f.xstate.compared],
    ["transitions that lead elsewhere", (f) => f.xstate.differ.length],
    ["texts mangled", (f) => f.mangled],
    [
      "exceptions",
      (f) => f.throws.length + EDITS.reduce((sum, edit) => sum + f.edits[edit].throws.length, 0),
    ],
  ]);
  const head = [
    "edit",
    "set",
    "tries",
    "correct",
    "",
    "refused",
    "wrong",
    "threw",
    "comments",
    "undo",
    "lines",
  ];
  const edits = EDITS.flatMap((edit) =>
    names.map((name) => editRow(edit, name, (sets[name] as Figures).edits[edit])),
  );
  return `${aligned([["", ...names], ...reading])}\n${aligned([head, ...edits])}`;
}

const editRow = (edit: string, name: string, figures: EditFigures): string[] => [
  edit,
  name,
  String(figures.tries),
  String(figures.correct),
  percent(figures.correct, figures.tries),
  Object.entries(figures.refused)
    .map(([code, n]) => `${n} ${code}`)
    .join(", ") || "0",
  String(figures.wrong.length),
  String(figures.throws.length),
  String(figures.lostComments),
  String(figures.undoFailures),
  String(figures.changedLines.toSorted((a, b) => a - b)[figures.changedLines.length >> 1] ?? 0),
];

const percent = (part: number, whole: number): string =>
  whole === 0 ? "-" : `${((100 * part) / whole).toFixed(2)} %`;

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, i) => cell.padEnd(widths[i] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
