import { assign, emit, setup } from "xstate";

/** A name that is edited in place. Enter and leaving the field take what was typed, Escape does not. */
export const renamingMachine = setup({
  types: {
    context: {} as { readonly id: string | undefined },
    events: {} as
      | { readonly type: "edit"; readonly id: string }
      /** `text` is undefined when it is as it was. */
      | { readonly type: "enter" | "tab" | "blur"; readonly text: string | undefined }
      | { readonly type: "escape" },
    emitted: {} as {
      readonly type: "named";
      readonly id: string;
      readonly text: string | undefined;
      /** The person goes on to the next field. */
      readonly goesOn: boolean;
    },
  },
  actions: {
    tell: emit(({ context }, { text, type }: { text: string | undefined; type?: string }) => ({
      type: "named" as const,
      id: context.id ?? "",
      text,
      goesOn: type === "tab",
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
        tab: { target: "idle", actions: { type: "tell", params: ({ event }) => event } },
        blur: { target: "idle", actions: { type: "tell", params: ({ event }) => event } },
        escape: { target: "idle", actions: { type: "tell", params: { text: undefined } } },
      },
    },
  },
});
