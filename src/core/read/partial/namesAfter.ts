import { isOfProject } from "#core/read/modules/moduleGraph.ts";
import type { Name, Names } from "#core/read/partial/outline.ts";
import type { Span } from "#core/text/textEdit.ts";

/** What an edit in one state means for the names that its machine sees. */

/** The same names where they are after an edit. */
export function moveNames(all: readonly Names[], move: (at: Span) => Span): Names[] {
  const known = new Map<Names, Names>();
  const moved = (names: Names): Names => {
    const before = known.get(names);
    if (before) return before;
    const inner = new Map([...names.names].map(([name, entry]) => [name, moveName(entry, move)]));
    const now = { names: inner, makers: names.makers, outer: names.outer && moved(names.outer) };
    known.set(names, now);
    return now;
  };
  return all.map(moved);
}

function moveName(name: Name, move: (at: Span) => Span): Name {
  if (name.kind === "unknown" || name.kind === "import") return name;
  const at = move(name.at);
  return name.kind === "part" ? { ...name, at, object: move(name.object) } : { ...name, at };
}

/** Whether a change of some words may change how often an object in a const is used, and so whether it may be edited. */
export function mayChangeUses(names: Names, words: ReadonlySet<string>, text: string): boolean {
  for (let at: Names | undefined = names; at; at = at.outer)
    for (const word of words) {
      const name = at.names.get(word);
      if (name?.kind === "const" && "{[(<".includes(text[name.at.from] ?? "")) return true;
    }
  return false;
}

/** Whether a stretch of code may name something that leads to another file of the project. */
export function mayImport(names: Names, code: string): boolean {
  if (code.includes("\\u")) return true;
  const words = new Set(code.match(/[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/gu));
  for (let at: Names | undefined = names; at; at = at.outer)
    for (const [name, entry] of at.names) {
      if (entry.kind === "unknown" || !words.has(name)) continue;
      if (entry.kind !== "import" || isOfProject(entry.from)) return true;
    }
  return false;
}

/** Other names for `createMachine` that are in force. */
export function makersIn(names: Names): string[] {
  return [...names.makers, ...(names.outer ? makersIn(names.outer) : [])];
}
