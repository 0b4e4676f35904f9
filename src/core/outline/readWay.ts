import type { OutlineState, OutlineWay, Trigger, Who } from "#core/outline/outline.ts";
import { WAY_WORDS } from "#core/outline/outline.ts";
import { eventOfName } from "#core/outline/outlineKeys.ts";
import { OutlineError } from "#core/outline/outlineFault.ts";
import type { OutlineLine } from "#core/outline/outlineLines.ts";
import { nameIn, readWho } from "#core/outline/outlineNames.ts";
import type { Token } from "#core/outline/tokens.ts";

/** What targets are looked up in. */
export type Named = Pick<OutlineState, "name" | "key" | "path"> & { readonly children: readonly Named[] };

/** The mark of a way on which the turn passes. */
export const NEXT_PLAYER = "next player";

/** Events by their names: the same words are the same event everywhere. */
export class EventNames {
  readonly #types = new Map<string, string>();

  /** The type of an event by its name. Names without Latin letters get numbers. */
  typeOf(name: string): string {
    let type = this.#types.get(name) ?? eventOfName(name);
    if (type === undefined) {
      const used = new Set(this.#types.values());
      let n = 1;
      while (used.has(`EVENT_${n}`)) n++;
      type = `EVENT_${n}`;
    }
    this.#types.set(name, type);
    return type;
  }
}

/** A line such as `-> Main on PASS [opponent] (next player)`. @throws OutlineError */
export function readWay(
  line: OutlineLine,
  states: readonly Named[],
  source: readonly string[],
  events: EventNames,
): OutlineWay {
  const { pieces } = line;
  const start = pieces.findIndex(({ kind, value }) => kind === "word" && WAY_WORDS.includes(value));
  const target = start < 0 ? pieces : pieces.slice(0, start);
  const word = pieces[start];
  if (!word) throw new OutlineError("trigger-missing", line.no, line.end);
  const path = target.length === 0 ? undefined : findTarget(line, target, states, source);
  const { trigger, rest } = readTrigger(line, word, pieces.slice(start + 1), events);
  const { who, passes } = readEnd(line, rest);
  if (path === undefined && typeof trigger === "string")
    throw new OutlineError("target-missing", line.no, word.at);
  return { trigger, target: path, passes, ...(who ? { who } : {}) };
}

function readTrigger(
  line: OutlineLine,
  word: Token,
  behind: readonly Token[],
  events: EventNames,
): { trigger: Trigger; rest: readonly Token[] } {
  const fixed = { at: ["once", "at once"], when: ["done", "done"] } as const;
  if (word.value === "at" || word.value === "when") {
    const [second, trigger] = fixed[word.value];
    if (behind[0]?.value !== second) throw new OutlineError("trigger-missing", line.no, word.at);
    return { trigger, rest: behind.slice(1) };
  }
  const { name, rest } = nameIn(behind);
  if (word.value === "after") {
    const [, digits = "", unit] = /^(\d{1,9}) ?(ms|s)$/.exec(name) ?? [];
    if (digits === "")
      throw new OutlineError("time-invalid", line.no, behind[0]?.at ?? line.end, { text: name });
    return { trigger: { afterMs: Number(digits) * (unit === "s" ? 1000 : 1) }, rest };
  }
  if (name === "") throw new OutlineError("event-missing", line.no, word.at);
  const [key] = rest;
  if (key?.kind !== "key") return { trigger: { on: events.typeOf(name), name }, rest };
  // `xstate.` begins the events of XState itself, and `*` stands for every event.
  if (key.value === "" || key.value.includes("*") || key.value.startsWith("xstate."))
    throw new OutlineError("event-invalid", line.no, key.at, { event: key.value });
  return { trigger: { on: key.value, name }, rest: rest.slice(1) };
}

function readEnd(line: OutlineLine, rest: readonly Token[]): { who: Who | undefined; passes: boolean } {
  let who: Who | undefined;
  let passes = false;
  for (const piece of rest) {
    if (piece.kind === "who") who = readWho(line, piece);
    else if (piece.kind === "mark" && piece.value === NEXT_PLAYER) passes = true;
    else if (piece.kind === "mark")
      throw new OutlineError("mark-unknown", line.no, piece.at, { mark: piece.value, marks: NEXT_PLAYER });
    else throw new OutlineError("unexpected", line.no, piece.at, { text: piece.value });
  }
  return { who, passes };
}

/** The state that is meant: the nearest of its name, seen from the source, or the one at a path of names `Turn / Draw`. */
function findTarget(
  line: OutlineLine,
  target: readonly Token[],
  states: readonly Named[],
  source: readonly string[],
): readonly string[] {
  const at = target[0]?.at ?? line.at;
  const names: string[] = [];
  const isWhole = target[0]?.kind === "slash";
  for (let rest = isWhole ? target.slice(1) : target; ;) {
    const taken = nameIn(rest);
    if (taken.name === "") throw new OutlineError("target-missing", line.no, rest[0]?.at ?? line.end);
    names.push(taken.name);
    const [slash, ...behind] = taken.rest;
    if (!slash) break;
    if (slash.kind !== "slash")
      throw new OutlineError("unexpected", line.no, slash.at, { text: slash.value });
    rest = behind;
  }
  const written = names.join(" / ");
  for (let depth = isWhole ? 0 : source.length; depth >= 0; depth--) {
    const found = below(childrenAt(states, source.slice(0, depth)), names);
    if (found) return found.path;
  }
  const all = isWhole ? [] : everywhere(states);
  const hits = all.flatMap(({ siblings }) => below(siblings, names) ?? []);
  const [first, second] = hits;
  if (first && second)
    throw new OutlineError("target-ambiguous", line.no, at, {
      target: written,
      first: namePath(states, first.path),
      second: namePath(states, second.path),
    });
  if (first) return first.path;
  const near = everywhere(states).flatMap(({ siblings }) => siblings.map(({ name }) => name));
  throw new OutlineError("target-unknown", line.no, at, {
    target: written,
    near: [...new Set(near)].slice(0, 8).join(", "),
  });
}

const childrenAt = (states: readonly Named[], path: readonly string[]): readonly Named[] =>
  path.reduce<readonly Named[]>((all, key) => all.find((one) => one.key === key)?.children ?? [], states);

function below(states: readonly Named[], names: readonly string[]): Named | undefined {
  const [first, ...rest] = names;
  const state = states.find(({ name }) => name === first);
  return state && rest.length > 0 ? below(state.children, rest) : state;
}

function everywhere(siblings: readonly Named[]): { readonly siblings: readonly Named[] }[] {
  return [
    { siblings },
    ...siblings.flatMap(({ children }) => (children.length > 0 ? everywhere(children) : [])),
  ];
}

/** The names on the way to a state: `Turn / Draw`. */
function namePath(states: readonly Named[], path: readonly string[]): string {
  const [key, ...rest] = path;
  const state = states.find((one) => one.key === key);
  if (!state) return "";
  return rest.length > 0 ? `${state.name} / ${namePath(state.children, rest)}` : state.name;
}

/** How a way from `source` names its target, so that it is read back as that state; an empty name in front stands for the top. */
export function targetNames(
  states: readonly Named[],
  source: readonly string[],
  path: readonly string[],
): readonly string[] {
  const all: string[] = [];
  let level = states;
  for (const key of path) {
    const state = level.find((one) => one.key === key);
    all.push(state?.name ?? key);
    level = state?.children ?? [];
  }
  const finds = (names: readonly string[]): boolean => {
    for (let depth = source.length; depth >= 0; depth--) {
      const found = below(childrenAt(states, source.slice(0, depth)), names);
      if (found) return found.path.join(".") === path.join(".");
    }
    // Nowhere on the way up: it is found when it is the only one.
    return everywhere(states).filter(({ siblings }) => below(siblings, names)).length === 1;
  };
  for (let from = path.length - 1; from > 0; from--) if (finds(all.slice(from))) return all.slice(from);
  return finds(all) ? all : ["", ...all];
}
