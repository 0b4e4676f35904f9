import type { GameEntry } from "#core/project/store.ts";
import { useStudio } from "#app/studio/useStudio.ts";

/** What a game is called: its title in the label language, else in the interface's; the file of one from outside; else its id. */
export const useGameName = (id: string | undefined): string =>
  useStudio((s) => {
    const entry = s.games?.find((game) => game.id === id);
    return entry ? nameOf(entry, s.labelLanguage, s.uiLanguage) : (id ?? "");
  });

/** The same of an entry of the list. */
export const nameOf = ({ id, title, path, kept }: GameEntry, labels: string, language: string): string =>
  title[labels] ??
  title[language] ??
  title["en"] ??
  (kept === undefined || kept === "browser" ? id : (path.split("/").at(-1) ?? id));
