import type { Size } from "#core/layout/geometry.ts";
import type { ArcNet } from "#core/layout/place/arcs.ts";
import type { CardPort } from "#core/layout/place/shapes.ts";
import { type Arrow, type Item } from "#core/layout/scene/scene.ts";

/** The label of one arrow at a row. */
export interface RowWords {
  readonly arrow: string;
  readonly size: Size;
  /** Beside the card, above the line that leaves it; else inside it, where an arc or a gathered line begins. */
  readonly beside: boolean;
}

/** The lines that meet a row at one height. */
export interface Slot {
  /** `card` for the card's own title. */
  readonly row: string;
  readonly side: "left" | "right";
  readonly key: string;
  /** Distance from the middle of the row. */
  readonly offset: number;
  readonly words: readonly RowWords[];
  /** A line passes on to the border of the card. */
  readonly passes: boolean;
}

/** Where the rows of a card stand, and at which heights lines meet them. */
export interface CardRows {
  readonly slots: readonly Slot[];
  /** Middles of the rows. */
  readonly rowY: ReadonlyMap<string, number>;
  readonly height: ReadonlyMap<string, number>;
  /** Half the sizes of the signs on the rail: lines end before them. */
  readonly radius: ReadonlyMap<string, number>;
  /** Lower end of the last row and of the words at it. */
  readonly end: number;
}

/**
 * Groups the lines of a row by height: all that only leave it and have no label, all of one net that enter it; every other line has a
 * height of its own.
 */
export function slotKey({ key, end, arrows, fork }: Omit<CardPort, "side">): string {
  if (fork || end.anchors.length > 1 || (end.leaves && end.enters) || arrows.some(hasWords)) return key;
  return end.enters ? "into" : "from";
}

const hasWords = ({ label }: Arrow): boolean => label.size.w > 0;

interface Draft {
  rank: number;
  passes: boolean;
  readonly words: RowWords[];
}

/** Half the size of a row's dot. */
export const DOT_R = 4;
/** Least length of a tick between two rows, which leaves room for its arrowhead. */
const TICK = 7;

/** Half the size of what stands on the rail at a row: its dot, or the sign that it has instead. */
export function signRadius({ node, content }: Item): number {
  if (content.marks.some(({ kind }) => kind === "calls")) return 7.5;
  if (node.type === "history") return 10;
  return node.type === "final" ? 5.5 : DOT_R;
}

const SLOT = 5;
const SLOTS = 14;
/** Between words and their own line below them, between what stands below each other, and between words and another's line above them. */
const ABOVE = 2;
const APART = 1;
const ALIEN = 6;

/**
 * Places the rows of a card below each other, far enough apart for the labels at their lines: the label of a line that leaves the card stands
 * above the line, that of an arc at its height.
 */
export function cardRows(
  card: Item,
  rows: readonly Item[],
  { nets, ticks }: { readonly nets: readonly ArcNet[]; readonly ticks: readonly Arrow[] },
  ports: readonly CardPort[],
  titleY: number,
): CardRows {
  const index = new Map(rows.map((row, i) => [row.id, i]));
  const users = usersOf(card, { nets, ticks }, ports, index);
  const slots = [...users].flatMap(([at, drafts]) => {
    const [row = "", side] = at.split("\t") as [string, Slot["side"]];
    return stacked(row, side, drafts);
  });
  return placed(card, rows, slots, titleY);
}

/** Everything that meets the rows, by row and side. */
function usersOf(
  card: Item,
  { nets, ticks }: { readonly nets: readonly ArcNet[]; readonly ticks: readonly Arrow[] },
  ports: readonly CardPort[],
  index: ReadonlyMap<string, number>,
): ReadonlyMap<string, ReadonlyMap<string, Draft>> {
  const users = new Map<string, Map<string, Draft>>();
  const occupy = (row: string, side: string, key: string, rank: number, passes: boolean): Draft => {
    const at = `${row}\t${side}`;
    const drafts = users.get(at) ?? new Map<string, Draft>();
    users.set(at, drafts);
    const known = drafts.get(key) ?? { rank: 0, passes: false, words: [] };
    drafts.set(key, known);
    known.rank += rank;
    known.passes ||= passes;
    return known;
  };
  const at = (row: string) => index.get(row) ?? -1;
  for (const { key, side, arrows } of nets)
    for (const arrow of arrows) {
      // what comes from above, or goes there, meets the row above all else
      const down = Math.sign(at(arrow.to) - at(arrow.from)) || 0.5;
      const source = occupy(arrow.from, side, `${key} from`, down, false);
      const target = occupy(arrow.to, side, `${key} into`, -down, arrow.to === card.id);
      // of what one row leads to the words stand where it parts
      const parts = key.startsWith("from ") && index.has(arrow.to);
      if (hasWords(arrow))
        (parts ? target : source).words.push({ arrow: arrow.id, size: arrow.label.size, beside: false });
    }
  // a tick has no room on the rail: its words stand where those of arcs do, below theirs
  for (const tick of ticks)
    if (hasWords(tick))
      occupy(tick.from, "right", tick.id, 1, false).words.push({
        arrow: tick.id,
        size: tick.label.size,
        beside: false,
      });
  for (const port of ports) {
    if (port.side !== "left" && port.side !== "right") continue;
    const { anchors } = port.end;
    const first = anchors[0] ?? card.id;
    const labelled = port.arrows.filter(hasWords);
    const isSame = new Set(labelled.map(textOf)).size === 1 && labelled.length === port.arrows.length;
    for (const anchor of anchors.length > 0 ? anchors : [card.id]) {
      const draft = occupy(anchor, port.side, slotKey(port), 0, anchor === first);
      if (isSame && anchor !== first) continue;
      for (const arrow of labelled) {
        const ownAnchor = anchors.includes(arrow.from) ? arrow.from : first;
        if (isSame ? arrow !== labelled[0] : ownAnchor !== anchor) continue;
        draft.words.push({ arrow: arrow.id, size: arrow.label.size, beside: anchor === first });
      }
    }
  }
  return users;
}

const textOf = ({ label }: Arrow): string =>
  label.rows.flatMap(({ chips }) => chips.map((c) => c.text)).join(" ");

const wordsHeight = (words: readonly RowWords[]): number =>
  words.reduce((sum, { size }) => sum + size.h + APART, words.length > 0 ? -APART : 0);

/** Inside of the card, between its lanes and its border, and beside it. */
type Column = "inside" | "beside";
const COLUMNS: readonly Column[] = ["inside", "beside"];

interface Reach {
  readonly up: number;
  readonly down: number;
}

/** How far it reaches up and down in a column, from where the line meets the row; undefined when nothing of it is there. */
function reach({ words, passes }: Pick<Slot, "words" | "passes">, column: Column): Reach | undefined {
  const high = wordsHeight(words.filter(({ beside }) => beside === (column === "beside")));
  if (passes) return { up: high > 0 ? high + ABOVE : APART, down: ABOVE };
  return high > 0 ? { up: high / 2, down: high / 2 } : undefined;
}

function stacked(row: string, side: Slot["side"], drafts: ReadonlyMap<string, Draft>): Slot[] {
  const order = [...drafts].sort(([, a], [, b]) => a.rank - b.rank);
  const step = Math.min(SLOT, SLOTS / Math.max(1, order.length - 1));
  const speaks = order.some(([, { words }]) => words.length > 0);
  const at: number[] = [];
  const lower: Partial<Record<Column, number>> = {};
  order.forEach(([, draft], i) => {
    // a reader takes a label to belong to the nearest line
    const apart = draft.passes && order[i - 1]?.[1].passes ? ALIEN : APART;
    let y = i === 0 ? 0 : (at[i - 1] ?? 0) + step;
    for (const column of COLUMNS) {
      const extent = speaks ? reach(draft, column) : undefined;
      if (extent) y = Math.max(y, (lower[column] ?? -Infinity) + extent.up + apart);
    }
    for (const column of COLUMNS) {
      const extent = reach(draft, column);
      if (extent) lower[column] = y + extent.down;
    }
    at.push(y);
  });
  const middle = (at.at(-1) ?? 0) / 2;
  return order.map(([key, { words, passes }], i) => ({
    row,
    side,
    key,
    offset: (at[i] ?? 0) - middle,
    words,
    passes,
  }));
}

const SIDES = ["left", "right"] as const;

/** What meets a row on a side in one column, from the middle of the row. */
interface Extent extends Reach {
  readonly at: string;
  readonly speaks: boolean;
  readonly column: Column;
}

/** Heights of the rows, and their middles: apart enough for them and for what stands at them on each side. */
function placed(card: Item, rows: readonly Item[], slots: readonly Slot[], titleY: number): CardRows {
  const { head } = card.content;
  const byRow = new Map<string, Slot[]>();
  for (const slot of slots) byRow.set(slot.row, [...(byRow.get(slot.row) ?? []), slot]);
  const rowY = new Map<string, number>();
  const height = new Map<string, number>();
  /** Lower end of what stands there so far, and whether it is words. */
  const lower = new Map<string, { readonly y: number; readonly speaks: boolean }>();
  const put = (y: number, extents: readonly Extent[]) => {
    for (const { at, down, speaks } of extents) {
      const known = lower.get(at);
      if (!known || y + down > known.y) lower.set(at, { y: y + down, speaks });
    }
  };
  put(titleY, extentsOf(byRow.get(card.id) ?? []));
  const radius = new Map(rows.map((row) => [row.id, signRadius(row)]));
  let end = head;
  /** Lower end of the last sign on the rail. */
  let rail = -Infinity;
  for (const row of rows) {
    const met = byRow.get(row.id) ?? [];
    const spread = Math.max(0, ...met.map(({ offset }) => Math.abs(offset)));
    const sign = radius.get(row.id) ?? DOT_R;
    const h = Math.max(row.content.size.h, 2 * sign, spread > SLOTS / 2 ? 2 * spread + 4 : 0);
    const extents = extentsOf(met);
    let y = Math.max(end + h / 2, rail + TICK + sign);
    for (const { at, up, speaks, column } of extents) {
      const above = lower.get(at);
      // lines without labels are apart because the rows are
      const apart = speaks && column === "beside" ? ALIEN : APART;
      if (above && (speaks || above.speaks)) y = Math.max(y, above.y + up + apart);
      if (speaks && column === "inside") y = Math.max(y, head + up);
      if (speaks) y = Math.max(y, up);
    }
    put(y, extents);
    rail = y + sign;
    rowY.set(row.id, y);
    height.set(row.id, h);
    end = y + h / 2;
  }
  const words = Math.max(0, ...slots.flatMap((slot) => lowest(slot, rowY.get(slot.row))));
  return { slots, rowY, height, radius, end: Math.max(end, words) };
}

function extentsOf(met: readonly Slot[]): Extent[] {
  return SIDES.flatMap((side) =>
    COLUMNS.flatMap((column) => {
      const extents = met.flatMap((slot) => {
        const extent = slot.side === side ? reach(slot, column) : undefined;
        return extent ? [{ up: extent.up - slot.offset, down: extent.down + slot.offset, slot }] : [];
      });
      if (extents.length === 0) return [];
      return {
        at: `${side} ${column}`,
        column,
        speaks: extents.some(({ slot }) => slot.words.some(({ beside }) => beside === (column === "beside"))),
        up: Math.max(...extents.map(({ up }) => up)),
        down: Math.max(...extents.map(({ down }) => down)),
      };
    }),
  );
}

const lowest = (slot: Slot, y: number | undefined): number[] =>
  slot.words.length === 0 || y === undefined
    ? []
    : COLUMNS.map((column) => y + slot.offset + (reach(slot, column)?.down ?? 0));

/** Upper ends of the words at a slot, from where the line meets the row. */
export function wordTops(slot: Slot): number[] {
  const next: Record<Column, number> = { inside: 0, beside: 0 };
  for (const column of COLUMNS) {
    const extent = reach(slot, column);
    const high = wordsHeight(slot.words.filter(({ beside }) => beside === (column === "beside")));
    next[column] = slot.passes ? -ABOVE - high : -(extent?.up ?? 0);
  }
  return slot.words.map(({ size, beside }) => {
    const column = beside ? "beside" : "inside";
    const top = next[column];
    next[column] += size.h + APART;
    return top;
  });
}
