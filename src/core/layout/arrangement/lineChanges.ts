import type { CompoundLines, Line } from "#core/layout/arrangement/arrangement.ts";

/** Lines of the layout file, as they are written there. */
export interface LineChanges {
  readonly gone: readonly string[];
  readonly come: readonly string[];
}

/** Which lines of a compound's entry in the layout file are other ones after an arranging gesture; what only moved up or down with others is none. */
export function lineChanges(before: CompoundLines | undefined, after: CompoundLines): LineChanges {
  const old = (before?.lines ?? []).map(lineText);
  const next = after.lines.map(lineText);
  const common = commonLines(old, next);
  const flow = before && before.flow !== after.flow;
  return {
    gone: [
      ...(flow && before.flow ? [flowText(before.flow)] : []),
      ...without(
        old,
        common.map(([i]) => i),
      ),
    ],
    come: [
      ...(flow && after.flow ? [flowText(after.flow)] : []),
      ...without(
        next,
        common.map(([, k]) => k),
      ),
    ],
  };
}

export const lineText = (line: Line): string => `[${line.map((name) => JSON.stringify(name)).join(", ")}]`;
const flowText = (flow: string): string => `"flow": ${JSON.stringify(flow)}`;

function without(lines: readonly string[], indices: readonly number[]): string[] {
  const stays = new Set(indices);
  return lines.filter((_, i) => !stays.has(i));
}

/** The most lines, not necessarily next to each other, that both have in the same order: places in both. */
function commonLines(a: readonly string[], b: readonly string[]): [number, number][] {
  const pairs: [number, number][] = [];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) pairs.push([start, start++]);
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) pairs.push([--endA, --endB]);
  // what is left between is little after a gesture; where it is much, no line counts as the same
  if ((endA - start) * (endB - start) > MAX_LINE_PAIRS) return pairs;
  const best = Array.from({ length: endA + 1 }, () => new Int32Array(endB + 1));
  const at = (i: number, k: number): number => best[i]?.[k] ?? 0;
  for (let i = endA - 1; i >= start; i--)
    for (let k = endB - 1; k >= start; k--)
      (best[i] as Int32Array)[k] =
        a[i] === b[k] ? at(i + 1, k + 1) + 1 : Math.max(at(i + 1, k), at(i, k + 1));
  for (let [i, k] = [start, start]; i < endA && k < endB;) {
    if (a[i] === b[k]) pairs.push([i++, k++]);
    else if (at(i + 1, k) >= at(i, k + 1)) i++;
    else k++;
  }
  return pairs;
}

/** Pairs of lines that are compared: the table of a diff of a thousand lines by a thousand. */
const MAX_LINE_PAIRS = 1_000_000;
