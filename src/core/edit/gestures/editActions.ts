import type { TransitionRef } from "#core/chart/places.ts";
import { args, behavior, index, oneOf, statePath, transition } from "#core/edit/argShape.ts";
import {
  addToActions,
  removeFromActions,
  reorderActions,
  replaceInActions,
} from "#core/edit/pen/actionList.ts";
import { behaviorCode } from "#core/edit/pen/behaviorCode.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { spanOf, type Node } from "#core/syntax/node.ts";
import { configOf } from "#core/edit/gestures/transitionConfig.ts";
import { transitionSite } from "#core/edit/gestures/transitionSite.ts";

const on = oneOf("entry", "exit");

/** The type of the event that actions of a transition answer. */
const answered = ({ slot, event }: TransitionRef): string | undefined => (slot === "on" ? event : undefined);

/** Adds an action to a transition, after those it has. */
export const addTransitionAction = defineCommand(
  "transition.addAction",
  args({ transition, action: behavior }),
  (draft, { transition: ref, action }) => {
    const config = configOf(draft, transitionSite(draft, ref));
    const code = behaviorCode(draft, action, "actions", answered(ref));
    if (config.object) addToActions(draft, config.object, "transition", "actions", code);
    else config.wrap("actions", code);
  },
);

/** Takes an action away from a transition. */
export const removeTransitionAction = defineCommand(
  "transition.removeAction",
  args({ transition, index }),
  (draft, { transition: ref, index: at }) => {
    const { object, read } = actionsOf(draft, ref, at);
    removeFromActions(draft, object, "actions", at, read);
  },
);

/** Writes another action in the place of one of a transition. */
export const setTransitionAction = defineCommand(
  "transition.setAction",
  args({ transition, index, action: behavior }),
  (draft, { transition: ref, index: at, action }) => {
    const { object, read } = actionsOf(draft, ref, at);
    const code = behaviorCode(draft, action, "actions", answered(ref));
    replaceInActions(draft, object, "actions", at, read, code);
  },
);

/** Puts an action of a transition at another place: they run in order. */
export const reorderTransitionAction = defineCommand(
  "transition.reorderAction",
  args({ transition, index, to: index }),
  (draft, { transition: ref, index: at, to }) => {
    const { object, read } = actionsOf(draft, ref, at);
    reorderActions(draft, object, "actions", at, read, to);
  },
);

/** The config of a transition that has an action at the index, and how many it has. */
function actionsOf(draft: Draft, ref: TransitionRef, at: number): { object: Node; read: number } {
  const site = transitionSite(draft, ref);
  const { object } = configOf(draft, site);
  if (!object) refuse("action-not-found", spanOf(site.value), { index: String(at) });
  return { object, read: site.transition.actions.length };
}

/** Adds an entry or exit action to a state, after those it has. */
export const addStateAction = defineCommand(
  "state.addAction",
  args({ state: statePath, on, action: behavior }),
  (draft, { state, on: when, action }) => {
    const place = draft.state(state);
    if (place.node.type === "history") refuse("history-has-no-actions", draft.nameSpan(place));
    addToActions(draft, draft.holderOf(place, when), "state", when, behaviorCode(draft, action, "actions"));
  },
);

/** Takes an entry or exit action away from a state. */
export const removeStateAction = defineCommand(
  "state.removeAction",
  args({ state: statePath, on, index }),
  (draft, { state, on: when, index: at }) => {
    const place = draft.state(state);
    removeFromActions(draft, draft.holderOf(place, when), when, at, place.node[when].length);
  },
);

/** Writes another entry or exit action in the place of one. */
export const setStateAction = defineCommand(
  "state.setAction",
  args({ state: statePath, on, index, action: behavior }),
  (draft, { state, on: when, index: at, action }) => {
    const place = draft.state(state);
    const code = behaviorCode(draft, action, "actions");
    replaceInActions(draft, draft.holderOf(place, when), when, at, place.node[when].length, code);
  },
);

/** Puts an entry or exit action at another place: they run in order. */
export const reorderStateAction = defineCommand(
  "state.reorderAction",
  args({ state: statePath, on, index, to: index }),
  (draft, { state, on: when, index: at, to }) => {
    const place = draft.state(state);
    reorderActions(draft, draft.holderOf(place, when), when, at, place.node[when].length, to);
  },
);
