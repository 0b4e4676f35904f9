import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";

/** A row of Problems: one problem, or the same finding at several places. */
export interface ProblemEntry {
  /** Of several the first, which the row speaks for. */
  readonly problem: Diagnostic;
  /** All places of the finding, where they come as one row. */
  readonly all?: readonly Diagnostic[];
  /** It stands below the row of its finding, which is unfolded. */
  readonly isInside?: true;
}

/** The same finding at more places than these comes once. */
export const MAX_SAME_FINDINGS = 2;

/**
 * The rows of a list of problems: a finding that comes more than twice is one row, at the place of its first, with its problems below
 * it where it is unfolded. No problem is lost: every one is a row or stands in one.
 */
export function problemEntries(
  problems: readonly Diagnostic[],
  unfolded: ReadonlySet<string>,
): readonly ProblemEntry[] {
  const byFinding = new Map<string, Diagnostic[]>();
  for (const problem of problems) {
    const same = byFinding.get(findingOf(problem));
    if (same) same.push(problem);
    else byFinding.set(findingOf(problem), [problem]);
  }
  return [...byFinding].flatMap(([finding, all]): ProblemEntry[] => {
    const [problem] = all;
    if (!problem || all.length <= MAX_SAME_FINDINGS) return all.map((one) => ({ problem: one }));
    const inside = unfolded.has(finding) ? all.map((one) => ({ problem: one, isInside: true as const })) : [];
    return [{ problem, all }, ...inside];
  });
}

/** What two findings of one kind have in common. Scenarios are of one kind where the same differs at the same place. */
export const findingOf = ({ code, severity, file, path = [], facts }: Diagnostic): string => {
  const difference = [path.join("."), facts["transition"], facts["what"], facts["expected"], facts["got"]];
  return [severity, code, file, ...(code === "scenario-differs" ? difference : [])].join(" ");
};
