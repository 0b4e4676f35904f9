import { describeGame } from "#test/machines/support/describeGame.ts";
import { vfCard } from "#test/machines/games/vf-card.ts";
import { machine } from "../../machines/vf-card.machine.ts";

describeGame({
  machine,
  play: vfCard,
  clauses: 35,
  saves: {
    where: "in the middle of effects, of a battle, of stocking and of discarding",
    paths: ["effects", "battle", "mustStock", "discard"],
  },
  inputFields: ["seats", "stockCapacity", "drawCount"],
  dataFields: ["reason"],
  faultyInputs: [
    ["seats", { seats: ["only one"] }],
    ["seats", { seats: ["same", "same"] }],
    ["seats", { seats: ["P1", "table"] }],
    ["stockCapacity", { stockCapacity: -1 }],
    ["stockCapacity", { stockCapacity: "five" }],
    ["drawCount", { drawCount: 0.5 }],
    ["mandatoryStock", { mandatoryStock: "half" }],
    ["mandatorystock", { mandatorystock: "onlyExcess" }],
  ],
  bareEvents: ["NEXT_PHASE", "STOP_DRAWING"],
  mayAct: {
    but: "traps in the other player's turn",
    free: ({ type, by }) =>
      type === "USE_TRAP" ? ["P1", "P2", "chance", "table", "nobody"].filter((one) => one !== by) : undefined,
  },
  ends: {
    how: "when the table says so, with a winner and without",
    ways: ["nobody", "winner"],
    turns: 5,
  },
});
