import type { Project } from "#core/project/Project.ts";
import type { LoadedGame } from "#app/studio/loadGame.ts";

/** How long after a change the checks run, in milliseconds. They wait for a pause, so that typing does not wait for them at every letter. */
const CHECK_DELAY_MS = 500;
/** The next check waits this many times as long as the last one took: a huge machine is not checked at every pause. */
const CHECK_DELAY_PER_CHECK = 3;

/** When the checks of an open game run. What they came to is handed to `done`, unless the text has changed since. */
export class GameChecks {
  readonly #project: Project;
  readonly #done: (loaded: LoadedGame) => void;
  readonly #lastGood = new Map<string, string>();
  #follow = false;
  #wasDone = false;
  #after = CHECK_DELAY_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(project: Project, done: (loaded: LoadedGame) => void) {
    this.#project = project;
    this.#done = done;
  }

  /** From now on they follow each change. */
  start(): void {
    this.#follow = true;
    this.soon();
  }

  /** Something changed: they run after a pause, the first time at once. */
  soon(): void {
    this.putOff();
    if (this.#follow) this.#timer = setTimeout(() => void this.run(), this.#wasDone ? this.#after : 0);
  }

  /** What is waiting does not run before the next change. */
  putOff(): void {
    clearTimeout(this.#timer);
  }

  /** Runs them now. */
  async run(): Promise<void> {
    const { files, revision } = this.#project.state();
    const isOver = () => this.#project.state().revision !== revision;
    const { loadBeside, readAhead } = await import("#app/studio/loadGame.ts");
    if (isOver()) return;
    const begun = performance.now();
    await readAhead(files, isOver);
    if (isOver()) return;
    const loaded = await loadBeside(
      isOver,
      files,
      this.#project.graph(),
      revision,
      this.#lastGood,
      this.#project.budget,
    );
    if (!loaded) return;
    // The first one also loads and warms up what checks: it says nothing of the next.
    if (this.#wasDone)
      this.#after = Math.max(CHECK_DELAY_MS, CHECK_DELAY_PER_CHECK * (performance.now() - begun));
    this.#wasDone = true;
    this.#done(loaded);
  }
}
