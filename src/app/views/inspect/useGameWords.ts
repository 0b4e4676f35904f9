import { useMemo, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { clauseText } from "#core/ruleset/labels.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import type { LibraryMachine } from "#app/views/inspect/Library.ts";
import { useInspecting } from "#app/views/inspect/useHub.ts";
import { labelsOf, type LabelOf } from "#app/studio/labels.ts";
import { firstLanguage, type UiLanguage } from "#app/i18n.ts";

/** What a game of the library calls its things, and how its clauses are worded. Of a machine that nobody knows nothing is said. */
export interface GameWords {
  readonly label: LabelOf;
  readonly clause: (id: string) => string | undefined;
}

const nothing: GameWords = { label: () => undefined, clause: () => undefined };
const cache = new WeakMap<LibraryMachine["files"], Map<UiLanguage, GameWords>>();

/** The words of a game in one language; clauses that have none there are given in English. The same object for the same files. */
export function gameWords(known: Pick<LibraryMachine, "files"> | undefined, language: UiLanguage): GameWords {
  if (!known) return nothing;
  const { files } = known;
  const byLanguage = cache.get(files) ?? new Map<UiLanguage, GameWords>();
  cache.set(files, byLanguage);
  const before = byLanguage.get(language);
  if (before) return before;
  const { ruleset } = loadRuleset(new Map([...files].filter(([name]) => name.startsWith("text/"))));
  const words: GameWords = {
    label: labelsOf(files, language),
    clause: (id) => clauseText(ruleset, language, id) ?? clauseText(ruleset, "en", id),
  };
  byLanguage.set(language, words);
  return words;
}

/**
 * In the language of the page. A machine that nobody knows may name clauses of a game that is known all the same, as one part of it does that runs
 * by itself.
 */
export function useGameWords(known: LibraryMachine | undefined): GameWords {
  const { i18n } = useTranslation();
  const { library } = useInspecting();
  const { machines } = useSyncExternalStore(library.subscribe, library.get);
  const language = firstLanguage(i18n.language, []);
  return useMemo(() => {
    if (known) return gameWords(known, language);
    const clause = (id: string) => {
      for (const machine of machines) {
        const wording = gameWords(machine, language).clause(id);
        if (wording !== undefined) return wording;
      }
      return undefined;
    };
    return { ...nothing, clause };
  }, [known, machines, language]);
}
