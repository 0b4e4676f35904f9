import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { filePath, isGameId } from "#core/project/gameFiles.ts";
import { newGameFiles } from "#core/project/newGame.ts";
import { moveRuleset, titleOf } from "#core/project/rulesetIdentity.ts";
import type { NewFile } from "#core/project/store.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { openWorkspace } from "#adapters/disk/workspace.ts";
import { slipHint, textOf, type Command } from "#cli/command.ts";
import { gameIds, readGame } from "#cli/games.ts";
import { table, UsageError, type Io } from "#cli/io.ts";
import { cliWords, filled, languageOf, type Language } from "#cli/words.ts";

/** The game that the studio's own "New game" makes. */
const TURN = "turn";
/** What belongs to the template alone: who reviewed it, and what was renamed in it. */
const LEFT_OUT = new Set(["review", "renames"]);

/** `turnwright new ID`: a game of its own from a template. Nothing that is there already is written over. */
export const newGame: Command = {
  name: "new",
  usage: "new ID [--template NAME] | --list",
  about: "a new game: a small turn, or a copy of a sample; --list names the templates",
  options: { template: { type: "string" }, list: { type: "boolean" } },
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
    const template = textOf(given, "template") ?? TURN;
    const names = templates.map(({ name }) => name);
    if (!names.includes(template))
      throw new UsageError(
        `there is no template ${template}: there is ${names.join(", ")}${slipHint(template, names)}`,
      );
    const root = resolve(io.cwd, textOf(given, "root") ?? ".");
    await mkdir(root, { recursive: true });
    const files = template === TURN ? newGameFiles(id) : await copyOf(io, template, id);
    const workspace = await openWorkspace(root);
    try {
      await workspace.create(id, files);
    } finally {
      await workspace.close();
    }
    const paths = files.map(({ name }) => filePath(id, name)).toSorted();
    const next = `npx turnwright start${given["root"] === undefined ? "" : ` --root ${textOf(given, "root")}`}`;
    if (json) io.out(`${JSON.stringify({ id, template, root, files: paths }, null, 2)}\n`);
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
