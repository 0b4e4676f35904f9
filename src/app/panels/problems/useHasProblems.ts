import { useEffect, useState } from "react";
import { useStudio } from "#app/studio/useStudio.ts";

/** How long half-typed code may have problems before the panel takes its room, and how long there must be none before it gives the room back, in milliseconds. */
const HALF_TYPED_MS = 1500;
const ALL_FIXED_MS = 3000;

/** Whether Problems needs room for a list. It does not come and go with every keystroke. */
export function useHasProblems(): boolean {
  const now = useStudio((s) => s.diagnostics.length > 0);
  const typing = useStudio((s) => s.graph?.stale === true);
  const [hasProblems, setHasProblems] = useState(now);
  useEffect(() => {
    if (now === hasProblems) return;
    const timer = setTimeout(() => setHasProblems(now), now ? (typing ? HALF_TYPED_MS : 0) : ALL_FIXED_MS);
    return () => clearTimeout(timer);
  }, [now, hasProblems, typing]);
  return hasProblems;
}
