import type { Chart } from "#core/chart/chart.ts";
import { saveFacts } from "#core/export/saveFacts.ts";
import type { Rename } from "#core/run/scenario/saves.ts";
import judge from "#core/run/scenario/saves.ts?raw";

/**
 * `ID.saves.ts`: which version of the machine this is, and whether an older save can be gone on with. A module of its own that needs no
 * package; types are in it.
 */
export function toSaves(
  chart: Chart,
  given: { readonly digest: string; readonly renames: readonly Rename[] },
): string {
  const { version, digest, ...facts } = saveFacts(chart, given);
  return `${judge
    .replace(/^\/\/ This file imports nothing[^\n]*\n[^\n]*\n/m, "")
    .replaceAll(/^export (function|const) /gm, "$1 ")
    .trimEnd()}

/** How many renames lie before this machine: a save of a lower version is led over. */
export const version = ${version};
/** SHA-256 of the module's text that this was built from. */
export const digest = ${JSON.stringify(digest)};
const facts: SaveFacts = { version, digest, ...${JSON.stringify(facts)} };

/** What to store: a snapshot of \`actor.getPersistedSnapshot()\`, or of a play's state, with the version that it is of. */
export const stamped = <S extends object>(snapshot: S): Stamped<S> => ({ version, digest, snapshot });
/** Whether a stored snapshot, stamped or as XState gives it, can be gone on with; if not, what is missing. */
export const canRestore = (saved: unknown): CanRestore => judgeSave(facts, saved);
`;
}
