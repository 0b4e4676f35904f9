import { applyEdits, type Span } from "#core/text/textEdit.ts";

/** What the sandbox calls with the machine that is to be played, when a module makes several. */
export const pointer = "__turnwrightPlays";

/**
 * The module with one of its machines pointed out to the sandbox, exported or not. Lines stay where they are.
 * @param call the call that makes the machine, `setup(...).createMachine(...)` as a whole
 */
export const pointOut = (text: string, call: Span): string =>
  applyEdits(text, [
    { from: call.from, to: call.from, insert: `${pointer}(` },
    { from: call.to, to: call.to, insert: ")" },
  ]);
