import { list, readText, record, string } from "#core/text/schema.ts";
import { readPreference, writePreference } from "#app/studio/preferences.ts";

export type SideName = "left" | "right" | "bottom";
/** Which panels of a view are folded away. */
export type Folded = Readonly<Partial<Record<SideName, boolean>>>;

const SIDES: readonly SideName[] = ["left", "right", "bottom"];

/** The panels of a view that were left folded; undefined when the view was not there yet. */
export function readFolds(view: string): Folded | undefined {
  if (!Object.hasOwn(all(), view)) return undefined;
  return Object.fromEntries(SIDES.filter((side) => all()[view]?.includes(side)).map((side) => [side, true]));
}

/** A panel that is not needed at first starts folded where the middle would be narrower than this, in pixels. */
const MIN_MIDDLE_WIDTH_PX = 800;

/** The panels that a view begins without, so that what is in the middle has its room: right before left, and no more than is needed. */
export function firstFolds({
  left,
  right,
}: {
  left?: FirstSide | undefined;
  right?: FirstSide | undefined;
}): Folded {
  let free = window.innerWidth - (left?.size ?? 0) - (right?.size ?? 0);
  const folded: Partial<Record<SideName, boolean>> = {};
  for (const [name, side] of [
    ["right", right],
    ["left", left],
  ] as const) {
    if (free >= MIN_MIDDLE_WIDTH_PX || !side?.dispensable) continue;
    folded[name] = true;
    free += side.size;
  }
  return folded;
}
interface FirstSide {
  readonly size: number;
  readonly dispensable?: boolean;
}

/** Keeps them for the next time. */
export function writeFolds(view: string, folded: Folded): void {
  const before = all();
  const sides = SIDES.filter((side) => folded[side]);
  if (before[view] !== undefined && sides.join() === before[view].join()) return;
  writePreference("panels", JSON.stringify({ ...before, [view]: sides }));
}

/** Sides by view, as `{"design":["right"]}`. */
function all(): Readonly<Record<string, readonly string[]>> {
  const result = readText(record(list(string)), readPreference("panels"));
  return result.ok ? result.value : {};
}
