import { connect, type Socket } from "node:net";
import type { WebSocket } from "ws";
import { dial, isServed } from "#test/support/inspector/flood.ts";
import { servedInspector, type ServedInspector } from "#test/support/inspector/servedInspector.ts";

const SILENT = 300;
const KEYLESS = 30;

/** A socket that says nothing, or no more than half a request. */
function halfOpen({ port }: ServedInspector, says: string): Socket {
  const socket = connect(port, "127.0.0.1", () => says !== "" && socket.write(says));
  socket.on("error", () => undefined);
  return socket;
}

type Stranger = (served: ServedInspector, n: number) => Promise<WebSocket | Socket>;
const says =
  (origin: (n: number) => string | undefined, text: (n: number) => string): Stranger =>
  async (served, n) => {
    const line = await dial(served, "/app", origin(n));
    line.send(text(n));
    return line;
  };
const madeUp = (n: number) => `http://localhost:${10_000 + n}`;
const introduction = (n: number) =>
  JSON.stringify({
    type: "turnwright.app",
    version: 1,
    run: `${n}`,
    n: 0,
    name: `Stranger ${n}`,
    allows: [],
  });

const KINDS: readonly Stranger[] = [
  (served, n) => dial(served, "/app", n % 2 ? "http://localhost:5173" : undefined),
  async (served) => halfOpen(served, ""),
  async (served) => halfOpen(served, "GET /app HTTP/1.1\r\nhost: "),
  async (served) =>
    halfOpen(served, `GET /inspect HTTP/1.1\r\nhost: 127.0.0.1:${served.port}\r\n\r\n`.repeat(50)),
  says(
    () => undefined,
    () => "a word of no wire",
  ),
  says(madeUp, () => '{"type":"word"}'),
  says(madeUp, introduction),
];

/**
 * Each round strangers take what they can of the port and hold it; then an app and a page of the person come and have to be served. Rounds in
 * turn begin with lines that are open, with sockets that never ask for anything, with half a request, with answers that nobody reads, with lines that
 * say words of no wire, as programs and with made-up Origins, and with such that introduce themselves as apps; and with pages that all ask to be joined.
 */
export async function tryCrowd({ seed, rounds }: { readonly seed: number; readonly rounds: number }) {
  const served = await servedInspector();
  const faults: string[] = [];
  const before = await served.memory();
  try {
    for (let round = 0; round < rounds; round++) {
      const kind = (round + seed) % KINDS.length;
      const silent: (WebSocket | Socket | undefined)[] = await Promise.all(
        Array.from({ length: SILENT }, (_, n) => KINDS[kind]?.(served, n).catch(() => undefined)),
      );
      const keyless = await Promise.all(
        Array.from({ length: KEYLESS }, async () => {
          const page = await dial(served, "/page").catch(() => undefined);
          page?.send(JSON.stringify({ t: "hello", key: "x".repeat(43) }));
          page?.send(JSON.stringify({ t: "pair" }));
          return page;
        }),
      );
      const fault = await isServed(served, `Round ${round}`);
      if (fault) faults.push(`seed ${seed}, round ${round}: ${fault}`);
      for (const line of [...silent, ...keyless]) {
        if (line && "terminate" in line) line.terminate();
        else line?.destroy();
      }
    }
    if (served.ended() !== undefined) faults.push(`seed ${seed}: the server ended with ${served.ended()}`);
    return { rounds, faults, figure: `RSS ${before} to ${await served.memory()} MB` };
  } finally {
    await served.close();
  }
}
