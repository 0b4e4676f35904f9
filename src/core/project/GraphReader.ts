import { chartOfKey, machineKeys, mainChart } from "#core/chart/machineKey.ts";
import type { Graph } from "#core/project/gameMoment.ts";
import { graphCommands } from "#core/project/graphCommands.ts";
import type { FindScripts } from "#core/project/store.ts";
import type { ReadOptions } from "#core/read/readFresh.ts";
import type { ModuleReading } from "#core/read/module.ts";
import { withinBudget, type BudgetExceededError, type BudgetFor } from "#core/text/budget.ts";
import { diffEdit } from "#core/text/textEdit.ts";

/** Where the text comes from: its language, its path, and the files that it imports. */
export interface Source extends Pick<ReadOptions, "lang" | "path" | "modules"> {
  /** The scripts around it, which may import it; undefined while they are not known. Absent where it is by itself. */
  readonly scripts?: FindScripts;
}
/** The same where nothing but the scripts is left out. */
export type FullSource = Required<Omit<Source, "scripts">> & Pick<Source, "scripts">;

/** Reads a machine text again and again as it changes; each text at most once. */
export class GraphReader {
  readonly #source: Source;
  readonly #budget: BudgetFor | undefined;
  #graph: Graph | undefined;
  /** The last graph that is not stale. */
  #good: Graph | undefined;
  #last: { text: string; reading: ModuleReading } | undefined;
  /** The machine that was requested, and its place when it was last there. */
  #wanted: { key: string; place: number; of: number } | undefined;

  /** @param budget what reading a text may take; without it, as long as it takes */
  constructor(source: Source = {}, budget?: BudgetFor) {
    this.#source = source;
    this.#budget = budget;
  }

  /** The files that are imported may have changed: the next graph is read from what they are now. */
  importsChanged(): void {
    this.#last = undefined;
  }

  /** From now on graphs are of this machine of the file. Answers whether there is one. */
  choose(key: string): boolean {
    const { reading } = this.#good ?? this.#graph ?? {};
    const chart = reading && chartOfKey(reading.charts, key);
    if (!chart) return false;
    this.#wanted = { key, place: chart.ref.ordinal, of: reading.charts.length };
    if (this.#graph) this.#graph = { ...this.#graph, ...this.#pick(this.#graph.reading) };
    if (this.#good) this.#good = { ...this.#good, ...this.#pick(this.#good.reading) };
    if (this.#graph && !this.#graph.stale) this.#graph = this.#good;
    return true;
  }

  /**
   * The chosen machine of a reading: by its key, else the one in its place (it got another name), else the file's main one until
   * the chosen one is there again.
   */
  #pick({ charts }: ModuleReading): Pick<Graph, "chart" | "machine"> {
    const wanted = this.#wanted;
    const chart =
      (wanted && chartOfKey(charts, wanted.key)) ??
      (wanted?.of === charts.length ? charts[wanted.place] : undefined) ??
      mainChart(charts);
    return { chart, machine: chart && machineKeys(charts)[chart.ref.ordinal] };
  }

  /** The chart in view stays the same through renames and new neighbours. */
  #remember({ machine, chart, reading }: Graph): void {
    if (machine === undefined || !chart) return;
    const { key, of } = this.#wanted ?? {};
    const gone = key !== undefined && key !== machine && of !== reading.charts.length;
    if (!gone) this.#wanted = { key: machine, place: chart.ref.ordinal, of: reading.charts.length };
  }

  /** The graph of this text, else a preview of it, else the last good one; the latter two marked stale. The same object while nothing changed. */
  graphOf(text: string, revision: number): Graph {
    const last = this.#graph;
    const before = this.#last?.text;
    const now = this.read(text);
    if (last && last.now === now && (last.stale || last.text === text)) return last;
    if (now.parsed || !this.#good) {
      const stale = !now.parsed;
      this.#graph = { reading: now, ...this.#pick(now), text, revision, stale, preview: false, now };
      if (now.parsed) {
        this.#good = this.#graph;
        this.#remember(this.#graph);
      }
    } else this.#graph = this.#halfTyped(this.#good, { text, before }, revision, now);
    return this.#graph;
  }

  #halfTyped(
    good: Graph,
    { text, before }: { text: string; before: string | undefined },
    revision: number,
    now: ModuleReading,
  ): Graph {
    const edit = before === undefined ? undefined : diffEdit(before, text);
    const caret = edit && edit.from + edit.insert.length;
    const preview =
      now.stopped === undefined
        ? withinBudget(
            this.#budget?.(text.length),
            () => graphCommands().readHalfTyped(text, caret, { ...this.#source, previous: good }),
            () => undefined,
          )
        : undefined;
    if (!preview) return { ...good, stale: true, preview: false, now };
    const { reading } = preview;
    return {
      reading,
      ...this.#pick(reading),
      text: preview.text,
      revision,
      stale: true,
      preview: true,
      now,
    };
  }

  /** The reading of a text; what did not change keeps its identity. Of one that takes too long nothing is known. */
  read(text: string): ModuleReading {
    if (this.#last?.text === text) return this.#last.reading;
    const good = this.#good;
    const reading = withinBudget(
      this.#budget?.(text.length),
      () =>
        graphCommands().readModule(text, {
          ...this.#source,
          ...(good ? { previous: { text: good.text, reading: good.reading } } : {}),
        }),
      ({ seconds }: BudgetExceededError) => stoppedReading(text, this.#source.lang ?? "ts", seconds),
    );
    this.#last = { text, reading };
    return reading;
  }
}

const stoppedReading = (text: string, lang: "ts" | "js", seconds: number): ModuleReading => ({
  text,
  lang,
  charts: [],
  diagnostics: [{ code: "reading-stopped", severity: "error", file: "machine", facts: { seconds } }],
  parsed: false,
  stopped: seconds,
});
