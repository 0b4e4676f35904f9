import type { Outline, OutlineState, OutlineWay, Who } from "#core/outline/outline.ts";
import { eventOfName } from "#core/outline/outlineKeys.ts";

/** A way with all that an outline leaves to the order of its lines. */
export interface WholeWay extends OutlineWay {
  /** Each player has to take it, and only the last one leads on. */
  readonly each?: true;
}

/** What is around a state. */
export interface Around {
  readonly state: OutlineState;
  readonly siblings: readonly OutlineState[];
  readonly parent: Around | undefined;
}

/**
 * Where a state leads when no way says otherwise: to its neighbour, else on as its phase does; after the last the next turn begins. A final
 * phase ends the game, which the order of lines alone never does.
 */
export function nextOf({ state, siblings, parent }: Around): Pick<OutlineWay, "target" | "passes"> {
  if (parent?.state.kind === "parallel") return { target: undefined, passes: false };
  const next = siblings
    .slice(siblings.findIndex(({ key }) => key === state.key) + 1)
    .find(({ kind }) => parent !== undefined || kind !== "final");
  if (next) return { target: next.path, passes: false };
  const first = siblings.find(({ starts }) => starts) ?? siblings[0];
  if (!parent) return { target: first?.path, passes: true };
  if (parent.parent?.state.kind === "parallel") return { target: first?.path, passes: false };
  return nextOf(parent);
}

/** Whether it ends of itself: by a final step, or by one in each of its parts. */
function ends(state: OutlineState): boolean {
  if (state.kind !== "parallel") return state.children.some(({ kind }) => kind === "final");
  return state.children.length > 0 && state.children.every(ends);
}

/** Who acts in a state: as its line says, or one around it, else the turn player. */
export function whoIn(around: Around): Who {
  for (let at: Around | undefined = around; at; at = at.parent) if (at.state.who) return at.state.who;
  return "turnPlayer";
}

/** Who may take a way that names nobody. What may happen during a whole phase may come from any player. */
export const whoTakes = (around: Around | undefined): Who =>
  around && around.state.children.length === 0 ? whoIn(around) : (around?.state.who ?? "anyone");

/** What doing a repeated step again is: it stays where it is. */
export const again = (state: OutlineState): WholeWay => ({
  trigger: { on: eventOfName(state.key) ?? "NEXT", name: state.name },
  target: undefined,
  passes: false,
});

/** The way on that the order of the lines gives. */
export function onward(around: Around): readonly WholeWay[] {
  const { state } = around;
  if (state.kind === "final" || state.waits) return [];
  const next = nextOf(around);
  if (state.children.length > 0) return ends(state) && next.target ? [{ trigger: "done", ...next }] : [];
  const type = eventOfName(state.key) ?? "NEXT";
  const on = state.repeats ? `END_${type}` : type;
  const each = whoIn(around) === "everyone" && next.target ? { each: true as const } : {};
  return [{ trigger: { on, name: state.name }, ...next, ...each }];
}

/** The ways of a state: its own, else the one by its place; a repeated step can also be done again. */
export function waysOf(around: Around): readonly WholeWay[] {
  const { state } = around;
  const ways: readonly WholeWay[] = state.ways.length > 0 ? state.ways : onward(around);
  return state.repeats ? [again(state), ...ways] : ways;
}

/** All states with what is around them, each before those within it. */
export function aroundAll(outline: Outline): Around[] {
  const all: Around[] = [];
  const visit = (siblings: readonly OutlineState[], parent: Around | undefined) => {
    for (const state of siblings) {
      const around = { state, siblings, parent };
      all.push(around);
      visit(state.children, around);
    }
  };
  visit(outline.states, undefined);
  return all;
}
