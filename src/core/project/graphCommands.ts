import { readFresh } from "#core/read/readFresh.ts";
import type { commandChange, fixChange, whyNotCommand } from "#core/project/graphChange.ts";
import type { readHalfTyped } from "#core/read/partial/readPreview.ts";
import type { mergeJson } from "#core/ruleset/mergeJson.ts";

interface Loaded {
  readonly commandChange: typeof commandChange;
  readonly fixChange: typeof fixChange;
  readonly whyNotCommand: typeof whyNotCommand;
  /** Reads again only what changed, where it can; everything until it is there. */
  readonly readModule: typeof readFresh;
  readonly readHalfTyped: typeof readHalfTyped;
  /** Joins two changes of one file; until it is there they are at odds. */
  readonly mergeJson: typeof mergeJson;
}

/** What is loaded is the same for every project of a page or process. */
class LateCommands {
  #loaded: Loaded | undefined;

  get isLoaded(): boolean {
    return this.#loaded !== undefined;
  }

  get commands(): Loaded {
    return this.#loaded ?? NOT_YET;
  }

  async load(): Promise<void> {
    if (this.#loaded) return;
    const [change, read, preview, merge] = await Promise.all([
      import("#core/project/graphChange.ts"),
      import("#core/read/readModule.ts"),
      import("#core/read/partial/readPreview.ts"),
      import("#core/ruleset/mergeJson.ts"),
    ]);
    const { commandChange, fixChange, whyNotCommand } = change;
    const { readModule } = read;
    const { readHalfTyped } = preview;
    const { mergeJson } = merge;
    this.#loaded = { commandChange, fixChange, whyNotCommand, readModule, readHalfTyped, mergeJson };
  }
}
const late = new LateCommands();

/**
 * Loads the graph commands, what reads half-typed code and what joins two changes. The first picture does not need them, so they come
 * in a chunk of their own.
 */
export const loadGraphCommands = (): Promise<void> => late.load();

/** For what can be done without them, if less well. */
export const tryGraphCommands = (): Promise<void> => loadGraphCommands().catch(() => undefined);

/** Whether the graph commands are there. */
export const hasGraphCommands = (): boolean => late.isLoaded;

/** The graph commands, or ones that refuse with `still-loading` until they are there. */
export const graphCommands = (): Loaded => late.commands;

const refused = { code: "still-loading" } as const;
const NOT_YET: Loaded = {
  commandChange: () => ({ ok: false, refused }),
  fixChange: () => ({ ok: false, refused }),
  whyNotCommand: () => refused,
  readModule: readFresh,
  readHalfTyped: () => undefined,
  mergeJson: () => undefined,
};
