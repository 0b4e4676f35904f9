import { escapeXml } from "#core/text/escapeXml.ts";
import { headerHeight, ROW_H, TITLE_LINE } from "#core/layout/content/stateContent.ts";
import { MARK_GAP } from "#core/layout/content/mapContent.ts";
import type { Rect } from "#core/layout/geometry.ts";
import { isFrame, type Item } from "#core/layout/scene/scene.ts";
import { svgDot, svgMapState, svgMarks } from "#core/layout/svgMapState.ts";
import { lettersWidth, num, svgChips, svgText } from "#core/layout/svgText.ts";

const SIDE = 10;
const HEAD_MIDDLE = 16;
const HISTORY_W = 26;

/**
 * One state: its frame, title, signs and lines. Hovering tells its id.
 * @param starts its phase starts here @param hasId whether its element bears its path id, for a program that marks it
 */
export function svgState(item: Item, box: Rect, starts: boolean, hasId = false): string {
  const body = item.level === "map" ? svgMapState(item, box, starts) : stateBox(item, box);
  if (body === "") return "";
  const title = item.id === "" ? "" : `<title>${escapeXml(tooltip(item))}</title>`;
  const id = hasId && item.id !== "" ? ` data-state="${escapeXml(item.id)}"` : "";
  return `<g${id}>${title}${body}</g>`;
}

/** Its id, its whole name where that is cut, all that its signs say, and its clauses. */
const tooltip = ({ id, node, content }: Item): string =>
  [
    id,
    ...(content.full === undefined ? [] : [content.full]),
    ...content.marks.map((mark) => mark.title),
    ...node.meta.clauses,
  ].join(" · ");

function stateBox(item: Item, box: Rect): string {
  const { content } = item;
  const open = isFrame(item);
  const bare = !open && content.rows.length === 0;
  const middle = box.y + (bare ? box.h / 2 : HEAD_MIDDLE);
  const left = box.x + SIDE;
  const past = item.shape === "history";
  const titleAt = left + (past ? HISTORY_W : 0);
  const lines = content.titleLines ?? [content.title];
  const first = bare ? middle - ((lines.length - 1) * TITLE_LINE) / 2 : middle;
  const ink = item.id === "" ? "ink-3" : "ink";
  const title =
    (past ? svgDot(item, left + 9, middle, false) : "") +
    lines.map((line, i) => svgText(line.trimEnd(), titleAt, first + i * TITLE_LINE, "title", ink)).join("");
  const idAt = titleAt + Math.max(...lines.map((line) => lettersWidth(line.trimEnd(), "title"))) + 7;
  const id = content.id === undefined ? "" : svgText(content.id, idAt, middle, "mono", "ink-3");
  const rows = content.rows.map((row, i) =>
    svgChips(row.chips, left, box.y + headerHeight(content) + i * ROW_H + ROW_H / 2),
  );
  const idEnd = content.id === undefined ? idAt - 7 : idAt + lettersWidth(content.id, "mono");
  const right = open ? idEnd + 7 + clausesWidth(content.clauses) : box.x + box.w - SIDE;
  const signs = svgMarks(content.marks, idEnd + MARK_GAP + 2, middle);
  return `${frame(item, box)}${title}${signs}${id}${clauses(item, right, middle)}${rows.join("")}`;
}

function frame(item: Item, box: Rect): string {
  if (item.id === "") return item.node.transitions.length > 0 ? rect("frame", box, 11) : "";
  const kind = isFrame(item) ? "open" : "box";
  const marks = [
    kind,
    ...(item.region ? ["region"] : []),
    ...(item.node.origin === "shared" ? ["shared"] : []),
  ];
  const outer = rect(marks.join(" "), box, item.shape === "history" ? 20 : 11);
  // A second line inside tells that the game, or a part of it, ends here; on a parallel state that all of it is on at once.
  return item.shape === "final" || item.shape === "parallel"
    ? outer + rect(kind, { x: box.x + 3, y: box.y + 3, w: box.w - 6, h: box.h - 6 }, 8)
    : outer;
}

const rect = (classes: string, { x, y, w, h }: Rect, radius: number): string =>
  `<rect class="${classes}" x="${num(x)}" y="${num(y)}" width="${num(w)}" height="${num(h)}" rx="${radius}"/>`;

const clauseWidth = (clause: string): number => lettersWidth(clause, "mono") + 10;
const clausesWidth = (clauses: readonly string[]): number =>
  clauses.reduce((sum, clause) => sum + clauseWidth(clause) + 4, -4);

/** Ending at `right`, the last one outermost: at the right end of the head, in a compound, whose right end lines pass, beside its id. */
function clauses(item: Item, right: number, middle: number): string {
  let out = "";
  for (const clause of item.content.clauses.toReversed()) {
    const width = clauseWidth(clause);
    right -= width;
    out += `<rect class="clause-chip" x="${num(right)}" y="${num(middle - 8)}" width="${num(width)}" height="16" rx="5"/>`;
    out += svgText(clause, right + 5, middle, "mono", "clause");
    right -= 4;
  }
  return out;
}
