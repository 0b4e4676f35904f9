import type { Action, Chart, StateNode, StatePath } from "#core/chart/chart.ts";
import { pathId, places } from "#core/chart/places.ts";
import type { ChartNames } from "#core/layout/names.ts";

/** So many actions are told. */
const MOST = 3;

/**
 * How it came about whom a state asks, where it asks somebody whom the context names: the actions that write the name on the way into the
 * state, or on entering it. "Players still to act" alone does not say that everybody was asked.
 */
export function askedBy(chart: Chart, node: StateNode, path: StatePath, names: ChartNames): string[] {
  const { asks } = node.meta;
  if (asks === undefined || typeof asks === "string") return [];
  const keys = asks.context.split(".").filter((key) => !/^\d+$/.test(key));
  const written = new Set<string>();
  const tell = (actions: readonly Action[]) => {
    for (const action of actions) if (writes(chart, action, keys)) written.add(names.action(action));
  };
  tell(node.entry);
  // what is written on the way is only told where its name alone says so
  if (written.size === 0 && keys.length === 1) for (const actions of waysInto(chart, path)) tell(actions);
  return [...written].slice(0, MOST);
}

/** The actions of each transition that leads to a state. */
function waysInto(chart: Chart, path: StatePath): (readonly Action[])[] {
  const id = pathId(path);
  return [...places(chart).values()].flatMap(({ node }) =>
    node.transitions.flatMap(({ targets, actions }) =>
      targets.some(({ resolved }) => resolved && pathId(resolved) === id) ? [actions] : [],
    ),
  );
}

/** Whether an action gives a field a value, as `assign({ toAct: ... })` does. */
function writes({ setup }: Chart, { kind, name, text }: Action, keys: readonly string[]): boolean {
  const body = kind === "named" ? setup?.actions.find((one) => one.name === name)?.text : text;
  return body !== undefined && keys.every((key) => new RegExp(`\\b${key}\\s*:`).test(body));
}
