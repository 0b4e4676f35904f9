import type { Chart } from "#core/chart/chart.ts";
import type { Change, Refusal } from "#core/edit/command.ts";

/** Runs a command by its id, with arguments as they come from JSON; `runCommand` of core/edit. */
export type RunCommand = (
  id: string,
  text: string,
  chart: Chart,
  args: unknown,
) => Change | { readonly refused: Refusal };

let run: RunCommand | undefined;

/** Loads the graph commands. The first picture does not need them, so they come in a chunk of their own. */
export async function loadGraphCommands(): Promise<void> {
  run ??= (await import("#core/edit/commands.ts")).runCommand;
}

/** The graph commands, or one that refuses with `still-loading` until they are there. */
export const graphCommands = (): RunCommand => run ?? (() => ({ refused: { code: "still-loading" } }));
