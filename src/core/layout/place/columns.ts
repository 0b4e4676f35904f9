import { cardOfColumn, columnId } from "#core/layout/place/columnIds.ts";
import type { FrameLines, Orders } from "#core/layout/place/sides.ts";
import type { StateContent } from "#core/layout/content/stateContent.ts";
import { type Arrow, childrenOf, type Item, type Scene } from "#core/layout/scene/scene.ts";

/** More rows than this are set in columns. */
export const MAX_ROWS_PER_COLUMN = 15;

/** The number of columns that rows are broken into. */
export const columnCount = (rows: number): number => Math.max(1, Math.ceil(rows / MAX_ROWS_PER_COLUMN));

interface Columned {
  readonly scene: Scene;
  /** Lines of the cards that are in columns. */
  readonly orders: Orders;
}

const known = new WeakMap<Scene, Columned>();

/**
 * A long card as a frame that holds a card without a head for each of its columns, in reading order. So ticks and arcs inside a
 * column are those of any card, and what leads from column to column, such as from the last row of one to the first of the next, is
 * routed like any other line. Only positions are computed with it: what is drawn is the card with its rows.
 */
export function withColumns(scene: Scene): Columned {
  let columns = known.get(scene);
  if (!columns) known.set(scene, (columns = columned(scene)));
  return columns;
}

function columned(scene: Scene): Columned {
  const columns = new Map<string, string>();
  const orders = new Map<string, FrameLines>();
  const byItem = new Map<string, Item[]>();
  for (const item of scene.items.values()) {
    if (item.shape !== "card") continue;
    const rows = childrenOf(scene).get(item.id) ?? [];
    const count = columnCount(rows.length);
    if (count === 1) continue;
    const each = Math.ceil(rows.length / count);
    rows.forEach(({ id }, i) => columns.set(id, columnId(item.id, Math.floor(i / each))));
    const columnItems = Array.from({ length: count }, (_, i) => columnItem(item, columnId(item.id, i)));
    byItem.set(item.id, columnItems);
    orders.set(item.id, { flow: "right", lines: columnItems.map(({ id }) => [id]), strips: [] });
  }
  if (byItem.size === 0) return { scene, orders };
  const items = new Map<string, Item>();
  for (const item of scene.items.values()) {
    const columnItems = byItem.get(item.id);
    const column = columns.get(item.id);
    if (columnItems) items.set(item.id, { ...item, shape: "compound" });
    else items.set(item.id, column === undefined ? item : { ...item, parent: column });
    for (const entry of columnItems ?? []) items.set(entry.id, entry);
  }
  const arrows = scene.arrows.map((arrow) => columnArrow(scene, columns, arrow));
  return { scene: { ...scene, items, arrows }, orders };
}

const NO_HEAD = 4;
const contents = new WeakMap<StateContent, StateContent>();

function columnItem(card: Item, id: string): Item {
  let content = contents.get(card.content);
  if (!content) {
    content = { title: "", clauses: [], marks: [], rows: [], size: { w: 0, h: 0 }, head: NO_HEAD };
    contents.set(card.content, content);
  }
  return { ...card, id, parent: card.id, depth: card.depth + 0.5, region: false, content };
}

/**
 * Transitions from column to column are lines; those that begin the card again lead to its first row, and those that enter the first row to
 * the card.
 */
function columnArrow(scene: Scene, columns: ReadonlyMap<string, string>, arrow: Arrow): Arrow {
  const [from, to] = [columns.get(arrow.from), columns.get(arrow.to)];
  const ownCard = from === undefined ? undefined : cardOfColumn(from);
  const inside =
    ownCard !== undefined && (arrow.to === ownCard || scene.items.get(arrow.to)?.parent === ownCard);
  if (inside) {
    const end = arrow.to === ownCard ? (scene.initials.get(ownCard) ?? arrow.to) : arrow.to;
    const near = columns.get(end) === from;
    if (near && end === arrow.to) return arrow;
    return { ...arrow, to: end, role: near ? "arc" : "line" };
  }
  const card = to === undefined ? undefined : cardOfColumn(to);
  return card !== undefined && scene.initials.get(card) === arrow.to ? { ...arrow, to: card } : arrow;
}
