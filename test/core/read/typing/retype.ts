import type { Chart } from "#core/chart/chart.ts";
import { absolute, places } from "#core/chart/places.ts";
import type { ModuleReading } from "#core/read/module.ts";
import type { Span } from "#core/text/textEdit.ts";

/** A text typed key by key: what is there before and behind the caret, after each key. */
export interface Typing {
  /** The text without what will be typed. */
  readonly start: string;
  /** The text after each key. */
  readonly keys: readonly string[];
}

/** Where the transitions of a module are written that can be taken out and typed again, one for each property. */
export function transitionSpans(text: string, charts: readonly Chart[]): Span[] {
  const spans = new Map<number, Span>();
  for (const chart of charts)
    for (const place of places(chart).values())
      for (const { propAt, shared } of place.node.origin === "here" ? place.node.transitions : []) {
        const at = propAt && !shared ? absolute(place, propAt) : undefined;
        if (at) spans.set(at.from, withComma(text, at));
      }
  return [...spans.values()].sort((a, b) => a.from - b.from);
}

/** With the comma behind it, else the one before it, so that the list is right without it. */
function withComma(text: string, { from, to }: Span): Span {
  const behind = /^\s*,/.exec(text.slice(to));
  if (behind) return { from, to: to + behind[0].length };
  const before = /,\s*$/.exec(text.slice(0, from));
  return { from: before ? before.index : from, to };
}

/** Types the span anew as a plain keyboard does. */
export function typed(text: string, { from, to }: Span): Typing {
  const keys = Array.from({ length: to - from }, (_, i) => text.slice(0, from + i + 1) + text.slice(to));
  return { start: text.slice(0, from) + text.slice(to), keys };
}

const PAIRS: Readonly<Record<string, string>> = {
  "{": "}",
  "[": "]",
  "(": ")",
  '"': '"',
  "'": "'",
  "`": "`",
};

/** Types the span anew in an editor that closes brackets and quotes by itself and lets them be typed over. */
export function typedWithClosing(text: string, { from, to }: Span): Typing {
  const head = text.slice(0, from);
  const tail = text.slice(to);
  const keys: string[] = [];
  let before = "";
  let closers = "";
  /** What the caret is in: the quote of a text, a comment, or code. */
  let inside = "";
  for (const key of text.slice(from, to)) {
    const escaped = /(?:^|[^\\])(?:\\\\)*\\$/.test(before);
    before += key;
    if (inside === "//") inside = key === "\n" ? "" : inside;
    else if (inside === "/*") inside = before.endsWith("*/") ? "" : inside;
    else if (inside !== "" && (key !== inside || escaped)) {
      // A letter of the text.
    } else if (closers.startsWith(key)) {
      closers = closers.slice(1);
      inside = "";
    } else if (/(?:\/\/|\/\*)$/.test(before)) inside = before.slice(-2);
    else if (PAIRS[key] !== undefined) {
      closers = PAIRS[key] + closers;
      if (/["'`]/.test(key)) inside = key;
    }
    keys.push(head + before + closers + tail);
  }
  if (closers !== "") throw new Error(`Left open after ${before}: ${closers}`);
  return { start: head + tail, keys };
}

/** Ids of all states of all machines, in order. */
export const statePaths = ({ charts }: ModuleReading): string[] =>
  charts.flatMap((chart, i) => [...places(chart).keys()].map((id) => `${i}/${id}`));
