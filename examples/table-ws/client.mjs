// node client.mjs URL [KEY] [--bot]: shows what a seat (or, without a key, a spectator) sees, a line of JSON for each change, and sends the
// events that are typed, such as {"type":"NEXT_PHASE"}. A bot plays by itself. Comes back when the server was away.
import { createInterface } from "node:readline";
import { WebSocket } from "ws";
import { TableClient } from "turnwright/table/client";

const [url, ...rest] = process.argv.slice(2);
const key = rest.find((word) => !word.startsWith("--"));
const isBot = rest.includes("--bot");
const print = (value) => console.log(JSON.stringify(value));

let socket;
const client = new TableClient({
  send: (text) => socket.send(text),
  onState(state, change) {
    print({
      n: client.since.n,
      change,
      status: state.status,
      in: state.in,
      may: state.may,
      players: state.context.players,
    });
  },
  onUndo: (agreed) => print({ undo: agreed }),
});

function connect() {
  const query = new URLSearchParams({ ...(key ? { key } : {}), ...client.since });
  socket = new WebSocket(`${url}?${query}`);
  socket.on("message", (data) => client.receive(String(data)));
  socket.on("error", () => {});
  socket.on("close", (code, reason) => {
    client.closed();
    if (code === 4401) throw new Error(String(reason));
    if (code === 1013) print({ closed: String(reason) });
    // 1013 is "Try Again Later": the server has too many connections, or this one has not read what it was sent.
    setTimeout(connect, code === 1013 ? 2_000 : 100);
  });
}
connect();

async function send(event) {
  const refused = await client.send(event);
  print(refused ? { refused, event } : { accepted: client.since.n, event });
}

let isBusy = false;
/** One of the moves that are possible, by chance. */
async function move() {
  const types = client.state?.may ?? [];
  const type = types[Math.floor(Math.random() * types.length)];
  if (isBusy || !type || socket.readyState !== WebSocket.OPEN) return;
  isBusy = true;
  try {
    const offers = (await client.moves({ type })).filter(({ accepted }) => accepted);
    if (offers.length > 0) await send(offers[Math.floor(Math.random() * offers.length)].example);
  } catch {
    // The connection was closed; the state after coming back goes on.
  }
  isBusy = false;
}
if (isBot) setInterval(() => void move(), 25);

createInterface({ input: process.stdin }).on("line", (line) => void send(JSON.parse(line)).catch(() => {}));
