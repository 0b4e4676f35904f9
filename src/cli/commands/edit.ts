import { commands } from "#core/edit/commands.ts";
import { parseJson, type Json } from "#core/text/json.ts";
import { lineColumn } from "#core/text/lines.ts";
import { slipHint, textOf, type Command, type Given } from "#cli/command.ts";
import { editBatch } from "#cli/edit/batch.ts";
import { editAndSave, editFile, previewEdit, type FileEdit } from "#cli/edit/editFile.ts";
import type { Edited, NotEdited, Message } from "#cli/edit/editText.ts";
import { commandTable, listCommands } from "#cli/edit/listCommands.ts";
import { readingJudge, xstateJudge, type Judge } from "#cli/edit/judge.ts";
import { previewedFiles, type PreviewedFile } from "#cli/edit/preview.ts";
import { readSource } from "#cli/edit/readSource.ts";
import { table, UsageError, type ExitCode, type Io } from "#cli/io.ts";
import { languageOf, type Language } from "#cli/words.ts";

/**
 * `turnwright edit`: the studio's graph commands on a module's text. Exit 1 when the command is refused. Nothing is run but with `--run`:
 * then XState is asked in a process of its own, which is no jail, where a command takes a name from a machine that could not be read whole.
 */
export const edit: Command = {
  name: "edit",
  usage:
    "edit FILE --command ID [--args JSON] [--machine REF] [--write|--dry-run] [--force] [--run] | --batch | --list",
  about:
    "a graph command on a module: the new text, --dry-run shows what changes, --write saves; --batch takes lines of JSON",
  options: {
    command: { type: "string" },
    args: { type: "string" },
    machine: { type: "string" },
    write: { type: "boolean" },
    "dry-run": { type: "boolean" },
    force: { type: "boolean" },
    run: { type: "boolean" },
    batch: { type: "boolean" },
    list: { type: "boolean" },
  },
  args: [0, 1],
  async run([file], given, io) {
    const language = languageOf(textOf(given, "lang"));
    const ways = [file !== undefined, given["batch"] === true, given["list"] === true].filter(Boolean).length;
    if (ways !== 1) throw new UsageError("one of FILE, --batch and --list says what to do");
    const { judge, stop } =
      given["run"] === true ? xstateJudge() : { judge: readingJudge, stop: () => undefined };
    try {
      if (file !== undefined) return await editOne(file, given, io, { language, judge });
      const only = ["command", "args", "machine", "write", "dry-run", "force"].find(
        (name) => given[name] !== undefined,
      );
      if (only !== undefined) throw new UsageError(`--${only} goes with FILE`);
      if (given["batch"])
        return await editBatch({ input: io.stdin, cwd: io.cwd, language, judge, out: io.out });
    } finally {
      stop();
    }
    io.out(
      given["json"]
        ? `${JSON.stringify({ commands: listCommands(language) }, null, 2)}\n`
        : commandTable(language),
    );
    return 0;
  },
};

async function editOne(
  file: string,
  given: Given,
  io: Io,
  { language, judge }: { readonly language: Language; readonly judge: Judge },
): Promise<ExitCode> {
  if (given["write"] && given["dry-run"])
    throw new UsageError("--write saves and --dry-run does not: one of them");
  const fileEdit: FileEdit = {
    file,
    cwd: io.cwd,
    language,
    judge,
    machine: textOf(given, "machine") ?? 0,
    command: commandGiven(given),
    args: argsGiven(given),
    anyway: given["force"] === true,
  };
  const source = await readSource(file, io.cwd);
  const answer = await answerOf(fileEdit, given);
  if (given["json"]) {
    io.out(`${JSON.stringify(answer, null, 2)}\n`);
    return answer.ok ? 0 : 1;
  }
  const text = "text" in source ? source.text : "";
  if (!answer.ok) {
    io.err(line(file, text, "refused", answer.refused));
    if (answer.refused.force) io.err("--force does it all the same\n");
    return 1;
  }
  for (const warning of answer.warnings) io.err(line(file, text, "warning", warning));
  if (answer.files) {
    io.err(table(answer.files.map(previewRow)));
    for (const { patch } of answer.files) io.out(patch);
  } else if (answer.written) for (const name of answer.written) io.err(`${name}: written\n`);
  else io.out(answer.clip ?? answer.text);
  return 0;
}

/** What comes of the command; with `--write` or `--dry-run` the files that it changed or would change. */
async function answerOf(fileEdit: FileEdit, given: Given): Promise<Answer> {
  if (given["write"]) return editAndSave(fileEdit);
  if (!given["dry-run"]) return editFile(fileEdit);
  const plan = await previewEdit(fileEdit);
  return plan.ok ? { ...plan.answer, files: previewedFiles(plan, fileEdit.file) } : plan;
}

type Answer =
  | (Edited & { readonly written?: readonly string[]; readonly files?: readonly PreviewedFile[] })
  | NotEdited;

const previewRow = ({ file, machines = [], places }: PreviewedFile): string[] => [
  file,
  `${places} ${places === 1 ? "place" : "places"}`,
  machines.join(", "),
];

/** `file:line:column  refused  sentence  code`, as `check` tells faults. */
function line(file: string, text: string, kind: string, { code, message, range }: Message): string {
  const place = range && lineColumn(text, range.from);
  return `${file}${place ? `:${place.line}:${place.column}` : ""}  ${kind}  ${message}  ${code}\n`;
}

function commandGiven(given: Given): string {
  const id = textOf(given, "command");
  if (id === undefined) throw new UsageError("--command is missing; npx turnwright edit --list names them");
  if (commands.has(id)) return id;
  const hint = slipHint(id, commands.keys()) || ": npx turnwright edit --list names them";
  throw new UsageError(`--command ${id} is unknown${hint}`);
}

function argsGiven(given: Given): Json {
  const text = textOf(given, "args");
  if (text === undefined) return {};
  try {
    return parseJson(text);
  } catch (error) {
    throw new UsageError(`--args is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
