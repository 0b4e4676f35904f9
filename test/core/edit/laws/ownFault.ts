import { pathId } from "#core/chart/places.ts";
import type { StatePath } from "#core/chart/chart.ts";
import type { Change } from "#core/edit/command.ts";

/** What XState makes of a machine. */
export interface Shape {
  readonly id: string;
  /** What the machine is given for its names, and the state that a guard asks for. */
  readonly given: Readonly<Record<string, string>>;
  /** The states that guards in the config ask for, in order. */
  readonly asks: readonly string[];
  readonly states: Record<string, StateShape>;
}
export interface StateShape {
  readonly initial: readonly string[];
  /** What is done on the way to the initial state. */
  readonly begins: readonly string[];
  readonly leads: readonly { event: string; to: readonly string[]; does: readonly string[]; if: string }[];
  readonly [part: string]: unknown;
}

const SAID = new Set([
  "targets-unread",
  "state-spelled",
  "name-spelled",
  "state-in-gone",
  "initial-changed",
  "initial-unread",
  "event-spelled",
]);

/** Whether the machine itself is what was asked for, as far as that can be told from before and after. */
export function ownFault(
  id: string,
  args: unknown,
  change: Change,
  old: string,
  now: string,
): string | undefined {
  const [before, after] = [JSON.parse(old) as Shape, JSON.parse(now || "{}") as Shape];
  if (!after.states) return "is gone";
  const isSaid = change.warnings.some(({ code }) => SAID.has(code));
  // States that nobody read go with the one that they are in.
  const follow = (path: string): string | null => {
    const to = change.pathMap[path];
    const end = path.lastIndexOf(".");
    if (to !== undefined || end < 0) return to === undefined ? path : to;
    const around = follow(path.slice(0, end));
    return around === null ? path : `${around}${path.slice(end)}`;
  };
  if (
    /^state\.(?:rename|move|wrap|extract)$/.test(id) &&
    !change.warnings.some(({ code }) => code === "state-in-gone")
  ) {
    const asked = ({ asks, given, states }: Shape) => {
      const said = new Set(Object.values(states).flatMap(({ leads }) => leads.map((one) => one.if)));
      const named = Object.entries(given).filter(([name, path]) => path !== "" && said.has(name));
      return [...asks, ...named.map(([, path]) => path)].toSorted();
    };
    const expected = asked(before)
      .map((path) => follow(path) ?? "")
      .toSorted();
    if (JSON.stringify(expected) !== JSON.stringify(asked(after)))
      return `asks for ${asked(after).join()}, not ${expected.join()}`;
  }
  if (/^state\.(?:rename|move|wrap|extract)$/.test(id) && !isSaid) {
    for (const [path, state] of Object.entries(before.states)) {
      const to = follow(path);
      const there = to === null ? undefined : after.states[to];
      if (!there) return `${path} is not at ${to}`;
      const leads = state.leads.map((one) => ({ ...one, to: one.to.map(follow) }));
      if (JSON.stringify(leads) !== JSON.stringify(there.leads))
        return `${path} leads ${JSON.stringify(there.leads)}, not ${JSON.stringify(leads)}`;
      if (JSON.stringify(state.begins) !== JSON.stringify(there.begins))
        return `${path} does ${there.begins.join()} first, not ${state.begins.join()}`;
      if (
        id === "state.rename" &&
        JSON.stringify(state.initial.map(follow)) !== JSON.stringify(there.initial)
      )
        return `${path} begins in ${there.initial.join()}`;
    }
    return undefined;
  }
  if (id === "state.delete" && !isSaid) {
    // States that nobody read go with the one that they are in.
    const isGone = (path: string): boolean => {
      const end = path.lastIndexOf(".");
      return follow(path) === null || (end > 0 && isGone(path.slice(0, end)));
    };
    const gone = new Set(Object.keys(before.states).filter(isGone));
    for (const [path, { leads, begins }] of Object.entries(before.states)) {
      if (gone.has(path)) continue;
      const now = after.states[path];
      if (now?.type === "compound" && JSON.stringify(begins) !== JSON.stringify(now.begins))
        return `${path} does ${now.begins.join()} first, not ${begins.join()}`;
      const kept = leads.filter(({ to }) => !to.some((one) => gone.has(one)));
      if (JSON.stringify(kept) !== JSON.stringify(after.states[path]?.leads))
        return `${path} leads elsewhere`;
    }
    return undefined;
  }
  if (id === "event.rename") {
    const { name, to } = args as { name: string; to: string };
    const events = (shape: Shape, as: string) =>
      Object.entries(shape.states).flatMap(([path, { leads }]) =>
        leads.filter(({ event }) => event === as).map(({ to: goal }) => `${path} ${goal.join()}`),
      );
    if (isSaid) return undefined;
    if (events(after, name).length > 0) return `still waits for ${name}`;
    return JSON.stringify(events(before, name)) === JSON.stringify(events(after, to))
      ? undefined
      : "waits elsewhere";
  }
  const elsewhere = changedElsewhere(id, args as Named, before, after);
  if (elsewhere !== undefined) return elsewhere;
  const { state, on, index } = args as { state?: string[]; on?: string; index?: number };
  if (/^state\.(?:remove|set)Action$/.test(id) && state && on !== undefined && index !== undefined) {
    const was = before.states[pathId(state)]?.[on] as string[];
    const is = after.states[pathId(state)]?.[on] as string[];
    const rest = (all: string[]) => all.filter((_, i) => i !== index);
    const kept = id === "state.setAction" ? rest(is) : is;
    return JSON.stringify(rest(was)) === JSON.stringify(kept)
      ? undefined
      : `${on} is ${is.join()}, was ${was.join()}`;
  }
  return undefined;
}

/** What the arguments of a command may name. */
interface Named {
  readonly state?: StatePath;
  readonly parent?: StatePath;
  readonly source?: StatePath;
  readonly transition?: { readonly source: StatePath };
  readonly on?: string;
}

/** Which parts of which states a command may change, by what its arguments name; undefined for one that follows names everywhere. */
function namedParts(id: string, args: Named): ReadonlyMap<string, readonly string[]> | undefined {
  const { state = [], parent = [], source, transition, on = "" } = args;
  const at = (path: StatePath, ...parts: readonly string[]) => new Map([[pathId(path), parts]]);
  const around = state.slice(0, -1);
  switch (id) {
    case "state.describe":
      return at(state, "description");
    case "state.setTags":
      return at(state, "tags");
    case "state.setMeta":
    case "state.setClauses":
      return at(state, "meta");
    case "state.addAction":
    case "state.removeAction":
    case "state.setAction":
    case "state.reorderAction":
      return at(state, on);
    case "invoke.add":
    case "invoke.edit":
    case "invoke.remove":
      return at(state, "invoke", "leads");
    case "state.setId":
      return at(state, "id");
    case "state.setType":
      return at(state, "type", "initial", "begins", "leads");
    case "state.setInitial":
      return at(around, "initial");
    case "state.reorder":
    case "state.duplicate":
      return at(around, "keys");
    case "state.add":
    case "state.paste":
      return at(parent, "keys", "type", "initial");
    case "state.own":
    case "transition.own":
    case "state.copy":
      return new Map();
  }
  if (!id.startsWith("transition.")) return undefined;
  // What has a delay is raised on entry, and cancelled on exit.
  const leads = ["leads", "entry", "exit"];
  return new Map([...at(transition?.source ?? [], ...leads), ...(source ? at(source, ...leads) : [])]);
}

const MAKES_STATES = new Set(["state.add", "state.paste", "state.duplicate"]);

/** What a command changed that its arguments do not name. */
function changedElsewhere(id: string, args: Named, before: Shape, after: Shape): string | undefined {
  const named = namedParts(id, args);
  if (!named) return undefined;
  for (const [path, state] of Object.entries(before.states)) {
    const now = after.states[path];
    if (!now) return `${path} is gone`;
    for (const [part, value] of Object.entries(state))
      if (!named.get(path)?.includes(part) && JSON.stringify(value) !== JSON.stringify(now[part]))
        return `${part} of ${path} is ${JSON.stringify(now[part])}, was ${JSON.stringify(value)}`;
  }
  const fresh = Object.keys(after.states).find((path) => !before.states[path]);
  return fresh === undefined || MAKES_STATES.has(id) ? undefined : `${fresh} is new`;
}
