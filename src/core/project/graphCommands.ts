import type { Chart } from "#core/chart/chart.ts";
import type { Change, Refusal } from "#core/edit/command.ts";
import type { ReadAgain } from "#core/edit/copyFirst.ts";
import type { fixEdits } from "#core/edit/fixEdits.ts";
import type { changeOfEach } from "#core/project/changeOfEach.ts";
import type { changedMachines } from "#core/project/changePreview.ts";
import type { mayThrow, needsTrial, newFault } from "#core/project/dryRun.ts";
import type { followChange, followRename } from "#core/project/followChange.ts";
import { readFresh } from "#core/read/readFresh.ts";
import type { mergeJson } from "#core/ruleset/mergeJson.ts";
import type { readHalfTyped } from "#core/read/partial/readPreview.ts";

/** Runs a command by its id, with arguments as they come from JSON; `runCommand` of core/edit. */
export type RunCommand = (
  id: string,
  text: string,
  chart: Chart,
  args: unknown,
  read?: ReadAgain,
) => Change | { readonly refused: Refusal };

interface Loaded {
  readonly run: RunCommand;
  readonly followChange: typeof followChange;
  readonly followRename: typeof followRename;
  readonly changeOfEach: typeof changeOfEach;
  readonly changedMachines: typeof changedMachines;
  readonly newFault: typeof newFault;
  readonly needsTrial: typeof needsTrial;
  readonly mayThrow: typeof mayThrow;
  readonly fixEdits: typeof fixEdits;
  /** Reads again only what changed, where it can; everything until it is there. */
  readonly readModule: typeof readFresh;
  readonly readHalfTyped: typeof readHalfTyped;
  /** Joins two changes of one file; until it is there they are at odds. */
  readonly mergeJson: typeof mergeJson;
}

let loaded: Loaded | undefined;

/**
 * Loads the graph commands, what reads half-typed code and what joins two changes. The first picture does not need them, so they come
 * in a chunk of their own.
 */
export async function loadGraphCommands(): Promise<void> {
  if (loaded) return;
  const [edit, each, follow, dryRun, list, fixEdits, read, preview, merge] = await Promise.all([
    import("#core/edit/commands.ts"),
    import("#core/project/changeOfEach.ts"),
    import("#core/project/followChange.ts"),
    import("#core/project/dryRun.ts"),
    import("#core/project/changePreview.ts"),
    import("#core/edit/fixEdits.ts"),
    import("#core/read/readModule.ts"),
    import("#core/read/partial/readPreview.ts"),
    import("#core/ruleset/mergeJson.ts"),
  ]);
  loaded = {
    run: edit.runCommand,
    changeOfEach: each.changeOfEach,
    followChange: follow.followChange,
    followRename: follow.followRename,
    changedMachines: list.changedMachines,
    newFault: dryRun.newFault,
    needsTrial: dryRun.needsTrial,
    mayThrow: dryRun.mayThrow,
    fixEdits: fixEdits.fixEdits,
    readModule: read.readModule,
    readHalfTyped: preview.readHalfTyped,
    mergeJson: merge.mergeJson,
  };
}

/** For what can be done without them, if less well. */
export const tryGraphCommands = (): Promise<void> => loadGraphCommands().catch(() => undefined);

/** Whether the graph commands are there. */
export const hasGraphCommands = (): boolean => loaded !== undefined;

/** The graph commands, or ones that refuse with `still-loading` until they are there. */
export const graphCommands = (): Loaded => loaded ?? NOT_YET;

const refused = { code: "still-loading" } as const;
const NOT_YET: Loaded = {
  run: () => ({ refused }),
  followChange: () => ({ refused }),
  followRename: () => [],
  changeOfEach: () => ({ ok: false, refused }),
  changedMachines: () => [],
  newFault: () => undefined,
  needsTrial: () => false,
  mayThrow: () => undefined,
  fixEdits: () => undefined,
  readModule: readFresh,
  readHalfTyped: () => undefined,
  mergeJson: () => undefined,
};
