import type { Plugin } from "vite";
import { openWorkspace } from "../src/adapters/disk/workspace.ts";
import { keyHash } from "../src/core/project/wire.ts";
import { apiHandler } from "../src/adapters/server/apiHandler.ts";
import { pageMeta } from "../src/adapters/server/pageHandler.ts";
import { newToken } from "../src/adapters/server/secret.ts";

/**
 * Mounts the workspace server (the same handler that `npm start` uses) into `npm run dev`, over the checkout or the folder that
 * `TURNWRIGHT_ROOT` names. Vite needs inline scripts and a socket, so its page has no content security policy.
 */
export function workspacePlugin(): Plugin {
  const [token, key] = [newToken(), newToken()];
  let place = "";
  return {
    name: "turnwright-workspace",
    apply: "serve",
    // By default Vite lets pages of other ports of this machine read its answers, and what they serve is nobody else's.
    config: () => ({ server: { cors: false } }),
    configResolved(config) {
      place = process.env["TURNWRIGHT_ROOT"] ?? config.root;
    },
    async configureServer(server) {
      const workspace = await openWorkspace(place);
      const api = apiHandler({
        store: workspace,
        token,
        key,
        place: workspace.root,
        failed(failure) {
          server.config.logger.error(`${failure.place}: ${failure.message}`);
          api.tell({ failure });
        },
      });
      server.middlewares.use(api);
      const print = server.printUrls;
      server.printUrls = () => {
        print();
        for (const url of server.resolvedUrls?.local ?? [])
          server.config.logger.info(`  With the key of this start: ${url}${keyHash(key)}`);
      };
      server.httpServer?.once("close", () => {
        api.close();
        void workspace.close();
      });
    },
    transformIndexHtml: () =>
      Object.entries(pageMeta).map(([name, content]) => ({
        tag: "meta",
        attrs: { name, content },
        injectTo: "head-prepend" as const,
      })),
  };
}
