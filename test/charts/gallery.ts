import en from "#test/charts/gallery/labels.en.json";
import ja from "#test/charts/gallery/labels.ja.json";
import zhHant from "#test/charts/gallery/labels.zh-Hant.json";
import type { Note } from "#core/layout/arrangement/arrangement.ts";
import type { LabelTables } from "#test/charts/generated/labelTables.ts";

/** Every notation of the canvas once, as a small game: what a visual test looks at. */
export const gallery: string = `import { and, assign, fromPromise, not, raise, setup } from "xstate";

interface Context {
  seats: string[];
  turnPlayer: string;
  decider: string;
  cards: number;
  moment: "draw" | "battle";
}

type Event =
  | { type: "PICK"; by: string; cards: number }
  | { type: "LOOK" }
  | { type: "MULLIGAN" }
  | { type: "PLAY"; by: string; cards: number }
  | { type: "COUNT" }
  | { type: "ATTACK" }
  | { type: "STRIKE" }
  | { type: "BLOCK" }
  | { type: "PASS"; by: string }
  | { type: "ROLL"; points: number }
  | { type: "VOTE" }
  | { type: "PAUSE" }
  | { type: "RESUME" }
  | { type: "RESUME_INSIDE" }
  | { type: "CONCEDE" };

/** Every notation once. */
export const machine = setup({
  types: {} as { context: Context; events: Event },
  guards: {
    byTurnPlayer: ({ context, event }) => "by" in event && event.by === context.turnPlayer,
    hasCards: ({ context }) => context.cards > 0,
    deckIsEmpty: ({ context }) => context.cards === 0,
    tooMany: ({ context, event }) => event.type === "PLAY" && event.cards > context.cards,
    checkedAt: ({ context }, params: { moment: Context["moment"] }) => context.moment === params.moment,
  },
  actions: {
    shuffle: assign({ cards: 40 }),
    count: assign({ cards: ({ context }) => context.cards - 1 }),
    checkAt: assign({ moment: (_, params: { moment: Context["moment"] }) => params.moment }),
    passTurn: assign({ turnPlayer: ({ context }) => context.seats.find((s) => s !== context.turnPlayer)! }),
  },
  actors: {
    askDealer: fromPromise(async () => "P1"),
  },
  delays: { thinkingTime: 30_000 },
}).createMachine({
  id: "gallery",
  context: { seats: ["P1", "P2"], turnPlayer: "P1", decider: "P2", cards: 40, moment: "draw" },
  initial: "setup",
  on: { CONCEDE: { target: ".over", meta: { clauses: ["G-9.1"] } } },
  states: {
    setup: {
      description: "The deck is shuffled and both players take their first cards.",
      tags: ["quiet", "before the game"],
      meta: { clauses: ["G-1.1", "G-1.2", "G-1.3"] },
      entry: "shuffle",
      exit: ["count", raise({ type: "LOOK" })],
      initial: "dealer",
      onDone: "turn",
      states: {
        dealer: {
          meta: { asks: "chance" },
          invoke: {
            src: "askDealer",
            onDone: { target: "firstHand", actions: assign({ turnPlayer: ({ event }) => event.output }) },
            onError: { target: "dealer", reenter: true },
          },
        },
        firstHand: {
          meta: { asks: "everyone", clauses: ["G-1.4"] },
          on: {
            PICK: [
              { guard: "byTurnPlayer", target: "ready", actions: "count" },
              { guard: ({ context, event }) => event.cards > 4 && context.cards - event.cards < 10, target: "dealer" },
              { target: "firstHand" },
            ],
            LOOK: { actions: "count" },
            MULLIGAN: { target: "firstHand", reenter: true, actions: ["shuffle", "count"] },
          },
        },
        ready: { type: "final", entry: "count" },
      },
    },
    turn: {
      initial: "draw",
      on: { PAUSE: "pause", "*": { actions: "count" } },
      states: {
        draw: {
          meta: { asks: "turnPlayer", clauses: ["G-2.1"] },
          on: { COUNT: { target: "check", actions: { type: "checkAt", params: { moment: "draw" } } } },
          after: { thinkingTime: "check", 500: { guard: "hasCards", actions: "count" } },
        },
        check: {
          meta: { structural: "called from every step; context.moment says where to go on" },
          always: [
            { guard: "deckIsEmpty", target: "#gallery.over" },
            { guard: { type: "checkedAt", params: { moment: "draw" } }, target: "main" },
            { target: "end" },
          ],
        },
        main: {
          initial: "act",
          states: {
            act: {
              meta: { asks: { context: "decider" }, clauses: ["G-3.1", "G-3.2"] },
              on: {
                PLAY: [
                  { guard: and(["byTurnPlayer", not("tooMany")]), target: "reaction", actions: "count" },
                  { guard: "tooMany" },
                  { target: "act" },
                ],
                ATTACK: { target: ["#gallery.turn.battle.attack.strike", "#gallery.turn.battle.block.wait"] },
                PAUSE: undefined,
              },
            },
            reaction: {
              meta: { asks: "opponent" },
              on: { PASS: "act", PLAY: { target: "reaction", reenter: true } },
            },
            last: { type: "history", target: "act" },
            lastInside: { type: "history", history: "deep" },
          },
        },
        battle: {
          type: "parallel",
          description: "Attack and block at the same time.",
          onDone: { target: "check", actions: { type: "checkAt", params: { moment: "battle" } } },
          states: {
            attack: {
              initial: "declare",
              states: {
                declare: { meta: { asks: "turnPlayer" }, on: { ATTACK: "strike" } },
                strike: { on: { STRIKE: "struck" } },
                struck: { type: "final" },
              },
            },
            block: {
              initial: "wait",
              states: {
                wait: { meta: { asks: "anyone" }, on: { BLOCK: "blocked", PASS: "blocked" } },
                blocked: { type: "final" },
              },
            },
            judge: {
              initial: "roll",
              states: {
                roll: { meta: { asks: "table" }, on: { ROLL: { guard: ({ event }) => event.points >= 4, target: "judged" } } },
                judged: { type: "final" },
              },
            },
          },
        },
        end: {
          exit: "passTurn",
          always: [{ guard: not("hasCards"), target: "#gallery.over" }, { target: "draw" }],
        },
      },
    },
    pause: {
      on: { RESUME: "turn.main.last", RESUME_INSIDE: "turn.main.lastInside", VOTE: { target: "over", description: "All agree to stop." } },
    },
    over: { type: "final", output: ({ context }) => context.turnPlayer },
  },
});
`;

export const galleryLabels: LabelTables = { en: en.labels, ja: ja.labels, "zh-Hant": zhHant.labels };

/** Remarks of a person on the canvas. */
export const galleryNotes: readonly Note[] = [
  { id: "n1", at: "turn.check", text: "Which of the two callers goes on where?" },
  { id: "n2", at: "setup.firstHand", colour: "pink", text: "試遊：換牌太久" },
  {
    id: "n3",
    at: "turn.battle",
    colour: "blue",
    text: "Lanes go on at the same time.\nAsk whether a block may come late.",
  },
  { id: "n4", at: "over", colour: "green", text: "終わり方は三つある。" },
];
