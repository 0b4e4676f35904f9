import type { Diagnostic, Severity } from "#core/diagnostic/diagnostic.ts";

export const severities = ["error", "warning", "info"] as const satisfies readonly Severity[];

/** What of the problems is shown: severities that are left out, and a text that they must hold. */
export interface ProblemFilter {
  readonly without: ReadonlySet<Severity>;
  readonly text: string;
}

/** Problems of one file, worst first. */
export interface ProblemGroup {
  readonly file: string;
  readonly problems: readonly Diagnostic[];
}

const rank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

export const countBySeverity = (all: readonly Diagnostic[]): Readonly<Record<Severity, number>> => {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of all) counts[severity]++;
  return counts;
};

/**
 * The problems that a filter lets through, by file in the order given: the machine first, as checks sort them.
 * @param say the sentence of a problem, which the filter's text is looked for in, beside its code, state and file
 */
export function problemGroups(
  all: readonly Diagnostic[],
  { without, text }: ProblemFilter,
  say: (diagnostic: Diagnostic) => string,
): ProblemGroup[] {
  const query = text.trim().toLowerCase();
  const matches = (diagnostic: Diagnostic) =>
    query === "" ||
    [say(diagnostic), diagnostic.code, diagnostic.file, diagnostic.path?.join(".") ?? ""].some((part) =>
      part.toLowerCase().includes(query),
    );
  const groups = new Map<string, Diagnostic[]>();
  for (const diagnostic of all) {
    if (without.has(diagnostic.severity) || !matches(diagnostic)) continue;
    const group = groups.get(diagnostic.file);
    if (group) group.push(diagnostic);
    else groups.set(diagnostic.file, [diagnostic]);
  }
  return [...groups].map(([file, problems]) => ({
    file,
    problems: problems.toSorted((a, b) => rank[a.severity] - rank[b.severity]),
  }));
}
