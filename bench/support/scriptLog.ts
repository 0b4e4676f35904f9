import type { CDPSession, Page } from "playwright";

/** A script that was asked for over the network, with times in milliseconds since 1970. */
export interface LoadedScript {
  readonly url: string;
  readonly asked: number;
  /** When its first bytes came. */
  readonly received?: number;
}

interface Sent {
  readonly requestId: string;
  readonly timestamp: number;
  readonly wallTime: number;
  readonly request: { readonly url: string };
}
interface Received {
  readonly requestId: string;
  readonly timestamp: number;
}

/** The network log of a page and of the workers and frames it starts: each script once. Cached ones count as well. */
export async function scriptLog(page: Page): Promise<{ scripts(): LoadedScript[] }> {
  const scripts = new Map<string, { url: string; asked: number; received?: number }>();
  const root = await page.context().newCDPSession(page);
  const listen = (on: (event: string, listener: (params: never) => void) => void, target: string) => {
    // Timestamps count from the start of the machine; the first request says what that is in wall time.
    let shift: number | undefined;
    on("Network.requestWillBeSent", ({ requestId, timestamp, wallTime, request }: Sent) => {
      shift ??= wallTime - timestamp;
      const { pathname, protocol } = new URL(request.url);
      if (protocol.startsWith("http") && /\.m?js$/.test(pathname))
        scripts.set(`${target}/${requestId}`, { url: request.url, asked: wallTime * 1000 });
    });
    on("Network.dataReceived", ({ requestId, timestamp }: Received) => {
      const script = scripts.get(`${target}/${requestId}`);
      if (script && shift !== undefined) script.received ??= (timestamp + shift) * 1000;
    });
  };
  listen((event, listener) => root.on(event as never, listener as never), "page");
  await root.send("Network.enable");
  await root.send("Network.setCacheDisabled", { cacheDisabled: true });
  await followWorkers(root, listen);
  return { scripts: () => byUrl([...scripts.values()]) };
}

/** Workers have a network log of their own, which is read through the session of the page. */
async function followWorkers(
  root: CDPSession,
  listen: (on: (event: string, listener: (params: never) => void) => void, target: string) => void,
): Promise<void> {
  const listeners = new Map<string, Map<string, (params: never) => void>>();
  let next = 0;
  root.on("Target.receivedMessageFromTarget", ({ sessionId, message }) => {
    const { method, params } = JSON.parse(message) as { method?: string; params?: never };
    if (method) listeners.get(sessionId)?.get(method)?.(params as never);
  });
  root.on("Target.attachedToTarget", ({ sessionId }) => {
    const mine = new Map<string, (params: never) => void>();
    listeners.set(sessionId, mine);
    listen((event, listener) => mine.set(event, listener), sessionId);
    const ask = (method: string) =>
      root
        .send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id: ++next, method }) })
        .catch(() => undefined);
    void ask("Network.enable").then(() => ask("Runtime.runIfWaitingForDebugger"));
  });
  await root.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: false });
}

function byUrl(all: readonly LoadedScript[]): LoadedScript[] {
  const found = new Map<string, LoadedScript>();
  for (const one of all) {
    const before = found.get(one.url);
    if (!before || one.asked < before.asked) found.set(one.url, one);
  }
  return [...found.values()];
}
