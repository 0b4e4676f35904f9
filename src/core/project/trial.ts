import type { Refusal } from "#core/edit/command.ts";

/** A module before and after a change, for XState to make its machines of both. */
export interface Trial {
  readonly before: string;
  readonly after: string;
  /** What reading says against the change where XState cannot be asked. */
  readonly doubt?: Refusal;
}

/**
 * Why a change is not made, by what XState says of its result: what it throws at that it did not throw at before. Of a module that
 * does not run as it is, such as one that imports what is not here, XState has no say, and reading alone judges.
 * @param resolve what XState throws at the machines of a module; rejects when the module does not load
 */
export async function verdictOf(
  { before, after, doubt }: Trial,
  resolve: (code: string) => Promise<readonly string[]>,
): Promise<Refusal | undefined> {
  let was: readonly string[];
  try {
    was = await resolve(before);
  } catch {
    return doubt;
  }
  try {
    const now = await resolve(after);
    const fresh = now.find((message) => !was.includes(message)) ?? now.at(-1);
    return now.length > was.length && fresh !== undefined ? wouldThrow(fresh) : undefined;
  } catch (error) {
    return wouldThrow(error instanceof Error ? error.message : String(error));
  }
}

/** XState's messages are of two lines: the first says where, the second what. */
const wouldThrow = (message: string): Refusal => ({
  code: "would-throw",
  facts: { message: message.split("\n").slice(0, 2).join(" ") },
  anyway: true,
});
