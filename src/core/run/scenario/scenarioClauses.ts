import type { Scenario } from "#core/run/scenario/scenario.ts";

/** Clause id -> names of the scenarios that name it, as a whole or at a step, in the order of the game's scenarios. */
export function scenariosOf(
  scenarios: Readonly<Record<string, Scenario>>,
): ReadonlyMap<string, readonly string[]> {
  const byClause = new Map<string, string[]>();
  for (const [name, { clauses, steps }] of Object.entries(scenarios))
    for (const clause of new Set([
      ...(clauses ?? []),
      ...steps.flatMap((step) => [...(step.clauses ?? []), ...expected(step)]),
    ])) {
      const list = byClause.get(clause);
      if (list) list.push(name);
      else byClause.set(clause, [name]);
    }
  return byClause;
}

/** The clause that a step expects to be refused by. */
function expected({ expect }: Scenario["steps"][number]): readonly string[] {
  const refused = expect?.refused;
  return typeof refused === "object" && refused.clause !== undefined ? [refused.clause] : [];
}
