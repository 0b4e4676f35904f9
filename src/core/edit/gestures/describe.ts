import { args, statePath, text, transition } from "#core/edit/argShape.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { setTextProperty } from "#core/edit/pen/properties.ts";
import { configOf } from "#core/edit/gestures/transitionConfig.ts";
import { transitionSite } from "#core/edit/gestures/transitionSite.ts";

/** Writes what a state is for; "" removes it. */
export const describeState = defineCommand(
  "state.describe",
  args({ state: statePath, text }),
  (draft, { state, text: words }) =>
    setTextProperty(draft, draft.holderOf(draft.state(state), "description"), "state", "description", words),
);

/** Writes what a transition is for; "" removes it. */
export const describeTransition = defineCommand(
  "transition.describe",
  args({ transition, text }),
  (draft, { transition: ref, text: words }) => {
    const site = transitionSite(draft, ref);
    const config = configOf(draft, site);
    if (config.object) setTextProperty(draft, config.object, "transition", "description", words);
    else if (words !== "") config.wrap("description", config.quote(words));
  },
);
