import { createServer } from "node:http";
import { failureOf, guarded, type TellFailure } from "#core/diagnostic/failure.ts";
import { StoreError, type Store } from "#core/project/store.ts";
import { keyHash } from "#core/project/wire.ts";
import { apiHandler } from "#adapters/server/apiHandler.ts";
import { serveInspector } from "#adapters/server/inspect/serveInspector.ts";
import { listen, oneAtATime } from "#adapters/server/listen.ts";
import { pageHandler } from "#adapters/server/pageHandler.ts";
import type { PolicyOptions } from "#adapters/server/policy.ts";
import { newToken } from "#adapters/server/secret.ts";

export interface ServeOptions extends PolicyOptions {
  readonly store: Store;
  /** The folder or file that is served, for people and to tell drafts of several apart. */
  readonly place: string;
  /** Folder of the built studio. */
  readonly studioDir: string;
  /** Wanted port; by default 4820. A free one is taken when it is in use, and for 0. */
  readonly port?: number;
  /** A loopback address; the studio is never served to other machines. */
  readonly host?: "127.0.0.1" | "::1";
  /** Pages of this computer that may frame the inspector. */
  readonly frames?: readonly string[];
  /** Called for our own faults, which the open pages hear of too; the request that met one is given up, and the rest goes on. */
  readonly failed?: TellFailure;
}
export interface Serving {
  /** With a slash at the end. Without the key it shows a page that can do nothing. */
  readonly url: string;
  readonly token: string;
  readonly key: string;
  /** The address for the person, with the key: where to begin, such as `/vf-card/rules`. */
  address(path?: string): string;
  /** Tells the pages and `ServeOptions.failed` of a fault that was met elsewhere. */
  readonly failed: TellFailure;
  /** Where apps find the inspector, and its address for the person. */
  readonly inspector: { readonly url: string; readonly address: string };
  /** Ends all connections; the store is the caller's to close. */
  close(): Promise<void>;
}

export const usualPort = 4820;

/** Serves the studio and the games of a store on this machine, and beside it, on the next port, the inspector. @throws Error when the studio is not built */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { store, place, host = "127.0.0.1", port = usualPort } = options;
  if (host !== "127.0.0.1" && host !== "::1")
    throw new StoreError("refused", `${String(host)} is not a loopback address`);
  const [token, key] = [newToken(), newToken()];
  const failed: TellFailure = (failure) => {
    options.failed?.(failure);
    api.tell({ failure });
  };
  const handlerOptions = { ...options, failed };
  const pages = await pageHandler(handlerOptions);
  const api = apiHandler({
    store,
    token,
    key,
    place,
    failed,
    proved: ({ socket }, response) => listening.exempt(socket, response),
    inspect: (call) => inspector.answer(call),
  });
  const server = createServer(
    { requestTimeout: 60_000 },
    // A throw in a request would end the process with all others: it breaks off this one alone.
    guarded(
      "call",
      failed,
      oneAtATime((request, response) => api(request, response, () => pages(request, response))),
      (_, response) => void response.destroy(),
    ),
  );
  const listening = await listen(server, port, host);
  server.on("error", (error) => failed(failureOf("call", error)));
  const { port: boundPort } = listening;
  const inspector = await serveInspector({
    ...handlerOptions,
    host,
    // There is no port after the last.
    port: port !== 0 && boundPort < 65_535 ? boundPort + 1 : 0,
    studioPort: boundPort,
    changed: () => api.tell({ inspector: true }),
  }).catch(async (error: unknown) => {
    api.close();
    await listening.close();
    throw error;
  });
  const url = `http://${host === "::1" ? "[::1]" : host}:${boundPort}/`;
  return {
    url,
    token,
    key,
    failed,
    address: (path) => url + keyHash(key, path),
    inspector: { url: inspector.url, address: inspector.address },
    async close() {
      api.close();
      await inspector.close();
      await listening.close();
    },
  };
}
