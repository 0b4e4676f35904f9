import i18next from "i18next";
import { useEffect, useState } from "react";
import type { Kit, ReasonWords } from "#core/run/play/kit.ts";
import { everyWord, uiLanguages } from "#app/i18n.ts";

/** The sentences of refusals in all languages, once they are loaded. @param isNeeded whether they are needed */
export function useReasonWords(isNeeded: boolean): Kit["words"] | undefined {
  const [words, setWords] = useState<Kit["words"]>();
  useEffect(() => {
    if (!isNeeded) return;
    let isStale = false;
    void everyWord().then(() => {
      if (!isStale)
        setWords(Object.fromEntries(uiLanguages.map((uiLanguage) => [uiLanguage, wordsIn(uiLanguage)])));
    });
    return () => {
      isStale = true;
    };
  }, [isNeeded]);
  return words;
}

const wordsIn = (language: string): ReasonWords => {
  const { reason, fault } = i18next.getResource(language, "translation", "simulate") as ReasonWords;
  return { reason, fault };
};
