import type { Chart } from "#core/chart/chart.ts";
import { pathId, places, transitionId } from "#core/chart/places.ts";
import type { Clause } from "#core/ruleset/ruleset.ts";

/** A state (path id) or transition (`transitionId`) that names a clause in its `meta`. */
export interface Carrier {
  readonly kind: "state" | "transition";
  readonly id: string;
}

/** Which clauses are carried by what, both ways. */
export interface ClauseLinks {
  /** Clause id to its carriers, in document order of the machine. Ids that no clause has are here too. */
  readonly carriers: ReadonlyMap<string, readonly Carrier[]>;
  /** State path id to clause ids. */
  readonly ofState: ReadonlyMap<string, readonly string[]>;
  /** `transitionId` to clause ids. */
  readonly ofTransition: ReadonlyMap<string, readonly string[]>;
}

/** Reads the links from the `meta.clauses` of a chart. */
export function clauseLinks(chart: Chart): ClauseLinks {
  const carriers = new Map<string, Carrier[]>();
  const ofState = new Map<string, readonly string[]>();
  const ofTransition = new Map<string, readonly string[]>();
  const add = (clauses: readonly string[], carrier: Carrier) => {
    for (const clause of clauses) {
      const known = carriers.get(clause);
      if (known) known.push(carrier);
      else carriers.set(clause, [carrier]);
    }
  };
  for (const { node, path } of places(chart).values()) {
    const id = pathId(path);
    if (node.meta.clauses.length > 0) ofState.set(id, node.meta.clauses);
    add(node.meta.clauses, { kind: "state", id });
    for (const { slot, event, index, meta } of node.transitions) {
      const edge = transitionId({ source: path, slot, ...(event === undefined ? {} : { event }), index });
      if (meta.clauses.length > 0) ofTransition.set(edge, meta.clauses);
      add(meta.clauses, { kind: "transition", id: edge });
    }
  }
  return { carriers, ofState, ofTransition };
}

/** How far a machine carries its rules. `carried + notModelled + missing = clauses`. */
export interface Coverage {
  readonly clauses: number;
  readonly carried: number;
  readonly notModelled: number;
  readonly missing: number;
  /** Ids of the missing ones, in order. */
  readonly missingIds: readonly string[];
}

/** Counts the clauses that something carries. One that is carried and also marked as not modelled counts as carried. */
export function coverage(clauses: readonly Clause[], links: ClauseLinks): Coverage {
  const carried = clauses.filter((clause) => links.carriers.has(clause.id));
  const left = clauses.filter((clause) => !links.carriers.has(clause.id));
  const missing = left.filter((clause) => clause.notModelled === undefined);
  return {
    clauses: clauses.length,
    carried: carried.length,
    notModelled: left.length - missing.length,
    missing: missing.length,
    missingIds: missing.map((clause) => clause.id),
  };
}
