import type { StateNode } from "#core/chart/chart.ts";
import { pathId, places, type PlacedState } from "#core/chart/places.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { ruleSites } from "#core/symbol/ruleSites.ts";
import type { GameSubject } from "#core/analyze/gameSubject.ts";

/** What a state that the rule files name is called now, by path id: of itself, and of what was renamed, which holds it or is it. */
export interface RenamedState {
  readonly to: string;
  readonly was: string;
  readonly now: string;
}

export interface RenamedStates {
  /** Where it is certain, by the name that is gone. */
  readonly certain: ReadonlyMap<string, RenamedState>;
  /** States that may have taken the place of one that is gone, where that is not certain. */
  readonly candidates: ReadonlyMap<string, readonly string[]>;
}

const known = new WeakMap<GameSubject, RenamedStates>();

/**
 * The states that were renamed outside of the studio, so that no rule file followed: of the children of a state one alone is gone, and one
 * alone is new, and it is of the same shape (it holds what the old one held, and takes the events that the scenarios send to it there).
 * The new names are taken from the labels where a language names the one that is gone, for those name every state; else by all files.
 */
export function renamedStates(game: GameSubject): RenamedStates {
  const renames = known.get(game) ?? findRenamed(game);
  known.set(game, renames);
  return renames;
}

/** What a diagnostic says of a state that was renamed; undefined where that is not certain. */
export function renameFacts(game: GameSubject, state: string): Diagnostic["facts"] | undefined {
  const renamed = renamedStates(game).certain.get(state);
  return renamed && { renamed: renamed.to, was: renamed.was, now: renamed.now };
}

function findRenamed(game: GameSubject): RenamedStates {
  const all = places(game.chart);
  const sites = ruleSites(game.files).filter(({ kind }) => kind === "state");
  const gone = [...new Set(sites.map(({ name }) => name))].filter((name) => name !== "" && !all.has(name));
  const tops = new Map<string, string[]>();
  for (const name of gone) {
    const top = topOf(name, all);
    const known = tops.get(top);
    if (known) known.push(name);
    else tops.set(top, [name]);
  }
  const goneIn = new Map<string, number>();
  for (const was of tops.keys()) goneIn.set(parentOf(was), (goneIn.get(parentOf(was)) ?? 0) + 1);
  const freshByNames = freshFinder(sites, all);
  const certain = new Map<string, RenamedState>();
  const candidates = new Map<string, readonly string[]>();
  for (const [was, names] of tops) {
    const parent = parentOf(was);
    const fresh = freshByNames(was);
    const isAlone = goneIn.get(parent) === 1;
    const [only] = fresh;
    if (isAlone && only && fresh.length === 1 && isAlike(game, was, names, only)) {
      const now = pathId(only.path);
      for (const name of names) certain.set(name, { to: now + name.slice(was.length), was, now });
    } else
      for (const name of names)
        candidates.set(
          name,
          fresh.map(({ path }) => pathId(path) + name.slice(was.length)).filter((path) => all.has(path)),
        );
  }
  return { certain, candidates };
}

/** The outermost state of a path that is gone. */
function topOf(name: string, all: ReadonlyMap<string, PlacedState>): string {
  let top = name;
  while (!all.has(parentOf(top))) top = parentOf(top);
  return top;
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf(".")));

/**
 * Finds the children of a state's parent that no name is of. The names that tell what is new are those of a language that has a label for the
 * state, else all.
 */
function freshFinder(
  sites: ReturnType<typeof ruleSites>,
  all: ReadonlyMap<string, PlacedState>,
): (was: string) => readonly PlacedChild[] {
  const labelled = new Map<string, string>();
  for (const { file, name } of sites)
    if (file.startsWith("labels/") && !labelled.has(name)) labelled.set(name, file);
  const registers = new Map<string, ReadonlySet<string>>();
  const found = new Map<string, readonly PlacedChild[]>();
  return (was) => {
    const file = labelled.get(was) ?? "";
    const parent = parentOf(was);
    const key = `${file} ${parent}`;
    const register = registers.get(file) ?? registerOf(file, sites);
    registers.set(file, register);
    const fresh = found.get(key) ?? freshIn(all.get(parent), register);
    found.set(key, fresh);
    return fresh;
  };
}

/** The names in a file, or in all, with those of the states that hold what they name. */
function registerOf(file: string, sites: ReturnType<typeof ruleSites>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const site of sites)
    if (file === "" || site.file === file)
      for (let name = site.name; name !== "" && !names.has(name); name = parentOf(name)) names.add(name);
  return names;
}

/** The children of a state that no name is of. */
const freshIn = (parent: PlacedState | undefined, names: ReadonlySet<string>): PlacedChild[] =>
  (parent?.node.children ?? []).flatMap((node) => {
    const path = [...(parent?.path ?? []), node.key];
    return names.has(pathId(path)) ? [] : [{ node, path, parent }];
  });
interface PlacedChild {
  readonly node: StateNode;
  readonly path: readonly string[];
  readonly parent: PlacedState | undefined;
}

/** Whether a new state is what the old one was, as far as the rule files know that one. */
function isAlike(game: GameSubject, was: string, names: readonly string[], now: PlacedChild): boolean {
  const all = places(game.chart);
  const inner = names.filter((name) => name !== was);
  if (inner.some((name) => !all.has(pathId(now.path) + name.slice(was.length)))) return false;
  if (now.node.children.length > 0 !== inner.length > 0) return false;
  const sent = sentTo(game, was);
  const takes = eventsOf(now);
  return (
    [...sent].every((type) => takes === "any" || takes.has(type)) && (sent.size > 0 || isLabelled(game, was))
  );
}

const isLabelled = ({ ruleset }: GameSubject, was: string): boolean =>
  Object.values(ruleset.labels).some((texts) => Object.hasOwn(texts, `state:${was}`));

/** The events that scenarios send right after the state was expected to be active, and that are not expected to be refused. */
function sentTo({ scenarios }: GameSubject, was: string): ReadonlySet<string> {
  const types = new Set<string>();
  for (const { steps } of Object.values(scenarios))
    for (const [i, { send, expect }] of steps.entries())
      if (send && (expect?.refused ?? false) === false && steps[i - 1]?.expect?.in?.includes(was))
        types.add(send.type);
  return types;
}

/** The events that may be taken while a state is active; any, where another region may take them, or a transition takes all. */
function eventsOf({ node, parent }: PlacedChild): ReadonlySet<string> | "any" {
  const types = new Set<string>();
  const add = ({ transitions }: StateNode) => {
    for (const { slot, event } of transitions) if (slot === "on" && event !== undefined) types.add(event);
  };
  const within = (state: StateNode) => {
    add(state);
    state.children.forEach(within);
  };
  within(node);
  let isOneOfMany = false;
  for (let at = parent; at; at = at.parent) {
    add(at.node);
    isOneOfMany ||= at.node.type === "parallel";
  }
  return isOneOfMany || [...types].some((type) => type.includes("*")) ? "any" : types;
}
