import { describeGame } from "#test/machines/support/describeGame.ts";
import { chronoCard } from "#test/machines/games/chrono-card.ts";
import { machine } from "../../machines/chrono-card.machine.ts";

describeGame({
  machine,
  play: chronoCard,
  clauses: 57,
  saves: {
    where: "in an order choice, in declarations, in each wait of a Charm and in a discard",
    paths: ["order", "window", "resolve", "round", "open", "defence", "effect", "damage", "discard"],
  },
  inputFields: ["seats", "cards", "hand"],
  dataFields: ["name", "card", "skill"],
  faultyInputs: [
    ["seats", { seats: ["only one"] }],
    ["seats", { seats: ["same", "same"] }],
    ["seats", { seats: ["P1", "table"] }],
    ["seats", { seats: ["1", "2", "3", "4", "5", "6", "7"] }],
    ["cards", { cards: -1 }],
    ["hand", { hand: 1.5 }],
    ["hand", { cards: 4, hand: 5 }],
    ["effectRound", { effectRound: "anyhow" }],
    ["effectround", { effectround: "goOn" }],
  ],
  bareEvents: [
    "PROCESS_AS_LISTED",
    "END_MAIN",
    "DECLARE_NO_DEFENCE",
    "PASS",
    "CONFIRM",
    "ACCEPT",
    "ALL_AGREE",
  ],
  mayAct: {
    but: "EP and facts from the table",
    input: { seats: ["P1", "P2", "P3"] },
    free: ({ type }) => (type === "MAKE_EP" ? ["chance", "table", "nobody"] : undefined),
  },
  ends: {
    how: "when one player at most is left, who has won",
    ways: ["nobody", "winner"],
    turns: 5,
  },
});
