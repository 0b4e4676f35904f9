import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Fix } from "#core/diagnostic/fix.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";

const NONE: readonly Fix[] = [];

/** The ways to fix a problem, and how to take one. A refusal is reported at the bottom of the window. */
export function useFixes(problem: Diagnostic): {
  readonly fixes: readonly Fix[];
  readonly applyFix: (fix: Fix) => Promise<unknown>;
} {
  const studio = useStudioActions();
  const loaded = useStudio((s) => s.loaded);
  return {
    fixes: loaded?.fixesOf(problem) ?? NONE,
    applyFix: useCallback((fix: Fix) => studio.editor.applyFix(problem, fix), [studio, problem]),
  };
}

/** The words of a fix; they come with those of the diagnostics. */
export function useFixText(): (fix: Fix) => string {
  const { t } = useTranslation();
  return useCallback((fix: Fix) => t(`fix.${fix.id}`, fix.facts), [t]);
}
