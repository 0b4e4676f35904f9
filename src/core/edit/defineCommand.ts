import type { Chart } from "#core/chart/chart.ts";
import { misfit, type ArgShape } from "#core/edit/argShape.ts";
import type { Change, Command, ReadAgain, Refusal } from "#core/edit/command.ts";
import type { FindImporters } from "#core/symbol/importers.ts";
import { Draft } from "#core/edit/draft.ts";
import { RefusedError } from "#core/edit/refuse.ts";
import { xstate6Sign } from "#core/syntax/xstate6.ts";

/** A command together with the shape of its arguments. */
export interface DescribedCommand<Args, Id extends string = string> extends Command<Args> {
  readonly id: Id;
  readonly args: ArgShape<Args>;
}

/**
 * Makes a command of a function that plans its edits on a draft. Arguments of another shape are refused, so that they may
 * come from a command line or another program as they are.
 */
export function defineCommand<const Id extends string, Args>(
  id: Id,
  args: ArgShape<Args>,
  plan: (draft: Draft, args: NoInfer<Args>) => void,
): DescribedCommand<Args, Id> {
  const edits = (
    text: string,
    chart: Chart,
    given: Args,
    read?: ReadAgain,
    importers?: FindImporters,
  ): Change | { readonly refused: Refusal } => {
    const wrong = misfit(args, given);
    if (wrong !== undefined) return { refused: { code: "bad-arguments", facts: { command: id, at: wrong } } };
    // What a command writes is version 5: version 6 would take it for something else.
    const newer = xstate6Sign(text);
    if (newer) return { refused: { code: "xstate-6", at: newer.at, facts: { sign: newer.sign } } };
    try {
      const draft = new Draft(text, chart, read, importers);
      plan(draft, given);
      return draft.finish();
    } catch (error) {
      if (error instanceof RefusedError) return { refused: error.refusal };
      throw error;
    }
  };
  const check = (text: string, chart: Chart, given: Args): Refusal | undefined => {
    const outcome = edits(text, chart, given);
    return "refused" in outcome ? outcome.refused : undefined;
  };
  return { id, args, check, edits };
}
