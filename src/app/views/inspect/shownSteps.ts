import type { InspectedApp, InspectedStep, Session } from "#core/inspect/session.ts";

/** A step with the actor that it is of. */
export interface ListedStep {
  readonly session: Session;
  readonly step: InspectedStep;
}

/** Which steps the log lists. */
export interface LogFilter {
  /** Of this actor alone, or of all actors of its app. */
  readonly scope: "actor" | "app";
  /** Found in what its row says, uncut. */
  readonly text: string;
  /** Only those in which something went on; others changed nothing. */
  readonly refusals: "all" | "only" | "none";
  /** XState's own: `xstate.init`, `xstate.done.*`, delayed ones. */
  readonly inner: boolean;
}

/** The steps that the log lists, oldest first. @param textOf what the row of a step says, in lower case */
export function shownSteps(
  watchedSession: Session,
  sessionOf: (key: string) => Session | undefined,
  app: InspectedApp | undefined,
  filter: LogFilter,
  textOf: (shown: ListedStep) => string,
): readonly ListedStep[] {
  const sessions =
    filter.scope === "actor"
      ? [watchedSession]
      : (app?.sessions ?? []).flatMap((key) => sessionOf(key) ?? []);
  const query = filter.text.trim().toLowerCase();
  const shown = sessions.flatMap((session) =>
    session.steps.flatMap((step) => {
      const listed = { session, step };
      return isShown(step, filter) && (query === "" || textOf(listed).includes(query)) ? [listed] : [];
    }),
  );
  // Each actor's own are in order already.
  return sessions.length > 1 ? shown.toSorted((a, b) => a.step.at - b.step.at) : shown;
}

function isShown(step: InspectedStep, { refusals, inner }: LogFilter): boolean {
  const hasEffect = step.refused === undefined && step.unchanged === undefined;
  if (refusals !== "all" && hasEffect !== (refusals === "none")) return false;
  return inner || !step.event.type.startsWith("xstate.") || step.event.type === "xstate.init";
}

/** What an event carries beside its type. */
export const payloadOf = ({
  type: _type,
  ...payload
}: InspectedStep["event"]): Readonly<Record<string, unknown>> => payload;

/** A value on one line, no longer than that. */
export function brief(value: unknown, longest = 120): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** The number of a step as a person counts them: events from 1 on. The start, of an actor that was seen from there, is no step: 0. */
export const numberIn = ({ observedFrom: seen }: Session, { id }: Pick<InspectedStep, "id">): number =>
  seen === "start" ? id : id + 1;

/** How many steps an actor has taken, including those that are no longer stored. */
export function lastNumber(session: Session): number {
  const last = session.steps.at(-1);
  return last ? numberIn(session, last) : 0;
}
