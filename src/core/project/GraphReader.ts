import type { Chart } from "#core/chart/chart.ts";
import { readModule } from "#core/read/readModule.ts";
import type { ModuleReading } from "#core/read/module.ts";

/** The last chart that could be read, and whether the text has moved on since. */
export interface Graph {
  readonly reading: ModuleReading;
  readonly chart: Chart | undefined;
  /** The text it was read from. */
  readonly text: string;
  /** Revision it was read at. */
  readonly revision: number;
  /** The text of now cannot be parsed: the graph is of an earlier moment and cannot be edited. */
  readonly stale: boolean;
  /** The reading of the text as it is now; differs from `reading` only while stale. */
  readonly now: ModuleReading;
}

/** Reads a machine text again and again as it changes; each text at most once. */
export class GraphReader {
  #graph: Graph | undefined;
  #last: { text: string; reading: ModuleReading } | undefined;

  /** The graph of this text, or the last good one marked stale. The same object while nothing changed. */
  graphOf(text: string, revision: number): Graph {
    const last = this.#graph;
    const now = this.read(text);
    if (last && (last.stale ? last.now === now : last.text === text)) return last;
    if (now.parsed || !last)
      this.#graph = { reading: now, chart: now.charts[0], text, revision, stale: !now.parsed, now };
    else this.#graph = { ...last, stale: true, now };
    return this.#graph;
  }

  /** The reading of a text; what did not change keeps its identity. */
  read(text: string): ModuleReading {
    if (this.#last?.text === text) return this.#last.reading;
    const previous = this.#graph ? { text: this.#graph.text, reading: this.#graph.reading } : undefined;
    const reading = readModule(text, previous ? { previous } : {});
    this.#last = { text, reading };
    return reading;
  }
}
