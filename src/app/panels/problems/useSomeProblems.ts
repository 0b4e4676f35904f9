import { useEffect, useState } from "react";
import { useStudio } from "#app/studio/useStudio.ts";

/** In milliseconds: how long half-typed code may be at fault, and how long nothing must be, until the room changes. */
const TYPING = 1500;
const EMPTY = 3000;

/** Whether Problems needs room for a list. It does not come and go with every keystroke. */
export function useSomeProblems(): boolean {
  const now = useStudio((s) => s.diagnostics.length > 0);
  const typing = useStudio((s) => s.graph?.stale === true);
  const [some, setSome] = useState(now);
  useEffect(() => {
    if (now === some) return;
    const timer = setTimeout(() => setSome(now), now ? (typing ? TYPING : 0) : EMPTY);
    return () => clearTimeout(timer);
  }, [now, some, typing]);
  return some;
}
