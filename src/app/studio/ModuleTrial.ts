import { verdictOf, type Trial } from "#core/project/trial.ts";
import type { Refusal } from "#core/edit/command.ts";
import type { Project } from "#core/project/Project.ts";
import type { Runner } from "#core/run/playRequest.ts";

/** Has XState make the machines of a module as a change would leave it: in the sandbox, and only of code that may run. */
export class ModuleTrial {
  readonly #makeRunner: () => Promise<Runner>;
  #runner: Promise<Runner> | undefined;

  constructor(makeRunner: () => Promise<Runner>) {
    this.#makeRunner = makeRunner;
  }

  /** Why the change is not made; undefined when XState has nothing against it. */
  async judge(trial: Trial, { source: { path, lang, modules } }: Project): Promise<Refusal | undefined> {
    const [{ importClosure }, runner] = await Promise.all([
      import("#core/read/modules/importClosure.ts"),
      (this.#runner ??= this.#makeRunner()),
    ]);
    return verdictOf(trial, (code) => {
      const { main, files } = importClosure({ path, text: code, lang }, modules);
      return runner.ask({ do: "resolve", code, lang, siblings: { imports: main.imports, files } });
    });
  }

  stop(): void {
    void this.#runner?.then((runner) => runner.stop());
    this.#runner = undefined;
  }
}
