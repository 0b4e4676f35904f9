import { args, event, index, nullable, slot, statePath, target, targets } from "#core/edit/argShape.ts";
import { targetLike } from "#core/edit/pen/codeText.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse } from "#core/edit/refuse.ts";
import { putRoute, putTransition, requireSource } from "#core/edit/gestures/putTransition.ts";
import { goalsOf, targetTexts } from "#core/edit/gestures/transitionTarget.ts";

/**
 * Adds a transition, last of its event unless an index is given: to a target, or to several for regions that are entered at once.
 * `target: null` makes one that stays where it is. A route has none: it leads to its own state.
 */
export const addTransition = defineCommand(
  "transition.add",
  args({
    source: statePath,
    "slot?": slot,
    "event?": event,
    "target?": nullable(target),
    "targets?": targets,
    "index?": index,
  }),
  (draft, { source, slot: given = "on", event: name, target: to, targets: several, index: at }) => {
    const place = draft.state(source);
    const goals = goalsOf(to, several) ?? (given === "route" ? [] : undefined);
    if (!goals) refuse("bad-arguments", draft.nameSpan(place), { command: "transition.add", at: "target" });
    const spot = { slot: given, event: name, index: at };
    if (given === "route") {
      if (goals.length > 0) refuse("route-has-no-target", draft.nameSpan(place));
      return putRoute(draft, place, spot);
    }
    requireSource(draft, place);
    const texts = targetTexts(draft, place, goals).map((text) => targetLike("", text, draft.style));
    const { pad } = draft.style;
    const code = texts.length > 1 ? `{${pad}target: [${texts.join(", ")}]${pad}}` : (texts[0] ?? "{}");
    putTransition(draft, place, spot, { code: ({ head = "" }) => head + code, bare: texts.length === 1 });
  },
);
