import type { ImportedMachine } from "#core/import/importReport.ts";
import { filesOfGame } from "#core/project/newGame.ts";

/** The files of a new game with a machine that came from another program. Of its rules there are only the ids of clauses that the machine names. */
export function importedGameFiles(
  id: string,
  { text, name, events, clauses }: ImportedMachine,
): { name: string; text: string }[] {
  return filesOfGame(id, {
    machine: text,
    ...(name === undefined || name === "" ? {} : { titled: { title: name, language: "en" } }),
    locales: ["en"],
    // Where they stand in the rules is not known: each has its id for that.
    clauses: clauses.map((clause) => ({ id: clause, place: { section: clause }, kind: "structure" })),
    moves: Object.fromEntries(events.map((type) => [type, [{ weight: 1 }]])),
    words: { en: { labels: {}, text: {} } },
  });
}
