import { useMemo } from "react";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { useStudio } from "#app/studio/useStudio.ts";

/** What is wrong with the machine that is looked at, and with the game as a whole. */
export function useMachineDiagnostics(): readonly Diagnostic[] {
  const diagnostics = useStudio((s) => s.diagnostics);
  const place = useStudio((s) => s.graph?.chart?.ref.ordinal);
  return useMemo(
    () => diagnostics.filter(({ machine }) => machine === undefined || machine === place),
    [diagnostics, place],
  );
}
