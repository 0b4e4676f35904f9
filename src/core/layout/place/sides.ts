import type { Flow, Side } from "#core/layout/grid/gridTypes.ts";
import type { TrunkEnd } from "#core/layout/place/trunks.ts";
import { isFrame, type Scene } from "#core/layout/scene/scene.ts";

// Decides by which sides a line leaves and enters the boxes of a frame. This depends on their order, not on their sizes.

/** The lines of a compound as they are drawn now: path ids, the way they run. */
export interface FrameLines {
  readonly flow: Flow;
  readonly lines: readonly (readonly string[])[];
  /** How many lines stand in each strip, where they are wrapped: strips stand beside each other across the flow. */
  readonly strips: readonly number[];
}
export type Orders = ReadonlyMap<string, FrameLines>;
/** How compounds flow and wrap, by path id, and how many lines they had then: orders without what stands in the lines. */
export type Flows = ReadonlyMap<
  string,
  Pick<FrameLines, "flow" | "strips"> & { readonly lines: { readonly length: number } }
>;

/**
 * How many lines stand in each strip when a compound is wrapped as it was, though lines were added or are gone: a line stays in its strip,
 * and a new one joins the line before it. Undefined where that is not known, as stored flows do not say what stood in the lines.
 */
export function stripsAsBefore(
  before: Pick<FrameLines, "strips"> & { readonly lines: { readonly length: number } },
  lines: FrameLines["lines"],
): readonly number[] | undefined {
  const { strips } = before;
  if (strips.length < 2 || before.lines.length === lines.length) return strips;
  if (!Array.isArray(before.lines)) return undefined;
  const linesThen = before.lines as FrameLines["lines"];
  let end = 0;
  const ends = strips.map((count) => (end += count));
  const counts = strips.map(() => 0);
  let strip = 0;
  for (const [first] of lines) {
    const then = linesThen.findIndex((line) => line.includes(first ?? ""));
    strip = Math.max(
      strip,
      ends.findIndex((last) => then >= 0 && then < last),
    );
    counts[strip]!++;
  }
  return counts.filter((count) => count > 0);
}

const ALONG: Readonly<Record<Flow, { fore: Side; aft: Side; before: Side; after: Side }>> = {
  down: { fore: "bottom", aft: "top", before: "left", after: "right" },
  right: { fore: "right", aft: "left", before: "top", after: "bottom" },
};

/** Sides by which a cell is best left toward another one of the same frame. */
export function toward(
  { flow, lines }: FrameLines,
  from: string,
  to: string,
  leaves: boolean,
  near: boolean,
): Side[] {
  const { fore, aft, before, after } = ALONG[flow];
  const [p, q] = [placeIn(lines, from), placeIn(lines, to)];
  const next = Math.abs(p.line - q.line) === 1;
  if (p.line === q.line) return p.at < q.at ? [after, fore, aft, before] : [before, fore, aft, after];
  // between columns that stand beside each other all that leads back is as short as what leads on
  if (next && near && flow === "right")
    return p.line < q.line ? [fore, after, before, aft] : [aft, before, after, fore];
  // a line that leads back enters at the side from which the box is usually left
  if (p.line < q.line) return leaves ? [fore, after, before, aft] : [before, after, fore, aft];
  // past what lies between: beside it
  return next && !leaves ? [aft, before, after, fore] : [before, after, aft, fore];
}

export function towardGate({ flow, lines }: FrameLines, cell: string, gate: Side): Side[] {
  const { fore, aft, before, after } = ALONG[flow];
  const line = lines[placeIn(lines, cell).line] ?? [];
  const last = line.at(-1) === cell;
  const first = line[0] === cell;
  if (gate === after) return last ? [after, fore, aft, before] : [fore, after, aft, before];
  if (gate === before) return first ? [before, aft, fore, after] : [before, fore, aft, after];
  return gate === fore ? [fore, after, before, aft] : [aft, before, after, fore];
}

export function placeIn(lines: readonly (readonly string[])[], id: string): { line: number; at: number } {
  for (let line = 0; line < lines.length; line++) {
    const at = lines[line]?.indexOf(id) ?? -1;
    if (at >= 0) return { line, at };
  }
  return { line: 0, at: 0 };
}

/** The first of these sides at which the box can be left or entered. */
export function pick(scene: Scene, end: TrunkEnd, cell: string, sides: readonly Side[]): Side {
  // the head of a frame is no way in or out for what leads further; a strip has none
  if (cell !== end.block)
    return sides.find((side) => side !== "top" || scene.items.get(cell)?.shape === "strip") ?? "left";
  return sides.find((side) => canUse(scene, end, side)) ?? "right";
}

/** Rows are left and entered at the sides; the last row also down, and a card where its title is also from above. */
function canUse(scene: Scene, { block, anchors, leaves, enters }: TrunkEnd, side: Side): boolean {
  const item = scene.items.get(block);
  if (!item) return true;
  if (item.shape !== "card") return !isFrame(item) || !leaves || side === "right";
  if (side === "left" || side === "right") return true;
  const [anchor] = anchors;
  if (anchors.length > 1 || anchor === undefined) return false;
  if (side === "top") return anchor === block && enters && !leaves;
  const last = item.node.children.at(-1);
  return leaves && !enters && (anchor === block || scene.items.get(anchor)?.node === last);
}
