import { initialTransition } from "xstate";
import { describeGame } from "#test/machines/support/describeGame.ts";
import { fleshAndBlood } from "#test/machines/games/flesh-and-blood.ts";
import { machine } from "../../machines/flesh-and-blood.machine.ts";

const { rules } = initialTransition(machine)[0].context;

describeGame({
  machine,
  play: fleshAndBlood,
  clauses: 80,
  notModelled: [
    "FAB-4.1.4b",
    "FAB-4.1.5b.2",
    "FAB-4.1.6a",
    "FAB-4.1.6b",
    "FAB-4.1.7b",
    "FAB-4.4.3c.2",
    "FAB-4.5.1a-ex",
  ],
  saves: {
    where:
      "in set-up, in combat, while a layer resolves, while triggers wait for an order and in the end phase",
    paths: [
      "game.startOfGame.present.handle",
      "game.turn.actionPhase.combat.layer",
      "game.turn.actionPhase.combat.defend.declare",
      "game.settle.resolve",
      "game.settle.order",
      "game.settle.pickFirst",
      "game.turn.endPhase.arsenal",
      "game.turn.endPhase.pitch",
    ],
  },
  // A step of the action phase is asked first and hands a pass on to the phase, whose guards are then seen under that step.
  unseen: /^game\.turn\.actionPhase PASS (byPriorityHolder|lastToPass) /,
  inputFields: ["seats", ...Object.keys(rules)],
  dataFields: ["hero", "name", "effect"],
  faultyInputs: [
    ["seats", { seats: ["only one"] }],
    ["seats", { seats: ["same", "same"] }],
    ["seats", { seats: ["P1", "table"] }],
    ["games", { games: 0 }],
    ["deckSize", { deckSize: 61, deckPool: 60 }],
    ["weaponZones", { weaponZones: 0.5 }],
    ["arenaPool", { arenaPool: "many" }],
    ["deathCheck", { deathCheck: "never" }],
    ["deathcheck", { deathcheck: "atOnce" }],
  ],
  bareEvents: [
    "PASS",
    "CONCEDE",
    "EQUIP",
    "STORE_CARD",
    "SKIP_ARSENAL",
    "RESOLVE_LAYER",
    "CLOSE_CHAIN",
    "DRAW_BY_EFFECT",
    "BEGIN_GAME",
  ],
  mayAct: {
    but: "card effects, conceding and consent to a draw",
    free: ({ type }) =>
      ["CONCEDE", "AGREE_TO_DRAW", "WITHDRAW_DRAW"].includes(type) ? ["nobody"] : undefined,
  },
  ends: {
    how: "after the games of a match, won and drawn in many ways",
    ways: ["win lastOneLeft", "win effect", "draw effect", "draw agreement", "draw deadlock"],
    turns: 3,
  },
});
