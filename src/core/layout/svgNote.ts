import { escapeXml } from "#core/text/escapeXml.ts";
import { NOTE } from "#core/layout/content/noteContent.ts";
import type { PlacedNote } from "#core/layout/picture.ts";
import type { DrawnNote } from "#core/layout/scene/scene.ts";
import { num, svgIcon, svgText } from "#core/layout/svgText.ts";

/** A note: a card in its colour with its sign, its lines and the tip that points to what it is about. */
export function svgNote({ note, lines }: DrawnNote, { at, tip }: PlacedNote): string {
  const colour = `note ${note.colour ?? "yellow"}`;
  const card = `<rect class="${colour}" x="${num(at.x)}" y="${num(at.y)}" width="${num(at.w)}" height="${num(at.h)}" rx="6"/>`;
  const left = at.x + NOTE.padX;
  const middle = (i: number) => at.y + NOTE.padY + i * NOTE.line + NOTE.line / 2;
  const sign = svgIcon("note", left, middle(0), "note-ink");
  const text = lines.map((line, i) => svgText(line, left + NOTE.sign, middle(i), "small", "note-ink"));
  return `<g><title>${escapeXml(note.text)}</title>${card}${tip ? pointer(colour, tip, at.x < tip.x) : ""}${sign}${text.join("")}</g>`;
}

/** Over the border, so that card and tip are one. */
function pointer(colour: string, { x, y }: { x: number; y: number }, toRight: boolean): string {
  const out = toRight ? 1 : -1;
  const inner = x - out;
  return `<path class="${colour}" d="M${num(inner)} ${num(y - 5)}L${num(x + out * 6)} ${num(y)}L${num(inner)} ${num(y + 5)}"/>`;
}
