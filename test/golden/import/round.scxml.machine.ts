import { assign, enqueueActions, log, or, raise, setup, stateIn } from "xstate";

interface Context {
  cards: any;
  hand: any;
  last: any;
  card: any;
  i: any;
}

type Event =
  | { type: "RESTART" }
  | { type: "BACK" }
  | { type: "DRAW"; count?: any }
  | { type: "FULL" }
  | { type: "error.execution" }
  | { type: "PASS" }
  | { type: "LEFT" }
  | { type: "RIGHT" };

export const machine = setup({
  types: {} as { context: Context; events: Event; meta: Record<string, any> },
  guards: {} as {
    condition: (args: any, params: any) => boolean;
  },
}).createMachine({
  id: "game",
  options: { maxIterations: 1000 },
  context: { cards: 0, hand: ["a","b"], last: undefined, card: undefined, i: undefined },
  meta: { asks: "table" },
  initial: "play",
  states: {
    play: {
      initial: "draw",
      entry: log(({ context }) => context.cards, "cards"),
      on: { RESTART: { target: "play", reenter: true }, BACK: { target: "#game.play.draw" } },
      states: {
        draw: {
          on: {
            DRAW: {
              guard: ({ event }) => event.count <= 2,
              target: "main_phase",
              actions: assign({ cards: ({ context, event }) => context.cards + event.count }),
            },
          },
        },
        main_phase: {
          entry: enqueueActions(({ context, enqueue }) => {
            if (context.cards > 3) {
              enqueue(raise({ type: "FULL" }));
            } else if (context.cards === 0) {
              enqueue(assign({ last: 'none' }));
            } else {
              enqueue(enqueueActions(({ context, enqueue }) => {
                const list: any = context.hand;
                if (!Array.isArray(list)) enqueue(raise({ type: "error.execution" }));
                else
                  for (const [place, value] of list.entries()) {
                    enqueue(assign({ card: () => value, i: () => place }));
                    enqueue(assign({ last: ({ context }) => context.card + context.i }));
                  }
              }));
            }
          }),
          on: {
            FULL: [
              { target: "#game.over" },
              { guard: "condition", target: "main_phase", reenter: true },
            ],
            PASS: [
              {
                guard: or([({ context }) => context.cards > 9, stateIn("#game.play.draw")]),
                target: "#game.over",
              },
              { target: "both" },
              { guard: "condition", target: "main_phase", reenter: true },
            ],
            "*": { guard: "condition", target: "main_phase", reenter: true },
          },
        },
        both: {
          type: "parallel",
          onDone: { target: "before" },
          states: {
            left: {
              initial: "l1",
              states: { l1: { on: { LEFT: { target: "l2" } } }, l2: { type: "final" } },
            },
            right: {
              initial: "r1",
              states: { r1: { on: { RIGHT: { target: "r2" } } }, r2: { type: "final" } },
            },
          },
        },
        before: { type: "history", history: "deep", target: "#game.play.draw" },
      },
    },
    over: { type: "final", output: ({ context }) => ({ cards: context.cards }) },
  },
});
