import { transitionId, transitionRef } from "#core/chart/places.ts";
import type { Renamed } from "#core/edit/command.ts";
import type { MachineSymbol } from "#core/symbol/symbol.ts";
import type { Selection } from "#app/studio/route.ts";

/** Old path id of a state to its new one, null when it is gone; paths that stay are not in it. */
export type PathMap = Readonly<Record<string, string | null>>;

/** What is selected after a command moved states or renamed events: the same thing as it is called now, or nothing when it is gone. */
export function selectionAfter(
  selection: Selection,
  pathMap: PathMap,
  names: readonly Renamed[] = [],
): Selection {
  if (selection?.kind === "state" && Object.hasOwn(pathMap, selection.id)) {
    const to = pathMap[selection.id];
    if (typeof to !== "string") return null;
    return { kind: "state", id: to, ...(parentOf(to) === parentOf(selection.id) ? { renamed: true } : {}) };
  }
  if (selection?.kind !== "transition") return selection;
  const [source = "", ...rest] = selection.id.split("|");
  const to = Object.hasOwn(pathMap, source) ? pathMap[source] : source;
  if (to === null) return null;
  const before = [to, ...rest].join("|");
  const id = eventAfter(before, names);
  if (id === selection.id) return selection;
  return { kind: "transition", id, ...(before === selection.id ? { renamed: true } : {}) };
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf(".")));

/** A transition is known by its event, or by the delay that it waits for. */
function eventAfter(id: string, names: readonly Renamed[]): string {
  const ref = transitionRef(id);
  const kind = ref?.slot === "on" ? "event" : ref?.slot === "after" ? "delay" : undefined;
  const renamed = names.find((name) => name.kind === kind && name.from === ref?.event);
  return ref && renamed ? transitionId({ ...ref, event: renamed.to }) : id;
}

/** A name as it is after a command, or null when it is gone. */
export function symbolAfter<S extends MachineSymbol>(
  symbol: S | null,
  pathMap: PathMap,
  names: readonly Renamed[] = [],
): S | null {
  if (!symbol) return null;
  if (symbol.kind === "state" && Object.hasOwn(pathMap, symbol.name)) {
    const to = pathMap[symbol.name];
    return typeof to === "string" ? { ...symbol, name: to } : null;
  }
  const renamed = names.find((name) => name.kind === symbol.kind && name.from === symbol.name);
  return renamed ? { ...symbol, name: renamed.to } : symbol;
}
