import type { LiveOverlay } from "#adapters/flow/canvasProps.ts";
import type { Overlay } from "#adapters/flow/overlayStore.ts";
import type { Transition } from "#core/chart/chart.ts";

export type StateFlag = "" | "active" | "visited";
export type ArrowFlag = "" | "taken" | "can" | "cannot";

/** How a state looks in a play. */
export function stateFlag(live: LiveOverlay | undefined, id: string): StateFlag {
  if (!live) return "";
  return live.active.has(id) ? "active" : live.visited?.has(id) ? "visited" : "";
}

export type CoveredFlag = "" | "yes" | "some" | "no";

/** Whether these, states or transitions that are drawn as one, were played. */
export function coveredFlag(live: LiveOverlay | undefined, ids: readonly string[]): CoveredFlag {
  const { covered, missing } = live?.coverage ?? {};
  if (!covered || !missing) return "";
  const hit = ids.some((id) => covered.has(id));
  const missed = ids.some((id) => missing.has(id));
  return hit && missed ? "some" : hit ? "yes" : missed ? "no" : "";
}

/** Whether a state was played; of one that is folded, all that is in it. */
export function coveredState(live: LiveOverlay | undefined, id: string, folded: boolean): CoveredFlag {
  if (!live?.coverage || !folded) return coveredFlag(live, [id]);
  const inside = [...live.coverage.missing].some(
    (missingId) => missingId.startsWith(`${id}.`) && !missingId.includes("|"),
  );
  const ownFlag = coveredFlag(live, [id]);
  return ownFlag === "yes" && inside ? "some" : ownFlag;
}

/** How a transition looks in a play: just taken, possible now, or waiting for something that is refused now. */
export function arrowFlag(overlay: Overlay, id: string, source: string, t: Transition): ArrowFlag {
  const { live } = overlay;
  if (!live) return "";
  if (live.taken.has(id)) return "taken";
  if (t.slot !== "on" || t.event === undefined || !(live.active.has(source) || source === "")) return "";
  return live.enabled.has(t.event) ? "can" : "cannot";
}
