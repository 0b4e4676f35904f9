import type { AddWay } from "#adapters/flow/canvasProps.ts";
import type { StateNode, StatePath } from "#core/chart/chart.ts";
import {
  pathId,
  pathOf,
  type PlacedState,
  placeOf,
  transitionId,
  transitionOf,
  transitionRef,
  type TransitionRef,
} from "#core/chart/places.ts";
import { type LinePlace, moveInto } from "#core/layout/arrangement/arrange.ts";
import {
  type Arrangement,
  type CompoundLines,
  compoundIn,
  type Flow,
} from "#core/layout/arrangement/arrangement.ts";
import { linesOf } from "#core/layout/arrangement/linesOf.ts";
import { declareEvent } from "#app/gestures/declareEvent.ts";
import { newTransition } from "#app/gestures/newTransition.ts";
import { offersFor } from "#app/gestures/offersFor.ts";
import { beginOffer } from "#app/gestures/runOffer.ts";
import type { Selection } from "#app/studio/route.ts";
import type { Studio } from "#app/studio/Studio.ts";

/*
 * What is drawn on the canvas becomes commands here: a state that is added, deleted or handed to another one stands where the pointer let it go, and
 * a transition that is drawn waits for its name. Each is one step that one undo takes back. Loaded after the first picture, as the
 * commands are.
 */

/** Where a new state goes: at a place, or beside another one. */
export type NewStatePlace =
  | { readonly at: LinePlace }
  | { readonly beside: string; readonly way: AddWay; readonly flow: Flow };

/** A state that was made, whose name the person types next, and the transition that leads to it. */
export interface NewState {
  readonly path: StatePath;
  /** Id of the transition. */
  readonly transition: string | undefined;
}

/**
 * A new state where it belongs in the lines of its parent, selected.
 * @param source from which a transition leads to it
 * @returns undefined where it was refused
 */
export function addState(
  studio: Studio,
  arrangement: Arrangement,
  parent: StatePath,
  place: NewStatePlace | undefined,
  source?: StatePath,
): NewState | undefined {
  const gesture = `make:${Date.now()}`;
  const before = studio.editor.graphNow()?.chart;
  const around = before && placeOf(before, parent);
  if (!around || studio.editor.command("state.add", { parent }, { joins: gesture }) !== undefined)
    return undefined;
  const after = studio.editor.graphNow()?.chart;
  const now = after && placeOf(after, parent)?.node;
  const known = new Set(around.node.children.map(({ key }) => key));
  const key = now?.children.find((child) => !known.has(child.key))?.key;
  if (!now || key === undefined) return undefined;
  const target = [...parent, key];
  let transition: Selection = null;
  if (source) {
    const usedEvents = (placeOf(after, source)?.node.transitions ?? []).map(({ event }) => event ?? "");
    const event = freshEvent("NEXT", usedEvents);
    declareEvent(studio, before, event, gesture);
    const args = { source, slot: "on", event, target } as const;
    if (studio.editor.command("transition.add", args, { joins: gesture }) !== undefined) {
      studio.editor.undo();
      return undefined;
    }
    const led = studio.editor.graphNow()?.chart;
    transition = led ? newTransition(after, led, source) : null;
  }
  askAsNeighbour(studio, around, source, target, gesture);
  const file = compoundIn(arrangement, pathId(parent));
  const lines = place && moveIn(linesOf(around.node, parent, file), key, place);
  const chart = studio.editor.graphNow()?.chart;
  const currentLines = linesOf((chart && placeOf(chart, parent)?.node) ?? now, parent, file);
  // What stands there by itself needs no line in the file.
  if (lines && JSON.stringify(lines.lines) !== JSON.stringify(currentLines.lines))
    studio.editor.arrange({ [pathId(parent)]: lines }, "move", gesture);
  studio.navigation.select({ kind: "state", id: pathId(target) });
  return { path: target, transition: transition?.id };
}

/** Hands a state to another parent, at a place in its lines. */
export function moveState(
  studio: Studio,
  arrangement: Arrangement,
  path: StatePath,
  parent: StatePath,
  place: LinePlace | undefined,
): void {
  const gesture = `reparent:${Date.now()}`;
  const before = studio.editor.graphNow()?.chart;
  const goal = before && placeOf(before, parent);
  if (studio.editor.command("state.move", { state: path, parent }, { joins: gesture }) !== undefined) return;
  const key = path.at(-1);
  if (!goal || !place || key === undefined) return;
  const lines = linesOf(goal.node, parent, compoundIn(arrangement, pathId(parent)));
  studio.editor.arrange({ [pathId(parent)]: moveInto(lines, [key], place) }, "move", gesture);
}

/** A transition between two states, with a name that stands in for the event that the person types next. */
export function connectStates(
  studio: Studio,
  source: StatePath,
  target: StatePath,
  revision: number | undefined,
): void {
  const chart = studio.editor.graphNow()?.chart;
  const usedEvents = (chart && placeOf(chart, source)?.node.transitions)?.map((x) => x.event ?? "") ?? [];
  const args = { source, slot: "on", event: freshEvent("EVENT", usedEvents), target } as const;
  if (studio.editor.command("transition.add", args, { revision }) !== undefined) return;
  // The name is a placeholder for the one that the person types next; the warning comes when they leave it as it is.
  studio.window.unsay("warning.event-missing");
  const added = studio.editor.graphNow()?.chart;
  const transition = chart && added && newTransition(chart, added, source);
  if (transition?.kind !== "transition") return;
  studio.navigation.select(transition);
  studio.window.set({ requested: { transition: transition.id, field: "event", isNew: true } });
}

/**
 * After the name of a new state comes the event of the transition that leads to it.
 * @param id of the transition
 * @returns whether it is requested now
 */
export function nameTransition(studio: Studio, id: string | undefined): boolean {
  const { selection } = studio.navigation.route;
  const chart = studio.editor.graphNow()?.chart;
  const ref = id === undefined ? undefined : transitionRef(id);
  if (id === undefined || !ref || selection?.kind !== "state" || !chart || !transitionOf(chart, ref))
    return false;
  studio.navigation.select({ kind: "transition", id });
  studio.window.set({ requested: { transition: id, field: "event", isNew: true, target: selection.id } });
  return true;
}

/** The event of a transition, or its guard where none is written, is to be another one. */
export function editTransition(studio: Studio, ref: TransitionRef): void {
  const transition = transitionId(ref);
  studio.navigation.select({ kind: "transition", id: transition });
  const field = ref.slot === "on" || ref.slot === "after" ? "event" : "guard";
  studio.window.set({ requested: { transition, field } });
}

/** Deletes what is chosen on the graph, with the states chosen beside it, as the menu would. */
export function deleteSelected(studio: Studio, chosen: Selection): void {
  const { graph, also } = studio.get();
  const offers = graph?.chart ? offersFor(graph.chart, chosen, { also: also.map(pathOf) }) : [];
  const removal = offers.find(({ group }) => group === "delete");
  if (removal) beginOffer(studio, removal);
}

/**
 * A new state asks whom its neighbour asks: the state that leads to it, else the last of its siblings that says so. The first of a chart
 * asks the turn player, where the context has one.
 */
function askAsNeighbour(
  studio: Studio,
  { node, path }: PlacedState,
  source: StatePath | undefined,
  state: StatePath,
  gesture: string,
): void {
  const context = studio.editor.graphNow()?.chart?.context;
  const isFirst = path.length === 0 && node.children.length === 0;
  const first =
    isFirst && context?.some(({ name }) => name === "turnPlayer") ? ("turnPlayer" as const) : undefined;
  // Whom a field of the context names is a matter of the state that says so.
  const roleOf = (states: readonly StateNode[]) =>
    states.findLast(({ meta }) => typeof meta.asks === "string")?.meta.asks;
  const neighbours = source ? node.children.filter(({ key }) => key === source.at(-1)) : node.children;
  const isByField = neighbours.some(({ meta }) => typeof meta.asks === "object");
  const value = roleOf(neighbours) ?? (isByField ? roleOf(node.children) : undefined) ?? first;
  if (value !== undefined)
    studio.editor.attempt({ id: "state.setMeta", args: { state, key: "asks", value } }, { joins: gesture });
}

/** The lines with a newcomer: beside a state in its line, or as a line behind it, as the lines run. */
function moveIn(lines: CompoundLines, key: string, place: NewStatePlace): CompoundLines {
  if ("at" in place) return moveInto(lines, [key], place.at);
  const line = lines.lines.findIndex((keys) => keys.includes(place.beside));
  const isAcross = (place.way === "down") === (place.flow === "down");
  const at = (lines.lines[line] ?? []).indexOf(place.beside) + 1;
  return moveInto(lines, [key], isAcross ? { newLine: line + 1 } : { line, at });
}

/** A name for the event of a new transition: EVENT, EVENT_2, ... */
function freshEvent(base: string, usedEvents: readonly string[]): string {
  let n = 1;
  const name = () => (n === 1 ? base : `${base}_${n}`);
  while (usedEvents.includes(name())) n++;
  return name();
}
