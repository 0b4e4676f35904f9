import { escapeXml } from "#core/text/escapeXml.ts";
import { type Chip, CHIP_GAP, chipWidth, CODE, SMALL, TITLE } from "#core/layout/content/chips.ts";
import { MAP } from "#core/layout/content/mapContent.ts";
import { ICON_SIZE, ICONS } from "#core/layout/icons.ts";
import { type Face, textWidth } from "#core/layout/sizes.ts";

export const num = (value: number): string => String(Math.round(value * 10) / 10);

/** What letters look like; `svgStyle` has a class of each name. */
export type Letters = "small" | "mono" | "title" | "head" | "row";
export const LETTERS: Readonly<Record<Letters, { readonly px: number; readonly face: Face }>> = {
  small: { px: SMALL, face: "text" },
  mono: { px: CODE, face: "mono" },
  title: { px: TITLE, face: "strong" },
  head: { px: MAP.title, face: "strong" },
  row: { px: MAP.row, face: "text" },
};

/** Width of one line of text as drawn. */
export const lettersWidth = (text: string, letters: Letters): number =>
  textWidth(text, LETTERS[letters].px, LETTERS[letters].face);

/**
 * One line of text from a left end and a middle line. Its width is said: whatever face the reader's system has, the text
 * fills the room that the layout gave it.
 */
export function svgText(text: string, x: number, middle: number, letters: Letters, ink: string): string {
  if (text === "") return "";
  const width = num(lettersWidth(text, letters));
  const classes = letters === "small" ? ink : `${letters} ${ink}`;
  // The middle of small letters and capitals lies about a third of the size above the base line.
  const y = num(middle + LETTERS[letters].px * 0.35);
  return `<text class="${classes}" x="${num(x)}" y="${y}" textLength="${width}" lengthAdjust="spacingAndGlyphs">${escapeXml(text)}</text>`;
}

/** A sign from its left end and a middle line. */
export function svgIcon(
  name: string,
  x: number,
  middle: number,
  ink: string,
  size: number = ICON_SIZE,
): string {
  const at =
    size === ICON_SIZE
      ? `x="${Math.round(x)}" y="${Math.round(middle - size / 2)}"`
      : `transform="translate(${Math.round(x)} ${Math.round(middle - size / 2)})scale(${num(size / ICON_SIZE)})"`;
  return `<use class="${ink}" href="#${iconId(name)}" ${at}/>`;
}

const iconId = (name: string): string => `i-${name}`;

/** The signs that a drawing uses, drawn once. */
export function svgSigns(drawing: string): string {
  const used = new Set([...drawing.matchAll(/href="#i-(\w+)"/g)].map(([, name = ""]) => name));
  const paths = [...used].map(
    (name) => `<path id="${iconId(name)}" d="${(ICONS[name] ?? "").replaceAll(/(?<!\d)0\./g, ".")}"/>`,
  );
  return paths.length === 0 ? "" : `<defs>${paths.join("")}</defs>`;
}

const INKS: Partial<Readonly<Record<Chip["kind"], string>>> = {
  event: "ink",
  code: "accent",
  goto: "accent",
  asks: "ink-2",
  folded: "ink-2",
  note: "ink-2",
  word: "ink-2",
  step: "ink-2",
  about: "ink-2",
  order: "ink-2",
  opaque: "ink-3",
  fault: "stop",
};
const GROUNDS: Partial<Readonly<Record<Chip["kind"], string>>> = {
  entry: "chip",
  exit: "chip",
  invoke: "chip",
  guard: "chip",
  action: "chip",
  order: "box thin",
  tag: "tint",
  fault: "stop-chip",
  opaque: "box thin",
};
const BOXED: Partial<Readonly<Record<Chip["kind"], string>>> = {
  event: "chip",
  goto: "stop-chip",
  folded: "chip",
  step: "chip",
};
const groundOf = (chip: Chip): string | undefined =>
  GROUNDS[chip.kind] ?? (chip.boxed ? (chip.leaves ? "stop-chip" : BOXED[chip.kind]) : undefined);
const inkOf = ({ kind, boxed, leaves }: Chip): string =>
  boxed && (leaves || kind === "goto") ? "stop" : (INKS[kind] ?? "chip-ink");

const GROUND_H = 17;

/** Chips side by side on a middle line. The text that was cut is shown on hover. */
export function svgChips(chips: readonly Chip[], x: number, middle: number): string {
  let at = x;
  return chips
    .map((chip) => {
      const width = chipWidth(chip);
      const ground = groundOf(chip);
      const rect = ground
        ? `<rect class="${ground}" x="${num(at)}" y="${num(middle - GROUND_H / 2)}" width="${num(width)}" height="${GROUND_H}" rx="${chip.kind === "order" ? 8.5 : 5}"/>`
        : "";
      const letters = chip.mono ? "mono" : "small";
      const inside = ground ? Math.max(2, (width - lettersWidth(chip.text, letters)) / 2) : 0;
      const text = svgText(chip.text, at + inside, middle, letters, inkOf(chip));
      at += width + CHIP_GAP;
      return chip.full === undefined
        ? rect + text
        : `<g><title>${escapeXml(chip.full)}</title>${rect}${text}</g>`;
    })
    .join("");
}

/** Room that chips take on a line. */
export const chipsWidth = (chips: readonly Chip[]): number =>
  chips.reduce((sum, chip) => sum + chipWidth(chip) + CHIP_GAP, -CHIP_GAP);
