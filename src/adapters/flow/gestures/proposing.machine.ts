import { assign, emit, setup } from "xstate";
import type { CompoundLines } from "#core/layout/arrangement/arrangement.ts";

/** Compounds as they would stand, by path id. */
export type Proposal = Readonly<Record<string, CompoundLines>>;

/** An arrangement that is shown before it is taken. A change of the chart meanwhile ends it: it was computed for another chart. */
export const proposingMachine = setup({
  types: {
    context: {} as { readonly proposal: Proposal | undefined },
    events: {} as
      | { readonly type: "propose"; readonly proposal: Proposal }
      | { readonly type: "apply" | "escape" | "blur" | "changed" },
    emitted: {} as { readonly type: "applied"; readonly proposal: Proposal },
  },
}).createMachine({
  id: "proposing",
  context: { proposal: undefined },
  initial: "idle",
  on: {
    propose: { target: ".shown", actions: assign({ proposal: ({ event }) => event.proposal }) },
  },
  states: {
    idle: { entry: assign({ proposal: undefined }) },
    shown: {
      on: {
        apply: {
          target: "idle",
          actions: emit(({ context }) => ({ type: "applied" as const, proposal: context.proposal ?? {} })),
        },
        escape: "idle",
        changed: "idle",
      },
    },
  },
});
