// node server.mjs [FOLDER] [PORT]: one table, stored in FOLDER. Prints the key of each seat.
import { readFileSync } from "node:fs";
import { WebSocket, WebSocketServer } from "ws";
import { kitOf } from "turnwright/kit";
import { createTable, fileStore } from "turnwright/table";
import * as module from "./game/vf-card.machine.js";

const [folder = "table", port = "8080"] = process.argv.slice(2);
const kit = kitOf(JSON.parse(readFileSync(new URL("game/vf-card.kit.json", import.meta.url), "utf8")));
const table = await createTable({ ...module, kit }, { store: fileStore(folder), onError: console.error });

/** Connections of one seat, such as tabs and phones of one person; spectators take none of a seat's. */
const MAX_CONNECTIONS_PER_SEAT = 4;
const MAX_SPECTATORS = 50;
/** Bytes for a client that reads more slowly than the game goes, or not at all. */
const MAX_UNSENT_BYTES = 1_000_000;
/** How long a client may take to answer that its connection is closed, in milliseconds. */
const CLOSE_TIMEOUT = 5_000;
/** Close codes: of WebSocket for "Try Again Later", and of this server for a wrong key. */
const TRY_AGAIN_LATER = 1013;
const WRONG_KEY = 4401;

/** How many connections each seat has; those of spectators are under null. */
const connections = new Map();
const server = new WebSocketServer({
  host: "127.0.0.1",
  port: Number(port),
  maxPayload: 65_536,
  closeTimeout: CLOSE_TIMEOUT,
});
server.on("connection", (socket, request) => {
  socket.on("error", () => socket.terminate());
  const query = new URL(request.url, "ws://table").searchParams;
  const key = query.get("key");
  const seat = key === null ? null : table.seatOf(key);
  if (seat === undefined) return socket.close(WRONG_KEY, "This key belongs to no seat of this table");
  const limit = seat === null ? MAX_SPECTATORS : MAX_CONNECTIONS_PER_SEAT;
  const count = connections.get(seat) ?? 0;
  if (count >= limit)
    return socket.close(
      TRY_AGAIN_LATER,
      `${seat ?? "The spectators"}: at most ${limit} connections at a time; close one, or come back later`,
    );
  connections.set(seat, count + 1);
  socket.on("close", () => connections.set(seat, connections.get(seat) - 1));

  const isOpen = () => socket.readyState === WebSocket.OPEN;
  const since = query.get("table") && { table: query.get("table"), n: Number(query.get("n")) };
  const guest = table.join({
    ...(key === null ? {} : { key }),
    ...(since ? { since } : {}),
    send(text) {
      if (!isOpen()) return;
      socket.send(text);
      if (socket.bufferedAmount > MAX_UNSENT_BYTES)
        socket.close(
          TRY_AGAIN_LATER,
          `More than ${MAX_UNSENT_BYTES} bytes were not read; come back with table and n`,
        );
    },
  });
  // A socket that is being closed may go on sending; nobody would get the answers.
  socket.on("message", (data) => (isOpen() ? guest.receive(String(data)) : guest.leave()));
  socket.on("close", () => guest.leave());
});

// `after` transitions of machines that have them: the table is asked when the next one falls due.
setInterval(() => table.dueIn() === 0 && table.tick(), 250);

server.on("listening", () => {
  const keys = Object.fromEntries(table.seats.map((seat) => [seat, table.keyOf(seat)]));
  console.log(JSON.stringify({ port: server.address().port, n: table.n, keys }));
});
