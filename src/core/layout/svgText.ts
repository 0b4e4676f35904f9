import { type Chip, chipWidth, CODE, SMALL, TITLE } from "#core/layout/content.ts";
import { type Face, textWidth } from "#core/layout/sizes.ts";

/** Text as it may stand in XML; characters that XML does not know are left out. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(/\p{Surrogate}/gu, "\ufffd")
    // oxlint-disable-next-line no-control-regex -- they are what has to go
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

export const num = (value: number): string => String(Math.round(value * 10) / 10);

const SIZES: Readonly<Record<Face, number>> = { text: SMALL, strong: TITLE, mono: CODE };

/**
 * One line of text from a left end and a middle line. Its width is said: whatever face the reader's system has, the text
 * fills the room that the layout gave it.
 */
export function svgText(text: string, x: number, middle: number, face: Face, ink: string): string {
  if (text === "") return "";
  const px = SIZES[face];
  const width = num(textWidth(text, px, face));
  const classes = [...(face === "text" ? [] : [face === "strong" ? "title" : "mono"]), ink].join(" ");
  // The middle of small letters and capitals lies about a third of the size above the base line.
  const y = num(middle + px * 0.35);
  return `<text class="${classes}" x="${num(x)}" y="${y}" textLength="${width}" lengthAdjust="spacingAndGlyphs">${escapeXml(text)}</text>`;
}

const INKS: Partial<Readonly<Record<Chip["kind"], string>>> = {
  event: "ink",
  code: "accent",
  goto: "accent",
  asks: "ink-2",
  folded: "ink-2",
  note: "ink-2",
  opaque: "ink-3",
  fault: "stop",
};
const GROUNDS: Partial<Readonly<Record<Chip["kind"], string>>> = {
  entry: "chip",
  exit: "chip",
  invoke: "chip",
  guard: "chip",
  action: "chip",
  fault: "stop-chip",
  opaque: "box opaque",
};

const GAP = 4;
const GROUND_H = 17;

/** Chips side by side on a middle line. */
export function svgChips(chips: readonly Chip[], x: number, middle: number): string {
  let at = x;
  return chips
    .map((chip) => {
      const width = chipWidth(chip);
      const ground = GROUNDS[chip.kind];
      const rect = ground
        ? `<rect class="${ground}" x="${num(at)}" y="${num(middle - GROUND_H / 2)}" width="${num(width)}" height="${GROUND_H}" rx="5"/>`
        : "";
      const text = svgText(
        chip.text,
        at + (ground ? 6 : 0),
        middle,
        chip.mono ? "mono" : "text",
        INKS[chip.kind] ?? "chip-ink",
      );
      at += width + GAP;
      return rect + text;
    })
    .join("");
}

/** Room that chips take on a line. */
export const chipsWidth = (chips: readonly Chip[]): number =>
  chips.reduce((sum, chip) => sum + chipWidth(chip) + GAP, -GAP);
