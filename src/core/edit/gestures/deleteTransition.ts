import { args, transition } from "#core/edit/argShape.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { warnOfCode } from "#core/edit/follow/followUnread.ts";
import { countingCall } from "#core/edit/pen/runsAtOnce.ts";
import { spanOf } from "#core/syntax/node.ts";
import { transitionSite } from "#core/edit/gestures/transitionSite.ts";

/** Deletes one candidate; an event, or a whole `on`, that is left empty goes along. */
export const deleteTransition = defineCommand(
  "transition.delete",
  args({ transition }),
  (draft, { transition: ref }) => {
    const site = transitionSite(draft, ref);
    draft.remove(site.removal);
    const counts = countingCall(draft.tree, spanOf(site.item));
    if (counts) warnOfCode(draft, spanOf(counts), ref.source, draft.slice(counts));
  },
);
