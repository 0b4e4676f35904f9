import { assign, setup, type AnyStateMachine } from "xstate";

interface Options {
  /** What an ADD adds, times its amount. */
  readonly factor?: number;
  readonly most?: number;
  /** A guard that throws at this sum. */
  readonly breaksAt?: number;
}

/** A small machine with a context, a guard with clauses, a delay and an end; its parts can be changed as an edit would. */
export const counter = ({ factor = 1, most = 10, breaksAt }: Options = {}): AnyStateMachine =>
  setup({
    types: {} as {
      context: { sum: number; last: { by: string; amount: number } | null; log: number[] };
      events: { type: "ADD"; by: string; amount: number } | { type: "REST" } | { type: "END" };
    },
    guards: {
      fits: ({ context, event }) => {
        if (context.sum === breaksAt) throw new Error("the counter is broken");
        return event.type === "ADD" && context.sum + factor * event.amount <= most;
      },
    },
  }).createMachine({
    id: "counter",
    context: { sum: 0, last: null, log: [] },
    initial: "open",
    output: ({ context }) => ({ sum: context.sum }),
    states: {
      open: {
        on: {
          ADD: {
            guard: "fits",
            meta: { clauses: ["C-1"] },
            actions: assign(({ context, event }) => ({
              sum: context.sum + factor * event.amount,
              last: { by: event.by, amount: event.amount },
              log: [...context.log, event.amount],
            })),
          },
          REST: "resting",
          END: "over",
        },
      },
      resting: { after: { 1000: "open" }, on: { END: "over" } },
      over: { type: "final" },
    },
  }) as unknown as AnyStateMachine;

export const add = (amount: number, by = "P1") => ({ type: "ADD", by, amount });
