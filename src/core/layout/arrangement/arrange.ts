import {
  type CompoundLines,
  type Flow,
  GAP,
  isGapLine,
  keepNames,
  type Line,
  namesIn,
  namesOf,
} from "#core/layout/arrangement/arrangement.ts";
import { addAll } from "#core/text/addAll.ts";

/**
 * Where something goes: into a line before what stands `at` there, or as a line of its own before the line `newLine`. Both count in the
 * lines as they are shown, with what is moved still in its old place.
 */
export type LinePlace = { readonly line: number; readonly at: number } | { readonly newLine: number };

export type Way = "left" | "right" | "up" | "down";

/**
 * Moves states to a place; names that the lines do not have come in. Into a line they go in reading order. As new lines they keep the
 * lines that they stood in together. The order of all others stays.
 */
export function moveInto(compound: CompoundLines, keys: readonly string[], place: LinePlace): CompoundLines {
  const moved = new Set(keys.filter((key) => key !== GAP));
  const stay = (line: Line) => line.filter((entry) => !moved.has(entry));
  const movedLines = keepNames(compound.lines, (name) => moved.has(name))
    .map(namesIn)
    .filter((line) => line.length > 0);
  const known = new Set(namesOf(movedLines));
  const strangers = [...moved].filter((key) => !known.has(key));
  const lines: Line[] = [];
  const count = compound.lines.length;
  const target = "newLine" in place ? clamp(place.newLine, 0, count) : clamp(place.line, 0, count);
  for (let i = 0; i <= count; i++) {
    const line = compound.lines[i] ?? [];
    if (i === target && ("newLine" in place || i === count)) addAll(lines, asLines(movedLines, strangers));
    if (i === count) break;
    if (i === target && !("newLine" in place)) {
      const at = clamp(place.at, 0, line.length);
      lines.push([...stay(line.slice(0, at)), ...movedLines.flat(), ...strangers, ...stay(line.slice(at))]);
    } else if (isGapLine(line) || !isGapLine(stay(line))) lines.push(stay(line));
  }
  return { ...compound, lines };
}

/** Lines of their own; those who come in stand in the last of them, or in one line. */
function asLines(lines: readonly Line[], strangers: readonly string[]): Line[] {
  if (strangers.length === 0) return [...lines];
  return lines.length === 0 ? [strangers] : [...lines.slice(0, -1), [...(lines.at(-1) ?? []), ...strangers]];
}

/**
 * Moves states by a key. Along their line they change places with their neighbour. Across it they step out into a line of their own,
 * with the next step to the end of the line beyond, so that every place can be reached; several lines go past the
 * next one together. The same lines come back where there is no further way.
 * @param shown the flow that the picture has, which counts while the file leaves it open
 */
export function moveByKey(
  compound: CompoundLines,
  keys: readonly string[],
  way: Way,
  shown: Flow,
): CompoundLines {
  const along = (compound.flow ?? shown) === "down" ? ["left", "right"] : ["up", "down"];
  const isForward = way === "right" || way === "down";
  const moved = new Set(keys);
  if (along.includes(way)) {
    const step = (line: Line) =>
      isForward ? stepBack(line.toReversed(), moved).toReversed() : stepBack(line, moved);
    const lines = compound.lines.map(step);
    return isSame(lines, compound.lines) ? compound : { ...compound, lines };
  }
  const at = compound.lines.flatMap((line, i) => (line.some((entry) => moved.has(entry)) ? [i] : []));
  const [first, last] = [at[0], at.at(-1)];
  if (first === undefined || last === undefined) return compound;
  const isWhole = at.every((i) => namesIn(compound.lines[i] ?? []).every((entry) => moved.has(entry)));
  const next = isForward ? last + 1 : first - 1;
  if (!isWhole) return moveInto(compound, keys, { newLine: isForward ? last + 1 : first });
  const line = compound.lines[next];
  if (!line) return compound;
  if (first === last && !isGapLine(line)) return moveInto(compound, keys, { line: next, at: line.length });
  return moveInto(compound, keys, { newLine: isForward ? next + 1 : next });
}

/** Each of the moved ones changes places with what stands before it. */
function stepBack(line: Line, moved: ReadonlySet<string>): Line {
  const out = [...line];
  for (let i = 1; i < out.length; i++) {
    const [before, entry] = [out[i - 1] as string, out[i] as string];
    if (moved.has(entry) && !moved.has(before)) [out[i - 1], out[i]] = [entry, before];
  }
  return out;
}

/** Turns rows into columns, or columns into rows. */
export const swapFlow = (compound: CompoundLines, shown: Flow): CompoundLines => ({
  ...compound,
  flow: (compound.flow ?? shown) === "down" ? "right" : "down",
});

/** Leaves room at a place: in a line, or between lines. */
export function addGap(compound: CompoundLines, place: LinePlace): CompoundLines {
  const lines: Line[] = [...compound.lines];
  if ("newLine" in place) lines.splice(clamp(place.newLine, 0, lines.length), 0, []);
  else lines[place.line] = (lines[place.line] ?? []).toSpliced(place.at, 0, GAP);
  return { ...compound, lines };
}

/** Takes the room away again that is at a place; where there is none the same lines come back. */
export function removeGap(compound: CompoundLines, place: LinePlace): CompoundLines {
  const line = compound.lines["newLine" in place ? place.newLine : place.line];
  if ("newLine" in place)
    return line && isGapLine(line)
      ? { ...compound, lines: compound.lines.toSpliced(place.newLine, 1) }
      : compound;
  if (line?.[place.at] !== GAP) return compound;
  return { ...compound, lines: compound.lines.with(place.line, line.toSpliced(place.at, 1)) };
}

const clamp = (n: number, low: number, high: number) => Math.max(low, Math.min(high, n));
const isSame = (a: readonly Line[], b: readonly Line[]) =>
  a.every((line, i) => line.every((entry, k) => entry === b[i]?.[k]));
