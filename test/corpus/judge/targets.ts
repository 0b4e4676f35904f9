import type { Path } from "#test/corpus/judge/model.ts";

/** A state as far as targets go. */
export interface Shape {
  readonly key: string;
  readonly id: string | undefined;
  readonly children: readonly Shape[];
}

/** Where XState leads a target from a state, or null where it throws. Compared with XState itself in `builtByXState`. */
export function lead(root: Shape, source: Path, text: string): Path | null {
  if (text.startsWith("#")) return byId(root, text);
  const inside = text.startsWith(".");
  if (source.length === 0) return inside ? down(root, [], text.slice(1)) : null;
  return down(root, source.slice(0, -1), inside ? (source.at(-1) ?? "") + text : text);
}

/** The default of a history state counts from its parent. */
export const leadHistory = (root: Shape, source: Path, text: string): Path | null =>
  text.startsWith("#") ? byId(root, text) : down(root, source.slice(0, -1), text);

export function segments(text: string): string[] {
  const found = [""];
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === ".") found.push("");
    else found[found.length - 1] += char === "\\" ? text.charAt(++i) : char;
  }
  return found;
}

function down(root: Shape, from: Path, text: string): Path | null {
  const keys = segments(text);
  const end = keys.indexOf("");
  const path = [...from, ...(end < 0 ? keys : keys.slice(0, end))];
  return has(root, path) ? path : null;
}

export function has(root: Shape, path: Path): boolean {
  let at: Shape | undefined = root;
  for (const key of path) at = at?.children.find((one) => one.key === key);
  return at !== undefined;
}

function byId(root: Shape, text: string): Path | null {
  const [first = "", ...rest] = segments(text);
  const ids = new Map<string, Path>();
  const visit = (shape: Shape, path: Path) => {
    ids.set(shape.id || [root.id || "(machine)", ...path].join("."), path);
    for (const one of shape.children) visit(one, [...path, one.key]);
  };
  visit(root, []);
  const base = ids.get(first.slice(1));
  if (!base) return null;
  const end = rest.indexOf("");
  const path = [...base, ...(end < 0 ? rest : rest.slice(0, end))];
  return has(root, path) ? path : null;
}
