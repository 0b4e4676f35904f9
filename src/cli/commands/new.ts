import { mkdir, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { languageOfOutline } from "#core/project/outlineGame.ts";
import { readOutline } from "#core/outline/readOutline.ts";
import { filePath, isGameId } from "#core/project/gameFiles.ts";
import { newGameFiles } from "#core/project/newGame.ts";
import { outlineGameFiles } from "#core/project/outlineGame.ts";
import { moveRuleset, titleOf } from "#core/project/rulesetIdentity.ts";
import type { NewFile } from "#core/project/store.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { readNamed } from "#adapters/disk/safeFile.ts";
import { openWorkspace } from "#adapters/disk/workspace.ts";
import { slipHint, textOf, type Command } from "#cli/command.ts";
import { gameIds, readGame } from "#cli/games.ts";
import { table, UsageError, type Io } from "#cli/io.ts";
import { cliWords, filled, isLanguage, languageOf, outlineFaults, type Language } from "#cli/words.ts";

/** The game that the studio's own "New game" makes. */
const TURN = "turn";
/** What belongs to the template alone: who reviewed it, and what was renamed in it. */
const LEFT_OUT = new Set(["review", "renames"]);

/** `turnwright new ID`: a game of its own from a template. Nothing that is there already is written over. */
export const newGame: Command = {
  name: "new",
  usage: "new ID [--template NAME | --from-text FILE [--locale LANG]] | --list",
  about: "a new game: a small turn, a copy of a sample, or from a text; --list names the templates",
  options: {
    template: { type: "string" },
    list: { type: "boolean" },
    "from-text": { type: "string" },
    locale: { type: "string" },
  },
  args: [0, 1],
  async run([id], given, io) {
    const language = languageOf(textOf(given, "lang"));
    const json = given["json"] === true;
    const templates = await templatesOf(io, language);
    if (given["list"]) {
      if (id !== undefined) throw new UsageError(`--list goes without an id: leave out ${id}`);
      io.out(
        json
          ? `${JSON.stringify({ templates }, null, 2)}\n`
          : table(templates.map(({ name, title }) => [name, title])),
      );
      return 0;
    }
    if (id === undefined) throw new UsageError("new needs ID");
    if (!isGameId(id))
      throw new UsageError(
        `${id} is no id of a game: it has lower-case letters, digits and hyphens, such as my-game`,
      );
    const outline = textOf(given, "from-text");
    if (outline !== undefined && given["template"] !== undefined)
      throw new UsageError("--from-text and --template are two beginnings: give one of them");
    if (outline === undefined && given["locale"] !== undefined)
      throw new UsageError("--locale goes with --from-text");
    const template = textOf(given, "template") ?? TURN;
    const names = templates.map(({ name }) => name);
    if (!names.includes(template))
      throw new UsageError(
        `there is no template ${template}: there is ${names.join(", ")}${slipHint(template, names)}`,
      );
    const files =
      outline === undefined
        ? template === TURN
          ? newGameFiles(id)
          : await copyOf(io, template, id)
        : await filesFromText(io, id, outline, textOf(given, "locale"), language);
    const root = resolve(io.cwd, textOf(given, "root") ?? ".");
    await mkdir(root, { recursive: true });
    const workspace = await openWorkspace(root);
    try {
      await workspace.create(id, files);
    } finally {
      await workspace.close();
    }
    const paths = files.map(({ name }) => filePath(id, name)).toSorted();
    const next = `npx turnwright start${given["root"] === undefined ? "" : ` --root ${textOf(given, "root")}`}`;
    const origin = outline === undefined ? { template } : { fromText: outline };
    if (json) io.out(`${JSON.stringify({ id, ...origin, root, files: paths }, null, 2)}\n`);
    else {
      const { created } = cliWords[language].new;
      io.out([...paths, filled(created, { id, command: next }), ""].join("\n"));
    }
    return 0;
  },
};

/** The templates by name, each with what it is. */
async function templatesOf(io: Io, language: Language): Promise<readonly { name: string; title: string }[]> {
  const samples = await Promise.all(
    (await gameIds(io.home).catch((): string[] => [])).map(async (name) => {
      const { files } = await readGame(io.home, name);
      return { name, title: textIn(titleOf(files.get("ruleset")), language) };
    }),
  );
  return [{ name: TURN, title: cliWords[language].new.turn }, ...samples];
}

/** The files of a sample under another id. */
async function copyOf(io: Io, template: string, id: string): Promise<NewFile[]> {
  const { files } = await readGame(io.home, template);
  return [...files]
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, text]) => ({ name, text: name === "ruleset" ? moveRuleset(text, id) : text }));
}

/**
 * The files of a game from a text with its phases and steps.
 * @throws UsageError that names the file, the line and the column of the first fault; StoreError for a file that is not UTF-8 or too large
 */
async function filesFromText(
  io: Io,
  id: string,
  path: string,
  locale: string | undefined,
  language: Language,
): Promise<NewFile[]> {
  if (locale !== undefined && !isLanguage(locale))
    throw new UsageError(`--locale ${locale}: an outline is in en, ja or zh-Hant`);
  const file = resolve(io.cwd, path);
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw new UsageError(`There is no file ${path}`);
  const text = await readNamed(file, path);
  const { outline, fault } = readOutline(text);
  if (fault) {
    const sentence = filled(outlineFaults[language][fault.code], fault.facts);
    throw new UsageError(`${path}:${fault.line}:${fault.column}: ${sentence}`);
  }
  return outlineGameFiles(id, outline, { language: locale ?? languageOfOutline(text) });
}
