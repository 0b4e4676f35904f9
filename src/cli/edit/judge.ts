import { importClosure } from "#core/read/modules/importClosure.ts";
import { verdictOf } from "#core/project/trial.ts";
import type { Runner } from "#core/run/play/playRequest.ts";
import { nodeRunner } from "#adapters/sandbox/nodeRunner.ts";
import { judgedByReading, refusedAs, type Changed, type Edit, type NotEdited } from "#cli/edit/editText.ts";
import type { Language } from "#cli/words.ts";

/** Says whether a change is made after all, once it is known whether its result still runs. */
export type Judge = (
  changed: Changed | NotEdited,
  edit: Edit,
  language: Language,
) => Promise<Changed | NotEdited>;

/** Judges by reading alone: no code of the file is run. */
export const readingJudge: Judge = async (changed, _, language) => judgedByReading(changed, language);

/**
 * Has XState make the machines of a result, in a process of its own, where a command takes away a name from a machine of which parts could not
 * be read. It runs the file's own code, as `node FILE` would. One process serves all that is asked until `stop`.
 */
export function xstateJudge(): { readonly judge: Judge; readonly stop: () => void } {
  let runner: Runner | undefined;
  const judge: Judge = async (changed, { lang, imports }, language) => {
    if (!changed.ok || !changed.trial) return changed;
    runner ??= nodeRunner();
    const { ask } = runner;
    const refused = await verdictOf(changed.trial, (code) => {
      const { main, files } = importClosure(
        { path: imports?.path ?? "module.ts", text: code, lang },
        imports?.modules ?? (() => undefined),
      );
      return ask({ do: "resolve", code, lang, siblings: { imports: main.imports, files } });
    });
    return refused ? refusedAs(refused, language) : changed;
  };
  return { judge, stop: () => runner?.stop() };
}
