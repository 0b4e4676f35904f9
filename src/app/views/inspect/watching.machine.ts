import { assign, setup } from "xstate";

/** How one looks at what an actor does: along with it, or at one step that was. Messages are taken in either way. */
export const watchingMachine = setup({
  types: {
    context: {} as { readonly actor: string | undefined; readonly step: number | undefined },
    events: {} as
      | { readonly type: "choose"; readonly actor: string }
      | { readonly type: "hold"; readonly step: number | undefined }
      | { readonly type: "follow" }
      | { readonly type: "gone" },
  },
  actions: {
    chooseActor: assign({
      actor: ({ context, event }) => (event.type === "choose" ? event.actor : context.actor),
    }),
    keepStep: assign({ step: ({ context, event }) => (event.type === "hold" ? event.step : context.step) }),
    dropStep: assign({ step: undefined }),
    dropActor: assign({ actor: undefined }),
  },
}).createMachine({
  id: "watching",
  context: { actor: undefined, step: undefined },
  initial: "nobody",
  on: {
    choose: { target: ".following", actions: "chooseActor" },
    gone: { target: ".nobody", actions: "dropActor" },
  },
  states: {
    nobody: {},
    following: { entry: "dropStep", on: { hold: { target: "held", actions: "keepStep" } } },
    held: { on: { hold: { actions: "keepStep" }, follow: "following" } },
  },
});
