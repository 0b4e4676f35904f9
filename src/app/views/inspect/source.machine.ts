import { assign, setup } from "xstate";
import type { Answer } from "#core/inspect/approvals.ts";

/** How long a window is greeted without an answer before the doctor reports it, in ms. */
export const patience = 8_000;

/** Whether an origin is that of a file or a sandboxed frame: it is no address, so nothing can be sent to it alone. */
export const isOpaque = (origin: string | undefined): boolean => origin === "null";

/**
 * The window that opened or frames the inspector. It is greeted until it speaks; then the person decides whether it is shown, unless that is
 * known, and its origin is pinned. What comes from another origin later is
 * refused, and so is a page without an origin of its own. A page that left, or does not answer any more, is greeted until it is back, at the
 * same origin; a window that was closed is gone for good.
 */
export const sourceMachine = setup({
  types: {
    context: {} as { readonly origin: string | undefined; readonly strangers: number },
    events: {} as
      | { readonly type: "find" }
      | { readonly type: "message"; readonly origin: string; readonly answer: Answer | "ask" }
      | { readonly type: "allow" }
      | { readonly type: "refuse" }
      | { readonly type: "greet" }
      | { readonly type: "left" }
      | { readonly type: "closed" },
  },
  guards: {
    isOpaque: ({ event }) => event.type === "message" && isOpaque(event.origin),
    isApproved: ({ event }) => event.type === "message" && event.answer === "yes",
    isRefused: ({ event }) => event.type === "message" && event.answer === "never",
    isPinnedApproved: ({ context, event }) =>
      event.type === "message" && event.origin === context.origin && event.answer === "yes",
    isPinned: ({ context, event }) => event.type === "message" && event.origin === context.origin,
  },
  actions: {
    pin: assign({
      origin: ({ context, event }) => (event.type === "message" ? event.origin : context.origin),
    }),
    countStranger: assign({ strangers: ({ context }) => context.strangers + 1 }),
  },
  delays: { patience },
}).createMachine({
  id: "source",
  context: { origin: undefined, strangers: 0 },
  initial: "none",
  on: { closed: ".closed" },
  states: {
    none: { on: { find: "greeting" } },
    greeting: {
      after: { patience: "silent" },
      on: {
        message: [
          { guard: "isOpaque", target: "refused", actions: "pin" },
          { guard: "isApproved", target: "pinned", actions: "pin" },
          { guard: "isRefused", target: "refused", actions: "pin" },
          { target: "asking", actions: "pin" },
        ],
      },
    },
    silent: {
      on: {
        greet: "greeting",
        message: [
          { guard: "isOpaque", target: "refused", actions: "pin" },
          { guard: "isApproved", target: "pinned", actions: "pin" },
          { guard: "isRefused", target: "refused", actions: "pin" },
          { target: "asking", actions: "pin" },
        ],
      },
    },
    asking: {
      on: {
        allow: "pinned",
        refuse: "refused",
        message: [{ guard: "isPinned" }, { actions: "countStranger" }],
      },
    },
    pinned: {
      on: { left: "away", message: [{ guard: "isPinned" }, { actions: "countStranger" }] },
    },
    away: {
      on: {
        greet: "greeting",
        message: [
          { guard: "isPinnedApproved", target: "pinned" },
          { guard: "isPinned", target: "asking" },
          { actions: "countStranger" },
        ],
      },
    },
    closed: {},
    refused: { on: { message: { actions: "countStranger" }, greet: "greeting" } },
  },
});
