import type { Chart } from "#core/chart/chart.ts";
import type { Change, Refusal } from "#core/edit/command.ts";
import type { mendEdits } from "#core/edit/mend.ts";
import type { followInFile } from "#core/layout/arrangement/followInFile.ts";
import type { followNames } from "#core/project/followNames.ts";
import type { followStamps } from "#core/project/followStamps.ts";
import type { followPaths } from "#core/project/followPaths.ts";
import type { followSaves } from "#core/project/followSaves.ts";
import { readFresh } from "#core/read/readFresh.ts";
import type { readHalfTyped } from "#core/read/partial/readPreview.ts";

/** Runs a command by its id, with arguments as they come from JSON; `runCommand` of core/edit. */
export type RunCommand = (
  id: string,
  text: string,
  chart: Chart,
  args: unknown,
) => Change | { readonly refused: Refusal };

interface Loaded {
  readonly run: RunCommand;
  readonly followNames: typeof followNames;
  readonly followPaths: typeof followPaths;
  readonly followSaves: typeof followSaves;
  readonly followStamps: typeof followStamps;
  readonly mend: typeof mendEdits;
  readonly followInFile: typeof followInFile;
  /** Reads again only what changed, where it can; everything until it is there. */
  readonly readModule: typeof readFresh;
  readonly readHalfTyped: typeof readHalfTyped;
}

let loaded: Loaded | undefined;

/** Loads the graph commands and what reads half-typed code. The first picture does not need them, so they come in a chunk of their own. */
export async function loadGraphCommands(): Promise<void> {
  if (loaded) return;
  const [edit, names, paths, saves, stamps, mend, layout, read, preview] = await Promise.all([
    import("#core/edit/commands.ts"),
    import("#core/project/followNames.ts"),
    import("#core/project/followPaths.ts"),
    import("#core/project/followSaves.ts"),
    import("#core/project/followStamps.ts"),
    import("#core/edit/mend.ts"),
    import("#core/layout/arrangement/followInFile.ts"),
    import("#core/read/readModule.ts"),
    import("#core/read/partial/readPreview.ts"),
  ]);
  loaded = {
    run: edit.runCommand,
    followNames: names.followNames,
    followPaths: paths.followPaths,
    followSaves: saves.followSaves,
    followStamps: stamps.followStamps,
    mend: mend.mendEdits,
    followInFile: layout.followInFile,
    readModule: read.readModule,
    readHalfTyped: preview.readHalfTyped,
  };
}

/** Whether the graph commands are there. */
export const hasGraphCommands = (): boolean => loaded !== undefined;

/** The graph commands, or ones that refuse with `still-loading` until they are there. */
export const graphCommands = (): Loaded => loaded ?? NOT_YET;

const refused = { code: "still-loading" };
const NOT_YET: Loaded = {
  run: () => ({ refused }),
  followNames: () => ({ refused }),
  followPaths: () => [],
  followSaves: () => [],
  followStamps: () => [],
  mend: () => undefined,
  followInFile: (file) => file,
  readModule: readFresh,
  readHalfTyped: () => undefined,
};
