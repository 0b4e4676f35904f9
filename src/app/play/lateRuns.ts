import type { KeptRuns } from "#adapters/storage/keptRuns.ts";

let opened: Promise<KeptRuns | undefined> | undefined;

/** The runs that this browser keeps; opened when first asked for, undefined where it gives no database. */
export const lateRuns = (): Promise<KeptRuns | undefined> =>
  (opened ??= import("#adapters/storage/keptRuns.ts")
    .then(({ openKeptRuns }) => openKeptRuns())
    .catch(() => undefined));
