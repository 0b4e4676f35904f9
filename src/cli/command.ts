import type { ParseArgsConfig } from "node:util";
import { near } from "#core/diagnostic/near.ts";
import { UsageError, type ExitCode, type Io } from "#cli/io.ts";

/** Options of a command, as node:util reads them. Each is a word or a switch, given at most once. */
export type Options = NonNullable<ParseArgsConfig["options"]>;

/** The options as they were given. */
export type Given = Readonly<Record<string, string | boolean | undefined>>;

/** One word after `turnwright`. */
export interface Command {
  readonly name: string;
  /** Positional arguments and options, as the usage line shows them. */
  readonly usage: string;
  readonly about: string;
  readonly options: Options;
  /** How many positional arguments it takes, at least and at most. */
  readonly args: readonly [number, number];
  /** Exit code when it could not be done; 1 when left out. */
  readonly failureCode?: ExitCode;
  /** @throws UsageError | StoreError */
  run(args: readonly string[], given: Given, io: Io): Promise<ExitCode>;
}

/** Options that every command has. */
export const commonOptions = {
  json: { type: "boolean" },
  lang: { type: "string" },
  root: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const satisfies Options;

/** What a word that is none of a list may have meant, to stand behind a message; nothing when it is like none of them. */
export function slipHint(word: string, words: Iterable<string>): string {
  const meant = near(word, words);
  return meant.length > 0 ? `; did you mean ${meant.join(" or ")}?` : "";
}

/**
 * An option that names a format; undefined when it is not given.
 * @throws UsageError for one that is none of the formats, which names them
 */
export function formatIn<T extends string>(
  given: Given,
  option: string,
  formats: readonly T[],
): T | undefined {
  const format = textOf(given, option);
  if (format === undefined) return undefined;
  const known = formats.find((name) => name === format);
  if (known !== undefined) return known;
  const hint = slipHint(format, formats);
  throw new UsageError(`--${option} ${format} is unknown: the formats are ${formats.join(", ")}${hint}`);
}

/** An option's text, or undefined. */
export const textOf = (given: Given, name: string): string | undefined => {
  const value = given[name];
  return typeof value === "string" ? value : undefined;
};
