import { readText, record, unknown } from "#core/text/schema.ts";
import { readPreference, writePreference } from "#app/studio/preferences.ts";
import type { SideName } from "#app/studio/folds.ts";

/** Sizes in pixels of the panels of a view that a person has drawn larger or smaller. */
export type Sizes = Readonly<Partial<Record<SideName, number>>>;

/** How small and how large a panel may be. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The sizes that a view was left with. */
export function readSizes(view: string): Sizes {
  const stored = all()[view];
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, size]) => Number.isFinite(size)));
}

/** Keeps them for the next time. */
export function writeSizes(view: string, sizes: Sizes): void {
  writePreference("sizes", JSON.stringify({ ...all(), [view]: sizes }));
}

/** What a panel becomes that is drawn to a size: as near to it as may be, or folded away when that is less than half of the least. */
export function drawnTo(size: number, { min, max }: Range): number | "folded" {
  if (size < min / 2) return "folded";
  return Math.round(Math.max(min, Math.min(size, Math.max(min, max))));
}

/** How far an arrow key moves a divider, in pixels. */
const KEY_STEP_PX = 24;

/**
 * What a panel becomes by a key on its divider; undefined for a key that does nothing there.
 * @param grows the arrow key that makes it larger, and the one that makes it smaller
 */
export function keyedTo(
  key: string,
  size: number,
  folded: boolean,
  { min, max }: Range,
  [grow, shrink]: readonly [string, string],
): number | "folded" | undefined {
  if (key === "Enter") return folded ? size : "folded";
  if (key === "Home") return min;
  if (key === "End") return drawnTo(max, { min, max });
  if (key === grow) return folded ? size : drawnTo(size + KEY_STEP_PX, { min, max });
  if (key === shrink)
    return folded || size <= min ? "folded" : drawnTo(Math.max(min, size - KEY_STEP_PX), { min, max });
  return undefined;
}

function all(): Readonly<Record<string, unknown>> {
  const result = readText(record(unknown), readPreference("sizes"));
  return result.ok ? result.value : {};
}
