import { and } from "xstate";
import { drawing } from "./events.ts";

const candidates = [{ ...drawing.first, guard: and(["isFirst", "isLong"]) }, drawing.later] as const;

export const opening = {
  draw: {
    description: "Both players draw",
    meta: { clauses: ["D-1"], asks: "turnPlayer" },
    entry: "say",
    on: { DRAW: [...candidates] },
  },
} as const;

const late = { tags: ["late"] } as const;
export const ending = {
  late: {
    end: {
      ...late,
      entry: ["nextTurn"],
      always: [{ guard: "isLong", target: "over" }, "draw"],
    },
    over: { id: "over", type: "final" },
  },
} as const;
