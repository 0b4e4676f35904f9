import { overlaps } from "#core/layout/geometry.ts";
import type { Picture } from "#core/layout/picture.ts";
import { isFrame } from "#core/layout/scene/scene.ts";
import { drawnLines, passes } from "#test/core/layout/place/drawnLines.ts";
import { headTexts } from "#test/core/layout/place/pictureFaults.ts";

/** What of a picture's notes breaks a law of drawing: each has its place, apart from all else, and no line passes it. */
export function noteFaults(picture: Picture): string[] {
  const { scene, boxes, notes, markers } = picture;
  const faults: string[] = [];
  const lines = drawnLines(picture);
  const about = new Map(
    [...(scene.notes ?? [])].flatMap(([id, some]) => some.map(({ note }) => [note.id, id] as const)),
  );
  for (const id of about.keys()) if (!notes.has(id)) faults.push(`no-place ${id}`);
  const placed = [...notes];
  placed.forEach(([id, { at }], i) => {
    const subject = about.get(id) ?? "";
    for (const [other, there] of placed.slice(i + 1))
      if (overlaps(at, there.at, -0.5)) faults.push(`note-note ${id} ${other}`);
    for (const item of scene.items.values()) {
      const box = boxes.get(item.id);
      if (!box || !overlaps(at, box, -0.5)) continue;
      const holds = at.x >= box.x && at.y >= box.y && at.x + at.w <= box.x + box.w + 0.5;
      const inFrame = holds && at.y + at.h <= box.y + box.h + 0.5;
      if (!isFrame(item) || !inFrame) faults.push(`note-box ${id} ${item.id}`);
      else if (item.id !== scene.root && headTexts(item, box).some((text) => overlaps(at, text, -0.5)))
        faults.push(`note-head ${id} ${item.id}`);
    }
    for (const { arrow, label, pieces } of lines) {
      if (label && overlaps(at, label, -0.5)) faults.push(`note-label ${id} ${arrow.id}`);
      if (pieces.some((piece) => passes(piece, at, 0))) faults.push(`note-line ${id} ${arrow.id}`);
    }
    for (const marker of markers)
      if (overlaps(at, marker.at, -0.5)) faults.push(`note-dot ${id} ${marker.child}`);
    if (!boxes.has(subject)) faults.push(`about-nothing ${id}`);
  });
  return faults;
}
