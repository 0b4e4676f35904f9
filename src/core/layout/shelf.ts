import { PAD } from "#core/layout/arrange.ts";
import type { Point, Size } from "#core/layout/geometry.ts";

/** One way to lay out a compound: its size and where its children stand, each in one of its own ways. */
export interface Variant {
  readonly size: Size;
  readonly children: ReadonlyMap<string, Point & { readonly variant: Variant }>;
  /** Small dislike, for ways that read less well. */
  readonly malus: number;
}
export interface ShelfItem {
  readonly id: string;
  readonly variants: readonly Variant[];
}
/** Room wanted between two items that stand side by side. */
export type Gap = (left: string, right: string) => number;

const ROW_GAP = 64;
const COLUMN_GAP = 48;
const MOST_CHOICES = 600;

/** How good a size is: small area, and sides near the wanted proportion. Less is better. */
export const unwelcome = (size: Size, aspect: number): number =>
  Math.sqrt(size.w * size.h) * (1 + 0.4 * Math.abs(Math.log(size.w / size.h / aspect)));

/**
 * Sets big items like words on a page: left to right in document order, then the next row; small ones share a column. For each
 * wanted proportion the best combination of line width and of the items' own variants.
 */
export function shelves(
  items: readonly ShelfItem[],
  gap: Gap,
  head: number,
  least: Size,
  aspects: readonly number[],
  oneRow: boolean,
): Variant[] {
  const found: Variant[] = [];
  for (const aspect of aspects) {
    let best: { variant: Variant; cost: number } | undefined;
    for (const choice of choices(items)) {
      const tried = bestOf(items, choice, gap, head, least, aspect, oneRow);
      if (!best || tried.cost < best.cost) best = tried;
    }
    const made = (best as { variant: Variant }).variant;
    if (!found.some((v) => v.size.w === made.size.w && v.size.h === made.size.h)) found.push(made);
  }
  return found;
}

/** Combinations of the items' variants, the first ones first; all of them, or the first few hundred. */
function* choices(items: readonly ShelfItem[]): Generator<readonly number[]> {
  const choice = items.map(() => 0);
  for (let count = 0; count < MOST_CHOICES; count++) {
    yield choice;
    let i = 0;
    for (; i < items.length; i++) {
      choice[i] = (choice[i] as number) + 1;
      if ((choice[i] as number) < (items[i] as ShelfItem).variants.length) break;
      choice[i] = 0;
    }
    if (i === items.length) return;
  }
}

function bestOf(
  items: readonly ShelfItem[],
  choice: readonly number[],
  gap: Gap,
  head: number,
  least: Size,
  aspect: number,
  oneRow: boolean,
): { variant: Variant; cost: number } {
  const picked = items.map((item, i) => ({
    id: item.id,
    variant: item.variants[choice[i] as number] as Variant,
  }));
  const widest = Math.max(...picked.map((p) => p.variant.size.w));
  const total = picked.reduce((sum, p) => sum + p.variant.size.w + gap(p.id, p.id), 0);
  const steps = oneRow ? 1 : 24;
  let best: { variant: Variant; cost: number } | undefined;
  for (let k = 1; k <= steps; k++) {
    const width = oneRow ? Infinity : widest + ((total - widest) * k) / steps;
    const variant = set(picked, gap, width, head, least, oneRow);
    const cost = unwelcome(variant.size, aspect) * (1 + variant.malus);
    if (!best || cost < best.cost) best = { variant, cost };
  }
  return best as { variant: Variant; cost: number };
}

interface Picked {
  readonly id: string;
  readonly variant: Variant;
}

interface Column {
  readonly items: Picked[];
  w: number;
  h: number;
}

function set(
  items: readonly Picked[],
  gap: Gap,
  width: number,
  head: number,
  least: Size,
  oneRow: boolean,
): Variant {
  const children = new Map<string, Point & { variant: Variant }>();
  let [rowTop, right] = [head + PAD.top, 0];
  for (const columns of breakRows(items, gap, width, oneRow)) {
    let x: number = PAD.left;
    columns.forEach((column, i) => {
      const left = columns[i - 1];
      if (left) x += left.w + columnGap(left, column, gap);
      let y = rowTop;
      for (const { id, variant } of column.items) {
        children.set(id, { x, y, variant });
        y += variant.size.h + COLUMN_GAP;
      }
      right = Math.max(right, x + column.w);
    });
    rowTop += Math.max(...columns.map((c) => c.h)) + ROW_GAP;
  }
  const malus = items.reduce((sum, item) => sum + item.variant.malus, 0);
  const bottom = rowTop - ROW_GAP;
  const size = {
    w: Math.ceil(Math.max(least.w, right + PAD.right)),
    h: Math.ceil(Math.max(least.h, bottom + PAD.bottom)),
  };
  return { size, children, malus };
}

/** Rows of columns: an item goes below the one before it when both are low, else beside it, else into the next row. */
function breakRows(items: readonly Picked[], gap: Gap, width: number, oneRow: boolean): Column[][] {
  const rows: Column[][] = [];
  for (const item of items) {
    const { w, h } = item.variant.size;
    const row = rows.at(-1);
    const column = row?.at(-1);
    const tallest = Math.max(0, ...(row ?? []).map((c) => c.h));
    if (
      column &&
      !oneRow &&
      column.h + COLUMN_GAP + h <= tallest &&
      w <= column.w * 1.6 &&
      h < tallest * 0.6
    ) {
      column.items.push(item);
      column.w = Math.max(column.w, w);
      column.h += COLUMN_GAP + h;
      continue;
    }
    const next: Column = { items: [item], w, h };
    const used = (row ?? []).reduce(
      (sum, c, i) => sum + c.w + (i > 0 ? columnGap((row as Column[])[i - 1] as Column, c, gap) : 0),
      0,
    );
    if (row && column && used + columnGap(column, next, gap) + w <= width) row.push(next);
    else rows.push([next]);
  }
  return rows;
}

const columnGap = (left: Column, right: Column, gap: Gap): number =>
  Math.max(...left.items.flatMap((a) => right.items.map((b) => gap(a.id, b.id))));
