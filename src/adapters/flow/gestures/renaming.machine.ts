import { assign, emit, setup } from "xstate";

/** A name that is edited in place. Enter and leaving the field take what was typed, Escape does not. */
export const renamingMachine = setup({
  types: {
    context: {} as { readonly id: string | undefined },
    events: {} as
      | { readonly type: "edit"; readonly id: string }
      /** `text` is undefined when it is as it was. */
      | { readonly type: "enter" | "blur"; readonly text: string | undefined }
      | { readonly type: "escape" },
    emitted: {} as { readonly type: "named"; readonly id: string; readonly text: string | undefined },
  },
  actions: {
    tell: emit(({ context }, { text }: { text: string | undefined }) => ({
      type: "named" as const,
      id: context.id ?? "",
      text,
    })),
  },
}).createMachine({
  id: "renaming",
  context: { id: undefined },
  initial: "idle",
  states: {
    idle: {
      entry: assign({ id: undefined }),
      on: { edit: { target: "editing", actions: assign({ id: ({ event }) => event.id }) } },
    },
    editing: {
      on: {
        edit: { actions: assign({ id: ({ event }) => event.id }) },
        enter: { target: "idle", actions: { type: "tell", params: ({ event }) => event } },
        blur: { target: "idle", actions: { type: "tell", params: ({ event }) => event } },
        escape: { target: "idle", actions: { type: "tell", params: { text: undefined } } },
      },
    },
  },
});
