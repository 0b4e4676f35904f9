import type { Chart, Target, Transition } from "#core/chart/chart.ts";
import { unreadTargets } from "#core/chart/opaqueParts.ts";
import { pathId } from "#core/chart/places.ts";
import { sameState } from "#core/chart/sameState.ts";
import { asksTableToo } from "#core/layout/content/askTexts.ts";
import type { Chip } from "#core/layout/content/chips.ts";
import {
  questionWidth,
  boxContent,
  headContent,
  type Naming,
  portContent,
  rowContent,
} from "#core/layout/content/mapContent.ts";
import { stateContent, type StateContent } from "#core/layout/content/stateContent.ts";
import type { Held } from "#core/layout/level.ts";
import { type ChartNames, counted } from "#core/layout/names.ts";
import { endsFrom, endTexts } from "#core/layout/scene/ends.ts";
import { portOf } from "#core/layout/scene/ports.ts";
import type { Steps } from "#core/text/steps.ts";
import type { Arrow, Item } from "#core/layout/scene/scene.ts";
import { type ArrowSet, type BareItem, type CalledSign, countSteps } from "#core/layout/scene/bareItem.ts";

const NO_CHIPS: readonly Chip[] = [];
const NOTHING: ReadonlySet<Transition> = new Set();
const NO_TARGETS: ReadonlySet<Target> = new Set();

/**
 * What the signs of states show of the transitions to and from them, and whether those whom they ask are named, and the steps of a closed
 * phase; `whole`: on a page.
 */
interface Given extends Omit<ArrowSet, "calls" | "account"> {
  readonly asks: boolean;
  readonly held?: Held;
  readonly whole?: boolean;
}

/** What is written in each drawn state. What stays the same stays the same object, so that what is drawn of it may stay. */
export function* contentsOf(
  chart: Chart,
  items: ReadonlyMap<string, BareItem>,
  names: ChartNames,
  { arrows, chips, far, called, callers, letters, asks, held = "", whole = false }: Given,
): Steps<Map<string, Item>> {
  const contents = new Map<string, Item>();
  const followers = new Set(arrows.flatMap(({ role, to }) => (role === "tick" ? [to] : [])));
  const below = new Set([...items.values()].flatMap(({ next }) => next ?? []));
  const write = (id: string, item: BareItem, named: Naming | undefined) => {
    const aims = far.get(id) ?? NOTHING;
    const isNear = item.level !== "map" && item.shape !== "port";
    const unread = isNear ? unreadTargets(chart.root, item.node, item.path) : NO_TARGETS;
    const known = isNear ? near.get(item) : undefined;
    if (known && known.names === names && isSameSet(known.aims, aims) && isSameSet(known.unread, unread)) {
      contents.set(id, known.item);
      return;
    }
    const stateChips = chips.get(id) ?? NO_CHIPS;
    const calls = callers.get(id);
    const letter = called.has(id) ? (letters.get(id) ?? "") : undefined;
    const end = endOf(chart, item, names, arrows);
    const table = item.level === "map" && asksTableToo(chart, item.node);
    const holds =
      item.folded && item.level === "map" && (held === " steps" || (held === " outer" && item.depth === 1));
    const key = `${named} ${table} ${whole} ${holds} ${JSON.stringify(item.tells ?? "")} ${item.shape} ${item.level} ${item.folded} ${id} ${keyOf(stateChips)} ${calls?.name} ${calls?.letter} ${letter} ${end.ends} ${end.from?.join("\n")} ${[...unread].map(({ text }) => text).join()} ${[...aims].map((t) => `${t.slot}${t.event}${t.index}`).join()}`;
    const written: Item = {
      ...item,
      called: called.has(id),
      ...(below.has(id) && !followers.has(id) ? { apart: true } : {}),
      content: remembered(item, names, key, () =>
        contentOf(item, names, stateChips, aims, {
          calls,
          letter,
          named,
          table,
          whole,
          holds,
          unread,
          ...end,
        }),
      ),
    };
    contents.set(id, written);
    if (isNear) near.set(item, { names, aims, unread, item: written });
  };
  for (const [id, item] of items) {
    write(id, item, asks && item.shape !== "row" ? "below" : undefined);
    yield;
  }
  for (const { id, named } of namedIn(contents, names, asks)) {
    const item = items.get(id);
    if (item) write(id, item, named);
    yield;
  }
  return contents;
}

/**
 * Drawn states at flow and full, which say the same as long as they are the same, are called the same, and the same ways out of them
 * are listed by name: an edit leaves most of them (`stretches`).
 */
const near = new WeakMap<
  BareItem,
  {
    readonly names: ChartNames;
    readonly aims: ReadonlySet<Transition>;
    readonly unread: ReadonlySet<Target>;
    readonly item: Item;
  }
>();

function isSameSet<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const value of a) if (!b.has(value)) return false;
  return true;
}

/** Steps that name the player who decides: beside the step where their card is wide enough anyway, else below it where that is wanted. */
function namedIn(
  items: ReadonlyMap<string, Item>,
  names: ChartNames,
  asks: boolean,
): { readonly id: string; readonly named: Naming }[] {
  const rows = [...items.values()].filter(({ shape }) => shape === "row");
  const widest = new Map<string, number>();
  for (const { parent = "", content } of rows)
    widest.set(parent, Math.max(widest.get(parent) ?? 0, content.size.w));
  return rows.flatMap(({ id, node, parent = "", content }) => {
    const who = node.meta.asks;
    if (who === undefined || typeof who === "string") return [];
    if (content.size.w + questionWidth(names.asks(who)) <= (widest.get(parent) ?? 0))
      return { id, named: "beside" as const };
    return asks ? { id, named: "below" as const } : [];
  });
}

/** What a state calls, and the letter it is called by; undefined where it is not. */
interface Calling extends Ending {
  readonly calls: CalledSign | undefined;
  readonly letter: string | undefined;
  readonly named: Naming | undefined;
  readonly table: boolean;
  readonly whole: boolean;
  /** It is closed and names the states that it holds. */
  readonly holds: boolean;
  /** Targets that may lie in code that was not read. */
  readonly unread: ReadonlySet<Target>;
}

/** What a state on the map has to do with the end of the machine: the ends that it leads to, or from where it is reached as one. */
interface Ending {
  readonly ends?: string;
  readonly from?: readonly string[];
}

function endOf(chart: Chart, item: BareItem, names: ChartNames, arrows: readonly Arrow[]): Ending {
  if (item.level !== "map") return {};
  if (item.shape === "final") {
    const lines = arrows.filter(({ role, to }) => role === "line" && to === item.id);
    const drawn = new Set(lines.flatMap(({ parts }) => parts.map(({ ref }) => pathId(ref.source))));
    return { from: endTexts(chart, item.id, names, drawn) };
  }
  const ends = endsFrom(chart, item);
  return ends.length === 0 ? {} : { ends: ends.map((id) => names.state([id], id)).join(", ") };
}

const keyOf = (chips: readonly Chip[]): string => chips.map((chip) => chip.text).join("\n");

function contentOf(
  item: BareItem,
  names: ChartNames,
  chips: readonly Chip[],
  far: ReadonlySet<Transition>,
  { calls, letter, named, table, whole, holds, unread, ends, from }: Calling,
): StateContent {
  const { node, path, shape, level } = item;
  const folded = item.folded ? countSteps(node) : undefined;
  if (shape === "port") return portContent(portName(item, names), portOf(item.id)?.way ?? "to", node, names);
  if (level !== "map") return stateContent(node, path, names, { level, folded, far, whole, unread });
  if (shape === "row") return rowContent(node, path, names, { calls, ends, named, table });
  if (shape === "card") return headContent(node, path, names, chips, true, { letter, ends, named });
  if (shape === "compound" || shape === "parallel")
    return headContent(node, path, names, chips, false, { letter, ends, named });
  return boxContent(node, path, names, chips, folded, { calls, letter, ends, from, named, table, holds });
}

/** The step that a port stands for, and the phase that it stands in; or the phase, and how many of its steps. */
function portName({ path, node, tells }: BareItem, names: ChartNames): string {
  const name = names.state(path, node.key);
  if (tells && "count" in tells) return `${name} (${counted(names.words, "steps", tells.count)})`;
  const phase = tells?.in ?? [];
  return phase.length === 0 ? name : `${name} (${names.state(phase, phase.at(-1) ?? "")})`;
}

/** What was written in a state, and of which record of it, in which words. */
interface Memo {
  readonly node: BareItem["node"];
  readonly names: ChartNames;
  readonly key: string;
  readonly content: StateContent;
}

/** By the properties of a state, which stay the same record when only its place in the text moves. */
const memos = new WeakMap<BareItem["node"]["props"], readonly Memo[]>();
/** Contents that are cached for one state: closed and open, at each of the three levels. */
const MAX_MEMOS_PER_STATE = 6;

function remembered(item: BareItem, names: ChartNames, key: string, make: () => StateContent): StateContent {
  const { node } = item;
  const cached = memos.get(node.props) ?? [];
  const same = cached.filter((memo) => memo.key === key && sameState(memo.node, node));
  const known = same.find((memo) => memo.names === names);
  if (known?.node === node) return known.content;
  const newContent = known ? undefined : make();
  // other labels may say the same of it
  const content =
    known?.content ?? same.find((memo) => isAlike(memo.content, newContent))?.content ?? newContent!;
  // The record as it is now: an older one would keep the chart alive that it is of.
  const others = cached.filter((memo) => memo !== known);
  memos.set(node.props, [{ node, names, key, content }, ...others.slice(0, MAX_MEMOS_PER_STATE - 1)]);
  return content;
}

function isAlike(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const [entries, other] = [Object.entries(a), b as Record<string, unknown>];
  return (
    entries.length === Object.keys(b).length &&
    entries.every(([key, value]) => Object.hasOwn(other, key) && isAlike(value, other[key]))
  );
}
