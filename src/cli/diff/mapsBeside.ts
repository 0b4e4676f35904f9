import { escapeXml } from "#core/text/escapeXml.ts";

/** A picture with what stands above it. */
export interface Titled {
  readonly title: string;
  /** As `toSvg` writes it. */
  readonly svg: string;
}

const GAP = 32;
const HEAD_H = 36;

/** Two pictures side by side in one file, each under its title. */
export function mapsBeside(first: Titled, second: Titled): string {
  const [a, b] = [sizeOf(first.svg), sizeOf(second.svg)];
  const [w, h] = [a.w + GAP + b.w, HEAD_H + Math.max(a.h, b.h)];
  const placed = (svg: string, x: number) => svg.trimEnd().replace(/^<svg /, `<svg x="${x}" y="${HEAD_H}" `);
  const head = (title: string, x: number) =>
    `<text x="${x + 8}" y="24" font-family="sans-serif" font-size="16" font-weight="600" fill="#667085">${escapeXml(title)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img">`,
    `<title>${escapeXml(`${first.title}, ${second.title}`)}</title>`,
    head(first.title, 0),
    head(second.title, a.w + GAP),
    placed(first.svg, 0),
    placed(second.svg, a.w + GAP),
    "</svg>\n",
  ].join("\n");
}

/** Size of a picture in px, by its first line. */
function sizeOf(svg: string): { readonly w: number; readonly h: number } {
  const [, w, h] = /^<svg [^>]*\bwidth="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  if (w === undefined || h === undefined) throw new Error(`A picture without a size: ${svg.slice(0, 80)}`);
  return { w: Number(w), h: Number(h) };
}
