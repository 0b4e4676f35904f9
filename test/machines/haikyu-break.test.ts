import { describeGame } from "#test/machines/support/describeGame.ts";
import { haikyuBreak } from "#test/machines/games/haikyu-break.ts";
import { machine } from "../../machines/haikyu-break.machine.ts";

describeGame({
  machine,
  play: haikyuBreak,
  clauses: 66,
  saves: { where: "before a judgement", paths: ["free"] },
  inputFields: ["seats"],
  dataFields: ["name", "names", "skill", "card"],
  faultyInputs: [
    ["seats", { seats: ["only one"] }],
    ["seats", { seats: ["same", "same"] }],
    ["seats", { seats: ["P1", "table"] }],
    ["serveBlock", { serveBlock: "sometimes" }],
    ["serveblock", { serveblock: "allowed" }],
  ],
  bareEvents: ["DEPLOY_NOBODY", "PASS", "DECLARE_LOST"],
  mayAct: { but: "facts from the table" },
  ends: {
    how: "with the third Lost of one player, after every cause of a Lost",
    ways: [
      "noServer",
      "noBlocker",
      "noReceiver",
      "noTosser",
      "noAttacker",
      "failedBlock",
      "failedReceive",
      "voluntary",
    ],
  },
});
