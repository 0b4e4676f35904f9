import type { ImportedMachine } from "#core/import/importReport.ts";
import { filesOfGame } from "#core/project/newGame.ts";

/** The files of a new game with a machine that came from another program. Its rules have no clauses yet. */
export function importedGameFiles(
  id: string,
  { text, name, events }: ImportedMachine,
): { name: string; text: string }[] {
  return filesOfGame(id, {
    machine: text,
    ...(name === undefined || name === "" ? {} : { titled: { title: name, language: "en" } }),
    locales: ["en"],
    clauses: [],
    moves: Object.fromEntries(events.map((type) => [type, [{ weight: 1 }]])),
    words: { en: { labels: {}, text: {} } },
  });
}
