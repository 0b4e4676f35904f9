import { parseArgs } from "node:util";
import { near } from "#core/diagnostic/near.ts";
import { StoreError } from "#core/project/store.ts";
import { visible } from "#core/text/visible.ts";
import { commonOptions, slipHint, textOf, type Command, type Given, type Options } from "#cli/command.ts";
import { check } from "#cli/commands/check.ts";
import { coverage } from "#cli/commands/coverage.ts";
import { diff } from "#cli/commands/diff.ts";
import { edit } from "#cli/commands/edit.ts";
import { exchange } from "#cli/commands/exchange.ts";
import { exportGame } from "#cli/commands/exportGame.ts";
import { importFile } from "#cli/commands/importFile.ts";
import { list } from "#cli/commands/list.ts";
import { mcp } from "#cli/commands/mcp.ts";
import { newGame } from "#cli/commands/new.ts";
import { play } from "#cli/commands/play.ts";
import { read } from "#cli/commands/read.ts";
import { open, start } from "#cli/commands/studio.ts";
import {
  errorJson,
  FailedFile,
  FaultyGame,
  isFailure,
  storeWords,
  systemWords,
  type ErrorJson,
} from "#cli/failure.ts";
import { helpOf, usageOf } from "#cli/help.ts";
import { isLanguage, languageOf, type Language } from "#cli/words.ts";
import { table, UsageError, type ExitCode, type Io } from "#cli/io.ts";
import pkg from "../../package.json";

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  list,
  check,
  read,
  edit,
  play,
  coverage,
  diff,
  exportGame,
  exchange,
  importFile,
  newGame,
  start,
  open,
  mcp,
];

/** Their output may be the text of a file, byte for byte: it is made harmless only where a person looks at it. */
const AS_IS = new Set(["edit", "exchange", "export", "mcp"]);

/** Runs one command line and gives its exit code. Writes nothing but through `io`; never throws on what a person typed. */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  const [word = "help", ...rest] = argv;
  // Names in a stranger's file, and what was typed, may hold what a terminal takes for orders.
  const asIs = AS_IS.has(word) && io.isTerminal !== true && !rest.includes("--json");
  const out = (text: string) => io.out(asIs ? text : visible(text));
  const err = (text: string) => io.err(visible(text));
  return rest.includes("--json")
    ? runForPrograms(word, rest, { ...io, out, err })
    : run(word, rest, { ...io, out, err });
}

/** With `--json` a command that fails says so in JSON, too: `{ "error": { "code", "message", … } }`. */
async function runForPrograms(word: string, rest: readonly string[], io: Io): Promise<ExitCode> {
  let answered = false;
  let output = "";
  let report: ErrorJson | undefined;
  const out = (text: string) => {
    answered ||= text !== "";
    io.out(text);
  };
  const err = (text: string) => {
    output += text;
    io.err(text);
  };
  const code = await run(word, rest, { ...io, out, err }, (error) => (report = error));
  if (code !== 0 && !answered)
    io.out(`${JSON.stringify({ error: report ?? { code: "failed", message: output.trim() } }, null, 2)}\n`);
  return code;
}

async function run(
  word: string,
  rest: readonly string[],
  io: Io,
  tell: (error: ErrorJson) => void = () => undefined,
): Promise<ExitCode> {
  if (word === "help" || word === "--help" || word === "-h") {
    const about = commands.find((item) => item.name === rest[0]);
    const at = rest.indexOf("--lang");
    const wanted = at < 0 ? undefined : rest[at + 1];
    io.out(about ? helpOf(about, isLanguage(wanted) ? wanted : "en") : help());
    return 0;
  }
  if (word === "version" || word === "--version" || word === "-v") {
    io.out(rest.includes("--json") ? `${JSON.stringify({ version: pkg.version })}\n` : `${pkg.version}\n`);
    return 0;
  }
  const command = commands.find((item) => item.name === word);
  if (!command) {
    const hint = slipHint(word, [...commands.map((item) => item.name), "help", "version"]);
    io.err(`turnwright: there is no command ${word}${hint}\nnpx turnwright help lists them\n`);
    tell({ code: "usage", message: `there is no command ${word}${hint}` });
    return 2;
  }
  let language: Language = "en";
  try {
    const { values, positionals } = parse(command, rest);
    if (isLanguage(textOf(values, "lang"))) language = languageOf(textOf(values, "lang"));
    if (values["help"]) {
      io.out(helpOf(command, language));
      return 0;
    }
    const [least, most] = command.args;
    if (positionals.length < least)
      throw new UsageError(
        `${command.name} needs ${command.usage
          .split(" ")
          .slice(1, 1 + least)
          .join(" ")}`,
      );
    if (positionals.length > most) throw new UsageError(`${positionals[most]} is one argument too many`);
    return await command.run(positionals, values, io);
  } catch (error) {
    if (!isFailure(error)) throw error;
    tell(errorJson(error, language, io.cwd));
    if (error instanceof FaultyGame) io.err(error.message);
    else if (error instanceof FailedFile) io.err(`turnwright ${word}: ${error.message}\n`);
    else if (error instanceof UsageError) io.err(`turnwright ${word}: ${error.message}\n${usageOf(command)}`);
    else if (error instanceof StoreError) io.err(`turnwright ${word}: ${storeWords(error, language)}\n`);
    else io.err(`turnwright ${word}: ${systemWords(error, io.cwd)}\n`);
    return error instanceof UsageError ? 2 : (command.failureCode ?? 1);
  }
}

function parse(command: Command, args: readonly string[]): { values: Given; positionals: readonly string[] } {
  const options: Options = { ...commonOptions, ...command.options };
  try {
    const { values, positionals } = parseArgs({
      args: withNegatives(args, options),
      options,
      allowPositionals: true,
      strict: true,
    });
    return { values: values as Given, positionals };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [, option, why] =
      /^Option '(?:-\w, )?(--[\w-]+)(?:[^\w'-][^']*)?' argument (missing|is ambiguous)/.exec(error.message) ??
      [];
    if (option !== undefined)
      throw new UsageError(
        `${option} needs a value${why === "missing" ? "" : `; one that begins with - is written as ${option}=-…`}`,
      );
    const unknown = /Unknown option '(-[^']*)'/.exec(error.message)?.[1];
    if (unknown === undefined) throw new UsageError(error.message.split(". ")[0]);
    const meant = near(unknown.replace(/^-+/, ""), Object.keys(options)).map((name) => `--${name}`);
    throw new UsageError(
      `there is no option ${unknown}${meant.length > 0 ? `; did you mean ${meant.join(" or ")}?` : ""}`,
    );
  }
}

/** `--port -1` as `--port=-1`: a number below 0 is no option, but a value that the command has something to say of. */
function withNegatives(args: readonly string[], options: Options): string[] {
  const words: string[] = [];
  for (const arg of args) {
    const option = words.at(-1) ?? "";
    const takesIt = option.startsWith("--") && options[option.slice(2)]?.type === "string";
    if (/^-\d/.test(arg) && takesIt) words[words.length - 1] = `${option}=${arg}`;
    else words.push(arg);
  }
  return words;
}

const help = (): string =>
  `Turnwright ${pkg.version}: turn structures of card and board games as statecharts.\n\n${table([
    ...commands.map((command) => [`  turnwright ${command.usage}`, command.about]),
    ["  turnwright help [COMMAND]", "this, or the options of a command with an example each"],
    ["  turnwright version", "the version of this program"],
  ])}
Every command takes --json (for programs), --lang en|ja|zh-Hant (language of messages) and --root DIR (the folder of
games; the current one by default). ID is a game of that folder, FILE a machine module anywhere.
With --json a command that fails answers { "error": { "code", "message", … } }.
Exit codes: 0 all is well, 1 something is wrong with a game or could not be done, 2 the command line is wrong.
`;
