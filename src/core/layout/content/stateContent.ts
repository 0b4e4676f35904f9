import type { StateNode, StatePath, Target, Transition } from "#core/chart/chart.ts";
import { opaqueText } from "#core/chart/opaqueParts.ts";
import { broken, type Chip, CODE, cut, type Row, rowWidth, TITLE, wrap } from "#core/layout/content/chips.ts";
import { gotoChip, isArrow, transitionChips } from "#core/layout/content/transitionText.ts";
import type { Note } from "#core/layout/arrangement/arrangement.ts";
import type { Size } from "#core/layout/geometry.ts";
import type { Level } from "#core/layout/level.ts";
import { type ChartNames, counted } from "#core/layout/names.ts";
import { wrapText } from "#core/layout/content/wrapText.ts";
import { fitText, textWidth } from "#core/layout/sizes.ts";
import { addAll } from "#core/text/addAll.ts";

/** A sign beside a name: who decides, or how many things may be done there without leaving. */
export interface Mark {
  readonly kind: "asks" | "stays" | "calls" | "ends" | "ways" | "note";
  readonly text: string;
  /** For whom the state waits, of `asks`. */
  readonly who?: string;
  /** What it says, in words. */
  readonly title: string;
  /** What it opens, of `note`. */
  readonly notes?: readonly Note[];
}

/** What is written inside a state, already broken into lines, and the room it needs. */
export interface StateContent {
  readonly title: string;
  /** The whole name, where the title is cut. */
  readonly full?: string;
  /** The title in lines, where it takes more than one. Together they are the title. */
  readonly titleLines?: readonly string[];
  /** Of a step: whom it asks, on a line below its name. */
  readonly below?: string;
  readonly id?: string;
  readonly clauses: readonly string[];
  readonly marks: readonly Mark[];
  readonly rows: readonly Row[];
  readonly size: Size;
  /** Height of title and rows: what lies above the children of a compound. */
  readonly head: number;
}

/** Heights and paddings of the node components; `StateHead.module.css` says the same. */
export const HEADER_H = 34;
export const ROW_H = 21;
/** Of a title that takes several lines. */
export const TITLE_LINE = 17;
const MAX_TITLE_LINES = 3;
/** Height of a box's title: its lines below each other. */
export const headerHeight = ({ titleLines }: Pick<StateContent, "titleLines">): number =>
  HEADER_H + (Math.max(1, titleLines?.length ?? 1) - 1) * TITLE_LINE;
const SIDE = 11;
/** Before the title, with its gap: the sign of a final state, the button that folds. */
const FINAL_W = 18;
const FOLD_W = 14;
const HISTORY_W = 26;
/** Width of the text of an atomic state. */
const MAX_STATE_PX = 288;
/** A compound state is wide anyway, so its title and lines may be longer. */
const MAX_HEAD_PX = 420;
/** Parts of a state that cannot be read and are listed as code; more are counted. */
const MAX_OPAQUE_PARTS = 5;
const MIN_TITLE_PX = 60;
/** Width of the number of a clause in a state. */
const MAX_CLAUSE_PX = 150;
const ABOUT_LINES = 3;

/** What stands in a box, at flow and full. */
export interface Inside {
  readonly level: Exclude<Level, "map">;
  /** The number of states inside, when it is collapsed. */
  readonly folded: number | undefined;
  /** Transitions that stand in it with the name of their target, as their line would lead far away. */
  readonly far: ReadonlySet<Transition>;
  /** On a page guards are not cut at any level. */
  readonly whole?: boolean;
  /** Targets that may lie in code that was not read. */
  readonly unread?: ReadonlySet<Target>;
}

/** What stands in a state that is drawn as a box. History states are small, and say no more than what they are. */
export function stateContent(
  node: StateNode,
  path: StatePath,
  names: ChartNames,
  { level, folded, far, whole, unread }: Inside,
): StateContent {
  if (node.type === "history") return historyContent(node, path, names);
  const label = names.state(path, node.key);
  const open = node.children.length > 0 && folded === undefined;
  const most = open ? MAX_HEAD_PX : MAX_STATE_PX;
  const inner = most - 2 * SIDE;
  const sign = node.type === "final" ? FINAL_W : node.children.length > 0 && path.length > 0 ? FOLD_W : 0;
  const clauses = level === "full" ? clausesBeside(label, node.meta.clauses, inner) : [];
  const clauseW = clausesWidth(clauses);
  const titleRoom = Math.max(inner - sign - clauseW, MIN_TITLE_PX);
  const titleLines = linesOfTitle(label, titleRoom);
  const several = titleLines.length > 1;
  const title = several ? titleLines.join("") : (titleLines[0] ?? "");
  const titleW = Math.max(...titleLines.map((line) => textWidth(line.trimEnd(), TITLE, "strong")));
  const idText = level === "full" && names.showIds && label !== node.key ? node.key : undefined;
  const idRoom = inner - sign - titleW - clauseW - 7;
  // an id that is cut says nothing
  const id =
    idText !== undefined && !several && textWidth(idText, CODE, "mono") <= idRoom ? idText : undefined;
  const rows: Row[] = [
    ...(several && idText !== undefined ? [{ chips: [cut("code", idText, inner, true)] }] : []),
    ...aboutRows(node, names, { level, folded, inner }),
  ];
  if (folded === undefined)
    for (const t of node.transitions) {
      if (isArrow(t) && !far.has(t)) continue;
      const aims = far.has(t)
        ? t.targets.flatMap((target) => (target.resolved ? [gotoChip(target.resolved, names, inner)] : []))
        : [];
      for (const chips of wrap(
        [...transitionChips(t, node, names, level, inner, whole, unread), ...aims],
        inner,
      ))
        rows.push({ chips, transition: t });
    }
  const widest = Math.max(
    sign + titleW + (id === undefined ? 0 : 7 + textWidth(id, CODE, "mono")) + clauseW,
    ...rows.map(rowWidth),
    0,
  );
  const lines = { ...(several ? { titleLines } : {}), ...wholeOf(title, label) };
  const head = headerHeight(lines) + rows.length * ROW_H + (rows.length > 0 ? 7 : 0);
  const w = Math.ceil(Math.min(most, Math.max(104, widest + 2 * SIDE + 3)));
  return {
    title,
    ...lines,
    ...(id === undefined ? {} : { id }),
    clauses,
    marks: [],
    rows,
    size: { w, h: Math.max(head, 40) },
    head,
  };
}

/** The full form of a name that was cut. */
const wholeOf = (title: string, name: string): Pick<StateContent, "full"> =>
  title.endsWith("…") && title !== name ? { full: name } : {};

/** A name on at most three lines; each keeps the space that it ends with. */
function linesOfTitle(label: string, most: number): string[] {
  const lines = wrapText(label, most, TITLE, MAX_TITLE_LINES, "strong");
  let at = 0;
  return lines.map((line) => {
    at += line.length;
    const spaced = /^\s/.test(label.slice(at));
    if (spaced) at++;
    return spaced && !line.endsWith("…") ? `${line} ` : line;
  });
}

/** Sign and name of what comes back to where a phase was, and where that is when it never was anywhere. */
function historyContent(node: StateNode, path: StatePath, names: ChartNames): StateContent {
  const name = names.state(path, node.key);
  const title = fitText(name, MAX_STATE_PX - HISTORY_W - 2 * SIDE, TITLE, "strong");
  const rows: Row[] = (node.historyTargets ?? []).flatMap(({ resolved }) =>
    resolved
      ? [
          {
            chips: [
              cut(
                "goto",
                `→ ${names.state(resolved, resolved.at(-1) ?? "")}`,
                MAX_STATE_PX - 2 * SIDE,
                false,
              ),
            ],
          },
        ]
      : [],
  );
  const w = Math.max(textWidth(title, TITLE, "strong") + HISTORY_W, ...rows.map(rowWidth)) + 2 * SIDE + 3;
  const head = HEADER_H + rows.length * ROW_H + (rows.length > 0 ? 7 : 0);
  const size = { w: Math.ceil(w), h: Math.max(head, 40) };
  return { title, ...wholeOf(title, name), clauses: [], marks: [], rows, size, head };
}

/** Who is waited for, what runs, what is done on the way in and out, what was not understood. */
function aboutRows(
  node: StateNode,
  names: ChartNames,
  { level, folded, inner }: { level: Level; folded: number | undefined; inner: number },
): Row[] {
  const chips: Chip[][] = [];
  const say = (chip: Chip) => chips.push([chip]);
  if (folded !== undefined) say(cut("folded", counted(names.words, "folded", folded), inner, false));
  if (node.meta.asks !== undefined && node.children.length === 0)
    say(cut("asks", names.words.waitsFor.replace("{who}", names.asks(node.meta.asks)), inner, false));
  if (level === "full" && node.description)
    for (const chip of broken(
      "about",
      node.description.value.replace(/\s+/g, " ").trim(),
      inner,
      false,
    ).slice(0, ABOUT_LINES))
      say(chip);
  const mono = !names.showIds;
  const code = (kind: Chip["kind"], text: string) =>
    level === "full" ? broken(kind, text, inner, mono) : [cut(kind, text, inner, mono)];
  const effects = [
    ...node.invoke.flatMap((i) => code("invoke", `⚙ ${i.src ?? i.id ?? "invoke"}`)),
    ...(level === "full" ? node.entry.flatMap((a) => code("entry", `▸ ${names.action(a)}`)) : []),
    ...(level === "full" ? node.exit.flatMap((a) => code("exit", `◂ ${names.action(a)}`)) : []),
    ...(level === "full" ? node.tags.map((tag) => cut("tag", `# ${tag}`, inner, true)) : []),
  ];
  addAll(chips, wrap(effects, inner));
  if (node.helper) say(cut("opaque", `ƒ ${node.helper.name}()`, inner, true));
  // What a later property overwrites is not there.
  const unread = node.opaque.filter(({ what }) => what !== "overwritten");
  for (const part of unread.slice(0, MAX_OPAQUE_PARTS)) say(cut("opaque", opaqueText(part), inner, true));
  if (unread.length > MAX_OPAQUE_PARTS)
    say(cut("opaque", `+${unread.length - MAX_OPAQUE_PARTS}`, inner, true));
  return chips.map((row) => ({ chips: row }));
}

/** Two clauses where they leave room for the title; else the first one and how many more there are. */
function clausesBeside(title: string, written: readonly string[], inner: number): readonly string[] {
  const all = written.map((clause) => fitText(clause, MAX_CLAUSE_PX, CODE, "mono"));
  const room = inner - textWidth(title, TITLE, "strong");
  return all.length < 2 || (all.length === 2 && clausesWidth(all) <= room)
    ? all
    : [...all.slice(0, 1), `+${all.length - 1}`];
}

const clauseWidth = (clause: string) => textWidth(clause, CODE, "mono") + 11;
const clausesWidth = (clauses: readonly string[]): number =>
  clauses.reduce((sum, clause) => sum + clauseWidth(clause) + 4, 0);
