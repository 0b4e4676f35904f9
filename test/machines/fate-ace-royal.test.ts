import { describeGame } from "#test/machines/support/describeGame.ts";
import { chartOf } from "#test/machines/support/chartOf.ts";
import { fateAceRoyal } from "#test/machines/games/fate-ace-royal.ts";
import { machine } from "../../machines/fate-ace-royal.machine.ts";

const CLASS = {
  name: "Saber",
  stats: { physicalAttack: 1, physicalDefense: 1, magicAttack: 1, magicDefense: 1 },
  skills: [],
  aptSkills: [],
};

const play = chartOf(machine).find((n) => n.path === "play")!;
const anyTime = play.transitions.map((t) => t.eventType);

describeGame({
  machine,
  play: fateAceRoyal,
  clauses: 90,
  notModelled: ["FA-SET-10"],
  saves: {
    where: "in the middle of the draft, a ritual, a battle, a robbery and of discarding",
    paths: ["drawClasses", "swapClasses", "drawTwo", "engagement", "counter", "pickCard", "endPhase"],
  },
  leftByOuter: ["play.turn.battle.manaLoss", "play.turnOver.check"],
  inputFields: ["seats", "spirits", "classes"],
  dataFields: ["source", "name", "card", "numbers", "die", "tapThis", "xCost", "toProxy", "needsAptitude"],
  faultyInputs: [
    ["seats", { seats: ["only one"] }],
    ["seats", { seats: ["same", "same"] }],
    ["seats", { seats: ["P1", "table"] }],
    ["seats", { seats: ["1", "2", "3", "4", "5", "6", "7", "8"] }],
    ["spirits", { spirits: [] }],
    ["spirits", { spirits: [{ name: "A" }, { name: "B" }] }],
    ["classes", { classes: [CLASS] }],
    ["classes", { classes: [CLASS, CLASS] }],
    ["classes", { classes: [CLASS, { ...CLASS, name: "Rider", constants: [{ stat: "luck", amount: 1 }] }] }],
    ["classes", { classes: [CLASS, { ...CLASS, name: "Rider", constants: "none" }] }],
    ["seeThrough", { seeThrough: "half" }],
    ["seethrough", { seethrough: "allCards" }],
  ],
  bareEvents: [
    "AGREE",
    "REFUSE",
    "WITHDRAW",
    "KEEP_CLASS",
    "END_RITUAL",
    "DECLINE",
    "PASS",
    "ALL_PASS",
    "TAKE_CARD",
    "LEAVE_CARD",
    "SEAL_MANA",
    "SEAL_RESET",
  ],
  mayAct: {
    but: "what may be done at any time",
    free: ({ type }) => (anyTime.includes(type) ? ["nobody"] : undefined),
  },
  ends: { how: "with one player left, or none", ways: ["draw", "winner"], turns: 10 },
});
