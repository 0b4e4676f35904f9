import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { StoreError, type Store } from "#core/project/store.ts";
import { keyHash } from "#core/project/wire.ts";
import { apiHandler } from "#adapters/server/apiHandler.ts";
import { pageHandler } from "#adapters/server/pageHandler.ts";
import type { PolicyOptions } from "#adapters/server/policy.ts";

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
}
export interface Serving {
  /** With a slash at the end. Without the key it shows a page that can do nothing. */
  readonly url: string;
  readonly token: string;
  readonly key: string;
  /** The address for the person, with the key: where to begin, such as `/vf-card/rules`. */
  address(path?: string): string;
  /** Ends all connections; the store is the caller's to close. */
  close(): Promise<void>;
}

export const usualPort = 4820;

/** A secret of one start: 256 bits, in letters that need no escaping anywhere. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** Serves the studio and the games of a store on this machine. @throws Error when the studio is not built */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { store, place, host = "127.0.0.1", port = usualPort } = options;
  if (host !== "127.0.0.1" && host !== "::1")
    throw new StoreError("refused", `${String(host)} is not a loopback address`);
  const [token, key] = [newToken(), newToken()];
  const pages = await pageHandler(options);
  const api = apiHandler({ store, token, key, place });
  const server = createServer({ requestTimeout: 60_000 }, (request, response) =>
    api(request, response, () => pages(request, response)),
  );
  await listen(server, port, host).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE" && error.code !== "EACCES") throw error;
    await listen(server, 0, host);
  });
  const { port: taken } = server.address() as AddressInfo;
  const url = `http://${host === "::1" ? "[::1]" : host}:${taken}/`;
  return {
    url,
    token,
    key,
    address: (path) => url + keyHash(key, path),
    async close() {
      api.close();
      await new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      });
    },
  };
}

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((done, fail) => {
    server.once("error", fail);
    server.listen({ port, host }, () => {
      server.off("error", fail);
      done();
    });
  });
