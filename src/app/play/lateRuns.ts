import type { RunStore } from "#adapters/storage/runStore.ts";

let opened: Promise<RunStore | undefined> | undefined;

/** The runs that this browser keeps; opened when first needed, undefined where it gives no database. */
export const lateRuns = (): Promise<RunStore | undefined> =>
  (opened ??= import("#adapters/storage/runStore.ts")
    .then(({ openRunStore }) => openRunStore())
    .catch(() => undefined));
