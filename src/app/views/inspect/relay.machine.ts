import { assign, setup } from "xstate";

/** How long after a line broke the next is tried, in ms. */
export const redial = 2_000;

/** The line to the relay, and beside it whether the person joined this page to the studio. */
export const relayMachine = setup({
  types: {
    context: {} as { readonly code: string | undefined },
    events: {} as
      | { readonly type: "opened" }
      | { readonly type: "closed" }
      | { readonly type: "hello"; readonly looks: boolean }
      | { readonly type: "pairing"; readonly state: "none" | "asked" | "joined"; readonly code?: string },
  },
  guards: {
    isLooking: ({ event }) => event.type === "hello" && event.looks,
    isAsked: ({ event }) => event.type === "pairing" && event.state === "asked",
    isJoined: ({ event }) => event.type === "pairing" && event.state === "joined",
    isNone: ({ event }) => event.type === "pairing" && event.state === "none",
  },
  actions: {
    keepCode: assign({ code: ({ event }) => (event.type === "pairing" ? event.code : undefined) }),
    dropCode: assign({ code: undefined }),
  },
  delays: { redial },
}).createMachine({
  id: "relay",
  context: { code: undefined },
  type: "parallel",
  states: {
    line: {
      initial: "dialling",
      states: {
        dialling: { on: { opened: "greeting", closed: "broken" } },
        greeting: {
          on: { hello: [{ guard: "isLooking", target: "looking" }, { target: "locked" }], closed: "broken" },
        },
        locked: {
          on: { hello: { guard: "isLooking", target: "looking" }, closed: "broken" },
        },
        looking: {
          on: { hello: [{ guard: "isLooking" }, { target: "locked" }], closed: "broken" },
        },
        broken: { after: { redial: "dialling" } },
      },
    },
    pairing: {
      initial: "alone",
      on: { closed: ".alone" },
      states: {
        alone: {
          entry: "dropCode",
          on: {
            pairing: [
              { guard: "isAsked", target: "asked", actions: "keepCode" },
              { guard: "isJoined", target: "joined" },
              { guard: "isNone", target: "turnedAway" },
            ],
          },
        },
        asked: {
          on: {
            pairing: [
              { guard: "isJoined", target: "joined" },
              { guard: "isNone", target: "turnedAway" },
            ],
          },
        },
        turnedAway: {
          entry: "dropCode",
          on: {
            pairing: [
              { guard: "isAsked", target: "asked", actions: "keepCode" },
              { guard: "isJoined", target: "joined" },
            ],
          },
        },
        joined: { entry: "dropCode", on: { pairing: { guard: "isNone", target: "alone" } } },
      },
    },
  },
});
