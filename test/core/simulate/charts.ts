import { and, assign, cancel, fromPromise, not, or, raise, setup, stateIn } from "xstate";

/**
 * A small game with what the shipped games leave out: regions, history, delays, a raised event, wildcards, a forbidden event,
 * an invoked actor, guards of every kind.
 */
export const oddGame = setup({
  types: {} as {
    context: { seats: string[]; turnPlayer: string; points: number; log: string[] };
    events:
      | { type: "ADD"; by: string; points: number }
      | { type: "PAUSE" | "RESUME" | "FLIP" | "LEAVE" | "NUDGE" | "STOP" | "END"; by: string }
      | { type: "shout.loud" | "shout.soft"; by: string };
    input: { points?: number } | undefined;
    output: { points: number };
  },
  actors: { askJury: fromPromise<string>(() => new Promise(() => undefined)) },
  guards: {
    byTurnPlayer: ({ context, event }) => event.by === context.turnPlayer,
    between: ({ event }, { low, high }: { low: number; high: number }) =>
      event.type === "ADD" && event.points >= low && event.points <= high,
    rich: ({ context }) => context.points >= 5,
    readyToLeave: and(["rich", stateIn({ play: { lamp: "on" } })]),
  },
  actions: {
    add: assign({
      points: ({ context, event }) => context.points + (event.type === "ADD" ? event.points : 0),
    }),
    note: assign({ log: ({ context, event }) => [...context.log, event.type].slice(-5) }),
  },
}).createMachine({
  id: "odd",
  context: ({ input }) => ({ seats: ["P1", "P2"], turnPlayer: "P1", points: input?.points ?? 0, log: [] }),
  initial: "play",
  output: ({ context }) => ({ points: context.points }),
  meta: { clauses: ["ODD-1"] },
  on: {
    STOP: { target: ".stopped", meta: { clauses: ["ODD-2"] } },
    "shout.*": { actions: "note" },
    NUDGE: { actions: "note" },
  },
  states: {
    play: {
      type: "parallel",
      meta: { asks: "turnPlayer" },
      on: { PAUSE: "paused", END: { guard: "readyToLeave", target: "over" } },
      states: {
        count: {
          initial: "low",
          states: {
            low: {
              on: {
                ADD: [
                  {
                    guard: and(["byTurnPlayer", { type: "between", params: { low: 1, high: 3 } }]),
                    actions: ["add", "note"],
                  },
                  {
                    guard: {
                      type: "between",
                      params: ({ context }) => ({ low: 9 - context.points, high: 9 }),
                    },
                    target: "high",
                    actions: "add",
                  },
                ],
                NUDGE: {},
              },
              always: { guard: "rich", target: "judge" },
            },
            judge: { always: [{ guard: not(({ context }) => context.points < 10), target: "high" }, "high"] },
            high: {
              meta: { asks: "opponent", clauses: ["ODD-3"] },
              entry: raise({ type: "FLIP", by: "table" }),
              on: {
                LEAVE: {
                  guard: or([({ context }) => context.points > 20, "byTurnPlayer"]),
                  target: "low",
                  actions: assign({ points: 0 }),
                },
              },
              after: { 1000: { target: "low", actions: assign({ points: 1 }) } },
            },
          },
        },
        lamp: {
          initial: "off",
          states: {
            off: { on: { FLIP: "on" } },
            on: {
              entry: raise({ type: "NUDGE", by: "table" }, { delay: 500, id: "dim" }),
              exit: cancel("dim"),
              on: { FLIP: "off", NUDGE: { target: "off", actions: "note" } },
            },
          },
        },
        memory: { type: "history", history: "deep" },
      },
    },
    paused: { meta: { asks: "everyone" }, on: { RESUME: "play.memory", "*": { actions: "note" } } },
    stopped: {
      invoke: { id: "jury", src: "askJury", onDone: "over", onError: "paused" },
      on: { RESUME: "play" },
    },
    over: { type: "final" },
  },
});
