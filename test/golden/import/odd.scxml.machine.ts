import { type AnyActorLogic, cancel, raise, sendTo, setup } from "xstate";

interface Context {
  far: any;
  broken: any;
  tree: any;
  sendid: any;
}

type Event =
  | { type: "TICK" }
  | { type: "error.execution" }
  | { type: "error" }
  | { type: `TICK.${string}` }
  | { type: "TICK.late" }
  | { type: `TICK.late.${string}` }
  | { type: `error.${string}` };

export const machine = setup({
  types: {} as { context: Context; events: Event; meta: Record<string, any> },
  actions: {} as {
    send: (args: any, params: any) => void;
    script: (args: any, params: any) => void;
  },
  actors: {} as {
    one_0: AnyActorLogic;
  },
}).createMachine({
  id: "game",
  options: { maxIterations: 1000 },
  context: { far: undefined, broken: undefined, tree: undefined, sendid: undefined },
  meta: { asks: "table" },
  initial: "start",
  entry: raise({ type: "error.execution" }),
  states: {
    start: { always: { target: "#game.one.two" } },
    one: {
      initial: "two",
      invoke: { src: "one_0", id: "one_0" },
      states: {
        two: {
          entry: [
            sendTo(({ self }) => self, { type: "TICK" }, { id: "tick", delay: 1500 }),
            "send",
            raise({ type: "error.execution" }),
          ],
          exit: [cancel("tick"), "script"],
          on: {
            "TICK.*": { guard: () => false, target: "two", reenter: true },
            "TICK.late.*": [
              { guard: () => false, target: "two", reenter: true },
              { target: ["#game.five.three", "#game.five.six.four"] },
            ],
            "error.*": { target: ["#game.five.three", "#game.five.six.four"] },
          },
        },
      },
    },
    five: {
      type: "parallel",
      states: {
        three: {},
        six: {
          initial: "four",
          states: {
            h: { type: "history", history: "shallow", target: "#game.five.six.four" },
            four: {},
            state: {},
          },
        },
      },
    },
  },
});
