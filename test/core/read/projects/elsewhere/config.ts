import { and } from "xstate";
import { duel } from "./setup";

const draw = duel.createStateConfig({
  description: "Both players draw",
  meta: { clauses: ["D-1"], asks: "turnPlayer" },
  entry: "say",
  on: { DRAW: [{ target: "battle", guard: and(["isFirst", "isLong"]) }, { target: "battle.damage" }] },
});

export default {
  id: "duel",
  context: { seats: ["a", "b"], turn: 0 },
  initial: "draw",
  on: { PASS: { target: "#over", guard: "isLong" } },
  states: {
    draw,
    battle: {
      initial: "attack",
      onDone: "end",
      states: {
        attack: { on: { ATTACK: "damage" }, after: { hurry: { target: "damage", actions: "say" } } },
        damage: { always: "settled" },
        settled: { type: "final" },
      },
    },
    end: { tags: ["late"], entry: ["nextTurn"], always: [{ guard: "isLong", target: "over" }, "draw"] },
    over: { id: "over", type: "final" },
  },
} as const;
