import WebSocket from "ws";
import { connect } from "turnwright/connect";
import { newGame, player, told, wrong } from "./game.ts";

// node dist/play.js ws://127.0.0.1:4821/app
const to = process.argv[2] ?? "ws://127.0.0.1:4821/app";
const { inspect } = connect({
  to,
  name: "Volleyball in Node",
  WebSocket: WebSocket as never,
  allow: { read: true, send: true },
});
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

const game = newGame(inspect);
game.start();
const next = player(() => game);
game.send(wrong as never);
while (next()) await pause(10);
console.log(told(game));
console.log(JSON.stringify(game.getPersistedSnapshot()));
// What was told last is on its way still.
await pause(500);
process.exit(0);
