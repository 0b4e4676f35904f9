import { args, list, statePath } from "#core/edit/argShape.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { setTextList } from "#core/edit/pen/textList.ts";

/** Sets the tags of a state, by which code asks for it (`hasTag`); none removes the list. */
export const setTags = defineCommand(
  "state.setTags",
  args({ state: statePath, tags: list<string>({ type: "string", minLength: 1 }) }),
  (draft, { state, tags }) =>
    setTextList(draft, draft.holderOf(draft.state(state), "tags"), "state", "tags", [...new Set(tags)]),
);
