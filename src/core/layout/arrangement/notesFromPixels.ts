import { centre, contains, type Point, type Rect } from "#core/layout/geometry.ts";
import { parentId } from "#core/layout/arrangement/arrangement.ts";

/** Distance within which a note belongs to the state beside it and not to what both stand in. */
const NOTE_DISTANCE_PX = 120;

/**
 * The state that a note of format 1 is about: what lies nearest in the innermost state around its middle, else that state itself;
 * the empty string is the machine. Notes count from the corner of the canvas, states from that of the state around them.
 */
export function subjectOf(note: Rect, positions: Readonly<Record<string, Rect>>): string {
  const boxes = onCanvas(positions);
  const middle = { ...centre(note), w: 0, h: 0 };
  let around = "";
  for (const [id, box] of boxes)
    if (contains(box, middle) && id.split(".").length > depth(around)) around = id;
  let [nearest, least] = [around, NOTE_DISTANCE_PX];
  for (const [id, box] of boxes) {
    if (parentId(id) !== around) continue;
    const gap = distance(note, box);
    if (gap < least || (gap === least && id < nearest)) [nearest, least] = [id, gap];
  }
  return nearest;
}

const depth = (id: string) => (id === "" ? 0 : id.split(".").length);

/** The boxes of all states whose place on the canvas is known. */
function onCanvas(positions: Readonly<Record<string, Rect>>): Map<string, Rect> {
  const boxes = new Map<string, Rect>();
  const corner = (id: string): Point | undefined => {
    if (id === "") return { x: 0, y: 0 };
    const position = Object.hasOwn(positions, id) ? positions[id] : undefined;
    const up = position && corner(parentId(id));
    return up && { x: up.x + position.x, y: up.y + position.y };
  };
  for (const [id, place] of Object.entries(positions)) {
    const at = id === "" ? undefined : corner(id);
    if (at) boxes.set(id, { ...place, ...at });
  }
  return boxes;
}

/** Pixels between two boxes; 0 when they touch. */
function distance(a: Rect, b: Rect): number {
  const x = Math.max(0, b.x - (a.x + a.w), a.x - (b.x + b.w));
  const y = Math.max(0, b.y - (a.y + a.h), a.y - (b.y + b.h));
  return Math.hypot(x, y);
}
