import { type LinePlace, moveInto } from "#core/layout/arrangement/arrange.ts";
import { type CompoundLines, namesIn } from "#core/layout/arrangement/arrangement.ts";

/**
 * A phase on the map is a card: its steps stand below each other in reading order, whatever lines they stand in nearer by. So the
 * order of the steps is that of the phase's lines.
 */

/** The place in the lines of what stands `at` in reading order: in the line of who stands there, or as a line of its own before it. */
export function rowPlace({ lines }: CompoundLines, at: number): LinePlace {
  let before = 0;
  for (const [i, line] of lines.entries()) {
    const names = namesIn(line);
    if (names.length > 0 && at === before) return { newLine: i };
    if (at < before + names.length) return { line: i, at: line.indexOf(names[at - before] as string) };
    before += names.length;
  }
  return { newLine: lines.length };
}

/** Moves a step to a place in reading order, counted with the step still in its old one. Nothing else moves. */
export const moveRow = (compound: CompoundLines, key: string, at: number): CompoundLines =>
  moveInto(compound, [key], rowPlace(compound, at));
