import { HEADER_H } from "#core/layout/content.ts";
import { bounds, grow, type Point, type Rect } from "#core/layout/geometry.ts";
import { pathText, tipOf } from "#core/layout/pathText.ts";
import type { Picture } from "#core/layout/picture.ts";
import type { Route } from "#core/layout/route.ts";
import type { Arrow } from "#core/layout/scene.ts";
import { svgState } from "#core/layout/svgState.ts";
import { svgStyle, type SvgTheme } from "#core/layout/svgStyle.ts";
import { chipsWidth, escapeXml, num, svgChips } from "#core/layout/svgText.ts";

export interface SvgOptions {
  /** What the picture shows, for those who do not see it. */
  readonly title: string;
  /** Default "auto". */
  readonly theme?: SvgTheme;
  /** Language of the labels. */
  readonly lang?: string;
}

const MARGIN = 24;
const LABEL_ROW = 19;

/** A picture as a file of its own: states, arrows and texts as the canvas has them, with nothing to be loaded. */
export function toSvg(picture: Picture, { title, theme = "auto", lang }: SvgOptions): string {
  const { scene, boxes, markers, routes } = picture;
  const states = [...scene.items.values()].flatMap((item) => {
    const box = boxes.get(item.id);
    return box ? [svgState(item, box)] : [];
  });
  const drawn = scene.arrows.flatMap((arrow) => {
    const route = routes.get(arrow.id);
    return route ? [{ arrow, route }] : [];
  });
  const lines = drawn.map(({ arrow, route }) => line(lookOf(arrow), route.points));
  const dots = markers.map(
    ({ at, points }) =>
      `<circle class="dot" cx="${num(at.x + at.w / 2)}" cy="${num(at.y + at.h / 2)}" r="${num(at.w / 2)}"/>${line("edge", points)}`,
  );
  const labels = drawn.map(({ arrow, route }) => (arrow.jump ? "" : label(arrow, route)));
  const view = viewOf(picture);
  const box = `${num(view.x)} ${num(view.y)} ${num(view.w)} ${num(view.h)}`;
  const rest = `x="${num(view.x)}" y="${num(view.y)}" width="${num(view.w)}" height="${num(view.h)}"`;
  const language = lang === undefined ? "" : ` xml:lang="${escapeXml(lang)}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${num(view.w)}" height="${num(view.h)}" role="img"${language}>`,
    `<title>${escapeXml(title)}</title>`,
    `<style>\n${svgStyle(theme, lang)}\n</style>`,
    `<rect class="paper" ${rest}/>`,
    ...[...states, ...dots, ...lines, ...labels].filter((part) => part !== ""),
    "</svg>\n",
  ].join("\n");
}

/** All that is drawn and a margin; lines and labels may lie outside of the root's box. */
function viewOf({ boxes, routes, markers }: Picture): Rect {
  const all: Rect[] = [...boxes.values(), ...markers.map((marker) => marker.at)];
  for (const { points, label: at } of routes.values()) {
    all.push(...points.map((point) => ({ ...point, w: 0, h: 0 })));
    if (at) all.push(at);
  }
  return grow(bounds(all) ?? { x: 0, y: 0, w: 104, h: HEADER_H }, MARGIN);
}

const LOOKS: Partial<Readonly<Record<Arrow["transition"]["slot"], string>>> = {
  always: "edge always",
  after: "edge after",
  onDone: "edge done",
  "invoke.onDone": "edge done",
  "invoke.onError": "edge failed",
};
const lookOf = (arrow: Arrow): string => LOOKS[arrow.transition.slot] ?? "edge";

function line(look: string, points: readonly Point[]): string {
  const { at, angle } = tipOf(points);
  const tip = `<path class="tip" d="M0 0L-8-4L-8 4z" transform="translate(${num(at.x)} ${num(at.y)})rotate(${num(angle)})"/>`;
  return `<path class="${look}" d="${pathText(points)}"/>${tip}`;
}

function label(arrow: Arrow, { label: at }: Route): string {
  const { rows } = arrow.label;
  if (!at || rows.length === 0) return "";
  const rect = `<rect class="box label" x="${num(at.x)}" y="${num(at.y)}" width="${num(at.w)}" height="${num(at.h)}" rx="7"/>`;
  const top = at.y + (at.h - rows.length * LABEL_ROW) / 2;
  const lines = rows.map((row, i) => {
    const x = rows.length === 1 ? at.x + (at.w - chipsWidth(row.chips)) / 2 : at.x + 8;
    return svgChips(row.chips, x, top + i * LABEL_ROW + LABEL_ROW / 2);
  });
  return `<g>${rect}${lines.join("")}</g>`;
}
