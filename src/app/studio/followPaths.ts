import type { Positions } from "#core/layout/layoutFile.ts";
import type { Selection } from "#app/studio/route.ts";

/** Old path id of a state to its new one, null when it is gone; paths that stay are not in it. */
export type PathMap = Readonly<Record<string, string | null>>;

/** What is selected after a command moved states: the same thing under its new path, or nothing when it is gone. */
export function selectionAfter(selection: Selection, pathMap: PathMap): Selection {
  if (selection?.kind === "state" && Object.hasOwn(pathMap, selection.id)) {
    const to = pathMap[selection.id];
    return typeof to === "string" ? { kind: "state", id: to } : null;
  }
  if (selection?.kind !== "transition") return selection;
  const [source = "", ...rest] = selection.id.split("|");
  const to = Object.hasOwn(pathMap, source) ? pathMap[source] : source;
  if (to === null) return null;
  return to === source ? selection : { kind: "transition", id: [to, ...rest].join("|") };
}

/** Places by path id after a command moved states. */
export function placesAfter(positions: Positions, pathMap: PathMap): Positions {
  if (Object.keys(pathMap).length === 0) return positions;
  return Object.fromEntries(
    Object.entries(positions).flatMap(([id, place]) => {
      const to = Object.hasOwn(pathMap, id) ? pathMap[id] : id;
      return typeof to === "string" ? [[to, place]] : [];
    }),
  );
}
