import type { Chart } from "#core/chart/chart.ts";
import { readModule } from "#core/read/readModule.ts";
import { readPreview } from "#core/read/readPreview.ts";
import type { ModuleReading } from "#core/read/module.ts";
import { diffEdit } from "#core/text/textEdit.ts";

/** The last chart that could be read, and whether the text has moved on since. */
export interface Graph {
  readonly reading: ModuleReading;
  readonly chart: Chart | undefined;
  /** The text it was read from. */
  readonly text: string;
  /** Revision it was read at. */
  readonly revision: number;
  /** The text of now cannot be parsed: the graph is of an earlier moment, or a preview, and cannot be edited. */
  readonly stale: boolean;
  /** Stale, but not of an earlier moment: the text of now with what is half-typed in it closed or left out. */
  readonly preview: boolean;
  /** The reading of the text as it is now; differs from `reading` only while stale. */
  readonly now: ModuleReading;
}

/** Reads a machine text again and again as it changes; each text at most once. */
export class GraphReader {
  #graph: Graph | undefined;
  /** The last graph that is not stale. */
  #good: Graph | undefined;
  #last: { text: string; reading: ModuleReading } | undefined;

  /** The graph of this text, else a preview of it, else the last good one; the latter two marked stale. The same object while nothing changed. */
  graphOf(text: string, revision: number): Graph {
    const last = this.#graph;
    const before = this.#last?.text;
    const now = this.read(text);
    if (last && (last.stale ? last.now === now : last.text === text)) return last;
    if (now.parsed || !this.#good) {
      const stale = !now.parsed;
      this.#graph = { reading: now, chart: now.charts[0], text, revision, stale, preview: false, now };
      if (now.parsed) this.#good = this.#graph;
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
    const preview = readPreview(text, caret, { previous: good });
    if (!preview) return { ...good, stale: true, preview: false, now };
    const { reading } = preview;
    return {
      reading,
      chart: reading.charts[0],
      text: preview.text,
      revision,
      stale: true,
      preview: true,
      now,
    };
  }

  /** The reading of a text; what did not change keeps its identity. */
  read(text: string): ModuleReading {
    if (this.#last?.text === text) return this.#last.reading;
    const good = this.#good;
    const reading = readModule(text, good ? { previous: { text: good.text, reading: good.reading } } : {});
    this.#last = { text, reading };
    return reading;
  }
}
