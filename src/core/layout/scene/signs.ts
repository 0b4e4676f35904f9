import { mainLoopOf } from "#core/layout/scene/mainLoop.ts";
import type { Scene } from "#core/layout/scene/scene.ts";

/** Signs of a map, in the order of a legend. */
export const SIGNS = [
  "start",
  "next",
  "arc",
  "leaves",
  "stays",
  "asks-turnPlayer",
  "asks-opponent",
  "asks-anyone",
  "asks-everyone",
  "asks-context",
  "asks-chance",
  "asks-table",
  "calls",
  "via",
  "loop",
  "ends",
  "final",
  "history",
] as const;
export type Sign = (typeof SIGNS)[number];

/** The signs that occur in a picture of the map; none at closer levels, where words say it. */
export function signsOf(scene: Scene): Sign[] {
  const { items, arrows, initials } = scene;
  const found = new Set<Sign>();
  if (mainLoopOf(scene).size > 0) found.add("loop");
  for (const { level, content, node, shape } of items.values()) {
    if (level !== "map") continue;
    for (const { kind, who } of content.marks)
      if (kind === "asks") found.add(`asks-${who ?? "context"}` as Sign);
      else if (kind !== "ways" && kind !== "note") found.add(kind);
    if (node.type === "final") found.add("final");
    if (node.type === "history") found.add("history");
    if (shape === "row" && initials.size > 0) found.add("start");
    const chips = content.rows.flatMap((row) => row.chips);
    if (chips.some(({ kind, leaves }) => kind === "goto" || leaves === true)) found.add("leaves");
  }
  for (const { role, via } of arrows) {
    if (via !== undefined) found.add("via");
    if (role === "tick") found.add("next");
    if (role === "arc") found.add("arc");
  }
  return SIGNS.filter((sign) => found.has(sign));
}
