import type { Considered } from "#core/run/play/microstep.ts";
import type { Reason } from "#core/run/play/play.ts";
import { failedGuards } from "#core/simulate/guards.ts";
import type { Json } from "#core/text/json.ts";

/**
 * Why no transition takes an event: each guard that was false, in the order in which XState asked, innermost states first; one
 * that several candidates share is reported once. `not-here` when no guard said no: no active state handles the event, or one forbids it.
 * @param clausesOf the clauses to tell with a candidate
 */
export function explain(
  type: string,
  considered: readonly Considered[],
  clausesOf: (candidate: Considered) => readonly string[],
): Reason[] {
  const reasons = new Map<string, Reason>();
  for (const candidate of considered) {
    const { source, event, index, guard } = candidate;
    const clauses = clausesOf(candidate);
    for (const { name, params, fields } of guard ? failedGuards(guard) : []) {
      const key = JSON.stringify([source, name, params ?? null, clauses] satisfies Json);
      if (reasons.has(key)) continue;
      reasons.set(key, {
        code: "guard",
        state: source,
        event: event ?? type,
        index,
        guard: name,
        ...(params === undefined ? {} : { params }),
        ...(clauses.length > 0 ? { clauses } : {}),
        ...(fields && fields.length > 0 ? { fields } : {}),
      });
    }
  }
  if (reasons.size > 0) return [...reasons.values()];
  const forbidding = considered.find(({ verdict }) => verdict);
  return [{ code: "not-here", event: type, ...(forbidding ? { state: forbidding.source } : {}) }];
}
