import type { Refusal } from "#core/edit/command.ts";
import type { Asked } from "#core/project/graphChange.ts";
import type { Studio } from "#app/studio/Studio.ts";

let gestures = 0;
/** One undo takes them all back. */
const nextGesture = () => `each:${++gestures}`;

/** Runs a command once for each of several arguments: all of them as one entry of the history, or none. */
export function attemptEach(
  studio: Studio,
  command: string,
  argsList: readonly object[],
  { revision, ...asked }: Asked = {},
): Refusal | undefined {
  const joins = nextGesture();
  for (const [i, args] of argsList.entries()) {
    const refused = studio.attempt(command, args, { ...asked, joins, ...(i === 0 ? { revision } : {}) });
    if (refused && i > 0) studio.undo();
    if (refused) return refused;
  }
  return undefined;
}

/** The same where XState has its say about each result before it is made. */
export async function attemptEachTried(
  studio: Studio,
  command: string,
  argsList: readonly object[],
  { revision, ...asked }: Asked = {},
): Promise<Refusal | undefined> {
  const joins = nextGesture();
  for (const [i, args] of argsList.entries()) {
    const of = { ...asked, joins, ...(i === 0 ? { revision } : {}) };
    const refused = await studio.attemptTried(command, args, of);
    if (refused && i > 0) studio.undo();
    if (refused) return refused;
  }
  return undefined;
}
