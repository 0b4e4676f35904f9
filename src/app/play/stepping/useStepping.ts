import { useSyncExternalStore } from "react";
import type { RunSession } from "#app/play/RunSession.ts";
import { Stepping, type SteppingState } from "#app/play/stepping/Stepping.ts";
import type { SessionView } from "#app/play/useSession.ts";
import { storedBreakpoints } from "#app/studio/storedBreakpoints.ts";
import type { Studio } from "#app/studio/Studio.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";

const steppings = new WeakMap<RunSession, Stepping>();

/** The stepping of a session's run: created once, it lives as long as the session. */
function steppingOf(session: RunSession, studio: Studio): Stepping {
  const known = steppings.get(session);
  if (known) return known;
  const { project, graph } = studio.get();
  const stepping = new Stepping(session, storedBreakpoints(project?.id ?? "", graph?.machine ?? ""), () => {
    if (session.get().fault === null) studio.window.notice("info", "simulate.no-random");
  });
  steppings.set(session, stepping);
  return stepping;
}

/** The stepping of a session, and what it does just now. */
export function useStepping({ session }: SessionView): {
  stepping: Stepping;
  state: SteppingState;
} {
  const stepping = steppingOf(session, useStudioActions());
  const state = useSyncExternalStore(stepping.subscribe, stepping.get);
  return { stepping, state };
}

/** The same before a game is open. */
export function useSteppingOf(view: SessionView | null): ReturnType<typeof useStepping> | null {
  const studio = useStudioActions();
  const stepping = view ? steppingOf(view.session, studio) : null;
  const state = useSyncExternalStore(stepping?.subscribe ?? noSubscription, stepping?.get ?? noState);
  return stepping && state ? { stepping, state } : null;
}

/** Goes to a step: what goes on by itself ends. */
export function useGoToStep({ session }: SessionView): (step: number) => void {
  const studio = useStudioActions();
  return (step) => steppingOf(session, studio).go({ step, micro: null });
}

const noSubscription = () => () => undefined;
const noState = () => null;
