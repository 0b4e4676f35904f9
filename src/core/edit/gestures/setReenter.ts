import { args, boolean, transition } from "#core/edit/argShape.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { setOnTransition } from "#core/edit/gestures/transitionConfig.ts";
import { transitionSite } from "#core/edit/gestures/transitionSite.ts";

/** Says whether a transition leaves and enters its source again. Not doing so is what XState does by itself, so it is not written. */
export const setReenter = defineCommand(
  "transition.setReenter",
  args({ transition, reenter: boolean() }),
  (draft, { transition: ref, reenter }) => {
    const site = transitionSite(draft, ref);
    if (site.transition.reenter !== reenter || !reenter)
      setOnTransition(draft, site, "reenter", reenter ? "true" : undefined);
  },
);
