import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { isScript } from "#core/project/gameIdFrom.ts";
import { isSourceFolder } from "#core/project/sourceFolders.ts";
import { siblingsIn } from "#core/read/modules/siblingFiles.ts";
import { importersOf, type Importers } from "#core/symbol/importers.ts";
import type { Bounds } from "#adapters/disk/crawlScripts.ts";
import { textAt } from "#adapters/disk/siblingsOnDisk.ts";

/** A project is looked through; where none is around a file, the folder that it lies in. */
const PROJECT: Bounds = { depth: 8, files: 1_000, bytes: 16 * 1024 * 1024 };
const FOLDER: Bounds = { depth: 2, files: 300, bytes: 8 * 1024 * 1024 };
/** What the folder of a project or workspace has in it. */
const MARKS = ["package.json", "deno.json", ".git", "rulesets"];
/** Folders upwards in which one is looked for: a bound on work. */
const MAX_PARENT_FOLDERS = 24;

/**
 * Finds which scripts of the project around a module import one of them. Outside of a project, or in one too large to be looked through, there may be
 * others. Nothing is run.
 * @param path absolute, with forward slashes
 */
export function importersOnDisk(path: string): (path: string) => Importers {
  const root = projectAround(path);
  const { scripts, isWhole } = scriptsIn(root ?? dirname(path), root === undefined ? FOLDER : PROJECT);
  const config = (file: string) => (file.endsWith(".json") ? cachedText(file) : undefined);
  const modules = siblingsIn((file) => scripts.get(file)?.text ?? config(file));
  return (of) => importersOf(of, scripts.values(), modules, isWhole && root !== undefined);
}

function projectAround(path: string): string | undefined {
  let folder = dirname(path);
  for (let i = 0; i < MAX_PARENT_FOLDERS; i++) {
    if (MARKS.some((name) => existsSync(join(folder, name)))) return folder;
    const above = dirname(folder);
    if (above === folder) return undefined;
    folder = above;
  }
  return undefined;
}

interface Script {
  readonly path: string;
  readonly text: string;
}

/** The shallow ones first. */
function scriptsIn(root: string, bounds: Bounds): { scripts: Map<string, Script>; isWhole: boolean } {
  const scripts = new Map<string, Script>();
  let bytes = 0;
  let isWhole = true;
  let level = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > bounds.depth) return { scripts, isWhole: false };
    const below: string[] = [];
    for (const folder of level)
      for (const entry of entriesOf(folder)) {
        const path = `${folder === "/" ? "" : folder}/${entry.name}`;
        if (entry.isDirectory() && isSourceFolder(entry.name)) below.push(path);
        if (!entry.isFile() || !isScript(entry.name)) continue;
        const text = cachedText(path);
        if (text === undefined) {
          isWhole = false;
          continue;
        }
        bytes += text.length;
        if (scripts.size >= bounds.files || bytes > bounds.bytes) return { scripts, isWhole: false };
        scripts.set(path, { path, text });
      }
    level = below;
  }
  return { scripts, isWhole };
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

interface KnownText {
  readonly changed: number;
  readonly size: number;
  readonly text: string;
}

const MAX_KNOWN_TEXTS = 2_000;
const known = new Map<string, KnownText>();

/** The same, for a batch of edits on one project: a file that was not written in the meantime is not read again. */
function cachedText(path: string): string | undefined {
  const { mtimeMs: changed, size } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0, size: 0 };
  const before = known.get(path);
  if (before && before.changed === changed && before.size === size) return before.text;
  const text = textAt(path);
  if (text === undefined) return undefined;
  if (known.size >= MAX_KNOWN_TEXTS) known.delete(known.keys().next().value ?? "");
  known.set(path, { changed, size, text });
  return text;
}
