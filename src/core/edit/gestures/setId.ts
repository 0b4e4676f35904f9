import { pathId, places } from "#core/chart/places.ts";
import { args, statePath, text } from "#core/edit/argShape.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse } from "#core/edit/refuse.ts";
import { followReferences } from "#core/edit/follow/followReferences.ts";
import { setTextProperty } from "#core/edit/pen/properties.ts";
import { withId } from "#core/edit/follow/stateTree.ts";

/** Gives a state (the root: the machine) an id, or with "" takes it away. `#id` targets follow. */
export const setId = defineCommand(
  "state.setId",
  args({ state: statePath, id: text }),
  (draft, { state, id }) => {
    const place = draft.state(state);
    if ((place.node.id ?? "") === id) return;
    if (/[.#\\]/.test(id)) refuse("id-invalid", draft.nameSpan(place), { id });
    for (const other of places(draft.chart).values())
      if (id !== "" && other.node.id === id)
        refuse("id-taken", draft.nameSpan(other), { id, state: pathId(other.path) });
    const route = place.node.transitions.some(({ slot }) => slot === "route");
    if (id === "" && route) draft.warn("route-needs-id", draft.nameSpan(place), { state: place.node.key });
    setTextProperty(draft, draft.holderOf(place, "id"), "state", "id", id);
    followReferences(draft, withId(draft.chart.root, state, id === "" ? undefined : id));
  },
);
