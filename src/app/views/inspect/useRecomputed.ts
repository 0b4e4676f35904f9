import { useEffect, useSyncExternalStore } from "react";
import type { Session } from "#core/inspect/session.ts";
import type { CopyView } from "#app/views/inspect/Recomputer.ts";
import type { ActorMachine } from "#app/views/inspect/useMachine.ts";
import { useInspecting } from "#app/views/inspect/useHub.ts";

/** What our copy of the machine has recomputed of the session; undefined where there is none, or it may not run. */
export function useRecomputed(session: Session, { known, match }: ActorMachine): CopyView | undefined {
  const { recomputer } = useInspecting();
  // A machine that is quite another one would only differ everywhere.
  const close = match !== undefined && match.score >= 0.8;
  useEffect(() => {
    if (known && close) recomputer.follow(session, known);
  }, [recomputer, session, known, close]);
  const view = useSyncExternalStore(recomputer.subscribe, () => recomputer.get(session.key));
  return view && view.machine === known ? view : undefined;
}
