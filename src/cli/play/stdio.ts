import type { ExitCode } from "#cli/io.ts";
import type { PlayGiven } from "#cli/play/given.ts";
import { LineError } from "#cli/play/lineRequest.ts";
import { fail, PlaySession } from "#cli/play/PlaySession.ts";
import { readLines } from "#cli/play/readLines.ts";

export interface PlayStdioGiven extends PlayGiven {
  readonly input: AsyncIterable<Uint8Array | string>;
}

/** Longest line that is accepted. */
export const MAX_LINE_BYTES = 1_000_000;

/**
 * Plays over lines of JSON: one request in, exactly one answer out, in order; nothing else is written to `out`.
 *
 * Requests: `{describe: true}`, `{input: {...}}` (starts, or starts over), `{send: event}`, `{can: event}`, `{why: event}`, `{moves: type}`, `{legal: type}`, `{advance: ms}`,
 * `{answer: {actor, value}}`, `{save: true}`, `{restore: snapshot}`; an `id` beside them is echoed; `verdicts` beside them are for guards that the machine does not work out;
 * `only` names the parts of the answer that are wanted. Answers: `{ok: true, ...}` with how the play stands, or
 * `{ok: false, error: {code, message}}` with nothing changed.
 * @returns the exit code: 0 at the end of the input, 1 when the module cannot be loaded, 3 when it was stopped at that (each line is answered with that error)
 */
export async function playStdio(given: PlayStdioGiven): Promise<ExitCode> {
  const session = new PlaySession(given);
  try {
    for await (const line of readLines(given.input, MAX_LINE_BYTES)) {
      const answer =
        "tooLong" in line
          ? fail(new LineError(`The line is longer than ${MAX_LINE_BYTES} bytes`))
          : await session.answer(line.text);
      given.out(`${JSON.stringify(answer)}\n`);
    }
    return await session.exitCode();
  } finally {
    session.stop();
  }
}
