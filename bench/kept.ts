import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism, loadavg, totalmem } from "node:os";
import type { Measure } from "./line.ts";

/** The figures that were kept last: what later runs print beside theirs. */
const FILE = "bench/kept.json";

/** Where and when the figures of a line were measured. Machines differ: only ratios can be held against those of another. */
export interface Circumstances {
  /** `2026-11-25`. */
  readonly date: string;
  readonly version: string;
  /** Kind of machine, without its name: `2 cores, 8 GiB, linux x64, Node 20`. */
  readonly machine: string;
  readonly scale: number;
  /** Processes that wanted to run on it, the mean of five minutes: with more than it has cores, times say little. */
  readonly load: number;
}

interface KeptLine extends Circumstances {
  /** By the words of the measure: value and unit, as in `1.39 x`. */
  readonly figures: Readonly<Record<string, string>>;
}

export type Kept = Readonly<Record<string, KeptLine>>;

/** What was kept, by line; nothing when there is no such file. */
export async function readKept(file = FILE): Promise<Kept> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? {} : (JSON.parse(text) as Kept);
}

/** Keeps the figures of lines in place of those that were kept of the same lines; a line that was not measured keeps its own. */
export async function writeKept(
  lines: readonly { readonly name: string; readonly measures: readonly Measure[] }[],
  circumstances: Circumstances,
  file = FILE,
): Promise<void> {
  const kept: Record<string, KeptLine> = { ...(await readKept(file)) };
  for (const { name, measures } of lines)
    kept[name] = {
      ...circumstances,
      figures: Object.fromEntries(
        measures.map(({ what, value, unit }) => [what, `${figure(value)} ${unit}`.trim()]),
      ),
    };
  const sorted = Object.fromEntries(Object.entries(kept).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(file, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** What was kept of a measure, with its date and the load; empty when there is nothing. */
export function keptOf(kept: Kept, line: string, what: string): string {
  const one = Object.hasOwn(kept, line) ? kept[line] : undefined;
  const value = one && Object.hasOwn(one.figures, what) ? one.figures[what] : undefined;
  return one && value !== undefined ? `${value} (${one.date}, load ${one.load})` : "";
}

export function circumstances(version: string, scale: number): Circumstances {
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  const node = process.versions.node.split(".")[0];
  return {
    date: new Date().toISOString().slice(0, 10),
    version,
    machine: `${availableParallelism()} cores, ${gibibytes} GiB, ${process.platform} ${process.arch}, Node ${node}`,
    scale,
    load: Math.round(loadavg()[1] ?? 0),
  };
}

/** A figure with as many digits as it is worth. */
export const figure = (value: number): string => value.toFixed(value < 10 ? 2 : value < 1000 ? 1 : 0);
