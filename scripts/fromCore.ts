import type { Plugin } from "vite";

/**
 * For an entry of the package that is built beside the core: `#core/entries/play.ts` is the file that the core's own build makes of it, so that
 * an app has the core once.
 */
export function fromCore(): Plugin {
  return {
    name: "turnwright-core-beside",
    enforce: "pre",
    resolveId: (id) =>
      id.startsWith("#core/")
        ? { id: id.replace("#core/", "../core/").replace(/\.ts$/, ".js"), external: "relative" }
        : undefined,
  };
}
