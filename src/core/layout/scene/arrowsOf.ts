import type { Chart, StatePath, Transition } from "#core/chart/chart.ts";
import { calledPhases } from "#core/chart/calledPhases.ts";
import type { Const } from "#core/chart/codeReading.ts";
import { pathId, pathOf, type PlacedState, places, transitionId } from "#core/chart/places.ts";
import type { Chip } from "#core/layout/content/chips.ts";
import { labelContent, NO_LABEL } from "#core/layout/content/labelContent.ts";
import { isArrow, shortText } from "#core/layout/content/transitionText.ts";
import { type ChartNames, triggerText } from "#core/layout/names.ts";
import type { Arrow, Part, Role, Shown } from "#core/layout/scene/scene.ts";
import type { ArrowSet, BareItem, Waypoint } from "#core/layout/scene/bareItem.ts";

/** What is drawn of a chart's states. */
interface Drawn {
  readonly items: Items;
  readonly shown: ReadonlyMap<string, Waypoint>;
  /** With the ports of a page: where what comes in comes from, and where what goes out goes to. */
  readonly sources: ReadonlyMap<string, Waypoint>;
  readonly targets: ReadonlyMap<string, Waypoint>;
  readonly initials: ReadonlyMap<string, string>;
}
type Items = ReadonlyMap<string, BareItem>;
type Draft = Omit<Arrow, "label" | "role"> & { readonly path: StatePath; readonly aim: StatePath };

/** So many phases that lead to one state are told by name: as many lines would be a knot. */
const HUB = 5;
/** At flow so many states, of which only siblings lead there by a line. */
const DISTANT_HUB = 4;

/** Every transition of the chart, each as one thing: an arrow, a name in a state or a head, or hidden in what is closed. */
export function arrowsOf(
  chart: Chart,
  names: ChartNames,
  { items, shown, sources, targets, initials }: Drawn,
  consts: readonly Const[] = [],
): ArrowSet {
  const account = new Map<string, Shown>();
  const chips = new Map<string, Chip[]>();
  const far = new Map<string, Set<Transition>>();
  const drafts: Draft[] = [];
  const calls = callsOf(chart, items, shown, consts);
  const callers = new Map<string, string>();
  const heads = new Map<string, Map<string, HeadEntry>>();
  const chip = (at: string, one: Chip) => chips.set(at, [...(chips.get(at) ?? []), one]);
  for (const place of places(chart).values())
    for (const transition of place.node.transitions) {
      const part = partOf(place, transition);
      const at = sources.get(pathId(place.path));
      const item = at && items.get(at.item);
      if (!at || !item) continue;
      const own = at.item === pathId(place.path);
      if (item.shape === "port" && !leadsTo(transition, shown)) continue;
      const open = own && (item.shape === "card" || item.shape === "compound" || item.shape === "parallel");
      if (!isArrow(transition)) {
        account.set(part.id, {
          as: own ? (open || item.level !== "map" ? "listed" : "stays") : "inside",
          at: at.item,
        });
        if (own && open && item.level === "map") {
          account.set(part.id, { as: "head", at: at.item });
          enterHead(heads, at.item, part, place, names);
        }
        continue;
      }
      const onMapHead = open && item.level === "map" && transition.slot !== "onDone";
      if (onMapHead) {
        account.set(part.id, { as: "head", at: at.item });
        enterHead(heads, at.item, part, place, names);
        continue;
      }
      if (calls.passed.has(part.id)) {
        account.set(part.id, { as: "call", at: at.item });
        continue;
      }
      const returns = calls.returns.get(part.id);
      if (returns) {
        for (const [i, { target, via }] of returns.entries()) {
          const to = targets.get(target);
          if (!to || to.item === at.item) continue;
          const id = i === 0 ? part.id : `${part.id}~${i}`;
          drafts.push({
            ...part,
            id,
            from: at.item,
            to: to.item,
            parts: [{ ...part }],
            further: i > 0,
            path: place.path,
            aim: pathOf(target),
            via,
          });
        }
        account.set(part.id, { as: "call", at: at.item });
        const [via = ""] = returns.map((back) => back.via);
        callers.set(at.item, names.state(pathOf(via), pathOf(via).at(-1) ?? ""));
        continue;
      }
      drafts.push(...draftsOf(part, place.path, at.item, at.item.startsWith("from>") ? shown : targets));
      if (!account.has(part.id)) account.set(part.id, { as: "inside", at: at.item });
    }
  for (const [id, entries] of heads) for (const entry of entries.values()) chip(id, headChip(entry));
  for (const id of calls.phases.keys())
    chip(id, {
      kind: "note",
      text: names.words.called.replace("{count}", String(calls.phases.get(id))),
      mono: false,
    });
  const hubs = hubsOf(items, drafts, HUB);
  const distant = hubsOf(items, drafts, DISTANT_HUB);
  const fans = fansOf(items, drafts);
  const found = new Map<string, Arrow>();
  const goto = new Map<string, { at: string; to: string; parts: Part[] }>();
  for (const raw of drafts) {
    const draft = againAround(items, initials, raw);
    const own = roleOf(items, draft);
    const role = own === "line" && isToDistantHub(items, distant, draft) ? "far" : own;
    const block = blockId(items, draft.from);
    const target = blockId(items, draft.to);
    const source = items.get(draft.from) as BareItem;
    const onMap = source.level === "map";
    if (
      onMap &&
      (role === "far" ||
        (role === "line" && (hubs.has(target) || fans.has(block)) && !areNeighbours(items, block, target)))
    ) {
      const key = `${block}\n${target}`;
      const known = goto.get(key);
      if (known) known.parts.push(draft);
      else goto.set(key, { at: block, to: draft.to, parts: [draft] });
      account.set(draft.parts[0]?.id ?? "", { as: "chip", at: block });
      keep(found, { ...draft, role: "far", label: NO_LABEL });
      continue;
    }
    account.set(draft.parts[0]?.id ?? "", { as: role, at: draft.from });
    if (role === "far") far.set(draft.from, (far.get(draft.from) ?? new Set()).add(draft.transition));
    const folded = source.folded || items.get(draft.to)?.folded === true;
    const label =
      draft.further || source.folded
        ? NO_LABEL
        : labelContent(draft.transition, draft.source, names, source.level);
    const arrow: Arrow = { ...draft, role, label };
    if ((onMap && role !== "far") || folded) keep(found, arrow);
    else found.set(arrow.id, arrow);
  }
  for (const { at, to, parts } of goto.values()) {
    const item = items.get(blockId(items, to)) as BareItem;
    const count = parts.length > 1 ? ` ${parts.length}` : "";
    const text = `→ ${names.state(item.path, item.node.key)}${count}`;
    chip(at, {
      kind: "goto",
      text,
      mono: false,
      transitions: parts.map((p) => p.transition),
      transition: parts[0]?.transition as Transition,
    });
  }
  return { arrows: [...found.values()], account, chips, far, called: new Set(calls.phases.keys()), callers };
}

/** Several transitions between the same two drawn states are one arrow, those that pass the same called phase or none. */
function keep(found: Map<string, Arrow>, arrow: Arrow): void {
  const key = `${arrow.from}\n${arrow.to}\n${arrow.role}\n${arrow.via ?? ""}`;
  const known = found.get(key);
  found.set(key, known ? { ...known, parts: [...known.parts, ...arrow.parts] } : arrow);
}

function partOf({ node, path }: PlacedState, transition: Transition): Part {
  const { slot, event, index } = transition;
  const ref = { source: path, slot, ...(event === undefined ? {} : { event }), index };
  return { id: transitionId(ref), ref, transition, source: node };
}

/** What one event does that may happen anywhere in a phase. */
interface HeadEntry {
  readonly text: string;
  readonly transitions: Transition[];
  readonly aims: Set<string>;
  stays: boolean;
}

function enterHead(
  heads: Map<string, Map<string, HeadEntry>>,
  id: string,
  { transition }: Part,
  place: PlacedState,
  names: ChartNames,
): void {
  // what it asks for is told on a closer look
  const { slot } = transition;
  const text =
    slot === "always" ? shortText(transition, place.node, names) : triggerText(transition, names).text;
  const entries = heads.get(id) ?? new Map<string, HeadEntry>();
  heads.set(id, entries);
  const known = entries.get(text) ?? { text, transitions: [], aims: new Set<string>(), stays: false };
  entries.set(text, known);
  known.transitions.push(transition);
  const aims = transition.targets.flatMap((t) =>
    t.resolved ? [names.state(t.resolved, t.resolved.at(-1) ?? "")] : [],
  );
  for (const aim of aims) known.aims.add(aim);
  if (aims.length === 0) known.stays = true;
}

function headChip({ text, transitions, aims, stays }: HeadEntry): Chip {
  const ways = [...aims].join(" / ");
  const signs = [text, ...(ways === "" ? [] : [`→ ${ways}`]), ...(stays ? ["↺"] : [])].filter(
    (part) => part !== "",
  );
  return {
    kind: "event",
    text: signs.join(" "),
    mono: false,
    transition: transitions[0] as Transition,
    transitions,
  };
}

interface Calls {
  /** Where the game goes on after a call, by the calling transition. */
  readonly returns: ReadonlyMap<string, readonly { readonly target: string; readonly via: string }[]>;
  /** Ways out of called phases that the callers' lines tell of. */
  readonly passed: ReadonlySet<string>;
  /** How many call, by path id of what is drawn of the phase. */
  readonly phases: ReadonlyMap<string, number>;
}

/** So many ways on after one call tell nothing any more: the lines to the phase and out of it stay. */
const MOST_RETURNS = 3;

/** Calls that can be told by a line from the caller to where the game goes on: on the map, where both are drawn. */
function callsOf(
  chart: Chart,
  items: Items,
  shown: ReadonlyMap<string, Waypoint>,
  consts: readonly Const[],
): Calls {
  const returns = new Map<string, { target: string; via: string }[]>();
  const passed = new Set<string>();
  const phases = new Map<string, number>();
  for (const phase of calledPhases(chart, consts)) {
    const drawn = shown.get(phase.id);
    if (!drawn || items.get(drawn.item)?.level !== "map" || drawn.item !== phase.id) continue;
    const told = phase.calls.filter(
      (call) => call.by !== "none" && call.returns.length > 0 && call.returns.length <= MOST_RETURNS,
    );
    const vague = phase.calls.filter((call) => !told.includes(call));
    for (const call of told)
      returns.set(
        call.transition,
        call.returns.map(({ target }) => ({ target, via: phase.id })),
      );
    const open = new Set(
      [...phase.open, ...phase.exits, ...vague.flatMap((call) => call.returns)].map((c) => c.transition),
    );
    for (const call of told)
      for (const { transition } of call.returns) if (!open.has(transition)) passed.add(transition);
    if (told.length > 0) phases.set(phase.id, phase.calls.length);
  }
  return { returns, passed, phases };
}

/** One draft a target; none for what happens wholly inside a closed state. */
function draftsOf(part: Part, path: StatePath, from: string, shown: ReadonlyMap<string, Waypoint>): Draft[] {
  const drafts: Draft[] = [];
  for (const target of part.transition.targets) {
    if (target.resolved === null) continue;
    const aim = shown.get(pathId(target.resolved));
    if (!aim) continue;
    const own = from === pathId(path);
    const inside = aim.item === from && !(own && pathId(target.resolved) === from);
    if (inside) continue;
    const further = drafts.length > 0;
    const id = further ? `${part.id}~${drafts.length}` : part.id;
    drafts.push({
      ...part,
      id,
      from,
      to: aim.item,
      parts: [{ ...part }],
      further,
      path,
      aim: target.resolved,
    });
  }
  return drafts;
}

const blockId = (items: Items, id: string): string => {
  const item = items.get(id);
  return item?.shape === "row" ? (item.parent ?? id) : id;
};

function roleOf(items: Items, { from, to, path, aim }: Draft): Role {
  const [source, target] = [items.get(from), items.get(to)] as [BareItem, BareItem];
  if (
    source.shape === "row" &&
    target.shape === "row" &&
    source.parent === target.parent &&
    source.parent !== undefined
  )
    return source.next === target.id ? "tick" : "arc";
  if (source.shape === "row" && source.parent === to) return "arc";
  if (source.shape === "port" || target.shape === "port") return "line";
  // out of the text's own inside, and back to what one stands in, no line leads
  if (from !== to && (isInside(from, to) || isInside(to, from))) return "far";
  if (
    source.level !== "map" &&
    bordersBetween(path, aim) >= 2 &&
    bordersBetween(source.path, target.path) >= 2
  )
    return "far";
  return "line";
}

/** A row that leads to what it stands in begins that again: on the map its line leads to where that starts. */
function againAround(items: Items, initials: ReadonlyMap<string, string>, draft: Draft): Draft {
  const source = items.get(draft.from);
  // what comes into the page by its name begins where the page does
  if (source?.shape === "port" && items.get(draft.to)?.parent === undefined)
    return { ...draft, to: initials.get(draft.to) ?? draft.to };
  if (!source || source.level !== "map" || !isInside(draft.from, draft.to)) return draft;
  if (source.shape === "row" && source.parent === draft.to) return draft;
  let to: string | undefined = initials.get(draft.to);
  while (to !== undefined && isInside(draft.from, to)) to = initials.get(to);
  return to === undefined || to === draft.from || !items.has(to) ? draft : { ...draft, to };
}

const leadsTo = (transition: Transition, shown: ReadonlyMap<string, Waypoint>): boolean =>
  transition.targets.some((target) => target.resolved !== null && shown.has(pathId(target.resolved)));

const isInside = (id: string, around: string): boolean => around === "" || id.startsWith(`${around}.`);

/** Compound borders that a line between two states passes, their own not counted. */
export function bordersBetween(from: StatePath, to: StatePath): number {
  let shared = 0;
  while (shared < from.length && shared < to.length && from[shared] === to[shared]) shared++;
  const beyond = (path: StatePath) => Math.max(0, path.length - shared - 1);
  return beyond(from) + beyond(to);
}

/** Many lead there: at flow only its siblings do so by a line. */
function isToDistantHub(items: Items, hubs: ReadonlySet<string>, { from, to }: Draft): boolean {
  const [source, target] = [items.get(from), items.get(to)];
  return source?.level !== "map" && hubs.has(blockId(items, to)) && source?.parent !== target?.parent;
}

function hubsOf(items: Items, drafts: readonly Draft[], least: number): ReadonlySet<string> {
  const sources = new Map<string, Set<string>>();
  for (const draft of drafts) {
    const [from, to] = [blockId(items, draft.from), blockId(items, draft.to)];
    if (from !== to) sources.set(to, (sources.get(to) ?? new Set()).add(from));
  }
  return new Set([...sources].flatMap(([to, from]) => (from.size >= least ? [to] : [])));
}

/** So many phases that one leads to are told by name too: it goes on where the context says. */
const FAN = 7;

function fansOf(items: Items, drafts: readonly Draft[]): ReadonlySet<string> {
  const aims = new Map<string, Set<string>>();
  for (const draft of drafts) {
    const [from, to] = [blockId(items, draft.from), blockId(items, draft.to)];
    if (from !== to) aims.set(from, (aims.get(from) ?? new Set()).add(to));
  }
  return new Set([...aims].flatMap(([from, to]) => (to.size >= FAN ? [from] : [])));
}

/** Beside each other in the order of the text. */
function areNeighbours(items: Items, a: string, b: string): boolean {
  const [one, other] = [items.get(a), items.get(b)];
  if (!one || !other || one.parent === undefined || one.parent !== other.parent) return false;
  const siblings = items.get(one.parent)?.node.children ?? [];
  return Math.abs(siblings.indexOf(one.node) - siblings.indexOf(other.node)) === 1;
}
