import { Readable } from "node:stream";
import { main } from "#cli/main.ts";

export interface Done {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs `turnwright` as the built command would, and gathers what it says.
 * @param words as a shell hands them over
 * @param given `input` comes in through stdin, `home` is where the package lies
 */
export async function turnwright(
  words: readonly string[],
  given: {
    readonly cwd: string;
    readonly input?: readonly string[];
    readonly home?: string;
    readonly isTerminal?: boolean;
  },
): Promise<Done> {
  const { cwd, input = [], home = process.cwd(), isTerminal } = given;
  let out = "";
  let err = "";
  const code = await main(words, {
    home,
    cwd,
    stdin: Readable.from(input),
    out: (text) => (out += text),
    err: (text) => (err += text),
    ...(isTerminal === undefined ? {} : { isTerminal }),
  });
  return { code, out, err };
}
