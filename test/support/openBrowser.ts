import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium, type Browser } from "playwright";
import { chromiumFlags, findChromium } from "../../scripts/findChromium.ts";

/** Chromium's own errands, which no page of ours could have asked for: updates, sign-in, how to fill forms. */
const errands =
  /(\/\/|\s)(update\.googleapis\.com|accounts\.google\.com|content-autofill\.googleapis\.com|clients2\.google\.com)[:/]/;

export interface WatchedBrowser {
  readonly browser: Browser;
  /** What any part of the browser (page, worker, frame) asked of another machine: nothing of it was answered. */
  readonly outside: readonly string[];
  close(): Promise<void>;
}

/**
 * A Chromium that reaches this machine only. Everything else goes to a proxy that refuses and notes it, so that requests of
 * workers and sandbox frames are counted too.
 */
export async function openBrowser(): Promise<WatchedBrowser> {
  const outside: string[] = [];
  const proxy = await refusingProxy((asked) => {
    if (!errands.test(asked)) outside.push(asked);
  });
  const { port } = proxy.address() as AddressInfo;
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    // The loopback is never sent to a proxy.
    args: [...chromiumFlags, `--proxy-server=http://127.0.0.1:${port}`],
  });
  return {
    browser,
    outside,
    async close() {
      await browser.close();
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

/** An HTTP proxy on a free port of the loopback that answers every request with 403 and notes it; who hangs up early does no harm. */
export async function refusingProxy(note: (asked: string) => void): Promise<Server> {
  const server = createServer((request, answer) => {
    note(`${request.method} ${request.url}`);
    answer.writeHead(403).end();
  });
  server.on("connect", (request, socket) => {
    note(`CONNECT ${request.url}`);
    // Node hands the bare socket over: without a listener, a browser that hangs up first ends the whole test run.
    socket.on("error", () => socket.destroy());
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  server.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  return server;
}
