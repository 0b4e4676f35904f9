import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "#core/project/store.ts";
import { serve } from "#adapters/server/serve.ts";
import { tryRequests } from "#test/support/requestMatrix.ts";
import type { Trial } from "../trial.ts";

/** Notes what reaches it, and has nothing. */
function notingStore(reached: string[]): Store {
  return {
    list: async () => [],
    read: async () => [],
    save: async () => (reached.push("save"), { ok: true, files: [] }),
    create: async () => void reached.push("create"),
    rename: async () => void reached.push("rename"),
    duplicate: async () => void reached.push("duplicate"),
    remove: async () => void reached.push("remove"),
    siblings: async () => [],
    others: async () => [],
    watch: () => () => undefined,
  };
}

export const serverRequests: Trial = {
  about: "calls of the studio's interface: every mix of method, Host, Origin, type and token",
  async run({ scale }) {
    const reached: string[] = [];
    const dir = await mkdtemp(join(tmpdir(), "turnwright-trial-"));
    await writeFile(join(dir, "index.html"), "<!doctype html><html><head><title>t</title></head></html>");
    const serving = await serve({ store: notingStore(reached), place: dir, studioDir: dir, port: 0 });
    try {
      const port = Number(new URL(serving.url).port);
      const { tried, allowed, faults } = await tryRequests(port, serving.token, Math.min(1, scale));
      const through = reached.length === allowed ? [] : [`${reached.length} calls reached the store`];
      return [
        {
          what: "requests",
          cases: tried,
          faults: [...faults, ...through],
          figure: `${reached.length} reached the store`,
          goal: "0 wrong of at least 11,722",
        },
      ];
    } finally {
      await serving.close();
      await rm(dir, { recursive: true, force: true });
    }
  },
};
