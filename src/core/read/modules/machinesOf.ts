import { machineKeys } from "#core/chart/machineKey.ts";
import type { Sibling } from "#core/read/modules/moduleGraph.ts";
import { langOfPath } from "#core/syntax/parse.ts";
import { readModule } from "#core/read/readModule.ts";
import { siblingsIn } from "#core/read/modules/siblingFiles.ts";

/** Scripts that were given up for their size. Each takes seconds: those after them are listed and not read. */
const MAX_UNREAD = 3;

/**
 * Of the scripts of a folder those that make a machine, with the keys of their machines. One that speaks of a machine but cannot
 * be parsed is among them, without any: it is shown so that it can be repaired.
 */
export function machinesOf(scripts: readonly Sibling[]): Map<string, readonly string[]> {
  const texts = new Map(scripts.map(({ path, text }) => [path, text]));
  const modules = siblingsIn((path) => texts.get(path));
  const machines = new Map<string, readonly string[]>();
  let unread = 0;
  for (const { path, text } of scripts) {
    if (isTypes(path) || !text.includes("createMachine")) continue;
    if (unread === MAX_UNREAD) {
      machines.set(path, []);
      continue;
    }
    const { charts, parsed, tooLarge } = readModule(text, { lang: langOfPath(path), path, modules });
    if (tooLarge) unread++;
    if (charts.length > 0 || !parsed) machines.set(path, machineKeys(charts));
  }
  return machines;
}

/** A file of declarations holds no machine, whatever it speaks of. */
export const isTypes = (path: string): boolean => /\.d\.[mc]?ts$/.test(path);
