import type { ModuleSize } from "../../scripts/studio/buildStudio.ts";

const shown = 4;

/** What is in a chunk, largest first, as "react-dom 180, core/read 24 (KiB, before gzip)". */
export function inChunk(modules: readonly ModuleSize[]): string {
  const sums = new Map<string, number>();
  for (const { id, bytes } of modules) {
    const name = partOf(id);
    sums.set(name, (sums.get(name) ?? 0) + bytes);
  }
  const parts = [...sums].filter(([, bytes]) => bytes > 0).sort(([, a], [, b]) => b - a);
  const rest = parts.slice(shown).reduce((all, [, bytes]) => all + bytes, 0);
  const text = parts.slice(0, shown).map(([name, bytes]) => `${name} ${Math.round(bytes / 1024)}`);
  return [...text, ...(rest > 512 ? [`others ${Math.round(rest / 1024)}`] : [])].join(", ");
}

/** The package of a dependency, the folder of a file of ours. */
function partOf(id: string): string {
  const npm = id.split("node_modules/").at(-1);
  if (id.includes("node_modules/") && npm !== undefined) return /^(@[^/]+\/)?[^/?]+/.exec(npm)?.[0] ?? npm;
  return /src\/((?:core|adapters|app)\/[^/]+|[^/]+)/.exec(id)?.[1] ?? "bundler";
}
