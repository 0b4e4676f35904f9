import { readPreference, writePreference } from "#app/studio/preferences.ts";

export type SideName = "left" | "right" | "bottom";
/** Which panels of a view are folded away. */
export type Folded = Readonly<Partial<Record<SideName, boolean>>>;

const SIDES: readonly SideName[] = ["left", "right", "bottom"];

/** The panels of a view that were left folded; what cannot be read counts as none. */
export function readFolds(view: string): Folded {
  return Object.fromEntries(SIDES.filter((side) => all()[view]?.includes(side)).map((side) => [side, true]));
}

/** Keeps them for the next time. */
export function writeFolds(view: string, folded: Folded): void {
  const before = all();
  const sides = SIDES.filter((side) => folded[side]);
  if (sides.join() === (before[view] ?? []).join()) return;
  writePreference("panels", JSON.stringify({ ...before, [view]: sides }));
}

/** Sides by view, as `{"design":["right"]}`. */
function all(): Readonly<Record<string, readonly string[]>> {
  try {
    const kept: unknown = JSON.parse(readPreference("panels") ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter((one) => Array.isArray(one[1])));
  } catch {
    return {};
  }
}
