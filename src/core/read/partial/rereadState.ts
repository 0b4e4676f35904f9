import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Chart, StateNode, StatePath } from "#core/chart/chart.ts";
import type { ObjectExpression } from "#core/syntax/ast.ts";
import { moveChart } from "#core/read/partial/graft.ts";
import type { ModuleReading } from "#core/read/module.ts";
import { moveOffset, moveSpan, moveSpans, spanHolds, type Moved } from "#core/read/partial/moveSpans.ts";
import { mayChangeUses, mayImport, moveNames } from "#core/read/partial/namesAfter.ts";
import { keepOutline, outlineOf, type Names, type Outline } from "#core/read/partial/outline.ts";
import { NeedsWhole } from "#core/read/partial/NeedsWhole.ts";
import { scopeOfNames } from "#core/read/partial/scopeOfNames.ts";
import { openingCalls } from "#core/syntax/calls/callResult.ts";
import { mayChangeOthers } from "#core/syntax/changedLater.ts";
import { parsePiece } from "#core/syntax/parse.ts";
import { readState } from "#core/read/config/readState.ts";
import { resolveAgain, resolveTargets, sameShape } from "#core/read/config/resolveTargets.ts";
import type { Scope } from "#core/syntax/scope.ts";
import { share } from "#core/read/partial/share.ts";
import type { Reader } from "#core/read/config/site.ts";
import { standsAlone } from "#core/read/partial/standsAlone.ts";
import { diffEdit, type Span } from "#core/text/textEdit.ts";

/**
 * The reading of a text that differs from an earlier one inside the object literal of one state: that literal is parsed and read
 * alone, everything else is taken from the earlier reading. Undefined when the whole might read differently; see
 * docs/decisions/12-reading-on-the-page.md.
 */
export function rereadState(
  text: string,
  previous: { readonly text: string; readonly reading: ModuleReading },
): ModuleReading | undefined {
  const outline = outlineOf(previous.reading);
  const edit = outline && diffEdit(previous.text, text);
  if (!outline || !edit) return undefined;
  try {
    return reread({ edit, before: previous.text, after: text }, previous.reading, outline);
  } catch (error) {
    // Deep nesting overflows the stack here or there: the full reading says how that ends.
    if (error instanceof NeedsWhole || error instanceof RangeError) return undefined;
    throw error;
  }
}

function reread(moved: Moved, reading: ModuleReading, outline: Outline): ModuleReading | undefined {
  const { lang, charts, diagnostics, imports = [] } = reading;
  if (diagnostics.some(({ code }) => code === "syntax-error")) return undefined;
  const ordinal = onlyChart(charts, moved);
  const chart = ordinal === undefined ? undefined : charts[ordinal];
  const place = chart && innermost(chart, moved);
  if (ordinal === undefined || !chart || !place) return undefined;
  const { node, path, literal } = place;
  if (outline.typesAt.some((span) => span.from < literal.to && literal.from < span.to)) return undefined;
  // What was imported for this state alone is no longer, and the order may be another.
  if (
    imports.length > 0 &&
    mayImport(outline.names[ordinal] as Names, moved.before.slice(literal.from, literal.to))
  )
    return undefined;
  // A const that begins or ceases to be changed later is read in another way everywhere.
  if (mayChangeOthers(moved.before, moved.after, moved.edit)) return undefined;
  const words = wordsAt(moved);
  if (!words || outline.names.some((names) => mayChangeUses(names, words, moved.before))) return undefined;
  const object = parsePiece(moved.after, moveSpan(moved, literal), lang);
  if (
    object?.type !== "ObjectExpression" ||
    !standsAlone(moved.after, object, outline.names[ordinal] as Names)
  )
    return undefined;

  const move = (span: Span) => moveSpan(moved, span);
  const names = moveNames(outline.names, move);
  const { idName } = chart.root;
  const reader: Reader = {
    text: moved.after,
    diagnostics: [],
    pending: [],
    reaches: false,
    open: [],
    idName,
  };
  const fresh = readAt(
    reader,
    place,
    moved,
    object,
    scopeOfNames(names[ordinal] as Names, moved.after, lang),
  );
  const inside = move(literal);
  // What is said of a const was said before, too.
  if (reader.diagnostics.some(({ at }) => at && (at.from < inside.from || at.to > inside.to)))
    return undefined;
  const partDiagnostics = reader.diagnostics.map((diagnostic) =>
    charts.length > 1 ? { ...diagnostic, machine: ordinal } : diagnostic,
  );
  const merged = replaceWithin(diagnostics, literal, partDiagnostics, moved);
  if (!merged) return undefined;

  const graft = (scion: StateNode): Chart =>
    moveChart(chart, moved, outline.reaches[ordinal] === true, { path, node: scion });
  const same = sameShape(node, fresh);
  resolveTargets(reader.pending, same ? (outline.shapes[ordinal] as StateNode) : graft(fresh).root);
  const grown = graft(share(node, fresh));
  const now = same ? grown : { ...grown, root: resolveAgain(grown.root) };
  const after: ModuleReading = {
    ...moveSpans(reading, moved, 0, 0, SEPARATELY),
    text: moved.after,
    charts: charts.map((item, i) =>
      i === ordinal ? now : moveChart(item, moved, outline.reaches[i] === true),
    ),
    diagnostics: share(diagnostics, merged),
  };
  keepOutline(after, {
    names,
    typesAt: outline.typesAt.map(move),
    shapes: same ? outline.shapes : outline.shapes.with(ordinal, now.root),
    reaches: reader.reaches ? outline.reaches.with(ordinal, true) : outline.reaches,
  });
  return after;
}

/** The words that the edit takes, leaves or stands beside; undefined where they may be written with escapes. */
function wordsAt({ edit, before, after }: Moved): Set<string> | undefined {
  const around = (text: string, from: number, to: number): string => {
    const head =
      /[\p{ID_Continue}$]*[\s.,:{'"`]*$/u.exec(
        text.slice(Math.max(0, from - COMPARED_CHARACTERS), from),
      )?.[0] ?? "";
    const tail =
      /^[\s.,:}'"`]*[\p{ID_Continue}$]*/u.exec(text.slice(to, to + COMPARED_CHARACTERS))?.[0] ?? "";
    return head + text.slice(from, to) + tail;
  };
  const parts = [
    around(before, edit.from, edit.to),
    around(after, edit.from, edit.from + edit.insert.length),
  ].join(" ");
  return parts.includes("\\") ? undefined : new Set(parts.match(/[\p{ID_Continue}$]+/gu) ?? []);
}
const COMPARED_CHARACTERS = 200;

const SEPARATELY: ReadonlySet<string> = new Set(["charts", "diagnostics"]);

/** The machine whose call holds the edit, when it is the only one and its config is written in the call. */
function onlyChart(charts: readonly Chart[], moved: Moved): number | undefined {
  const { from, to } = moved.edit;
  const near = charts.flatMap(({ callAt }, i) => (callAt.from <= to && from <= callAt.to ? [i] : []));
  const [ordinal] = near;
  const chart = near.length === 1 ? charts[ordinal as number] : undefined;
  const { configAt, callAt } = chart ?? {};
  const written = callAt && configAt && callAt.from < configAt.from && configAt.to < callAt.to;
  return written && spanHolds(configAt, moved) ? ordinal : undefined;
}

/** A state with where it stands in the old text, absolute. */
interface Place {
  readonly node: StateNode;
  readonly path: StatePath;
  readonly from: number;
  readonly parentFrom: number;
  /** Its object literal. */
  readonly literal: Span;
}

/** The innermost state below the root whose literal holds the edit. */
function innermost(chart: Chart, moved: Moved): Place | undefined {
  let place: Place | undefined;
  let node: StateNode | undefined = chart.root;
  let from = node.at.from;
  while (node) {
    const parentFrom: number = from;
    const path: StatePath = place?.path ?? [];
    const next: StateNode | undefined = node.children.find(({ at, origin }) => {
      const span = { from: parentFrom + at.from, to: parentFrom + at.to };
      return origin === "here" && spanHolds(span, moved);
    });
    if (!next) break;
    from = parentFrom + next.at.from;
    const literal = { from: from + next.valueAt.from, to: from + next.valueAt.to };
    if (!spanHolds(literal, moved)) break;
    place = { node: next, path: [...path, next.key], from, parentFrom, literal };
    node = next;
  }
  return place;
}

function readAt(
  reader: Reader,
  { node, path, from, parentFrom }: Place,
  moved: Moved,
  object: ObjectExpression,
  scope: Scope,
): StateNode {
  const fresh = openingCalls(() =>
    readState(reader, {
      key: node.key,
      whole: { start: from, end: moveOffset(moved, from + node.at.to - node.at.from) },
      value: { node: object, scope, shared: false },
      path,
      outerBase: parentFrom,
      shared: false,
    }),
  );
  return node.keyAt ? { ...fresh, keyAt: node.keyAt } : fresh;
}

/** The diagnostics in their order, those within the span replaced; undefined when it is not clear where new ones belong. */
function replaceWithin(
  old: readonly Diagnostic[],
  span: Span,
  fresh: readonly Diagnostic[],
  moved: Moved,
): readonly Diagnostic[] | undefined {
  const within = ({ at }: Diagnostic) => at !== undefined && span.from <= at.from && at.to <= span.to;
  const first = old.findIndex(within);
  if (first < 0) return fresh.length === 0 ? moveSpans(old, moved) : undefined;
  const last = old.findLastIndex(within);
  if (!old.slice(first, last).every(within)) return undefined;
  return [...moveSpans(old.slice(0, first), moved), ...fresh, ...moveSpans(old.slice(last + 1), moved)];
}
