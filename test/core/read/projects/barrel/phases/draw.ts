import { and } from "xstate";

export enum Phase {
  draw = "draw",
  battle = "battle",
}

export const drawing = {
  description: "Both players draw",
  meta: { clauses: ["D-1"], asks: "turnPlayer" },
  entry: "say",
  on: {
    DRAW: [{ target: Phase.battle, guard: and(["isFirst", "isLong"]) }, { target: `${Phase.battle}.damage` }],
  },
} as const;
