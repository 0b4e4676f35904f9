import { useMemo } from "react";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { FileName } from "#core/project/gameFiles.ts";
import { useDiagnosticText } from "#app/parts/DiagnosticText.tsx";
import { useFixText } from "#app/parts/useFixes.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";

const NONE: readonly Diagnostic[] = [];

/** What the checks find in a file, with the fixes that the editor offers for it. Type errors are marked by the editor itself. */
export function useMarkers(file: FileName) {
  const studio = useStudioActions();
  const diagnostics = useStudio((s) => s.loaded?.diagnostics) ?? NONE;
  const say = useDiagnosticText();
  const sayFix = useFixText();
  return useMemo(
    () =>
      diagnostics
        .filter((d) => d.file === file && d.at)
        .map((d) => ({
          from: d.at?.from ?? 0,
          to: d.at?.to ?? 0,
          severity: d.severity,
          message: say(d),
          code: d.code,
          fixes: () =>
            (studio.get().loaded?.fixesOf(d) ?? []).map((fix) => ({
              title: sayFix(fix),
              obvious: fix.obvious,
              run: () => void studio.editor.applyFix(d, fix),
            })),
        })),
    [diagnostics, file, say, sayFix, studio],
  );
}
