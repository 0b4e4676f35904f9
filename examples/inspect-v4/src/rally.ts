import { assign, createMachine, interpret } from "xstate";

/** A rally of the volleyball card game, by itself: who serves, and with how much the other has to receive. First to three points. */
interface Context {
  readonly turn: "P1" | "P2";
  readonly op: number;
  readonly points: { readonly P1: number; readonly P2: number };
}
type Move =
  | { type: "SERVE"; by: string; op: number }
  | { type: "RECEIVE"; by: string; dp: number }
  | { type: "TOSS"; by: string }
  | { type: "ATTACK"; by: string; op: number }
  | { type: "LOSE"; by: string };

const other = (seat: Context["turn"]): Context["turn"] => (seat === "P1" ? "P2" : "P1");

export const rally = createMachine<Context, Move>(
  {
    predictableActionArguments: true,
    id: "rally",
    context: { turn: "P1", op: 0, points: { P1: 0, P2: 0 } },
    initial: "serve",
    states: {
      serve: { on: { SERVE: { cond: "isTurn", actions: ["hit", "passTurn"], target: "turn" } } },
      turn: {
        initial: "receive",
        states: {
          receive: {
            meta: { clauses: ["HV-IV.3"] },
            on: { RECEIVE: { cond: "receives", target: "toss" } },
          },
          toss: { on: { TOSS: { cond: "isTurn", target: "attack" } } },
          attack: { on: { ATTACK: { cond: "isTurn", actions: ["hit", "passTurn"], target: "receive" } } },
        },
        on: { LOSE: { cond: "isTurn", actions: ["lose", "passTurn"], target: "point" } },
      },
      point: { always: [{ cond: "isOver", target: "over" }, { target: "serve" }] },
      over: { type: "final" },
    },
  },
  {
    guards: {
      isTurn: ({ turn }, { by }) => by === turn,
      receives: ({ turn, op }, event) => event.type === "RECEIVE" && event.by === turn && event.dp >= op,
      isOver: ({ points }) => points.P1 === 3 || points.P2 === 3,
    },
    actions: {
      hit: assign({ op: (context, event) => ("op" in event ? event.op : context.op) }),
      passTurn: assign({ turn: ({ turn }) => other(turn) }),
      lose: assign({
        points: ({ turn, points }) => ({ ...points, [other(turn)]: points[other(turn)] + 1 }),
        op: () => 0,
      }),
    },
  },
);

/** A whole rally game: each point is served, received, hit back and lost. */
export const moves: readonly Move[] = [
  { type: "SERVE", by: "P1", op: 3 },
  { type: "RECEIVE", by: "P2", dp: 4 },
  { type: "TOSS", by: "P2" },
  { type: "ATTACK", by: "P2", op: 5 },
  { type: "LOSE", by: "P1" },
  { type: "SERVE", by: "P2", op: 4 },
  { type: "LOSE", by: "P1" },
  { type: "SERVE", by: "P2", op: 2 },
  { type: "RECEIVE", by: "P1", dp: 2 },
  { type: "TOSS", by: "P1" },
  { type: "LOSE", by: "P1" },
];
/** A move that no rule allows now. */
export const wrong: Move = { type: "RECEIVE", by: "P1", dp: 0 };

export const newRally = () => interpret(rally, { devTools: true });
export type Rally = ReturnType<typeof newRally>;

/** Makes the moves one by one. Returns whether there is one left. */
export function player(game: Rally): () => boolean {
  let at = 0;
  return () => {
    const move = moves[at++];
    if (move) game.send(move);
    return at < moves.length;
  };
}

export const told = (game: Rally): string => {
  const { done, value } = game.getSnapshot();
  return done ? "The game is over." : JSON.stringify(value);
};
