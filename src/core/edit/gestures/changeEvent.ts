import { absolute } from "#core/chart/places.ts";
import { args, event, transition } from "#core/edit/argShape.ts";
import { keyLike } from "#core/edit/pen/codeText.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { warnOfEvent } from "#core/edit/follow/declaredEvents.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { lineIndent } from "#core/edit/pen/fileStyle.ts";
import { eventKey, putTransition, requireEvent } from "#core/edit/gestures/putTransition.ts";
import { movedCandidate } from "#core/edit/gestures/retargetTransition.ts";
import { child, spanOf } from "#core/syntax/node.ts";
import { requireInForce } from "#core/edit/gestures/transitionConfig.ts";
import { eventProperty, transitionSite, type TransitionSite } from "#core/edit/gestures/transitionSite.ts";

/** Gives a transition another event (or delay). One of several candidates leaves the others; an event that is there already gets one more. */
export const changeEvent = defineCommand(
  "transition.event",
  args({ transition, event }),
  (draft, { transition: ref, event: name }) => {
    const site = transitionSite(draft, ref);
    const { slot, event: old } = site.transition;
    if (slot !== "on" && slot !== "after")
      refuse("slot-has-no-event", absolute(site.place, site.transition.at), { slot });
    requireEvent(draft, site.place, { slot, event: name });
    if (name === old) return;
    requireInForce(site);
    const key = child(site.property, "key");
    const alone = !site.array || site.array["elements"] === undefined || lone(site.array["elements"]);
    if (alone && !isThere(draft, site, name)) {
      if (!key || site.property["computed"] === true) refuse("computed-key", spanOf(key ?? site.property));
      if (slot === "on") warnOfEvent(draft, name);
      draft.warnOfBrought(site.holder, name);
      const written = draft.slice(key);
      const quoted = /^['"]/.test(written);
      const next = quoted ? keyLike(written, name, draft.style.quote) : eventKey(draft, slot, name);
      // An event that a spread before it has as well would come back: it is left without transitions.
      const remainder = draft.hidden(site.holder, site.property)
        ? `${written}: [],${gap(draft, key.start)}`
        : "";
      const value = site.property["shorthand"] === true ? `: ${written}` : "";
      draft.replace(spanOf(key), remainder + next + value);
      return;
    }
    putTransition(draft, site.place, { slot, event: name }, movedCandidate(draft, site));
    draft.remove(site.removal);
  },
);

/** Has the state something under the event already, be it by a computed key or a spread? */
const isThere = (
  draft: Draft,
  { place, holder, transition: { slot } }: TransitionSite,
  name: string,
): boolean =>
  place.node.transitions.some((other) => other.slot === slot && other.event === name) ||
  eventProperty(holder, name) !== undefined ||
  draft.isBrought(holder, name, true);

/** What stands between a property and the next one: a line of its own where this one has one. */
function gap({ text, style }: Draft, start: number): string {
  const indent = lineIndent(text, start);
  const line = text.lastIndexOf("\n", start - 1) + 1;
  return text.slice(line, start) === indent ? style.eol + indent : " ";
}

const lone = (elements: unknown): boolean => Array.isArray(elements) && elements.length === 1;
