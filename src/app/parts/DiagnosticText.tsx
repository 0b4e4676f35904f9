import { useTranslation } from "react-i18next";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { sentenceContext, wordOfFact } from "#core/diagnostic/say.ts";
import { laterWords } from "#app/i18n.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import { useCallback, useEffect, useState } from "react";

/** The words of a diagnostic in the interface's language. */
export function useDiagnosticText(): (diagnostic: Diagnostic) => string {
  const { t } = useTranslation();
  const language = useStudio((s) => s.uiLanguage);
  const pictured = useStudio((s) => s.pictured);
  const [ready, setReady] = useState("");
  useEffect(() => {
    if (pictured) void laterWords(language).then(() => setReady(language));
  }, [language, pictured]);
  return useCallback(
    (d: Diagnostic) => {
      if (ready === "") return "";
      const facts = Object.fromEntries(
        Object.entries(d.facts).map(([k, v]) => {
          const word = wordOfFact(v);
          if (word !== undefined) return [k, t(`diagnostic.${word}`)];
          return [k, Array.isArray(v) ? v.join(ready === "en" ? ", " : "、") : v];
        }),
      );
      const context = sentenceContext(d);
      return t(`diagnostic.${d.code}`, { ...facts, ...(context === undefined ? {} : { context }) });
    },
    [t, ready],
  );
}

export function DiagnosticText({ diagnostic }: { diagnostic: Diagnostic }) {
  return <>{useDiagnosticText()(diagnostic)}</>;
}
