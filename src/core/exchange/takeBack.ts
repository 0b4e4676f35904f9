import {
  baseMark,
  marksIn,
  type ReturnedFile,
  type ReturnedSegment,
  type Segment,
  type Segments,
} from "#core/exchange/segment.ts";
import { type Direction, PLACEHOLDER } from "#core/exchange/segmentsOf.ts";
import { fingerprint } from "#core/text/fingerprint.ts";

/**
 * - `changed`: the translation becomes the one that came back.
 * - `suspect`: nothing changes, but the source is another one than when the translation went out.
 * - `emptied`: a translation came back empty; it stays.
 * - `conflict`: the translation was changed here and there, differently; it stays.
 * - `unmarked`: the same where the file does not say what went out, so that nobody can know who changed it.
 * - `repeated`: the file has different translations for it; it stays.
 * - `unknown`: the game has no such segment, or none with a source.
 */
export const outcomes = [
  "changed",
  "suspect",
  "emptied",
  "conflict",
  "unmarked",
  "repeated",
  "unknown",
] as const;
export type Outcome = (typeof outcomes)[number];

export interface Finding {
  readonly outcome: Outcome;
  readonly id: string;
  /** In the file that came back, from 1. */
  readonly line: number;
  /** The translation of the game; empty when there is none. */
  readonly ours: string;
  /** The translation that came back. */
  readonly theirs: string;
  /** What becomes of it, where it changes. */
  readonly segment?: Segment;
  /** The source was changed since the translation went out. */
  readonly isSuspect: boolean;
  /** Placeholders of the source that the new translation does not have. */
  readonly lost: readonly string[];
}

export interface TakenBack {
  /** In the order of the file. */
  readonly findings: readonly Finding[];
  /** How many segments of the file change nothing and are not worth a word. */
  readonly same: number;
}

/** A language tag as the schemas of the rules files have it. */
export const LOCALE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

/** Why a file that came back is not for a game: it is of another one, or of no language that its translations could be in. */
export type DirectionFault = "other-game" | "no-target" | "other-language";

/**
 * From which language into which a file is, as the game writes their tags.
 * @param locales languages that the game has texts in
 */
export function directionOf(
  returned: ReturnedFile,
  { game, sourceLocale, locales }: { game: string; sourceLocale: string; locales: readonly string[] },
): Direction | DirectionFault {
  if (returned.game !== undefined && returned.game !== game) return "other-game";
  if (returned.into === undefined) return "no-target";
  const inGame = (tag: string) => locales.find((one) => one.toLowerCase() === tag.toLowerCase()) ?? tag;
  const [from, into] = [inGame(returned.from ?? sourceLocale), inGame(returned.into)];
  return !LOCALE.test(into) || into === from ? "other-language" : { from, into };
}

/**
 * A three-way merge of each segment: what went out, what the game has now, and what came back. What went out is known by the mark that the
 * file carries, or by the file that went out, where that is at hand.
 */
export function takeBack(now: Segments, returned: ReturnedFile, out?: ReturnedFile): TakenBack {
  const ours = new Map(now.segments.map((segment) => [segment.id, segment]));
  const bases = new Map(
    out?.segments.map(({ id, source = "", target }) => [id, baseMark({ source, target })]),
  );
  const copies = new Map<string, ReturnedSegment[]>();
  for (const one of returned.segments) {
    const known = copies.get(one.id);
    if (known) known.push(one);
    else copies.set(one.id, [one]);
  }
  const findings: Finding[] = [];
  for (const [id, all] of copies) {
    const found = judge(ours.get(id), all, bases.get(id));
    if (found) findings.push(found);
  }
  return { findings, same: copies.size - findings.length };
}

/** What is to be said of a segment; undefined when nothing is. */
function judge(
  segment: Segment | undefined,
  copies: readonly ReturnedSegment[],
  known: string | undefined,
): Finding | undefined {
  const [first] = copies;
  if (!first) return undefined;
  const { id, line } = first;
  const theirs = translationIn(first);
  const ours = segment?.target ?? "";
  const say = (outcome: Outcome, more: Partial<Finding> = {}): Finding => ({
    outcome,
    id,
    line,
    ours,
    theirs,
    isSuspect: false,
    lost: [],
    ...more,
  });
  if (copies.some((copy) => translationIn(copy) !== theirs)) return say("repeated");
  if (!segment) return theirs === "" ? undefined : say("unknown");
  const base = marksIn(known ?? first.base);
  const isSuspect =
    base === undefined
      ? first.source !== undefined && first.source !== segment.source
      : base.source !== fingerprint(segment.source);
  const isBase = (text: string) => base?.target === (text === "" ? "" : fingerprint(text));

  if (theirs === ours) return isSuspect && theirs !== "" ? say("suspect", { isSuspect }) : undefined;
  if (isBase(theirs)) return undefined;
  // What is empty was not translated; whether it is meant to be away, no tool says.
  if (theirs === "") return isBase(ours) ? say("emptied") : undefined;
  if (ours === "" || isBase(ours)) {
    const lost = (segment.hint.placeholders ?? []).filter((one) => !theirs.match(PLACEHOLDER)?.includes(one));
    if (base === undefined || isBase(ours)) return say("changed", { segment, isSuspect, lost });
  }
  return say(base === undefined ? "unmarked" : "conflict", { isSuspect });
}

/** Blanks alone are no translation, nor is a copy of the source that the tool calls untranslated. */
function translationIn({ source, target, isOpen }: ReturnedSegment): string {
  if (target.trim() === "" || (isOpen && target === source)) return "";
  return target;
}
