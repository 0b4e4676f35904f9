import type { HubView } from "#app/views/inspect/InspectHub.ts";

/** What came and was not taken as it was, or not kept: why, and how often. Each has words under `inspect.refusal`. */
export function refusalCounts({
  counts,
  links,
}: Pick<HubView, "counts" | "links">): readonly (readonly [string, number])[] {
  const relayed = (why: "rate" | "binary" | "old") =>
    [why, links.reduce((sum, { refused }) => sum + (refused?.[why] ?? 0), 0)] as const;
  const all: readonly (readonly [string, number])[] = [
    ...Object.entries(counts.refused),
    ...Object.entries(counts.repairs),
    relayed("rate"),
    relayed("binary"),
    relayed("old"),
    ["dropped", counts.droppedSteps],
  ];
  return all.filter(([, count]) => count > 0);
}
