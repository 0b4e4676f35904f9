import type { Chart } from "#core/chart/chart.ts";
import { pathOf } from "#core/chart/places.ts";
import type { Waypoint, Waypoints } from "#core/layout/scene/bareItem.ts";
import type { Items } from "#core/layout/scene/drafts.ts";

/** Where states are seen: as themselves, or in the closed state that holds them. Computed for those that are requested. */
export class Shown implements Waypoints {
  readonly #chart: Chart;
  readonly #items: Items;
  readonly #cache = new Map<string, Waypoint | undefined>();

  constructor(chart: Chart, items: Items) {
    this.#chart = chart;
    this.#items = items;
  }

  get(id: string): Waypoint | undefined {
    if (this.#cache.has(id)) return this.#cache.get(id);
    const waypoint = isIn(this.#chart, id) ? this.#seenIn(id) : undefined;
    this.#cache.set(id, waypoint);
    return waypoint;
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  #seenIn(id: string): Waypoint | undefined {
    for (let at = id; ; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
      const item = this.#items.get(at);
      if (item) return at === id || item.folded ? { item: at } : undefined;
      if (at === "") return undefined;
    }
  }
}

/** Whether the chart has such a state. It goes down to it: a list of all states would cost more than one edit asks for. */
function isIn(chart: Chart, id: string): boolean {
  let { root: node } = chart;
  for (const key of pathOf(id)) {
    const child = node.children.find((state) => state.key === key);
    if (!child) return false;
    node = child;
  }
  return true;
}

/** The first, and for what it lacks the other. */
export const before = (first: Waypoints, other: Waypoints): Waypoints => ({
  get: (id) => first.get(id) ?? other.get(id),
  has: (id) => first.has(id) || other.has(id),
});
