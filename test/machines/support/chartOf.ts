import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from "xstate";

/** What the games write into `meta` (FORMATS "A machine module"). */
export interface GameMeta {
  readonly clauses?: readonly string[];
  readonly asks?: string | { readonly context: string };
  readonly structural?: string;
}

/** A state as a test looks at it. `path` is the path id, as in moves and scenarios; the root is left out. */
export interface ChartNode {
  readonly path: string;
  readonly meta: GameMeta | undefined;
  readonly leaf: boolean;
  readonly final: boolean;
  /** History is a place to return to, never an active state. */
  readonly history: boolean;
  readonly transitions: readonly AnyTransitionDefinition[];
}

const idOf = (node: AnyStateNode): string => node.path.join(".");

/** All states below the root, in document order. */
export function chartOf(machine: AnyStateMachine): ChartNode[] {
  const below = (node: AnyStateNode): AnyStateNode[] =>
    Object.values(node.states).flatMap((child) => [child, ...below(child)]);
  return below(machine.root).map((node) => ({
    path: idOf(node),
    meta: node.meta as GameMeta | undefined,
    leaf: Object.keys(node.states).length === 0,
    final: node.type === "final",
    history: node.type === "history",
    transitions: transitionsOf(node),
  }));
}

/** Transitions on events first, `always` last; each as written. */
export const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
];

/** Path ids of all active states, ancestors included, outermost first. */
export const activePaths = (snapshot: AnyMachineSnapshot): string[] =>
  snapshot._nodes.map(idOf).filter((path) => path !== "");

/** Names of the guards that a transition asks, those inside and, or, not included, in the order of asking. */
export function guardNames(guard: unknown): string[] {
  if (typeof guard === "string") return [guard];
  if (typeof guard === "function" && "guards" in guard)
    return (guard.guards as unknown[]).flatMap(guardNames);
  if (typeof guard === "object" && guard && "type" in guard) return [String(guard.type)];
  return [];
}

/** The seats that the innermost active state asks for a move, or none. Shorthands mean one seat of two. */
export function askedSeats(snapshot: AnyMachineSnapshot): string[] {
  const { context } = snapshot as { context: { seats: string[]; turnPlayer: string } };
  const leaf = snapshot._nodes.find((node: AnyStateNode) => Object.keys(node.states).length === 0);
  const asks = (leaf?.meta as GameMeta | undefined)?.asks;
  if (asks === undefined) return [];
  if (asks === "turnPlayer") return [context.turnPlayer];
  if (asks === "opponent") return context.seats.filter((seat) => seat !== context.turnPlayer);
  if (asks === "anyone" || asks === "everyone") return context.seats;
  if (typeof asks === "string") return [asks];
  const found = asks.context
    .split(".")
    .reduce((at: unknown, key) => (at as Record<string, unknown>)[key], context);
  return [found].flat() as string[];
}
