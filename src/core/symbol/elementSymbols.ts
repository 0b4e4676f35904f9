import type { Action, Guard, StateNode, Transition } from "#core/chart/chart.ts";
import type { RenamableSymbol } from "#core/symbol/symbol.ts";

/** The names that a transition consists of: its event or delay, guards, actions. Each once, in the order of a reading. */
export function symbolsOfTransition({ slot, event, guard, actions }: Transition): RenamableSymbol[] {
  const isOne = event !== undefined && event !== "*" && !event.endsWith(".*") && !event.startsWith("xstate.");
  const head: RenamableSymbol[] =
    slot === "on" && isOne
      ? [{ kind: "event", name: event }]
      : slot === "after" && event !== undefined && Number.isNaN(Number(event))
        ? [{ kind: "delay", name: event }]
        : [];
  return unique([...head, ...named("guard", guardsOf(guard)), ...named("action", actions)]);
}

/** The names that a state consists of: its own, its entry and exit actions, actors and tags; not those of its transitions. */
export function symbolsOfState(path: string, node: StateNode): RenamableSymbol[] {
  const symbols: RenamableSymbol[] = path === "" ? [] : [{ kind: "state", name: path }];
  const actors = node.invoke.flatMap(({ src }) =>
    src === undefined ? [] : [{ kind: "actor" as const, name: src }],
  );
  const tags = node.tags.map((name) => ({ kind: "tag" as const, name }));
  return unique([...symbols, ...named("action", [...node.entry, ...node.exit]), ...actors, ...tags]);
}

const guardsOf = (guard: Guard | undefined): Guard[] =>
  guard ? [guard, ...(guard.of ?? []).flatMap(guardsOf)] : [];

const named = (kind: RenamableSymbol["kind"], all: readonly (Guard | Action)[]): RenamableSymbol[] =>
  all.flatMap((part) =>
    part.kind === "named" && part.name !== undefined ? [{ kind, name: part.name }] : [],
  );

const unique = (symbols: readonly RenamableSymbol[]): RenamableSymbol[] =>
  symbols.filter(
    (symbol, i) => symbols.findIndex(({ kind, name }) => kind === symbol.kind && name === symbol.name) === i,
  );
