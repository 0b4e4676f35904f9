import { useMemo, useSyncExternalStore } from "react";
import { readDefinition, type Definition } from "#core/inspect/definition.ts";
import { matchMachine, type Match } from "#core/inspect/matchMachine.ts";
import type { Session } from "#core/inspect/session.ts";
import type { Chart } from "#core/chart/chart.ts";
import type { LibraryMachine } from "#app/views/inspect/Library.ts";
import { useInspecting } from "#app/views/inspect/useHub.ts";

/** The machine of an actor: as the app gives it, and the one of the library that it is, with how far they differ. */
export interface ActorMachine {
  readonly definition: Definition | undefined;
  readonly match: Match | undefined;
  readonly known: LibraryMachine | undefined;
  /** The library is not there yet: what it knows is not known. */
  readonly looking: boolean;
  /** What is drawn: the library's, else the app's own. */
  readonly chart: Chart | undefined;
}

export function useMachine(session: Session): ActorMachine {
  const { library } = useInspecting();
  const { machines, loading } = useSyncExternalStore(library.subscribe, library.get);
  const { definition: reportedDefinition, wire, name } = session;
  return useMemo(() => {
    const definition = readDefinition(reportedDefinition, wire);
    const matches = definition ? matchMachine(definition, machines) : [];
    const match = matches[0];
    const known = match
      ? machines.find(({ id }) => id === match.known.id)
      : // Its message was lost: by its name.
        definition
        ? undefined
        : machines.find(({ chart }) => chart.id !== undefined && chart.id === name);
    return { definition, match, known, looking: loading && !known, chart: known?.chart ?? definition?.chart };
  }, [reportedDefinition, wire, name, machines, loading]);
}
