import { MAX_STATE_LEVELS } from "#core/analyze/checkTargets.ts";
import { short } from "#core/analyze/fixes/fixSite.ts";
import { about, sayState } from "#core/analyze/subject.ts";
import type { Chart } from "#core/chart/chart.ts";
import { codeOfStates } from "#core/chart/hiddenStates.ts";
import { hiddenMachine, isAmongStates, unreadStates } from "#core/chart/opaqueParts.ts";
import { places } from "#core/chart/places.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";

/**
 * States that code brings which was not read: no other check says anything of them. A warning where it is all that the machine is, since a
 * machine of which nothing is known would pass as one without faults.
 */
export function checkUnread(chart: Chart): Diagnostic[] {
  const hidden = hiddenMachine(chart.root);
  return [...places(chart).values()].flatMap((place) => {
    // States that stand deeper are reported as too deep.
    if (place.path.length > MAX_STATE_LEVELS) return [];
    return unreadStates(place.node).flatMap((part) => {
      const code = short(codeOfStates(part));
      if (part === hidden) return [about(place, "config-unread", "warning", part.at, { code })];
      // What a config spreads beside its states is as a rule events and actions that several states share.
      if (!isAmongStates(place.node, part)) return [];
      return [about(place, "states-unread", "info", part.at, { state: sayState(place), code })];
    });
  });
}
