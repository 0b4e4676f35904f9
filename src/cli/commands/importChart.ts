import { mkdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { exists, readNamed } from "#adapters/disk/safeFile.ts";
import { openWorkspace } from "#adapters/disk/workspace.ts";
import { importForms, importMachine } from "#core/import/importForms.ts";
import { ImportFault, shownFacts, type ImportEntry } from "#core/import/importReport.ts";
import { filePath, isGameId } from "#core/project/gameFiles.ts";
import { gameIdFrom } from "#core/project/gameIdFrom.ts";
import { importedGameFiles } from "#core/project/importedGame.ts";
import { StoreError } from "#core/project/store.ts";
import { formatIn, textOf, type Given } from "#cli/command.ts";
import { FailedFile } from "#cli/failure.ts";
import { UsageError, type ExitCode, type Io } from "#cli/io.ts";
import { cliWords, filled, importWords, languageOf, type Language } from "#cli/words.ts";

/** `turnwright import FILE`: a new game with the machine of a file. Nothing that is there already is written over. */
export async function importChart(path: string, given: Given, io: Io): Promise<ExitCode> {
  const language = languageOf(textOf(given, "lang"));
  const from = formatIn(
    given,
    "from",
    importForms.map(({ id }) => id),
  );
  const id = textOf(given, "as") ?? gameIdFrom(basename(path).replace(/\.(?:scxml|json|xml|txt)$/i, ""));
  if (!isGameId(id))
    throw new UsageError(
      `${id} is no id of a game: it has lower-case letters, digits and hyphens, such as my-game`,
    );
  const file = resolve(io.cwd, path);
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw new UsageError(`There is no file ${path}`);
  const text = await readNamed(file, path);
  const imported = readFile(text, { path, id, language, ...(from === undefined ? {} : { from }) });
  const files = importedGameFiles(id, imported);
  const root = resolve(io.cwd, textOf(given, "root") ?? ".");
  const isDry = given["dry-run"] === true;
  const paths = files.map(({ name }) => filePath(id, name)).toSorted();
  if (isDry) {
    for (const place of paths)
      if (await exists(join(root, place))) throw new StoreError("exists", `There already is ${place}`);
  } else {
    await mkdir(root, { recursive: true });
    const workspace = await openWorkspace(root);
    try {
      await workspace.create(id, files);
    } finally {
      await workspace.close();
    }
  }
  const { entries, form } = imported;
  if (given["json"]) {
    const listed = entries.map((entry) =>
      entry.why === undefined ? entry : { ...entry, message: reasonOf(entry, language) },
    );
    const result = { id, form, root, [isDry ? "would" : "files"]: paths, entries: listed };
    io.out(`${JSON.stringify(result, null, 2)}\n`);
    return 0;
  }
  const words = cliWords[language].importMachine;
  const count = (outcome: ImportEntry["outcome"]) =>
    entries.filter((entry) => entry.outcome === outcome).length;
  const lines = entries
    .filter(({ outcome }) => outcome !== "taken")
    .map((entry) => {
      const { line, column, element, outcome } = entry;
      return `${path}:${line}:${column}  ${element}  ${importWords[language].outcome[outcome]}: ${reasonOf(entry, language)}`;
    });
  const totals = filled(importWords[language].totals, {
    taken: count("taken"),
    changed: count("changed"),
    left: count("left-out"),
  });
  const start = `npx turnwright start${given["root"] === undefined ? "" : ` --root ${textOf(given, "root")}`}`;
  const last = isDry
    ? filled(words.would, { files: paths.join(words.comma) })
    : filled(cliWords[language].new.created, { id, command: start });
  io.out([...lines, totals, ...(isDry ? [] : paths), last, ""].join("\n"));
  return 0;
}

/** @throws FailedFile that names line and column of what is wrong */
function readFile(
  text: string,
  {
    path,
    language,
    ...request
  }: { readonly path: string; readonly language: Language } & Parameters<typeof importMachine>[1],
): ReturnType<typeof importMachine> {
  try {
    return importMachine(text, request);
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error;
    const { code, place, facts } = error;
    const sentence = filled(importWords[language].fault[code], facts);
    const hint = code === "form-unknown" ? `; ${cliWords[language].importMachine["from-hint"]}` : "";
    throw new FailedFile(code, `${path}:${place.line}:${place.column}: ${sentence}${hint}`, path);
  }
}

/** Why an element was changed or left out. */
const reasonOf = ({ why, facts = {} }: ImportEntry, language: Language): string =>
  why === undefined ? "" : filled(importWords[language].why[why], shownFacts(facts));
