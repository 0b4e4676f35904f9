// This file and `over.ts` import each other.
import over from "./over.js";

export const { type: last } = over;
export const settled = { type: "final" } as const;

export const battle = {
  initial: "attack",
  onDone: "end",
  states: {
    attack: { on: { ATTACK: "damage" }, after: { hurry: { target: "damage", actions: "say" } } },
    damage: { always: "settled" },
    settled,
  },
} as const;
