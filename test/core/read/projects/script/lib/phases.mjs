import { and } from "xstate";

export const draw = {
  description: "Both players draw",
  meta: { clauses: ["D-1"], asks: "turnPlayer" },
  entry: "say",
  on: { DRAW: [{ target: "battle", guard: and(["isFirst", "isLong"]) }, { target: "battle.damage" }] },
};

export const attack = {
  on: { ATTACK: "damage" },
  after: { hurry: { target: "damage", actions: "say" } },
};
