import type { Action, Chart, Guard } from "#core/chart/chart.ts";
import { pathId, places } from "#core/chart/places.ts";
import { idOfWay } from "#core/ruleset/cardSize.ts";

/** Which elements that carry clauses name a guard or an action of the setup, in the order of the machine. */
export class NameUses {
  readonly #uses = new Map<string, Set<string>>();

  constructor(chart: Chart) {
    for (const { node, path } of places(chart).values()) {
      const id = pathId(path);
      if (node.meta.clauses.length > 0)
        for (const action of [...node.entry, ...node.exit]) this.#noteAction(action, id);
      for (const transition of node.transitions) {
        if (transition.meta.clauses.length === 0) continue;
        const way = idOfWay(id, transition);
        if (transition.guard) this.#noteGuard(transition.guard, way);
        for (const action of transition.actions) this.#noteAction(action, way);
      }
    }
  }

  /** Whether another element that carries clauses names it before all of these. */
  isToldBefore(kind: "guard" | "action", name: string, own: ReadonlySet<string>): boolean {
    const [first] = this.#uses.get(`${kind} ${name}`) ?? [];
    return first !== undefined && !own.has(first);
  }

  #noteAction({ kind, name }: Action, id: string): void {
    if (kind === "named") this.#note(`action ${name}`, id);
  }

  #noteGuard({ kind, name, of }: Guard, id: string): void {
    if (kind === "named") this.#note(`guard ${name}`, id);
    for (const part of of ?? []) this.#noteGuard(part, id);
  }

  #note(key: string, id: string): void {
    const ids = this.#uses.get(key) ?? new Set<string>();
    this.#uses.set(key, ids.add(id));
  }
}

/** Worked out once for a chart, as each of its clauses needs it. */
const usesByChart = new WeakMap<Chart, NameUses>();

export function nameUses(chart: Chart): NameUses {
  const uses = usesByChart.get(chart) ?? new NameUses(chart);
  usesByChart.set(chart, uses);
  return uses;
}
