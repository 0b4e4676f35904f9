import type { Slot, StatePath } from "#core/chart/chart.ts";
import { args, event, index, nullable, slot, statePath, target } from "#core/edit/argShape.ts";
import { quoteText } from "#core/edit/codeText.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { putTransition, requireSource } from "#core/edit/putTransition.ts";
import { targetTextFor } from "#core/edit/transitionTarget.ts";

/** What `transition.add` is given. `target: null` makes a transition that stays where it is. */
export interface AddTransition {
  readonly source: StatePath;
  readonly slot?: Exclude<Slot, "route">;
  readonly event?: string;
  readonly target: StatePath | string | null;
  readonly index?: number;
}

/** Adds a transition, last of its event unless an index is given. */
export const addTransition = defineCommand<AddTransition>(
  "transition.add",
  args({ source: statePath, "slot?": slot, "event?": event, target: nullable(target), "index?": index }),
  (draft, { source, slot: given = "on", event: name, target: to, index: at }) => {
    const place = draft.state(source);
    requireSource(draft, place);
    const code = to === null ? "{}" : quoteText(targetTextFor(draft, place, to), draft.style.quote);
    putTransition(
      draft,
      place,
      { slot: given, event: name, index: at },
      { code: ({ head = "" }) => head + code, bare: to !== null },
    );
  },
);
