import { useTranslation } from "react-i18next";
import type { GameEntry } from "#core/project/store.ts";
import { useStudio } from "#app/studio/useStudio.ts";

/** Where a game is saved, in words; undefined while it is not known. */
export function usePlace(id: string | undefined): string | undefined {
  const { t } = useTranslation();
  const entry = useStudio((s) => s.games?.find((game) => game.id === id));
  return entry && placeWords(entry, t);
}

/** The same of an entry of the list. */
export function placeWords({ kept, place }: GameEntry, t: ReturnType<typeof useTranslation>["t"]): string {
  return kept === undefined || kept === "path" ? place : t(`place.${kept}`, { name: place });
}
