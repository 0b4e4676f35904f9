import { setup } from "xstate";

/** Every kind of state and transition once, to look at. */
export const machine = setup({
  types: { events: {} as { type: "GO" | "STAY" | "AGAIN" | "OUT" | "IN" | "BACK" | "STOP" | "CALL" } },
  guards: { ready: () => true, brave: () => true },
  actions: { wait: () => {}, count: () => {}, greet: () => {} },
}).createMachine({
  id: "sample",
  initial: "a",
  on: { STOP: ".end" },
  states: {
    a: {
      initial: "x",
      exit: "greet",
      meta: { clauses: ["HV-I.1", "HV-I.2", "HV-I.3"] },
      on: { OUT: "b", IN: ".y" },
      states: {
        x: {
          entry: ["count", "greet"],
          meta: { asks: "turnPlayer" },
          on: {
            GO: [
              { guard: "ready", target: "y" },
              { target: "z", actions: "wait" },
            ],
            STAY: { actions: "wait" },
            AGAIN: { target: "x", reenter: true },
          },
        },
        y: { always: { guard: "brave", target: "#sample.b" }, on: { BACK: "x" } },
        z: { on: { BACK: "x", GO: "y" } },
        back: { type: "history", history: "deep" },
      },
    },
    b: { after: { 500: "c" }, on: { BACK: "a.back", GO: { guard: "ready", target: "c" } } },
    c: {
      type: "parallel",
      onDone: "end",
      states: {
        p: { initial: "q", states: { q: { on: { CALL: "r" } }, r: { type: "final" } } },
        s: { initial: "t", states: { t: { on: { CALL: "u" } }, u: { type: "final" } } },
      },
    },
    end: { type: "final", entry: "count" },
  },
});
