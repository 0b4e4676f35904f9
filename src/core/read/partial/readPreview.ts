import { places, type PlacedState } from "#core/chart/places.ts";
import type { Chart } from "#core/chart/chart.ts";
import { applyEdits, diffEdit, mapOffset, type Span, type TextEdit } from "#core/text/textEdit.ts";
import { closeBrackets } from "#core/read/partial/closeBrackets.ts";
import type { ModuleReading } from "#core/read/module.ts";
import { rereadState } from "#core/read/partial/rereadState.ts";
import type { ReadOptions } from "#core/read/readFresh.ts";
import { readModule } from "#core/read/readModule.ts";

/** A reading of half-typed code. Its spans are those of `text`; never edit by them. */
export interface Preview {
  readonly reading: ModuleReading;
  /** What was read: the given text with `edits` applied. */
  readonly text: string;
  /** What had to be added or left out; empty when the text can be read as it is. */
  readonly edits: readonly TextEdit[];
}

/**
 * Reads a text that cannot be parsed because something is being typed: what is open at the caret (else at the end) is closed
 * there. Undefined when that does not help, or when states come or go that are not where the text differs from `previous`: then
 * the closing was a wrong guess.
 * @param caret where the person types, a UTF-16 offset; the end of the text when left out
 */
export function readPreview(text: string, caret?: number, options: ReadOptions = {}): Preview | undefined {
  const plain = readModule(text, options);
  return plain.parsed ? { reading: plain, text, edits: [] } : readHalfTyped(text, caret, options);
}

/** The same for a text that is known not to parse. */
export function readHalfTyped(text: string, caret?: number, options: ReadOptions = {}): Preview | undefined {
  const { previous } = options;
  const typed = previous && typedSpans(previous.text, text);
  const at = caretIn(caret ?? text.length, typed?.maybe);
  // Only what was typed since may be left out.
  const edits = closeBrackets(text, at, typed?.maybe).filter(
    (edit) => !typed || edit.from === edit.to || holds(typed.maybe, edit),
  );
  const tries = edits.map((edit) => ({ edits: [edit], text: applyEdits(text, [edit]) }));
  // Nearly always one state is typed in, and that alone is read fast.
  const inPart = (closedText: string) => previous && rereadState(closedText, previous);
  const whole = (closedText: string) => readModule(closedText, options);
  for (const read of [inPart, whole])
    for (const trial of tries) {
      const reading = read(trial.text);
      if (!reading?.parsed) continue;
      if (!previous || !typed) return { ...trial, reading };
      const now = { from: mapOffset(typed.now.from, trial.edits), to: mapOffset(typed.now.to, trial.edits) };
      if (likely(previous.reading, typed.old, reading, now)) return { ...trial, reading };
    }
  return undefined;
}

/** Where two texts differ: in the old one, in the new one, and where in the new one it may have been typed. */
function typedSpans(before: string, text: string): { old: Span; now: Span; maybe: Span } {
  const { from, to, insert } = diffEdit(before, text) ?? { from: 0, to: 0, insert: "" };
  const now = { from, to: from + insert.length };
  // When the same letters stand before it and at its end, it may have been typed further to the left.
  let slide = 0;
  if (from === to) while (slide < from && text[from - 1 - slide] === text[now.to - 1 - slide]) slide++;
  return { old: { from, to }, now, maybe: { from: from - slide, to: now.to } };
}

/** The caret is where something was typed; derived from the last key alone it may be off by letters that are the same. */
const caretIn = (caret: number, typed: Span | undefined): number =>
  typed ? Math.min(Math.max(caret, typed.from), typed.to) : caret;

const holds = (outer: Span, inner: Span): boolean => outer.from <= inner.from && inner.to <= outer.to;

/** Whether the states of both are the same, but for those named where the texts differ. */
function likely(before: ModuleReading, old: Span, after: ModuleReading, now: Span): boolean {
  return (
    before.charts.length === after.charts.length &&
    before.charts.every((chart, i) => {
      const other = after.charts[i] as Chart;
      return accounted(chart, other, old) && accounted(other, chart, now);
    })
  );
}

/** Whether each state of the chart that the other lacks, or one around it, is named in the span. */
function accounted(chart: Chart, other: Chart, span: Span): boolean {
  const there = places(other);
  const named = (place: PlacedState): boolean => {
    const { origin, node, parent } = place;
    const head = { from: origin, to: origin + node.valueAt.from };
    return (head.from <= span.to && span.from <= head.to) || (parent !== undefined && named(parent));
  };
  return [...places(chart)].every(([id, place]) => there.has(id) || named(place));
}
