// node server.mjs [FOLDER] [PORT]: one table, stored in FOLDER. Prints the key of each seat.
import { readFileSync } from "node:fs";
import { WebSocketServer } from "ws";
import { kitOf } from "turnwright/kit";
import { createTable, fileStore } from "turnwright/table";
import * as module from "./game/vf-card.machine.js";

const [folder = "table", port = "8080"] = process.argv.slice(2);
const kit = kitOf(JSON.parse(readFileSync(new URL("game/vf-card.kit.json", import.meta.url), "utf8")));
const table = await createTable({ ...module, kit }, { store: fileStore(folder), onError: console.error });

const server = new WebSocketServer({ host: "127.0.0.1", port: Number(port), maxPayload: 65_536 });
server.on("connection", (socket, request) => {
  const asked = new URL(request.url, "ws://table").searchParams;
  const since = asked.get("table") && { table: asked.get("table"), n: Number(asked.get("n")) };
  try {
    const guest = table.join({
      ...(asked.has("key") ? { key: asked.get("key") } : {}),
      ...(since ? { since } : {}),
      send: (text) => socket.send(text),
    });
    socket.on("message", (data) => guest.receive(String(data)));
    socket.on("close", () => guest.leave());
    socket.on("error", () => socket.terminate());
  } catch (error) {
    socket.close(4401, error.message);
  }
});

// `after` transitions of machines that have them: the table is asked when the next one falls due.
setInterval(() => table.dueIn() === 0 && table.tick(), 250);

server.on("listening", () => {
  const keys = Object.fromEntries(table.seats.map((seat) => [seat, table.keyOf(seat)]));
  console.log(JSON.stringify({ port: server.address().port, n: table.n, keys }));
});
