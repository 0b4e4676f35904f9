import type { StatePath } from "#core/chart/chart.ts";
import { pathId } from "#core/chart/places.ts";
import type { SiteList } from "#core/symbol/siteList.ts";
import { spanOf, stringOf, type Node } from "#core/syntax/node.ts";

/**
 * The states that a text names on its way: for `#game.turn.main` the machine, `turn` and `turn.main`, each at its own word.
 * @param resolve the state that the first part of the text names, up to some dot
 */
export function targetSegments(
  list: SiteList,
  node: Node | undefined,
  resolve: (text: string) => StatePath | null,
): boolean {
  const resolved = node && list.tree.resolve(node);
  const text = stringOf(resolved);
  if (!resolved || text === undefined) return false;
  const written = spanOf(resolved);
  const add = (path: StatePath, from: number, to: number) =>
    list.add({
      kind: "state",
      name: pathId(path),
      at: { from: written.from + 1 + from, to: written.from + 1 + to },
      written,
      form: "segment",
      role: "reference",
    });
  // With an escape in it, places in the text are not places in the literal.
  if (list.text.slice(written.from + 1, written.to - 1) !== text || text.includes("\\")) {
    const path = resolve(text);
    if (path) add(path, 0, written.to - written.from - 2);
    return path !== null;
  }
  for (let from = text.startsWith(".") ? 1 : 0; from < text.length;) {
    const dot = text.indexOf(".", from);
    const to = dot < 0 ? text.length : dot;
    const path = resolve(text.slice(0, to));
    if (path) add(path, text[from] === "#" ? from + 1 : from, to);
    from = to + 1;
  }
  return true;
}
