import { parseArgs } from "node:util";
import { near } from "#core/diagnostic/near.ts";
import { StoreError } from "#core/project/store.ts";
import { commonOptions, type Command, type Given, type Options } from "#cli/command.ts";
import { check } from "#cli/commands/check.ts";
import { edit } from "#cli/commands/edit.ts";
import { exportGame } from "#cli/commands/exportGame.ts";
import { list } from "#cli/commands/list.ts";
import { play } from "#cli/commands/play.ts";
import { read } from "#cli/commands/read.ts";
import { open, start } from "#cli/commands/studio.ts";
import { table, UsageError, type ExitCode, type Io } from "#cli/io.ts";
import pkg from "../../package.json";

const commands: readonly Command[] = [list, check, read, edit, play, exportGame, start, open];

/** Runs one command line and gives its exit code. Writes nothing but through `io`; never throws on what a person typed. */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  const [word = "help", ...rest] = argv;
  if (word === "help" || word === "--help" || word === "-h") {
    const about = commands.find((one) => one.name === rest[0]);
    io.out(about ? usageOf(about) : help());
    return 0;
  }
  if (word === "version" || word === "--version" || word === "-v") {
    io.out(rest.includes("--json") ? `${JSON.stringify({ version: pkg.version })}\n` : `${pkg.version}\n`);
    return 0;
  }
  const command = commands.find((one) => one.name === word);
  if (!command) {
    const meant = near(word, [...commands.map((one) => one.name), "help", "version"]);
    io.err(
      `turnwright: there is no command ${word}${meant.length > 0 ? `; did you mean ${meant.join(" or ")}?` : ""}\n`,
    );
    io.err("turnwright help lists them\n");
    return 2;
  }
  try {
    const { values, positionals } = parse(command, rest);
    if (values["help"]) {
      io.out(usageOf(command));
      return 0;
    }
    const [least, most] = command.args;
    if (positionals.length < least)
      throw new UsageError(`${command.name} needs ${command.usage.split(" ")[1] ?? "more"}`);
    if (positionals.length > most) throw new UsageError(`${positionals[most]} is one argument too many`);
    return await command.run(positionals, values, io);
  } catch (error) {
    if (error instanceof UsageError) {
      io.err(`turnwright ${word}: ${error.message}\n${usageOf(command)}`);
      return 2;
    }
    if (!(error instanceof StoreError) && !isSystemError(error)) throw error;
    io.err(`turnwright ${word}: ${error.message}\n`);
    return 1;
  }
}

function parse(command: Command, args: readonly string[]): { values: Given; positionals: readonly string[] } {
  const options: Options = { ...commonOptions, ...command.options };
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
    });
    return { values: values as Given, positionals };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const unknown = /Unknown option '(-[^']*)'/.exec(error.message)?.[1];
    if (unknown === undefined) throw new UsageError(error.message.split(". ")[0]);
    const meant = near(unknown.replace(/^-+/, ""), Object.keys(options)).map((name) => `--${name}`);
    throw new UsageError(
      `there is no option ${unknown}${meant.length > 0 ? `; did you mean ${meant.join(" or ")}?` : ""}`,
    );
  }
}

/** Files that cannot be read or written, addresses that cannot be listened on: facts of the machine, told as they are. */
const isSystemError = (error: unknown): error is Error => error instanceof Error && "syscall" in error;

const usageOf = (command: Command): string =>
  `usage: turnwright ${command.usage} [--root DIR] [--json] [--lang en|ja|zh-Hant]\n`;

const help = (): string =>
  `Turnwright ${pkg.version}: turn structures of card and board games as statecharts.\n\n${table([
    ...commands.map((one) => [`  turnwright ${one.usage}`, one.about]),
    ["  turnwright help [COMMAND]", "this, or the usage of a command"],
    ["  turnwright version", "the version of this program"],
  ])}
Every command takes --json (for programs), --lang en|ja|zh-Hant (language of messages) and --root DIR (the folder of
games; the current one by default). ID is a game of that folder, FILE a machine module anywhere.
Exit codes: 0 all is well, 1 something is wrong with a game or could not be done, 2 the command line is wrong.
`;
