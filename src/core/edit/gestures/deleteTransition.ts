import type { TransitionRef } from "#core/chart/places.ts";
import { args, transition } from "#core/edit/argShape.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { transitionSite } from "#core/edit/gestures/transitionSite.ts";

/** Deletes one candidate; an event, or a whole `on`, that is left empty goes along. */
export const deleteTransition = defineCommand<{ transition: TransitionRef }>(
  "transition.delete",
  args({ transition }),
  (draft, { transition: ref }) => draft.remove(transitionSite(draft, ref).removal),
);
