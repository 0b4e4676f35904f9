import type { Refusal } from "#core/edit/command.ts";
import type { CommandOptions, CommandResult, GraphChange } from "#core/project/gameMoment.ts";
import type { Project } from "#core/project/Project.ts";
import type { Trial } from "#core/project/trial.ts";
import type { CommandRequest } from "#app/studio/StudioState.ts";
import type { Runner } from "#core/run/play/playRequest.ts";

/** The conditions of a gesture. `joins`: one undo takes back what has the same. */
export interface GestureOptions extends Omit<CommandOptions, "each"> {
  readonly joins?: string;
}

/** How often a command is computed again when the text changes while XState is checking it; after that it is refused. */
const MAX_TRIALS = 3;
const BEING_TRIED: CommandResult = { ok: false, refused: { code: "being-tried" } };

/** What the commands of a game need of it. */
export interface CommandHost {
  readonly project: Project;
  /** Whether the game's code may run now. */
  readonly isTrusted: () => boolean;
  /** The sandbox: opened when it is first needed. */
  readonly makeRunner: () => Promise<Runner>;
}

/**
 * The graph commands of an open game. Where reading cannot tell whether the result of one still runs, XState makes its machines in the
 * sandbox first, if the code may run; else reading alone judges, and says so.
 */
export class GameCommands {
  readonly #host: CommandHost;
  #runner: Promise<Runner> | undefined;

  constructor(host: CommandHost) {
    this.#host = host;
  }

  /** Runs a command at once. Where XState has to check the result first, it is refused with `being-tried`: see `tried`. */
  run({ id, args, ...each }: CommandRequest, { joins = "", ...options }: GestureOptions = {}): CommandResult {
    const change = this.#host.project.preview(id, args, { ...options, ...each });
    return this.#mayTry(change) ? BEING_TRIED : this.#make(id, change, joins);
  }

  /** The same once XState had its say. What the person does meanwhile counts: the command is worked out again for it. */
  async tried(
    { id, args, ...each }: CommandRequest,
    { joins = "", ...options }: GestureOptions = {},
  ): Promise<CommandResult> {
    const { project } = this.#host;
    for (let rounds = 0; rounds < MAX_TRIALS; rounds++) {
      const { revision } = project.state();
      const change = project.preview(id, args, { ...options, ...each });
      const refused = this.#mayTry(change) ? await this.#checkWithXState(change.trial) : undefined;
      if (project.state().revision !== revision) continue;
      return refused ? { ok: false, refused } : this.#make(id, change, joins);
    }
    return { ok: false, refused: { code: "text-moved-on" } };
  }

  /** Why a computed change would be refused. */
  async judge(change: GraphChange): Promise<Refusal | undefined> {
    if (!change.ok) return change.refused;
    return this.#mayTry(change) ? this.#checkWithXState(change.trial) : change.trial?.doubt;
  }

  stop(): void {
    void this.#runner?.then((runner) => runner.stop());
    this.#runner = undefined;
  }

  #mayTry(change: GraphChange): change is GraphChange & { readonly trial: Trial } {
    return change.ok && change.trial !== undefined && this.#host.isTrusted();
  }

  #make(id: string, change: GraphChange, joins: string): CommandResult {
    const { project, isTrusted } = this.#host;
    const trial = change.ok && !isTrusted() ? change.trial : undefined;
    if (trial?.doubt) return { ok: false, refused: trial.doubt };
    const result = project.make(change, { label: `command.${id}`, at: Date.now(), joins });
    return result.ok && trial ? { ...result, warnings: [...result.warnings, { code: "only-read" }] } : result;
  }

  async #checkWithXState(trial: Trial): Promise<Refusal | undefined> {
    const { path, lang, modules } = this.#host.project.source;
    const [{ importClosure }, { verdictOf }] = await Promise.all([
      import("#core/read/modules/importClosure.ts"),
      import("#core/project/trial.ts"),
    ]);
    const runner = await (this.#runner ??= this.#host.makeRunner()).catch(() => undefined);
    if (!runner) {
      // Another time it may open; reading has to judge now.
      this.#runner = undefined;
      return trial.doubt;
    }
    return verdictOf(trial, (code) => {
      const { main, files } = importClosure({ path, text: code, lang }, modules);
      return runner.ask({ do: "resolve", code, lang, siblings: { imports: main.imports, files } });
    });
  }
}
