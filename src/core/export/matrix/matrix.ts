import type { Asks, Chart, Guard, StateNode, StatePath, Transition } from "#core/chart/chart.ts";
import { type PlacedState, pathId, placeOf, places } from "#core/chart/places.ts";
import type { PayloadType } from "#core/chart/payload.ts";
import type { Move, Moves } from "#core/ruleset/ruleset.ts";
import {
  distinct,
  type GuardSenders,
  inBoth,
  role,
  seat,
  type Sender,
  senderKey,
} from "#core/semantics/senders.ts";

/**
 * Who may do what, and in which phase: the events that each state accepts, by who may send them. A guard decides; where it leaves the sender
 * open the type of the event does, then `moves.json`, then whom the state asks. Where nothing does, anyone may send.
 */
export interface Matrix {
  /** Roles in the order of play, then seats that the context names, chance and the table. */
  readonly senders: readonly Sender[];
  /** States with an event of their own, in the order of the chart. What a state accepts, those within it accept as well. */
  readonly rows: readonly MatrixRow[];
}

export interface MatrixRow {
  readonly path: StatePath;
  /** By the key of the sender; nothing for those who may do nothing there. */
  readonly cells: ReadonlyMap<string, readonly MatrixEvent[]>;
}

/** An event in a cell. */
export interface MatrixEvent {
  /** The first of the transitions that take it. */
  readonly transition: Transition;
  /** One of them has to hold; none where the event is accepted in any case. */
  readonly conditions: readonly Guard[];
  /** A state around this one accepts it, and this one does not. */
  readonly isForbidden: boolean;
}

export function matrixOf(chart: Chart, senders: GuardSenders, moves: Moves | undefined): Matrix {
  const used = new Map<string, Sender>();
  const rows: MatrixRow[] = [];
  const rowsById = new Map<string, MatrixRow>();
  for (const place of places(chart).values()) {
    const cells = new Map<string, MatrixEvent[]>();
    for (const transitions of byEvent(place.node)) {
      const own = cellsOf(transitions, place, { chart, senders, moves, used });
      for (const [key, event] of own) cells.set(key, [...(cells.get(key) ?? []), event]);
      // Without a guard it is the last that is asked: what is accepted further out ends here for everybody else.
      const last = transitions.find(({ guard }) => !guard);
      if (!last || !forbids(last)) continue;
      const event = { transition: last, conditions: [], isForbidden: true };
      for (const key of outerKeys(place, last, rowsById))
        if (!own.has(key)) cells.set(key, [...(cells.get(key) ?? []), event]);
    }
    if (cells.size === 0) continue;
    const row = { path: place.path, cells };
    rows.push(row);
    rowsById.set(pathId(place.path), row);
  }
  return { senders: [...used.values()].toSorted((a, b) => rank(a) - rank(b)), rows };
}

/** A transition that goes nowhere and does nothing: XState does not ask the states around it then. */
const forbids = ({ targets, actions, form, reenter }: Transition): boolean =>
  form === "null" || (targets.length === 0 && actions.length === 0 && form !== "other" && !reenter);

/** The transitions that an event can be sent for, those of one event together. */
function byEvent({ transitions }: StateNode): readonly (readonly Transition[])[] {
  const all = new Map<string, Transition[]>();
  for (const transition of transitions) {
    if (transition.slot !== "on" && transition.slot !== "route") continue;
    const key = `${transition.slot} ${transition.event ?? ""}`;
    all.set(key, [...(all.get(key) ?? []), transition]);
  }
  return [...all.values()];
}

interface Source {
  readonly chart: Chart;
  readonly senders: GuardSenders;
  readonly moves: Moves | undefined;
  readonly used: Map<string, Sender>;
}

/** The cells in which one event of a state stands. */
function cellsOf(
  transitions: readonly Transition[],
  place: PlacedState,
  source: Source,
): ReadonlyMap<string, MatrixEvent> {
  const cells = new Map<string, MatrixEvent>();
  const always = new Set<string>();
  for (const transition of transitions) {
    if (forbids(transition)) {
      // XState asks no later transition once this one is taken.
      if (!transition.guard) break;
      continue;
    }
    const event = transition.event ?? "";
    const all = sendersOf(transition, place, source);
    for (const sender of all) {
      const key = senderKey(sender);
      source.used.set(key, source.used.get(key) ?? sender);
      const condition = transition.guard && source.senders.beside(transition.guard, event, [sender]);
      if (!condition) always.add(key);
      const before = cells.get(key);
      const conditions = always.has(key)
        ? []
        : [...(before?.conditions ?? []), ...(condition ? [condition] : [])];
      cells.set(key, { transition: before?.transition ?? transition, conditions, isForbidden: false });
    }
  }
  return cells;
}

/** The senders for whom a state around this one accepts an event. */
function outerKeys(
  place: PlacedState,
  { slot, event }: Transition,
  rows: ReadonlyMap<string, MatrixRow>,
): readonly string[] {
  const keys = new Set<string>();
  for (let at = place.parent; at; at = at.parent)
    for (const [key, events] of rows.get(pathId(at.path))?.cells ?? [])
      if (
        events.some(
          (one) => one.transition.slot === slot && one.transition.event === event && !one.isForbidden,
        )
      )
        keys.add(key);
  return [...keys];
}

/** Who may send the event of a transition. */
export function sendersOf(
  { guard, event = "" }: Transition,
  place: PlacedState,
  { chart, senders, moves }: Omit<Source, "used">,
): readonly Sender[] {
  const byGuard = guard && senders.of(guard, event);
  const byType = typeSenders(chart, event);
  if (byGuard) return byType ? inBoth(byGuard, byType) : byGuard;
  if (byType) return byType;
  const asked = askedIn(chart, place).map(role);
  const whoAsked = asked.length > 0 ? asked : [role("anyone")];
  const proposed = Object.hasOwn(moves?.moves ?? {}, event) ? (moves?.moves[event] ?? []) : [];
  const here = proposed.filter((move) => move.in === undefined || mayBeTogether(chart, place.path, move.in));
  if (here.length === 0) return whoAsked;
  return distinct(here.flatMap((move) => senderIn(move, senders) ?? whoAsked));
}

/** The seats that a type such as `by: "chance" | "table"` names. */
function typeSenders(chart: Chart, event: string): readonly Sender[] | undefined {
  const type = chart.events
    ?.find((one) => one.type === event)
    ?.fields.find(({ name }) => name === "by")?.type;
  const seats = type && literalsOf(type);
  return seats && distinct(seats.map(seat));
}

function literalsOf(type: PayloadType): readonly string[] | undefined {
  if (type.kind === "literal") return typeof type.value === "string" ? [type.value] : undefined;
  if (type.kind !== "union") return undefined;
  const parts = type.of.map(literalsOf);
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

function senderIn({ fields }: Move, senders: GuardSenders): readonly Sender[] | undefined {
  const { values, each } = fields?.["by"] ?? {};
  const list = values ?? each;
  if (typeof list === "string") return senders.inList(list);
  return Array.isArray(list) && list.every((one) => typeof one === "string")
    ? senders.inList(list)
    : undefined;
}

/** Whether both states can be active at once: one is within the other, or they are in regions of a parallel state. */
function mayBeTogether(chart: Chart, path: StatePath, id: string): boolean {
  const other = [...places(chart).values()].find((place) => pathId(place.path) === id)?.path;
  if (!other) return false;
  const shared = path.findIndex((key, i) => key !== other[i]);
  const depth = shared < 0 ? path.length : shared;
  if (depth === path.length || depth === other.length) return true;
  return placeOf(chart, path.slice(0, depth))?.node.type === "parallel";
}

/** Whom the machine asks while a state is active: its own question, that of a state around it, or those of the steps within it. */
function askedIn(chart: Chart, place: PlacedState): readonly Asks[] {
  const inner: Asks[] = [];
  const visit = (node: StateNode, outer: Asks | undefined): void => {
    const asks = node.meta.asks ?? outer;
    if (node.children.length === 0 && asks && node.type !== "final") inner.push(asks);
    for (const child of node.children) visit(child, asks);
  };
  let outer: Asks | undefined;
  for (let at = place.parent; at && outer === undefined; at = at.parent) outer = at.node.meta.asks;
  visit(place.node, outer);
  return inner;
}

const ORDER = ["turnPlayer", "opponent", "everyone", "anyone"];

/** Where the column of a sender stands. */
function rank(sender: Sender): number {
  const key = senderKey(sender);
  if (key === "chance") return 98;
  if (key === "table") return 99;
  const place = ORDER.indexOf(key);
  return place < 0 ? ORDER.length : place;
}
