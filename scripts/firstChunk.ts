import type { Rolldown } from "vite";

/**
 * One chunk of all that the page's entry imports before anybody asks for anything. A bundler splits that by who else imports it,
 * into dozens of small chunks that pack worse. The entry itself stays apart: it waits for what it loads, which may need this chunk.
 * @param entry absolute path of the entry
 */
export function firstChunk(entry: string): Rolldown.CodeSplittingGroup {
  let found: Set<string> | undefined;
  return {
    name: (id, context) => {
      found ??= importsOf(entry, context);
      return found.has(id) ? "studio" : null;
    },
  };
}

function importsOf(entry: string, context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>();
  const visit = (id: string): void => {
    for (const next of context.getModuleInfo(id)?.importedIds ?? [])
      if (!found.has(next)) {
        found.add(next);
        visit(next);
      }
  };
  visit(entry);
  return found;
}
