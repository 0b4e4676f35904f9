import { setup } from "xstate";
import { attack, draw, end as endPhase, settled } from "./phases.js";
import over from "./over";
import { actions, guards } from "./behavior.ts";
import type { DuelContext, DuelEvent } from "./types";

export const machine = setup({
  types: {} as { context: DuelContext; events: DuelEvent },
  guards,
  actions: actions,
  delays: { hurry: 500 },
}).createMachine({
  id: "duel",
  context: { seats: ["a", "b"], turn: 0 },
  initial: "draw",
  on: { PASS: { target: "#over", guard: "isLong" } },
  states: {
    draw,
    battle: { initial: "attack", onDone: "end", states: { attack, damage: { always: "settled" }, settled } },
    end: endPhase,
    over: over,
  },
});
