import type { InspectedApp, InspectedStep, Session } from "#core/inspect/session.ts";
import type { InspectedSnapshot } from "#core/inspect/fact.ts";
import { useHub, useInspecting } from "#app/views/inspect/useHub.ts";

/** The actor that is looked at, and the step. */
export interface WatchedStep {
  readonly session: Session;
  readonly app: InspectedApp | undefined;
  /** The step that is looked at: the newest while one follows. Absent where none is known. */
  readonly step: InspectedStep | undefined;
  /** Where the actor stood after it. */
  readonly snapshot: InspectedSnapshot | undefined;
  /** One goes along with what comes. */
  readonly follows: boolean;
}

/** What is looked at; undefined while there is no actor. */
export function useWatchedStep(): WatchedStep | undefined {
  const { hub } = useInspecting();
  const { watching, apps } = useHub();
  const { actor, step: at } = watching.context;
  const session = hub.session(actor);
  if (!session) return undefined;
  const isHeld = watching.matches("held") && at !== undefined;
  const step = isHeld ? session.steps[at - session.dropped] : session.steps.at(-1);
  return {
    session,
    app: apps.find(({ id }) => id === session.app),
    step,
    snapshot: step?.after ?? step?.before ?? session.now,
    follows: !isHeld,
  };
}
