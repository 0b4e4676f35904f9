import { args, statePath } from "#core/edit/argShape.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse } from "#core/edit/refuse.ts";
import { writeInitial } from "#core/edit/gestures/initial.ts";

/** Makes a state the one its parent starts in. */
export const setInitial = defineCommand(
  "state.setInitial",
  args({ state: statePath }),
  (draft, { state }) => {
    const { node, parent, path } = draft.anyState(state);
    if (!parent) refuse("is-root", draft.nameSpan(draft.anyState(path)));
    if (parent.node.type === "parallel") refuse("parent-is-parallel", draft.nameSpan(parent));
    if (node.type === "history") refuse("history-cannot-be-initial", draft.nameSpan(draft.anyState(path)));
    if (parent.node.initial?.value === node.key) return;
    writeInitial(draft, draft.state(parent.path), node.key);
  },
);
