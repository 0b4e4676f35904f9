import type { Chart, StateNode, StatePath, Transition } from "#core/chart/chart.ts";
import { unreadTargets } from "#core/chart/opaqueParts.ts";
import { pathId, pathOf, placeOf, transitionRef } from "#core/chart/places.ts";
import { type Chip, SMALL } from "#core/layout/content/chips.ts";
import { labelContent, NO_LABEL } from "#core/layout/content/labelContent.ts";
import { isArrow, nameInPhase, shortText } from "#core/layout/content/transitionText.ts";
import { wrapText } from "#core/layout/content/wrapText.ts";
import type { LineWords } from "#core/layout/level.ts";
import { type ChartNames, counted } from "#core/layout/names.ts";
import type { ArrowSet, BareItem, CalledSign, Waypoints } from "#core/layout/scene/bareItem.ts";
import { type Calls, type Return } from "#core/layout/scene/calls.ts";
import {
  againAround,
  blockId,
  type Draft,
  draftsOf,
  type Items,
  leadsTo,
  partOf,
  roleOf,
} from "#core/layout/scene/drafts.ts";
import { enterHead, headChip, type HeadEntry } from "#core/layout/scene/heads.ts";
import { hiddenParts } from "#core/layout/scene/hiddenParts.ts";
import {
  areNeighbours,
  DISTANT_HUB_EDGES,
  fansOf,
  HUB_EDGES,
  hubsOf,
  isToDistantHub,
  type Star,
  starsOf,
} from "#core/layout/scene/hubs.ts";
import type { Arrow, Part, Shown } from "#core/layout/scene/scene.ts";
import { withWords } from "#core/layout/scene/wayWords.ts";
import type { Steps } from "#core/text/steps.ts";
import { addAll } from "#core/text/addAll.ts";

/** What is drawn of a chart's states. */
interface Drawn {
  readonly items: Items;
  /** With the ports of a page: where what comes in comes from, and where what goes out goes to. */
  readonly sources: Waypoints;
  readonly targets: Waypoints;
  /** Where what comes in through a port arrives: also at a page that a state around it begins with. */
  readonly arrivals: Waypoints;
  readonly initials: ReadonlyMap<string, string>;
  readonly calls: Calls;
}

/** What is found on the way through the transitions of a chart. */
interface Sorted {
  readonly account: Map<string, Shown>;
  /** The transitions of what is closed, by the closed state. */
  readonly closed: Map<string, readonly string[]>;
  readonly drafts: Draft[];
  readonly heads: Map<string, Map<string, HeadEntry>>;
  /** What is called from drawn states, by their path id. */
  readonly callers: Map<string, CalledSign>;
  /** From callers to the phases that they call. */
  readonly callLines: Arrow[];
}

/** How much is written at arrows: which labels on the map, and from nearer whether guards stand whole. */
interface Telling {
  readonly words: LineWords;
  readonly whole?: boolean;
  /** Transitions on the map that are named jumps in any case: see `View.jumps`. */
  readonly byName?: ReadonlySet<string>;
}

/** Every transition of the chart, each as one thing: an arrow, a name in a state or a head, or hidden in what is closed. */
export function* arrowsOf(
  chart: Chart,
  names: ChartNames,
  drawn: Drawn,
  { words, whole = false, byName = NONE }: Telling,
): Steps<ArrowSet> {
  const { items, calls } = drawn;
  const { account, closed, drafts, heads, callers, callLines } = yield* sorted(chart, names, drawn, calls);
  const chips = new Map<string, Chip[]>();
  const chip = (at: string, item: Chip) => chips.set(at, [...(chips.get(at) ?? []), item]);
  for (const [id, entries] of heads) for (const entry of entries.values()) chip(id, headChip(entry));
  for (const [id, count] of calls.phases)
    chip(id, { kind: "note", text: counted(names.words, "called", count), mono: false });
  const { arrows, goto, far } = yield* drawnArrows(drawn, drafts, names, { account, whole, byName });
  const isWhole = words === "whole" || words === "inside";
  for (const jump of goto)
    for (const jumpChip of isWhole ? gotoTable(items, jump, names) : [gotoChip(items, jump, names)])
      chip(jump.at, jumpChip);
  return {
    arrows: yield* withWords(
      arrows,
      items,
      names,
      words,
      (id) => returnPart(chart, id),
      new Set(calls.phases.keys()),
    ),
    account: () => accountOf(account, closed),
    chips,
    far,
    called: new Set(calls.phases.keys()),
    callers,
    calls: together(callLines),
    letters: lettersOf(calls),
  };
}

const NO_SIGNS: Omit<ArrowSet, "arrows" | "account" | "far"> = {
  chips: new Map(),
  called: new Set(),
  callers: new Map(),
  calls: [],
  letters: new Map(),
};

/** The arrows of a whole chart at flow or full, where nothing is written in heads and no phase is called. */
export function* nearArrows(
  drawn: Pick<Drawn, "items" | "initials">,
  drafts: readonly Draft[],
  names: ChartNames,
): Steps<Omit<ArrowSet, "account">> {
  const { arrows, far } = yield* drawnArrows(drawn, drafts, names);
  return { ...NO_SIGNS, arrows, far };
}

/** Where each transition is shown; else that it is inside of what is closed. */
function accountOf(
  shown: ReadonlyMap<string, Shown>,
  closed: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, Shown> {
  const all = new Map<string, Shown>();
  for (const [at, ids] of closed) for (const id of ids) all.set(id, { as: "inside", at });
  for (const [id, item] of shown) all.set(id, item);
  return all;
}

/** Letters tell called phases apart, where there are several. */
function lettersOf({ phases }: Calls): Map<string, string> {
  const ids = phases.size > 1 ? [...phases.keys()] : [];
  return new Map(ids.map((id, i) => [id, String.fromCodePoint(65 + (i % 26))]));
}

/** Sorts all transitions: those written in heads and boxes, and those that are arrows, from where to where. */
function* sorted(chart: Chart, names: ChartNames, drawn: Drawn, calls: Calls): Steps<Sorted> {
  const { items, sources, targets, arrivals } = drawn;
  const account = new Map<string, Shown>();
  const closed = new Map<string, readonly string[]>();
  const drafts: Draft[] = [];
  const callers = new Map<string, CalledSign>();
  const callLines: Arrow[] = [];
  const letters = lettersOf(calls);
  const heads = new Map<string, Map<string, HeadEntry>>();
  /** A transition that leads somewhere, from a state that is seen in `at`. */
  const lead = (part: Part, path: StatePath, at: string) => {
    const returns = calls.returns.get(part.id);
    if (calls.passed.has(part.id) || returns) account.set(part.id, { as: "call", at });
    if (calls.passed.has(part.id)) return;
    if (returns) {
      const isIn = at.startsWith("from>");
      drafts.push(...returnDrafts(part, path, at, returns, isIn ? arrivals : targets));
      if (isIn) return;
      const [first] = returns;
      if (first) callLines.push(...callArrow(part, at, first.via, targets));
      const name = [first?.via ?? "", ...(first?.beyond ?? [])]
        .map((id) => names.state(pathOf(id), pathOf(id).at(-1) ?? ""))
        .join(" → ");
      callers.set(at, { name, letter: letters.get(first?.via ?? "") ?? "" });
      return;
    }
    drafts.push(...draftsOf(part, path, at, at.startsWith("from>") ? arrivals : targets));
    if (!account.has(part.id)) account.set(part.id, { as: "inside", at });
  };
  const sort = (node: StateNode, path: StatePath, isInner: boolean, item: BareItem) => {
    const open = isInner && (item.shape === "card" || item.shape === "compound" || item.shape === "parallel");
    for (const transition of node.transitions) {
      const part = partOf({ node, path }, transition);
      const back = calls.returns.get(part.id);
      const comesIn = back ? back.some(({ target }) => arrivals.has(target)) : leadsTo(transition, arrivals);
      if (item.shape === "port" && !comesIn) continue;
      const onHead = open && item.level === "map" && (!isArrow(transition) || transition.slot !== "onDone");
      if (onHead) {
        account.set(part.id, { as: "head", at: item.id });
        enterHead(heads, item.id, part, node, names, callAims(part, calls, names));
      } else if (isArrow(transition)) lead(part, path, item.id);
      else {
        const as = isInner ? (open || item.level !== "map" ? "listed" : "stays") : "inside";
        account.set(part.id, { as, at: item.id });
      }
    }
  };
  const visit = function* (node: StateNode, path: StatePath): Steps<void> {
    const id = pathId(path);
    const at = node.transitions.length === 0 ? undefined : sources.get(id)?.item;
    const item = at === undefined ? undefined : items.get(at);
    if (item) sort(node, path, at === id, item);
    if (items.get(id)?.folded) hidden(node, path, id);
    else for (const child of node.children) yield* visit(child, [...path, child.key]);
    yield;
  };
  /** What is closed in a state matters where it leads out of it. */
  const hidden = (node: StateNode, path: StatePath, at: string) => {
    const { ids, outward } = hiddenParts(node, path);
    closed.set(at, ids);
    for (const edge of outward) lead(edge.part, edge.path, at);
  };
  yield* visit(chart.root, []);
  return { account, closed, drafts, heads, callers, callLines };
}

/** From what calls a phase to where the game goes on after it. */
function returnDrafts(
  part: Part,
  path: StatePath,
  from: string,
  returns: readonly Return[],
  targets: Waypoints,
): Draft[] {
  return returns.flatMap(({ target, via, by, beyond }, i) => {
    const to = targets.get(target);
    if (!to || to.item === from) return [];
    const id = i === 0 ? part.id : `${part.id}~${i}`;
    const ends = { from, to: to.item, path, aim: pathOf(target) };
    const labelled = returns.length > 1 ? { ...part, by } : { ...part };
    return [{ ...part, ...ends, id, parts: [labelled], further: i > 0, via, ...(beyond ? { beyond } : {}) }];
  });
}

/** The call itself, to the phase: its line is drawn while the caller or the phase is selected or hovered. */
function callArrow(part: Part, from: string, phase: string, targets: Waypoints): Arrow[] {
  const to = targets.get(phase)?.item;
  if (to === undefined || to === from) return [];
  return [
    { ...part, id: `${part.id}~call`, from, to, parts: [part], further: true, role: "far", label: NO_LABEL },
  ];
}

/** What leads to one state from a box that names it instead of drawing a line. */
interface Goto {
  readonly at: string;
  readonly to: string;
  readonly parts: Part[];
}

interface Drawing extends Pick<Telling, "whole" | "byName"> {
  /** Undefined where nothing is on the map, and nobody asks. */
  readonly account?: Map<string, Shown>;
}

/** Drafts with how they are drawn: as lines that share a way, or by the name of where they lead. */
function* drawnArrows(
  { items, initials }: Pick<Drawn, "items" | "initials">,
  drafts: readonly Draft[],
  names: ChartNames,
  { account, whole = false, byName = NONE }: Drawing = {},
): Steps<{ arrows: readonly Arrow[]; goto: Iterable<Goto>; far: Map<string, Set<Transition>> }> {
  const hubs = account ? hubsOf(items, drafts, HUB_EDGES) : NONE;
  const distant = hubsOf(items, drafts, DISTANT_HUB_EDGES);
  const fans = account ? fansOf(items, drafts) : NONE;
  const stars = account ? starsOf(items, drafts) : NO_STARS;
  yield;
  const root = items.get("")?.node;
  const unreadOf = ({ source, parts: [part] }: Draft) =>
    root && part ? unreadTargets(root, source, part.ref.source) : undefined;
  const arrows = new Map<string, Arrow>();
  const goto = new Map<string, Goto>();
  const far = new Map<string, Set<Transition>>();
  for (const raw of drafts) {
    yield;
    const draft = againAround(items, initials, raw);
    const isDistant = isToDistantHub(items, distant, draft);
    const known = near.get(raw);
    if (!account && known && known.names === names && known.isDistant === isDistant) {
      arrows.set(raw.id, known.arrow);
      if (known.arrow.role === "far") tellFar(far, raw);
      continue;
    }
    const draftRole = roleOf(items, draft);
    const role = draftRole === "line" && isDistant ? "far" : draftRole;
    const [block, target] = [blockId(items, draft.from), blockId(items, draft.to)];
    const source = items.get(draft.from) as BareItem;
    const onMap = source.level === "map";
    const star = stars.get(block) ?? stars.get(target);
    const isKnot =
      byName.has(`${block}\n${target}`) ||
      (star === undefined && (hubs.has(target) || fans.has(block)) && !areNeighbours(items, block, target));
    if (onMap && (role === "far" || (role === "line" && isKnot))) {
      const key = `${block}\n${target}`;
      const known = goto.get(key);
      if (known) known.parts.push(draft);
      else goto.set(key, { at: block, to: draft.to, parts: [draft] });
      account?.set(draft.parts[0]?.id ?? "", { as: "chip", at: block });
      keep(arrows, { ...draft, role: "far", label: NO_LABEL });
      continue;
    }
    account?.set(draft.parts[0]?.id ?? "", { as: role, at: draft.from });
    if (role === "far") tellFar(far, draft);
    const folded = source.folded || items.get(draft.to)?.folded === true;
    const label =
      draft.further || source.folded
        ? NO_LABEL
        : labelContent(draft.transition, draft.source, names, source.level, whole, unreadOf(draft));
    const arrow: Arrow = {
      ...draft,
      role,
      label,
      ...(star?.hasStem && role === "line" ? { hub: star.hub } : {}),
    };
    if ((onMap && role !== "far") || folded) keep(arrows, arrow);
    else {
      arrows.set(arrow.id, arrow);
      if (!account) near.set(raw, { names, isDistant, arrow });
    }
  }
  return { arrows: [...arrows.values()], goto: goto.values(), far };
}

const NONE: ReadonlySet<string> = new Set();
const NO_STARS: ReadonlyMap<string, Star> = new Map();

/** Arrows from near, which are the same as long as their drafts are: an edit leaves most of them. */
const near = new WeakMap<
  Draft,
  { readonly names: ChartNames; readonly isDistant: boolean; readonly arrow: Arrow }
>();

function tellFar(far: Map<string, Set<Transition>>, { from, transition }: Draft): void {
  const transitions = far.get(from);
  if (transitions) transitions.add(transition);
  else far.set(from, new Set([transition]));
}

/** Several transitions between the same two drawn states are one arrow, those that pass the same called phase or none. */
function keep(arrows: Map<string, Arrow>, arrow: Arrow): void {
  const by = arrow.via === undefined ? "" : [arrow.via, ...(arrow.beyond ?? [])].join();
  const key = `${arrow.from}\n${arrow.to}\n${arrow.role}\n${by}`;
  const known = arrows.get(key);
  if (known) addAll(known.parts as Part[], arrow.parts);
  else arrows.set(key, { ...arrow, parts: [...arrow.parts] });
}

/** Several between the same two as one. */
function together(arrows: readonly Arrow[]): readonly Arrow[] {
  const merged = new Map<string, Arrow>();
  for (const arrow of arrows) keep(merged, arrow);
  return [...merged.values()];
}

function gotoChip(items: Items, { to, parts }: Goto, names: ChartNames): Chip {
  const item = items.get(blockId(items, to)) as BareItem;
  const count = parts.length > 1 ? ` ×${parts.length}` : "";
  return {
    kind: "goto",
    text: `→ ${names.state(item.path, item.node.key)}${count}`,
    mono: false,
    transitions: parts.map((part) => part.transition),
    transition: parts[0]?.transition as Transition,
  };
}

/** The same with on what each way is taken, on lines of their own: there is room for it on a page. */
function gotoTable(items: Items, jump: Goto, names: ChartNames): Chip[] {
  const aim = gotoChip(items, jump, names);
  const rows = jump.parts.flatMap(({ transition, source, ref }): Chip[] => {
    const from = pathId(ref.source) === jump.at ? "" : `${names.state(ref.source, source.key)}: `;
    const when = `${from}${shortText(transition, source, names)}`;
    const lines = when === "" ? [] : wrapText(when, TABLE_WIDTH_PX, SMALL, MAX_TABLE_LINES);
    return lines.map((text) => ({ kind: "note", text, mono: false, begins: true, transition }));
  });
  return [...rows, { ...aim, ...(rows.length === 0 ? { begins: true } : {}) }];
}

/** Width of the lines of such a table, and how many there are. */
const TABLE_WIDTH_PX = 240;
const MAX_TABLE_LINES = 12;

/** Of a transition that calls a phase: the phase, with the sign of a call, and where the game goes on after it, where that is known. */
function callAims({ id, transition }: Part, calls: Calls, names: ChartNames): readonly string[] | undefined {
  const nameOf = (path: string) => names.state(pathOf(path), pathOf(path).at(-1) ?? "");
  const returns = calls.returns.get(id);
  if (returns)
    return returns.map(({ target, via, beyond = [] }) =>
      [...[via, ...beyond].map((path) => `⟳ ${nameOf(path)}`), nameInPhase(pathOf(target), names)].join(
        " → ",
      ),
    );
  const [aim, ...further] = transition.targets.flatMap(({ resolved }) =>
    resolved ? [pathId(resolved)] : [],
  );
  return aim !== undefined && further.length === 0 && calls.phases.has(aim)
    ? [`⟳ ${nameOf(aim)}`]
    : undefined;
}

/** The transition by which a called phase is left. */
function returnPart(chart: Chart, id: string): Part | undefined {
  const ref = transitionRef(id);
  const place = ref && placeOf(chart, ref.source);
  const transition = place?.node.transitions.find(
    ({ slot, event, index }) => slot === ref?.slot && event === ref.event && index === ref.index,
  );
  return place && transition && partOf(place, transition);
}
