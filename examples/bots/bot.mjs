import { parseArgs } from "node:util";
import { greedyPlayer, randomNumbers, randomPlayer } from "./players.mjs";
import { openTable } from "./table.mjs";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    plays: { type: "string", default: "1" },
    most: { type: "string", default: "600" },
    seed: { type: "string", default: "1" },
    seat: { type: "string", default: "P1" },
    greedy: { type: "string" },
    command: { type: "string", default: "npx turnwright" },
  },
});
const [game] = positionals;
if (!game) {
  console.error(
    "usage: node bot.mjs GAME [--plays N] [--most DECISIONS] [--seed N] [--greedy FORMULA [--seat SEAT]]",
  );
  process.exit(2);
}

const table = openTable(game, values.command.split(" "));
const random = randomNumbers(Number(values.seed));
const choose = values.greedy ? greedyPlayer(values.seat, values.greedy, random, table) : randomPlayer(random);

const count = { plays: 0, decisions: 0, refused: 0, ended: 0, stuck: 0, types: new Set() };
for (; count.plays < Number(values.plays); count.plays++) {
  let { status } = await table.request({ input: {} }, ["status"]);
  for (let left = Number(values.most); left > 0 && status === "active"; left--) {
    const { legal } = await table.request({ legal: true, limit: 20 });
    if (legal.length === 0) {
      count.stuck++;
      break;
    }
    const event = await choose(legal);
    const answer = await table.request({ send: event }, ["status", "refused"]);
    status = answer.status;
    count.decisions++;
    count.types.add(event.type);
    if (answer.refused) count.refused++;
  }
  if (status !== "active") count.ended++;
}
table.close();
console.log(JSON.stringify({ game, ...count, types: count.types.size }));
