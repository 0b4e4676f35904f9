import type { Draft } from "#core/edit/draft.ts";
import { child, nodesOf, walk, type Node } from "#core/syntax/node.ts";
import { keyName, valueOf } from "#core/syntax/property.ts";

/** Warns of an event that the types of `setup` do not have, when they say which there are. */
export function warnOfEvent(draft: Draft, event: string): void {
  const { events = [] } = draft.chart;
  if (events.length === 0 || event.includes("*") || event.startsWith("xstate.")) return;
  if (events.some(({ type }) => type === event)) return;
  draft.warn("event-missing", undefined, { name: event }, { id: "event.declare", args: { name: event } });
}

/** The same for every event that code of states waits for. */
export function warnOfEventsIn(draft: Draft, code: Node): void {
  const names = new Set<string>();
  walk(code, (node) => {
    const map = node.type === "ObjectProperty" && keyName(node) === "on" ? valueOf(node) : undefined;
    for (const item of nodesOf(map?.["properties"])) {
      const name = child(item, "value") && keyName(item);
      if (name !== undefined) names.add(name);
    }
  });
  for (const name of names) warnOfEvent(draft, name);
}
