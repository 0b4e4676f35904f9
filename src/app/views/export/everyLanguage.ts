import i18next from "i18next";
import { useEffect, useState } from "react";
import type { BookWords } from "#core/project/gameBook.ts";
import type { Kit, ReasonWords } from "#core/run/play/kit.ts";
import { canvasWordsFrom } from "#app/studio/useCanvasWords.ts";
import { everyWord, uiLanguages, type UiLanguage } from "#app/i18n.ts";

/** Whether the words of all languages are loaded, as an export in several languages needs them. @param isNeeded begins to load them */
export function useEveryLanguage(isNeeded: boolean): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (!isNeeded) return;
    let isStale = false;
    void everyWord().then(() => isStale || setLoaded(true));
    return () => {
      isStale = true;
    };
  }, [isNeeded]);
  return isLoaded;
}

/** The program of the page that plays a game, once it is loaded. @param isNeeded begins to load it */
export function usePlayerProgram(isNeeded: boolean): string | undefined {
  const [program, setProgram] = useState<string>();
  useEffect(() => {
    if (!isNeeded) return;
    let isStale = false;
    void import("#player/main.tsx?page").then(({ default: code }) => isStale || setProgram(code));
    return () => {
      isStale = true;
    };
  }, [isNeeded]);
  return program;
}

/** The sentences of refusals by language, once all are loaded. */
export const reasonWords = (): Kit["words"] =>
  Object.fromEntries(
    uiLanguages.map((language) => {
      const { reason, fault, seat } = i18next.getResource(
        language,
        "translation",
        "simulate",
      ) as Required<ReasonWords>;
      return [language, { reason, fault, seat }];
    }),
  );

/** The words of a book in a language of the rules, once all are loaded; in English where the studio does not speak it. */
export function bookWords(locale: string): BookWords {
  const t = i18next.getFixedT(uiLanguages.includes(locale as UiLanguage) ? locale : "en");
  return { say: (key, facts = {}) => t(key, facts), canvas: canvasWordsFrom(t) };
}
