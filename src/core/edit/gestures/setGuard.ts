import { args, nullable, transition } from "#core/edit/argShape.ts";
import { guardCode, guardShape } from "#core/edit/pen/guardCode.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { setOnTransition } from "#core/edit/gestures/transitionConfig.ts";
import { transitionSite } from "#core/edit/gestures/transitionSite.ts";

/** Sets the guard of a transition, or with null takes it away. */
export const setGuard = defineCommand(
  "transition.guard",
  args({ transition, guard: nullable(guardShape) }),
  (draft, { transition: ref, guard }) =>
    setOnTransition(
      draft,
      transitionSite(draft, ref),
      "guard",
      guard === null ? undefined : guardCode(draft, guard, ref.slot === "on" ? ref.event : undefined),
    ),
);
