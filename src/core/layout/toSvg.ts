import { escapeXml } from "#core/text/escapeXml.ts";
import { HEADER_H } from "#core/layout/content/stateContent.ts";
import { transitionSentence } from "#core/layout/content/transitionText.ts";
import { bounds, grow, type Point, type Rect } from "#core/layout/geometry.ts";
import type { ChartNames } from "#core/layout/names.ts";
import { pathText, tipOf } from "#core/layout/pathText.ts";
import { FORK_R, type Picture, type Route, type PlacedNote } from "#core/layout/picture.ts";
import { mainLoopOf } from "#core/layout/scene/mainLoop.ts";
import type { Arrow, Item, DrawnNote } from "#core/layout/scene/scene.ts";
import { svgState } from "#core/layout/svgState.ts";
import { svgStyle, type SvgTheme } from "#core/layout/svgStyle.ts";
import { chipsWidth, num, svgChips, svgIcon, svgSigns, svgText } from "#core/layout/svgText.ts";
import { NOTE } from "#core/layout/content/noteContent.ts";

export interface SvgOptions {
  /** What the picture shows, for those who do not see it. */
  readonly title: string;
  /** Default "auto". */
  readonly theme?: SvgTheme;
  /** Language of the labels. */
  readonly lang?: string;
  /** Whether states bear their path ids (`data-state`), so that a page can mark them. */
  readonly hasIds?: boolean;
}

const MARGIN = 24;
const CALL = 11;

/** A picture as a file of its own: states, arrows and texts as the canvas has them, with nothing to be loaded. */
export function toSvg(
  picture: Picture,
  names: ChartNames,
  { title, theme = "auto", lang, hasIds }: SvgOptions,
): string {
  const { scene, boxes, markers, routes } = picture;
  const starts = new Set(scene.initials.values());
  const loop = mainLoopOf(scene);
  const states = [...scene.items.values()].flatMap((item) => {
    const box = boxes.get(item.id);
    return box ? [svgState(item, box, starts.has(item.id), hasIds)] : [];
  });
  const drawn = scene.arrows.flatMap((arrow) => {
    const route = routes.get(arrow.id);
    return route ? [{ arrow, route }] : [];
  });
  const lines = drawn.map(({ arrow, route }) =>
    arrowLine(arrow, route, scene.items.get(arrow.from), names, loop.has(arrow)),
  );
  const dots = markers.map(
    ({ at, points }) =>
      `<circle class="dot" cx="${num(at.x + at.w / 2)}" cy="${num(at.y + at.h / 2)}" r="${num(at.w / 2 - 1)}"/>${shortLine("edge", "tip", points)}`,
  );
  const notes = [...(scene.notes?.values() ?? [])].flat().flatMap((note) => {
    const place = picture.notes.get(note.note.id);
    return place ? [svgNote(note, place)] : [];
  });
  const labels = drawn.map(({ arrow, route }) => label(arrow, route, names));
  const view = viewOf(picture);
  const box = `${num(view.x)} ${num(view.y)} ${num(view.w)} ${num(view.h)}`;
  const rest = `x="${num(view.x)}" y="${num(view.y)}" width="${num(view.w)}" height="${num(view.h)}"`;
  const language = lang === undefined ? "" : ` xml:lang="${escapeXml(lang)}"`;
  const drawing = [...states, ...dots, ...lines, ...labels, ...notes].filter((part) => part !== "");
  const signs = svgSigns(drawing.join(""));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${num(view.w)}" height="${num(view.h)}" role="img"${language}>`,
    `<title>${escapeXml(title)}</title>`,
    `<style>\n${svgStyle(theme, lang, notes.length > 0)}\n</style>`,
    `<rect class="paper" ${rest}/>`,
    ...(signs === "" ? [] : [signs]),
    ...drawing,
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

/** On the map lines say where, nearer what kind of transition they are. */
function lookOf(arrow: Arrow, onMap: boolean): string {
  if (arrow.role === "arc") return "edge arc";
  return onMap ? "edge" : (LOOKS[arrow.transition.slot] ?? "edge");
}

/** A line with all that it stands for in words, for who hovers it. */
function arrowLine(
  arrow: Arrow,
  { points, fork }: Route,
  from: Item | undefined,
  names: ChartNames,
  loops: boolean,
): string {
  const sentences = arrow.parts.map((part) => transitionSentence(part.transition, part.source, names));
  const title = `<title>${escapeXml([...new Set(sentences)].join("\n"))}</title>`;
  const drawn =
    arrow.role === "tick"
      ? shortLine("edge", "tip", points)
      : loops
        ? `<path class="halo" d="${pathText(points)}"/><path class="edge loop" d="${pathText(points)}"/>${tip("accent", TIP, points)}`
        : line(lookOf(arrow, from?.level === "map"), points);
  return `<g>${title}${drawn}${again(arrow, points)}${call(arrow, points)}${forkDot(fork)}</g>`;
}

/** Where the branches of one transition part. */
const forkDot = (at: Point | undefined): string =>
  at === undefined ? "" : `<circle class="tip" cx="${num(at.x)}" cy="${num(at.y)}" r="${FORK_R}"/>`;

const SMALL_TIP_LENGTH = 4.5;
/** What stands at the end of a line that runs to the right: where it begins, and the steps from there. */
type Ending = readonly [x: number, y: number, ...steps: (readonly [number, number])[]];
const TIP: Ending = [0, 0, [-8, -4], [0, 8]];
const SMALL_TIP: Ending = [0, 0, [-SMALL_TIP_LENGTH, -2.8], [0, 5.6]];
const BAR: Ending = [0, -5, [0, 10]];

/** It is turned by its numbers: with a transform of its own each would be twice as long. */
function tip(classes: string, [x, y, ...steps]: Ending, points: readonly Point[]): string {
  const { at, angle } = tipOf(points);
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const turned = (dx: number, dy: number, from: Point = { x: 0, y: 0 }) =>
    `${num(from.x + dx * cos - dy * sin)} ${num(from.y + dx * sin + dy * cos)}`;
  const way = steps.map(([dx, dy]) => turned(dx, dy)).join(" ");
  return `<path class="${classes}" d="M${turned(x, y, at)}l${way}${steps.length > 1 ? "z" : ""}"/>`;
}

const line = (look: string, points: readonly Point[]): string =>
  look === "edge arc"
    ? shortLine(look, "arc-tip", points)
    : `<path class="${look}" d="${pathText(points)}"/>${tip("tip", TIP, points)}`;

/** With a small head: from a row to the next one or another of its card, and from the dot where a phase starts. */
const shortLine = (look: string, head: string, points: readonly Point[]): string =>
  `<path class="${look}" d="${pathText(points, SMALL_TIP_LENGTH)}"/>${tip(head, SMALL_TIP, points)}`;

/** A bar at the end of what leaves its state and enters it again. */
const again = (arrow: Arrow, points: readonly Point[]): string =>
  arrow.transition.reenter && arrow.from === arrow.to ? tip("edge", BAR, points) : "";

/** The sign of a called phase on the line that passes it. */
function call(arrow: Arrow, points: readonly Point[]): string {
  if (arrow.via === undefined) return "";
  const { x, y } = middleOf(points);
  return `<circle class="box thin" cx="${num(x)}" cy="${num(y)}" r="${num(CALL / 2)}"/>${svgIcon("calls", x - CALL / 2 + 1.5, y, "accent", CALL - 3)}`;
}

/** The middle of the longest piece. */
function middleOf(points: readonly Point[]): Point {
  let [best, at] = [-1, points[0] ?? { x: 0, y: 0 }];
  points.slice(1).forEach((b, i) => {
    const a = points[i] as Point;
    const length = Math.hypot(a.x - b.x, a.y - b.y);
    if (length > best) [best, at] = [length, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }];
  });
  return at;
}

function label(arrow: Arrow, { label: at, words }: Route, names: ChartNames): string {
  const { rows, rowH } = words ?? arrow.label;
  if (!at || rows.length === 0) return "";
  const ground = `<rect class="area" x="${num(at.x)}" y="${num(at.y)}" width="${num(at.w)}" height="${num(at.h)}" rx="7"/>`;
  const top = at.y + (at.h - rows.length * rowH) / 2;
  const lines = rows.map((row, i) => {
    const x = rows.length === 1 ? at.x + (at.w - chipsWidth(row.chips)) / 2 : at.x + 8;
    return svgChips(row.chips, x, top + i * rowH + rowH / 2);
  });
  const sentence = transitionSentence(arrow.transition, arrow.source, names);
  return `<g><title>${escapeXml(sentence)}</title>${ground}${lines.join("")}</g>`;
}

/** A note: a card in its colour with its sign, its lines and the tip that points to what it is about. */
function svgNote({ note, lines }: DrawnNote, { at, tip }: PlacedNote): string {
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
