import type { ParseArgsConfig } from "node:util";
import type { ExitCode, Io } from "#cli/io.ts";

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

/** An option's text, or undefined. */
export const textOf = (given: Given, name: string): string | undefined => {
  const value = given[name];
  return typeof value === "string" ? value : undefined;
};
