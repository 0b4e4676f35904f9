import { applyEdits } from "#core/text/textEdit.ts";
import type { Chart } from "#core/chart/chart.ts";
import type { Change, Command, Refusal } from "#core/edit/command.ts";
import { readModule } from "#core/read/readModule.ts";

/** A module with one machine `m` around the given states, two spaces, single quotes. */
export const chart = (states: string, root = "initial: 'a',"): string =>
  `import { setup } from 'xstate';
export const machine = setup({}).createMachine({
  id: 'm',
  ${root}
  states: {
    ${states}
  },
});
`;

/** The first machine of a text; throws when there is none. */
export function chartOf(text: string): Chart {
  const reading = readModule(text);
  const first = reading.charts[0];
  if (!first || !reading.parsed)
    throw new Error(`No machine in:\n${text}\n${JSON.stringify(reading.diagnostics)}`);
  return first;
}

export function outcome<Args>(
  command: Command<Args>,
  text: string,
  args: Args,
): Change | { readonly refused: Refusal } {
  return command.edits(text, chartOf(text), args);
}

/** The text after the command; throws when it refuses. */
export function applyCommand<Args>(command: Command<Args>, text: string, args: Args): string {
  const change = outcome(command, text, args);
  if ("refused" in change) throw new Error(`Refused: ${JSON.stringify(change.refused)}`);
  return applyEdits(text, change.edits);
}

/** The code of the refusal; throws when the command does not refuse. */
export function refusalOf<Args>(command: Command<Args>, text: string, args: Args): Refusal {
  const change = outcome(command, text, args);
  if (!("refused" in change)) throw new Error(`Not refused: ${JSON.stringify(change.edits)}`);
  return change.refused;
}
