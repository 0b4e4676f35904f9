import {
  allPaths,
  find,
  ordered,
  plain,
  type Behavior,
  type Candidate,
  type Invoke,
  type Model,
  type Path,
  type State,
} from "#test/core/edit/laws/model.ts";
import type { Random } from "#test/core/edit/laws/random.ts";

const KEYS = [
  "idle",
  "draw",
  "main",
  "endTurn",
  "a-b",
  "two words",
  "手番",
  "игра",
  "class",
  "x1",
  "phase",
  "🎴card",
  "$m",
  "it's",
  "🏐",
];
const EVENTS = ["NEXT", "PASS", "play.card", "終了", "GO", "*", "a b", "END"];
const TEXTS = ["plain", 'it\'s "quoted"', "back`tick ${x}", "改行\nあり", "🎴 card", "tab\there", "\\ slash"];
const GUARDS = ["isReady", "canPass"];
const ACTIONS = ["log", "count"];

/** A machine of about `size` states that XState accepts. */
export function randomModel(r: Random, size: number): Model {
  const root = blank("", "atomic");
  if (r.chance(0.08)) root.type = "parallel";
  let open: State[] = [root];
  for (let n = 0; n < size; n++) {
    const parent = r.pick(open);
    const unused = KEYS.filter((key) => !parent.children.some((child) => child.key === key));
    if (unused.length === 0) continue;
    const child = blank(r.pick(unused), "atomic");
    if (r.chance(0.12)) child.type = "parallel";
    if (r.chance(0.08)) child.type = "final";
    if (r.chance(0.1) && parent.children.length > 0) child.type = "history";
    parent.children.push(child);
    if (child.type === "atomic" || child.type === "parallel") open = [...open, child];
  }
  const model: Model = {
    id: r.chance(0.85) ? r.pick(["m", "game", "vf card"]) : undefined,
    root,
    guards: {},
    actions: [...ACTIONS],
    actors: r.chance(0.5) ? ["load"] : [],
    delays: r.chance(0.3) ? ["slow"] : [],
  };
  root.id = model.id;
  let ids = 0;
  const paths = allPaths(root);
  const inner = paths.filter((path) => path.length > 0);
  for (const path of paths) {
    const state = find(root, path) as State;
    if (state.children.length > 0 && state.type !== "parallel") {
      state.type = "compound";
      state.initial = r.pick(state.children.filter((child) => child.type !== "history")).key;
      if (r.chance(0.15)) state.initialActions = r.pick([["log"], ["count", "log"]]).map(named);
    }
    if (path.length > 0 && r.chance(0.1)) state.id = `id${ids++}`;
    if (r.chance(0.2)) state.description = r.pick(TEXTS);
    if (r.chance(0.1))
      state.meta = r.pick<Record<string, string>>([
        { asks: '"turnPlayer"' },
        { limit: "3", "two words": "[1,{}]" },
      ]);
    if (r.chance(0.1)) state.tags = r.pick([["waiting"], ["waiting", "two words", "新"]]);
    if (r.chance(0.15)) state.clauses = r.pick([["C-1"], ["C-1", "C-2"], ["VF-M.3g", "X", "Y"]]);
    if (state.type === "history") {
      state.history = r.pick(["shallow", "deep"] as const);
      const parent = path.slice(0, -1);
      const siblings = inner.filter(
        (one) => one.length === path.length && parent.every((key, i) => one[i] === key),
      );
      const target = r.pick(siblings);
      if (r.chance(0.5) && find(root, target)?.type !== "history") state.historyTarget = target;
      continue;
    }
    if (r.chance(0.15)) state.entry = r.pick([["log"], ["log", "count"], ["() => { f(1); }"]]).map(named);
    if (r.chance(0.1)) state.exit = [named("count")];
    if (state.type === "final") continue;
    for (let n = r.chance(0.12) ? 1 + r.below(2) : 0; n > 0; n--) {
      const event = String(state.invokes.length);
      state.invokes.push(invoke(r, model, ids++));
      for (const slot of ["invoke.onDone", "invoke.onError"] as const)
        if (r.chance(0.5)) state.events.push({ slot, event, candidates: [candidate(r, inner)] });
    }
    if (state.id !== undefined && path.length > 0 && r.chance(0.3))
      state.events.push({
        slot: "route",
        event: undefined,
        candidates: [{ ...candidate(r, []), reenter: false }],
      });
    for (let n = r.below(4); n > 0; n--) addEvent(r, state, inner);
  }
  for (const name of GUARDS)
    model.guards[name] =
      r.chance(0.4) && inner.length > 0 ? { stateIn: r.pick(inner) } : { code: "() => true" };
  ordered(root);
  return model;
}

function addEvent(r: Random, state: State, inner: readonly Path[]): void {
  const slot = r.pick(["on", "on", "on", "on", "after", "always", "onDone"] as const);
  const event =
    slot === "on" ? r.pick(EVENTS) : slot === "after" ? r.pick(["1000", "50", "slow"]) : undefined;
  if (state.events.some((one) => one.slot === slot && one.event === event)) return;
  const candidates = Array.from({ length: r.chance(0.25) ? 2 + r.below(2) : 1 }, () => candidate(r, inner));
  state.events.push({ slot, event, candidates });
}

function invoke(r: Random, model: Model, n: number): Invoke {
  return {
    src: model.actors.length > 0 && r.chance(0.6) ? "'load'" : "fromPromise(async () => 1)",
    id: r.chance(0.4) ? `actor${n}` : undefined,
    systemId: r.chance(0.1) ? `system${n}` : undefined,
    input: r.chance(0.3) ? r.pick(["() => 1", "{n: 1}"]) : undefined,
  };
}

function candidate(r: Random, inner: readonly Path[]): Candidate {
  const bare = r.chance(0.5);
  return {
    targets: r.chance(0.9) && inner.length > 0 ? [r.pick(inner)] : [],
    guard: bare || r.chance(0.5) ? undefined : guard(r, inner),
    actions:
      bare || r.chance(0.6) ? [] : r.pick([["log"], ["log", "count"], ["assign({ n: 1 })"]]).map(named),
    reenter: !bare && r.chance(0.2),
    description: !bare && r.chance(0.2) ? r.pick(TEXTS) : undefined,
    clauses: !bare && r.chance(0.15) ? ["T-1"] : [],
    meta: !bare && r.chance(0.1) ? { structural: '"why"' } : {},
  };
}

function guard(r: Random, inner: readonly Path[]): Behavior {
  if (r.chance(0.35) && inner.length > 0) return { stateIn: r.pick(inner) };
  return { code: r.pick(["'isReady'", "'canPass'", "() => true"]) };
}

const named = (name: string): string => (/^\w+$/.test(name) ? `'${name}'` : plain(name));

const blank = (key: string, type: State["type"]): State => ({
  key,
  type,
  history: undefined,
  historyTarget: undefined,
  id: undefined,
  initial: undefined,
  initialActions: [],
  description: undefined,
  clauses: [],
  meta: {},
  tags: [],
  entry: [],
  exit: [],
  invokes: [],
  events: [],
  children: [],
});
