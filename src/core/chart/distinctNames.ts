import type { Chart, StateNode, StatePath } from "#core/chart/chart.ts";
import { pathId, places } from "#core/chart/places.ts";

/** Between the names of a state and of the one around it. */
const INSIDE = " › ";

/**
 * Names that tell states apart: `Free step` where there is one, `Receive › Free step` where there are several, with as many of the states
 * around as it takes. A state that none of them tells apart keeps its plain name.
 * @param nameOf what one state is called
 * @returns the name of a state by its path id; the id for one that the chart lacks
 */
export function distinctNames(
  chart: Chart,
  nameOf: (path: StatePath, node: StateNode) => string,
): (id: string) => string {
  const whole = new Map<string, readonly string[]>();
  const alike = new Map<string, number>();
  for (const [id, { path, node, parent }] of places(chart)) {
    const name = nameOf(path, node);
    // the machine is around everything and tells nothing apart
    const names = [...(parent && parent.path.length > 0 ? (whole.get(pathId(parent.path)) ?? []) : []), name];
    whole.set(id, names);
    for (let taken = 1; taken <= names.length; taken++) {
      const tail = names.slice(-taken).join(INSIDE);
      alike.set(tail, (alike.get(tail) ?? 0) + 1);
    }
  }
  return (id) => {
    const names = whole.get(id);
    if (!names) return id;
    for (let taken = 1; taken <= names.length; taken++) {
      const tail = names.slice(-taken).join(INSIDE);
      if (alike.get(tail) === 1) return tail;
    }
    return names.at(-1) ?? id;
  };
}
