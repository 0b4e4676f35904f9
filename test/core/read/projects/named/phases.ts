import { and } from "xstate";

export const draw = {
  description: "Both players draw",
  meta: { clauses: ["D-1"], asks: "turnPlayer" },
  entry: "say",
  on: { DRAW: [{ target: "battle", guard: and(["isFirst", "isLong"]) }, { target: "battle.damage" }] },
} as const;

const end = {
  tags: ["late"],
  entry: ["nextTurn"],
  always: [{ guard: "isLong", target: "over" }, "draw"],
} as const;
const attack = { on: { ATTACK: "damage" }, after: { hurry: { target: "damage", actions: "say" } } } as const;
const final = { type: "final" } as const;

export { attack, end, final as settled };
