import type { AddressInfo } from "node:net";
import { inspect } from "@xstate/inspect/lib/server";
import { WebSocketServer } from "ws";
import { newRally, player, told, wrong } from "./rally.ts";

// node dist/play.js [port]: here the app is the server, and the inspector comes to it.
const server = new WebSocketServer({ host: "127.0.0.1", port: Number(process.argv[2] ?? 8888) });
await new Promise((done) => server.once("listening", done));
inspect({ server });
console.log(`localhost:${(server.address() as AddressInfo).port}`);
await new Promise((done) => server.once("connection", done));

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
await pause(300);
const game = newRally();
game.onTransition(() => console.log(told(game)));
game.start();
const next = player(game);
game.send(wrong);
// The first move is left to whoever inspects; after a while the game goes on by itself.
for (let waited = 0; waited < 100 && game.getSnapshot().matches("serve"); waited++) await pause(100);
if (!game.getSnapshot().matches("serve")) next();
while (next()) await pause(10);
await pause(500);
process.exit(0);
