import type { StatePath } from "#core/chart/chart.ts";
import type { TransitionRef } from "#core/chart/places.ts";
import { args, behavior, index, oneOf, statePath, transition } from "#core/edit/argShape.ts";
import { addToActions, removeFromActions } from "#core/edit/actionList.ts";
import { behaviorCode, type Behavior } from "#core/edit/behaviorCode.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse } from "#core/edit/draft.ts";
import { spanOf } from "#core/edit/sourceTree.ts";
import { configOf } from "#core/edit/transitionConfig.ts";
import { transitionSite } from "#core/edit/transitionSite.ts";

type When = "entry" | "exit";
const on = oneOf("entry", "exit");

/** Adds an action to a transition, after those it has. */
export const addTransitionAction = defineCommand<{ transition: TransitionRef; action: Behavior }>(
  "transition.addAction",
  args({ transition, action: behavior }),
  (draft, { transition: ref, action }) => {
    const config = configOf(draft, transitionSite(draft, ref));
    const code = behaviorCode(draft, action, "actions");
    if (config.object) addToActions(draft, config.object, "transition", "actions", code);
    else config.wrap("actions", code);
  },
);

/** Takes an action away from a transition. */
export const removeTransitionAction = defineCommand<{ transition: TransitionRef; index: number }>(
  "transition.removeAction",
  args({ transition, index }),
  (draft, { transition: ref, index: at }) => {
    const site = transitionSite(draft, ref);
    const { object } = configOf(draft, site);
    if (!object) refuse("action-not-found", spanOf(site.value), { index: String(at) });
    removeFromActions(draft, object, "actions", at);
  },
);

/** Adds an entry or exit action to a state, after those it has. */
export const addStateAction = defineCommand<{ state: StatePath; on: When; action: Behavior }>(
  "state.addAction",
  args({ state: statePath, on, action: behavior }),
  (draft, { state, on: when, action }) => {
    const place = draft.state(state);
    if (place.node.type === "history") refuse("history-has-no-actions", draft.nameSpan(place));
    addToActions(draft, draft.objectOf(place), "state", when, behaviorCode(draft, action, "actions"));
  },
);

/** Takes an entry or exit action away from a state. */
export const removeStateAction = defineCommand<{ state: StatePath; on: When; index: number }>(
  "state.removeAction",
  args({ state: statePath, on, index }),
  (draft, { state, on: when, index: at }) =>
    removeFromActions(draft, draft.objectOf(draft.state(state)), when, at),
);
