import { createServer, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { guarded, type TellFailure } from "#core/diagnostic/failure.ts";
import {
  inspectPaths,
  maxMessageBytes,
  maxPageBytes,
  type InspectorCall,
  type InspectorNews,
} from "#core/project/inspectWire.ts";
import type { Store } from "#core/project/store.ts";
import { keyHash } from "#core/project/wire.ts";
import { checkHost } from "#adapters/server/checkRequest.ts";
import { CLOSE_TIMEOUT_MS } from "#adapters/server/inspect/crowd.ts";
import { inspectPages, type InspectPageOptions } from "#adapters/server/inspect/inspectPages.ts";
import { MAX_KEYLESS_BYTES } from "#adapters/server/inspect/PageLine.ts";
import { mayLook, isTrustedOrigin, originOf } from "#adapters/server/inspect/origins.ts";
import { rateLimit } from "#adapters/server/inspect/rate.ts";
import { Relay } from "#adapters/server/inspect/Relay.ts";
import { listen, oneAtATime } from "#adapters/server/listen.ts";
import { newToken } from "#adapters/server/secret.ts";

export interface InspectorOptions extends InspectPageOptions {
  readonly store: Pick<Store, "list" | "read">;
  /** Wanted port; a free one when it is in use, and for 0. */
  readonly port: number;
  readonly host: "127.0.0.1" | "::1";
  /** The studio's own. */
  readonly studioPort: number;
  /** What the studio shows of it changed. */
  readonly changed: () => void;
}

export interface ServingInspector {
  /** Where apps open the page; it carries no key. */
  readonly url: string;
  /** For the person: with the key that lets the page look on what apps say over WebSockets. */
  readonly address: string;
  /** Does what the studio asks on the person's word, and says how things are then. */
  answer(call: InspectorCall): InspectorNews;
  close(): Promise<void>;
}

/** How often faults and limits of connections are logged: strangers who cause them at will must not fill the terminal. */
const FAILURES = { perSecond: 0.1, atOnce: 10 };

/** Parts of a message: they are read in one go. A message of 2 MiB has no more in parts of 2 KiB. */
const MAX_FRAGMENTS = 1_024;

/**
 * Serves the inspector on a port, and so an origin, of its own (docs/decisions/18): `/inspect` is its page, `/app` takes the
 * WebSockets of apps, `/page` that of the page. Every request has to carry our own Host. `/app` takes programs (no Origin) and pages
 * of this computer; `/page` takes the inspector's own origin alone. Messages of apps are text of at most
 * 2 MiB, those of pages long enough for a trace; uncompressed.
 */
export async function serveInspector(options: InspectorOptions): Promise<ServingInspector> {
  const { store, port, host, studioPort, changed } = options;
  const key = newToken();
  const mayReport = rateLimit(FAILURES);
  const failed: TellFailure = (failure) => {
    if (mayReport()) options.failed?.(failure);
  };
  // A throw in a request would end the process with all others: it breaks off this one alone.
  const pages = guarded(
    "inspector",
    failed,
    oneAtATime(inspectPages(options)),
    (_, response) => void response.destroy(),
  );
  const server = createServer({ requestTimeout: 60_000 }, pages);
  const address = () => `${url()}${keyHash(key)}`;
  const url = () => `http://${host === "::1" ? "[::1]" : host}:${listening.port}${inspectPaths.page}`;
  const relay = new Relay({
    store,
    key,
    ownPorts: () => [studioPort, listening.port],
    address,
    changed,
    failed,
  });
  const sockets = (maxPayload: number) => {
    const bounds = { maxPayload, closeTimeout: CLOSE_TIMEOUT_MS };
    return new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      clientTracking: false,
      autoPong: false,
      // Between two frames of a line everybody else has a turn, however many of them came at once.
      allowSynchronousEvents: false,
      maxFragments: MAX_FRAGMENTS,
      ...bounds,
    });
  };
  const [appSockets, pageSockets] = [sockets(maxMessageBytes), sockets(maxPageBytes)];

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    // Node lets go of a connection that is upgraded: an answer that is on its way there would never end.
    if (listening.isAnswering(socket)) return void socket.destroy();
    const route = (request.url ?? "").replace(/[?#].*/s, "");
    // A client's library may write a slash where there was no path.
    const forApps = route === inspectPaths.apps || route === "/";
    const may =
      checkHost(request, listening.port) === undefined &&
      (forApps ? isTrustedOrigin(request) : route === inspectPaths.pages && mayLook(request));
    if (!may) {
      socket.end("HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n");
      // A client that was refused need not hang up.
      return void setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref();
    }
    (forApps ? appSockets : pageSockets).handleUpgrade(request, socket, head, (line: WebSocket) => {
      listening.exempt(socket);
      if (forApps) return relay.addApp(line, originOf(request) ?? null);
      const isTrusted = relay.addPage(line);
      boundUntil(socket as Socket, isTrusted, failed);
    });
  };
  server.on(
    "upgrade",
    guarded("inspector", failed, upgrade, (_, socket) => void socket.destroy()),
  );
  const listening = await listen(server, port, host);

  return {
    url: url(),
    address: address(),
    answer: (call) => relay.answer(call),
    async close() {
      relay.close();
      await listening.close();
    },
  };
}

/** Ends a page that says more than one without key or pass has to say: its messages may be as long as a trace, and would be kept until they are whole. */
function boundUntil(socket: Socket, isTrusted: () => boolean, failed: TellFailure): void {
  const bound = () => {
    if (socket.destroyed || socket.bytesRead <= MAX_KEYLESS_BYTES || isTrusted()) return;
    socket.destroy();
    failed({ place: "inspector", message: "A page without the key that says too much was let go" });
  };
  socket.on("data", bound);
}
