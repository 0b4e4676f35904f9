/** Red, green and blue from 0 to 255, and how opaque, from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const known = new Map<string, Colour>();
let canvas: CanvasRenderingContext2D | null | undefined;

/** Any CSS colour, as the browser itself paints it; what is no colour (a gradient, `none`) paints nothing. */
export function colourOf(css: string): Colour {
  const before = known.get(css);
  if (before) return before;
  const colour = parsed(css) ?? painted(css);
  known.set(css, colour);
  return colour;
}

function parsed(css: string): Colour | undefined {
  const [, list] = /^rgba?\(([^)]+)\)$/.exec(css) ?? [];
  const [r, g, b, a = 1] = (list ?? "").split(/[\s,/]+/).map(Number);
  return r === undefined || g === undefined || b === undefined || ![r, g, b, a].every(Number.isFinite)
    ? undefined
    : [r, g, b, a];
}

/** `color-mix`, `oklch` and others: a pixel of them is looked at. */
function painted(css: string): Colour {
  if (!CSS.supports("color", css)) return [0, 0, 0, 0];
  canvas ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!canvas) return [0, 0, 0, 0];
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = css;
  canvas.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return [r, g, b, a / 255];
}

/** A colour painted over an opaque one. */
export const over = ([r, g, b, a]: Colour, under: Colour): Colour => [
  r * a + under[0] * (1 - a),
  g * a + under[1] * (1 - a),
  b * a + under[2] * (1 - a),
  1,
];

export const faded = ([r, g, b, a]: Colour, opacity: number): Colour => [r, g, b, a * opacity];

/** Relative luminance of an opaque colour as WCAG defines it. */
function luminance([r, g, b]: Colour): number {
  const part = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
}

/** Contrast of two opaque colours, from 1 to 21. */
export function contrast(a: Colour, b: Colour): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
