import { changeText, refusedAs, type Edit, type Edited, type NotEdited } from "#cli/edit/editText.ts";
import type { Judge } from "#cli/edit/judge.ts";
import { thrownText } from "#core/run/play/thrownText.ts";
import { lineRequest, type LineRequest } from "#cli/edit/lineRequest.ts";
import { langOfPath } from "#core/syntax/parse.ts";
import { readSource } from "#cli/edit/readSource.ts";
import { readLines } from "#cli/play/readLines.ts";
import type { Language } from "#cli/words.ts";
import type { Json } from "#core/text/json.ts";

export interface BatchGiven {
  readonly input: AsyncIterable<Uint8Array | string>;
  /** Files of lines are relative to it. */
  readonly cwd: string;
  readonly language: Language;
  readonly out: (text: string) => void;
  /** Asks XState about a result that only it can judge. */
  readonly judge: Judge;
  /** What carries out one line; a test may put a broken one in its place. */
  readonly edit?: typeof changeText;
}

/** A fault of this program, reported without its stack. */
interface Faulty {
  readonly ok: false;
  readonly fault: string;
}

/** Longest line that is accepted: the largest module, written as JSON. */
export const MAX_LINE_BYTES = 64_000_000;

/**
 * Edits over lines of JSON: one request in, exactly one answer out, in order and as they come. Each line stands by itself;
 * files are read and never written. Lines that are no requests are refused like commands that cannot be done.
 * @returns the exit code: 1 when one of the answers is a fault of this program
 */
export async function editBatch(given: BatchGiven): Promise<0 | 1> {
  let faults = 0;
  for await (const line of readLines(given.input, MAX_LINE_BYTES)) {
    const { id, answer } = await answerTo("tooLong" in line ? undefined : line.text, given);
    if ("fault" in answer) faults++;
    given.out(`${JSON.stringify({ ...(id === undefined ? {} : { id }), ...answer })}\n`);
  }
  return faults > 0 ? 1 : 0;
}

async function answerTo(
  line: string | undefined,
  given: BatchGiven,
): Promise<{ readonly id?: Json | undefined; readonly answer: Edited | NotEdited | Faulty }> {
  if (line === undefined) {
    const facts = { most: String(MAX_LINE_BYTES) };
    return { answer: refusedAs({ code: "line-too-long", facts }, given.language) };
  }
  const request = lineRequest(line);
  const { id } = request;
  try {
    if ("refused" in request) return { id, answer: refusedAs(request.refused, given.language) };
    return { id, answer: await edited(request, given) };
  } catch (error) {
    return {
      id,
      answer: {
        ok: false,
        fault: error instanceof Error ? `${error.name}: ${thrownText(error)}` : thrownText(error),
      },
    };
  }
}

async function edited(
  { file, text, lang, machine, command, args, force }: LineRequest,
  { cwd, language, judge, edit = changeText }: BatchGiven,
): Promise<Edited | NotEdited> {
  const source =
    text === undefined
      ? await readSource(file ?? "", cwd)
      : { text, lang: file === undefined ? ("ts" as const) : langOfPath(file) };
  if ("refused" in source) return refusedAs(source.refused, language);
  const request: Edit = { ...source, lang: lang ?? source.lang, machine, command, args, anyway: force };
  const changed = await judge(edit(request, language), request, language);
  return changed.ok ? changed.answer : changed;
}
