import type { TransitionRef } from "#core/chart/places.ts";
import { args, behavior, nullable, transition } from "#core/edit/argShape.ts";
import { behaviorCode, type Behavior } from "#core/edit/behaviorCode.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { setOnTransition } from "#core/edit/transitionConfig.ts";
import { transitionSite } from "#core/edit/transitionSite.ts";

/** Sets the guard of a transition, or with null takes it away. */
export const setGuard = defineCommand<{ transition: TransitionRef; guard: Behavior | null }>(
  "transition.guard",
  args({ transition, guard: nullable(behavior) }),
  (draft, { transition: ref, guard }) =>
    setOnTransition(
      draft,
      transitionSite(draft, ref),
      "guard",
      guard === null ? undefined : behaviorCode(draft, guard, "guards"),
    ),
);
