import type { Chart } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";
import { near } from "#core/diagnostic/near.ts";
import type { Studio } from "#app/studio/Studio.ts";

/** Where a chart says which events it has, the event of a new transition is said too. @param joins what one undo takes back with it */
export function declareEvent(studio: Studio, before: Chart, event: string, joins: string): void {
  if (!mayDeclare(before, event)) return;
  studio.window.unsay("warning.event-missing");
  studio.editor.attempt({ id: "event.declare", args: { name: event } }, { joins });
}

/**
 * The event that stood in for the name of a new transition hands its place in the types on, where nothing else waits for it. Answers whether
 * it did: the transition has its new event then.
 */
export function renameStandIn(studio: Studio, before: Chart, standIn: string, event: string): boolean {
  const uses = [...places(before).values()].flatMap(({ node }) =>
    node.transitions.filter((transition) => transition.slot === "on" && transition.event === standIn),
  );
  const isDeclared = before.events?.some(({ type }) => type === standIn);
  if (!isDeclared || uses.length !== 1 || !mayDeclare(before, event, standIn)) return false;
  return studio.editor.attempt({ id: "event.rename", args: { name: standIn, to: event } }) === undefined;
}

/** What is nearly the name of another event may be a slip: it stays undeclared, and the warning offers to declare it. */
function mayDeclare({ events }: Chart, event: string, standIn?: string): boolean {
  const known = events?.map(({ type }) => type).filter((type) => type !== standIn);
  const isName = event !== "" && !event.includes("*") && !event.startsWith("xstate.");
  return known !== undefined && isName && !known.includes(event) && near(event, known).length === 0;
}
