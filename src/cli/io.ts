/** What a command sees of the world, so that a test can stand in for it. */
export interface Io {
  /** Folder of this package: the built studio and the games that come with it. */
  readonly home: string;
  /** The person's current folder. */
  readonly cwd: string;
  readonly stdin: NodeJS.ReadableStream;
  /** Writes as it is, without a line break of its own. */
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** A person looks at what `out` writes. */
  readonly isTerminal?: boolean;
  /** Ends what keeps running, such as `check --watch`; without it such a command ends with the process. */
  readonly ended?: AbortSignal;
}

/**
 * 0: all is well. 1: something is wrong with a game. 2: the command line itself is wrong. 3: a machine was stopped for too much work, so
 * that whether all is well is not known; nothing is known to be wrong.
 */
export type ExitCode = 0 | 1 | 2 | 3;

/** The command line is wrong, or names something that is not there: reported in one line, with how to go on. */
export class UsageError extends Error {}

/** A table for people: columns padded, two spaces between, no line breaks within a cell. Wide characters count double. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, widthOf(cell));
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell + " ".repeat((widths[i] ?? 0) - widthOf(cell)))
        .join("  ")
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join("");
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Columns that a terminal uses for a text. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, char) => sum + (WIDE.test(char) ? 2 : 1), 0);
