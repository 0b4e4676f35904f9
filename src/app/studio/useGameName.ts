import { useStudio } from "#app/studio/useStudio.ts";

/** What a game is called: its title in the label language, else in the interface's, else its id. */
export const useGameName = (id: string | undefined): string =>
  useStudio((s) => {
    const title = s.games?.find((game) => game.id === id)?.title ?? {};
    return title[s.labelLanguage] ?? title[s.uiLanguage] ?? title["en"] ?? id ?? "";
  });
