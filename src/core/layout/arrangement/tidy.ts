import type { StateNode, StatePath } from "#core/chart/chart.ts";
import { moveInto } from "#core/layout/arrangement/arrange.ts";
import { type CompoundLines, namesIn, namesOf } from "#core/layout/arrangement/arrangement.ts";
import { reversed } from "#core/layout/arrangement/linesOf.ts";
import { type SiblingWays, siblingWays } from "#core/layout/arrangement/siblingWays.ts";

/**
 * Arranges the children of a state by what leads to what: each in the line behind the last that leads to it. Ways back in the code do not
 * count. In a line they stand as those stand that lead to them. A child that nobody before it leads to follows the one before it in the
 * code. With `keys` only those are arranged, as lines where the first of them stood; the order of all others stays.
 */
export function tidy(
  node: StateNode,
  path: StatePath,
  compound: CompoundLines,
  keys?: readonly string[],
): CompoundLines {
  const all = [...new Set(node.children.map((child) => child.key))];
  const chosen = new Set(keys ?? all);
  const selection = all.filter((key) => chosen.has(key));
  const lines =
    node.type === "parallel" ? selection.map((key) => [key]) : layers(selection, siblingWays(node, path));
  if (selection.length === all.length) return { ...compound, lines };
  const present = new Set(namesOf(compound.lines));
  if (!selection.some((key) => present.has(key))) return compound;
  return putLines(compound, lines, selection);
}

/** Takes the keys out of their lines and puts the new lines where the first of them stood, behind what stood before it in its line. */
function putLines(
  compound: CompoundLines,
  lines: readonly (readonly string[])[],
  keys: readonly string[],
): CompoundLines {
  const chosen = new Set(keys);
  const first = compound.lines.findIndex((line) => line.some((entry) => chosen.has(entry)));
  const line = namesIn(compound.lines[first] ?? []);
  const behind = !chosen.has(line[0] ?? "");
  const gathered = moveInto(compound, keys, { newLine: behind ? first + 1 : first });
  const from = gathered.lines.findIndex((gatheredLine) => gatheredLine.some((entry) => chosen.has(entry)));
  const count = gathered.lines.filter((gatheredLine) =>
    gatheredLine.some((entry) => chosen.has(entry)),
  ).length;
  return { ...gathered, lines: gathered.lines.toSpliced(from, count, ...lines) };
}

/** Lines by the longest way that leads to each, only ways forward in the code counted. */
function layers(keys: readonly string[], ways: SiblingWays): string[][] {
  const place = new Map(keys.map((key, i) => [key, i]));
  const sources = reversed(ways);
  const layerOf = new Map<string, number>();
  const lines: string[][] = [];
  let previous = -1;
  for (const [i, key] of keys.entries()) {
    const before = [...(sources.get(key) ?? [])].flatMap((source) =>
      (place.get(source) ?? Infinity) < i ? [layerOf.get(source) ?? 0] : [],
    );
    const layer = 1 + (before.length > 0 ? Math.max(...before) : previous);
    layerOf.set(key, layer);
    previous = layer;
    (lines[layer] ??= []).push(key);
  }
  return straightened(lines, sources);
}

/** Orders each line by where those stand, on average, that lead to its members from earlier lines; who has none keeps the place in the code. */
function straightened(lines: readonly (readonly string[])[], sources: SiblingWays): string[][] {
  const spot = new Map<string, number>();
  return lines.map((line) => {
    const wanted = line.map((key, i) => {
      const before = [...(sources.get(key) ?? [])].flatMap((source) => spot.get(source) ?? []);
      const mean = before.reduce((sum, at) => sum + at, 0) / before.length;
      return { key, at: before.length > 0 ? mean : i / line.length };
    });
    const sorted = wanted.toSorted((a, b) => a.at - b.at).map(({ key }) => key);
    sorted.forEach((key, i) => spot.set(key, (i + 0.5) / sorted.length));
    return sorted;
  });
}
