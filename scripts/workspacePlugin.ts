import type { Plugin } from "vite";
import { openWorkspace } from "../src/adapters/disk/workspace.ts";
import { apiHandler } from "../src/adapters/server/apiHandler.ts";
import { pageMeta } from "../src/adapters/server/pageHandler.ts";
import { newToken } from "../src/adapters/server/serve.ts";

/**
 * Mounts the workspace server (the same handler that `npm start` uses) into `npm run dev`, over the checkout or the folder that
 * `TURNWRIGHT_ROOT` names. Vite needs inline scripts and a socket, so its page has no content security policy.
 */
export function workspacePlugin(): Plugin {
  const token = newToken();
  let place = "";
  return {
    name: "turnwright-workspace",
    apply: "serve",
    // By default Vite lets pages of other ports of this machine read its answers, and the page holds the token.
    config: () => ({ server: { cors: false } }),
    configResolved(config) {
      place = process.env["TURNWRIGHT_ROOT"] ?? config.root;
    },
    async configureServer(server) {
      const workspace = await openWorkspace(place);
      const api = apiHandler({ store: workspace, token, place: workspace.root });
      server.middlewares.use(api);
      server.httpServer?.once("close", () => {
        api.close();
        void workspace.close();
      });
    },
    transformIndexHtml: () =>
      Object.entries(pageMeta(token, place)).map(([name, content]) => ({
        tag: "meta",
        attrs: { name, content },
        injectTo: "head-prepend" as const,
      })),
  };
}
