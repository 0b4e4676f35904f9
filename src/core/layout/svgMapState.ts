import { AFTER_NAME, MAP, MARK_GAP, markWidth } from "#core/layout/content/mapContent.ts";
import type { Mark, StateContent } from "#core/layout/content/stateContent.ts";
import type { Rect } from "#core/layout/geometry.ts";
import { ICON_SIZE, ICONS } from "#core/layout/icons.ts";
import { isFrame, type Item } from "#core/layout/scene/scene.ts";
import { lettersWidth, num, svgChips, svgIcon, svgText } from "#core/layout/svgText.ts";

const SIDE = 10;
/** From the left side of a row back to the middle of its dot. */
const TO_RAIL = MAP.names - 3 - MAP.rail;
const DOT_R = 3.5;
const HISTORY_R = 8.5;
/** Room that the sign of a final or history state takes beside its name. */
const SIGN = 20;

/** A state on the map: a step of a card, a card, a frame, or a state of its own. */
export function svgMapState(item: Item, box: Rect, starts: boolean): string {
  if (item.shape === "row") return row(item, box, starts);
  const { content } = item;
  // The machine says no more than what may happen anywhere in it.
  if (item.id === "") return content.rows.length > 0 ? rect("area", box, 10) + head(item, box) : "";
  if (item.shape === "card" || isFrame(item)) return frame(item, box) + head(item, box);
  return frame(item, box) + single(item, box);
}

function row(item: Item, box: Rect, starts: boolean): string {
  const { content, node } = item;
  const middle = box.y + box.h / 2;
  const waits = node.meta.asks !== undefined;
  const ground = rect(waits ? "tint" : "area", box, 4);
  const first = middle - (content.below === undefined ? 0 : MAP.askedH / 2);
  const name = svgText(content.title, box.x + 4, first, "row", waits || starts ? "ink" : "ink-2");
  const title = node.origin === "shared" ? name + underline(content.title, box.x + 4, first + 7) : name;
  const beside = content.marks.filter((mark) => mark.kind !== "calls");
  const calls = content.marks.filter((mark) => mark.kind === "calls");
  const apart = item.apart
    ? `<path class="edge region thin" d="M${num(box.x - TO_RAIL - 4)} ${num(box.y - 1)}h${num(box.w + TO_RAIL + 4)}"/>`
    : "";
  const question =
    content.below === undefined
      ? ""
      : svgText(content.below, box.x + 4, first + MAP.askedH, "small", "ink-2");
  const signs = svgMarks(beside, box.x + box.w - marksWidth(beside) - afterName(beside), first) + question;
  if (calls.length > 0) {
    const at = box.x - TO_RAIL;
    return `${apart}${ground}${call(calls[0]?.text ?? "", at, middle, starts)}${title}${signs}`;
  }
  return `${apart}${ground}${svgDot(item, box.x - TO_RAIL, middle, starts)}${title}${signs}`;
}

const afterName = (marks: readonly Mark[]): number =>
  marks.some(({ kind, text }) => kind === "asks" && text !== "") ? AFTER_NAME : 0;

/** A step that is written once and used in several places. */
const underline = (title: string, x: number, y: number): string =>
  `<path class="edge shared" d="M${num(x)} ${num(y)}h${num(lettersWidth(title, "row"))}"/>`;

/** What stands on the rail where a phase is called: its letter or the sign for it, filled where the card starts. */
function call(letter: string, x: number, middle: number, starts: boolean): string {
  const ground = starts ? "dot" : letter === "" ? "ground" : "ring";
  const ink = starts ? "ground" : "accent";
  const circle = `<circle class="${ground}" cx="${num(x)}" cy="${num(middle)}" r="7"/>`;
  const sign =
    letter === ""
      ? svgIcon("calls", x - ICON_SIZE / 2, middle, ink)
      : svgText(letter, x - lettersWidth(letter, "small") / 2, middle, "small", ink);
  return `<g>${circle}${sign}</g>`;
}

/** What stands on the rail: where the phase starts, where it ends, what comes back to where it was, or one of the others. */
export function svgDot(
  { node, shape }: Pick<Item, "node" | "shape">,
  x: number,
  y: number,
  starts: boolean,
): string {
  const circle = (classes: string, r: number) =>
    `<circle class="${classes}" cx="${num(x)}" cy="${num(y)}" r="${num(r)}"/>`;
  if (node.type === "final" || shape === "final") return circle("ring", 5) + circle("dot", 2.7);
  if (node.type === "history") {
    const text = node.history === "deep" ? "H*" : "H";
    const letters = svgText(text, x - lettersWidth(text, "small") / 2, y, "small", "ink-2");
    return `<g>${circle("ring thin", HISTORY_R)}${letters}</g>`;
  }
  return starts ? circle("dot", 4) : circle("ring", DOT_R);
}

function frame(item: Item, box: Rect): string {
  const kind = isFrame(item) ? "open" : "box";
  const classes = [
    kind,
    ...(item.called ? ["called"] : []),
    ...(item.region ? ["region"] : []),
    ...(item.node.origin === "shared" ? ["shared"] : []),
  ];
  return rect(classes.join(" "), box, kind === "open" ? 10 : 8);
}

const rect = (classes: string, { x, y, w, h }: Rect, radius: number): string =>
  `<rect class="${classes}" x="${num(x)}" y="${num(y)}" width="${num(w)}" height="${num(h)}" rx="${radius}"/>`;

/** Name, signs and what may happen anywhere in it. */
function head(item: Item, box: Rect): string {
  const { content } = item;
  const height = item.shape === "card" ? MAP.headH : MAP.frameH;
  const middle = box.y + height / 2 + 1;
  const ink = item.shape === "card" ? "ink" : "ink-2";
  const title = svgText(content.title, box.x + SIDE, middle, "head", ink);
  const end = box.x + SIDE + lettersWidth(content.title, "head") + MARK_GAP;
  const width = marksWidth(content.marks);
  // A card has its signs at the right end; of a frame the head is wide, and they stand beside its name.
  const at = item.shape === "card" ? Math.max(end, box.x + box.w - SIDE - width) : end;
  return title + svgMarks(content.marks, at, middle) + chips(content, box, box.y + height);
}

/** A state that is no step of a card. */
function single(item: Item, box: Rect): string {
  const { content, node } = item;
  const middle = box.y + (content.rows.length > 0 ? MAP.boxH : box.h) / 2;
  const hasSign = node.type === "final" || node.type === "history";
  const left = box.x + SIDE + (hasSign ? SIGN : 0);
  const sign = hasSign ? svgDot(item, box.x + SIDE + 6, middle, false) : "";
  const title = svgText(content.title, left, middle, "head", "ink");
  const signs = svgMarks(content.marks, left + lettersWidth(content.title, "head") + MARK_GAP, middle);
  return sign + title + signs + chips(content, box, box.y + MAP.boxH);
}

const chips = ({ rows }: StateContent, box: Rect, top: number): string =>
  rows
    .map(({ chips: rowChips }, i) => svgChips(rowChips, box.x + SIDE, top + i * MAP.chipH + MAP.chipH / 2))
    .join("");

const marksWidth = (marks: readonly Mark[]): number =>
  marks.reduce((sum, mark) => sum + markWidth(mark) + MARK_GAP, 0);

const INKS: Partial<Readonly<Record<Mark["kind"], string>>> = {
  asks: "accent",
  calls: "accent",
  ends: "ink",
};

/** Signs side by side from a left end. */
export function svgMarks(marks: readonly Mark[], x: number, middle: number): string {
  let at = x;
  return marks
    .map((mark) => {
      const ink = INKS[mark.kind] ?? "ink-2";
      const drawn =
        svgIcon(iconOf(mark), at, middle, ink) +
        svgText(mark.text, at + ICON_SIZE + 3, middle, "small", "ink-2");
      at += markWidth(mark) + MARK_GAP;
      return drawn;
    })
    .join("");
}

/** The sign of a mark in `ICONS`. Seats that a game names are somebody whom the context names. */
export function iconOf(mark: Mark): string {
  if (mark.kind === "ways") return "ways";
  if (mark.kind !== "asks") return mark.kind;
  return mark.who !== undefined && Object.hasOwn(ICONS, mark.who) ? mark.who : "context";
}
