import { once } from "node:events";
import WebSocket from "ws";
import type { FromRelay } from "#core/project/inspectWire.ts";
import { foreignMessages } from "#test/support/foreignMessages.ts";
import { APP_MESSAGES, PAGE_MESSAGES } from "#test/support/inspector/foreignMessages.ts";
import { servedInspector, type ServedInspector } from "#test/support/inspector/servedInspector.ts";

/** Messages that are made beforehand and sent again and again, so that what is measured is the server and not the dice. */
const POOL = 20_000;
const APP_LINES = 12;
const PAGE_LINES = 4;
/** Bytes that may wait in a line before the sender waits for the server. */
const MAX_BUFFERED = 1024 * 1024;

/** A line to the inspector; rejects with the status when it is turned away. */
export async function dial(
  { port }: Pick<ServedInspector, "port">,
  path: "/app" | "/page",
  origin?: string,
): Promise<WebSocket> {
  const own = path === "/page" ? `http://127.0.0.1:${port}` : origin;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
    headers: own === undefined ? {} : { origin: own },
    perMessageDeflate: false,
  });
  await once(socket, "open");
  socket.on("error", () => undefined);
  return socket;
}

/** Waits for what the relay says to a page. @throws Error when it does not come within 20 s */
export function heard<T extends FromRelay["t"]>(
  page: WebSocket,
  t: T,
  is: (what: FromRelay & { readonly t: T }) => boolean = () => true,
): Promise<FromRelay & { readonly t: T }> {
  return new Promise((done, fail) => {
    const tooLong = setTimeout(() => end(() => fail(new Error(`no ${t} came within 20 s`))), 20_000);
    const look = (data: Buffer) => {
      const what = JSON.parse(data.toString()) as FromRelay;
      if (what.t === t && is(what as FromRelay & { t: T })) end(() => done(what as FromRelay & { t: T }));
    };
    const closed = (code: number) => end(() => fail(new Error(`the line was closed with ${code}`)));
    const end = (settle: () => void) => {
      clearTimeout(tooLong);
      page.off("message", look).off("close", closed);
      settle();
    };
    page.on("message", look).on("close", closed);
  });
}

/** Whether a page of the person and an app that comes now are both served: the page hears what the app says once it said yes. */
export async function isServed(served: ServedInspector, name: string): Promise<string | undefined> {
  const what = { now: "a page of the person" };
  try {
    const page = await dial(served, "/page");
    const looks = heard(page, "hello", (hello) => hello.looks);
    page.send(JSON.stringify({ t: "hello", key: served.key }));
    await looks;
    what.now = "an app";
    const introduced = heard(page, "open", ({ introduction }) => introduction?.name === name);
    const app = await dial(served, "/app");
    app.send(JSON.stringify({ type: "turnwright.app", version: 1, run: name, n: 0, name, allows: [] }));
    const { app: number } = await introduced;
    what.now = "an app that was said yes to";
    const shown = heard(page, "open", (open) => open.app === number && open.stage === "shown");
    page.send(JSON.stringify({ t: "approve", app: number }));
    await shown;
    for (const line of [page, app]) line.terminate();
    return undefined;
  } catch (error) {
    return `${what.now} was not served: ${error instanceof Error ? error.message : "?"}`;
  }
}

/** Sends that many random messages to a server of its own, as fast as it takes them. */
export async function flood({
  seed,
  count,
  say,
}: {
  readonly seed: number;
  readonly count: number;
  readonly say: (text: string) => void;
}): Promise<{ readonly sent: number; readonly faults: readonly string[]; readonly figure: string }> {
  const served = await servedInspector();
  const faults: string[] = [];
  const pool = (of: number, valid: readonly object[]) => {
    const made = foreignMessages(seed + of, valid);
    return Array.from({ length: POOL }, () => Buffer.from(made.bytes()));
  };
  const pools = { "/app": pool(0, APP_MESSAGES), "/page": pool(1, PAGE_MESSAGES) };
  let sent = 0;
  let lines = 0;
  let last = 0;
  const sender = async (path: "/app" | "/page"): Promise<void> => {
    let line: WebSocket | undefined;
    while (sent < count && served.ended() === undefined) {
      if (line?.readyState !== WebSocket.OPEN) {
        line?.terminate();
        line = await dial(served, path).catch(() => undefined);
        if (!line) {
          await new Promise((done) => setTimeout(done, 50));
          continue;
        }
        lines++;
      }
      for (let i = 0; i < 200 && sent < count && line.readyState === WebSocket.OPEN; i++) {
        const bytes = pools[path][sent % POOL] as Buffer;
        line.send(bytes, { binary: sent % 20 === 0 });
        sent++;
      }
      // Lets answers in, and waits while the server is behind.
      do await new Promise((done) => setImmediate(done));
      while (line.readyState === WebSocket.OPEN && line.bufferedAmount > MAX_BUFFERED);
      if (sent - last >= 1_000_000) {
        last = sent;
        say(`  ${sent} of ${count} messages over sockets, RSS ${await served.memory()} MB`);
      }
    }
    line?.terminate();
  };
  try {
    const before = await served.memory();
    const cpu = performance.now();
    await Promise.all([
      ...Array.from({ length: APP_LINES }, () => sender("/app")),
      ...Array.from({ length: PAGE_LINES }, () => sender("/page")),
    ]);
    if (served.ended() !== undefined)
      faults.push(`seed ${seed}: the server ended with ${served.ended()} after ${sent} messages`);
    else {
      const fault = await isServed(served, "After the flood");
      if (fault) faults.push(`seed ${seed}: after the flood ${fault}`);
    }
    const seconds = Math.round((performance.now() - cpu) / 1000);
    const figure = `RSS ${before} to ${await served.memory()} MB, ${lines} lines, ${seconds} s`;
    return { sent, faults, figure };
  } finally {
    await served.close();
  }
}
