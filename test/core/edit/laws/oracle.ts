import {
  allPaths,
  find,
  ordered,
  plain,
  under,
  type Behavior,
  type Candidate,
  type Event,
  type Model,
  type Path,
  type State,
} from "#test/core/edit/laws/model.ts";

/** What should come of a command: another model, or a refusal with one of these codes. */
export type Expected = Model | { readonly refused: readonly string[] };
/** The arguments of all commands in one; each rule reads its own. */
interface Args {
  state: Path;
  states: Path[];
  parent: Path;
  to: string;
  key?: string;
  type?: State["type"];
  history?: "shallow" | "deep";
  policy?: string;
  initial?: string;
  before?: string | Path;
  text: string;
  id: string;
  clauses: string[];
  on: "entry" | "exit";
  index?: number;
  action: unknown;
  guard: unknown;
  source?: Path;
  slot?: Event["slot"];
  event?: string;
  target?: Path | null;
  transition: unknown;
  reenter: boolean;
  name: string;
}
interface Ref {
  source: Path;
  slot: Event["slot"];
  event?: string;
  index: number;
}

const no = (...codes: string[]) => ({ refused: codes });
const badKey = (key: string) =>
  key === "" || /^\d+$/.test(key) || key === "__proto__" || /[.\\]/.test(key) || key.startsWith("#");

/** Says on the model alone, without any text, what each command does. */
export function expectedOf(before: Model, id: string, given: unknown): Expected {
  const model = structuredClone(before);
  const rule = RULES[id];
  if (!rule) throw new Error(`No rule for ${id}`);
  const refused = rule(model, given as Args);
  if (refused) return refused;
  ordered(model.root);
  return model;
}

type Rule = (model: Model, args: Args) => { refused: string[] } | undefined;

const RULES: Record<string, Rule> = {
  "state.rename": (model, { state, to }) => {
    const path = state;
    const parent = find(model.root, path.slice(0, -1));
    const node = find(model.root, path);
    if (path.length === 0) return no("is-root");
    if (!parent || !node) return no("state-not-found");
    if (node.key === to) return undefined;
    if (badKey(to)) return no("key-invalid");
    if (find(parent, [to])) return no("name-taken");
    if (parent.initial === node.key) parent.initial = to;
    node.key = to;
    follow(model, (one) => (under(one, path) ? [...path.slice(0, -1), to, ...one.slice(path.length)] : one));
    return undefined;
  },
  "state.add": (model, { parent: at, key, type = "atomic" }) => {
    const parent = find(model.root, at);
    if (!parent) return no("state-not-found");
    const name = key ?? freeKey(parent);
    if (badKey(name)) return no("key-invalid");
    if (find(parent, [name])) return no("name-taken");
    const child = newState(name, type);
    if (type === "compound") {
      child.initial = "newState";
      child.children.push(newState("newState", "atomic"));
    }
    return adopt(parent, child);
  },
  "state.delete": (model, { state, policy, initial }) => {
    const path = state;
    const parent = find(model.root, path.slice(0, -1));
    const node = find(model.root, path);
    if (path.length === 0) return no("is-root");
    if (!parent || !node) return no("state-not-found");
    const incoming = removeIncoming(model, path);
    if (incoming && policy === "refuseIfReferenced") return no("state-referenced");
    parent.children = parent.children.filter((child) => child !== node);
    const lost = keepInitial(parent, node.key, initial);
    if (lost) return lost;
    follow(model, (one) => (under(one, path) ? null : one));
    return undefined;
  },
  "state.duplicate": (model, { state: path, key }) => {
    const parent = find(model.root, path.slice(0, -1));
    const node = find(model.root, path);
    if (path.length === 0) return no("is-root");
    if (!parent || !node) return no("state-not-found");
    const name = key ?? fresh(node.key, (one) => find(parent, [one]) !== undefined);
    if (badKey(name)) return no("key-invalid");
    if (find(parent, [name])) return no("name-taken");
    const copy = { ...structuredClone(node), key: name };
    const ids = new Set(allPaths(model.root).map((one) => find(model.root, one)?.id));
    for (const inner of allPaths(copy)) {
      const state = find(copy, inner) as State;
      if (state.id === undefined) continue;
      state.id = fresh(state.id, (one) => ids.has(one));
      ids.add(state.id);
    }
    const goal = [...path.slice(0, -1), name];
    followIn(copy, (one) => (under(one, path) ? [...goal, ...one.slice(path.length)] : one));
    parent.children.splice(parent.children.indexOf(node) + 1, 0, copy);
    return undefined;
  },
  "state.move": (model, { state, parent: goalPath }) => {
    const path = state;
    const parent = find(model.root, path.slice(0, -1));
    const node = find(model.root, path);
    const goal = find(model.root, goalPath);
    if (!node || !goal || !parent) return no("state-not-found");
    if (under(goalPath, path)) return no("into-itself");
    if (parent === goal) return undefined;
    if (find(goal, [node.key])) return no("name-taken");
    parent.children = parent.children.filter((child) => child !== node);
    const lost = keepInitial(parent, node.key, undefined) ?? adopt(goal, node);
    if (lost) return lost;
    follow(model, (one) => (under(one, path) ? [...goalPath, node.key, ...one.slice(path.length)] : one));
    return undefined;
  },
  "state.wrap": (model, { state, key }) => gather(model, [state], key, undefined, true),
  "state.extract": (model, { states, key, initial }) => gather(model, states, key, initial, false),
  "state.reorder": (model, { state, before }) => {
    const path = state;
    const parent = find(model.root, path.slice(0, -1));
    const node = find(model.root, path);
    if (path.length === 0) return no("is-root");
    if (!parent || !node) return no("state-not-found");
    const rest = parent.children.filter((child) => child !== node);
    const key = Array.isArray(before) ? before.at(-1) : before;
    if (key === node.key) return undefined;
    const index = key === undefined ? rest.length : rest.findIndex((child) => child.key === key);
    if (index < 0) return no("state-not-found");
    parent.children = rest.toSpliced(index, 0, node);
    return undefined;
  },
  "state.setInitial": (model, { state }) => {
    const path = state;
    const parent = find(model.root, path.slice(0, -1));
    const node = find(model.root, path);
    if (path.length === 0) return no("is-root");
    if (!parent || !node) return no("state-not-found");
    if (parent.type === "parallel") return no("parent-is-parallel");
    if (node.type === "history") return no("history-cannot-be-initial");
    parent.initial = node.key;
    return undefined;
  },
  "state.setType": (model, { state, type = "atomic", history }) => {
    const path = state;
    const node = find(model.root, path);
    const parent = path.length > 0 ? find(model.root, path.slice(0, -1)) : undefined;
    if (!node) return no("state-not-found");
    const leaf = type === "final" || type === "history";
    if (leaf && !parent) return no("is-root");
    if (type === "compound" && node.children.length === 0) return no("no-children");
    if (node.children.length > 0 && (leaf || type === "atomic")) return no("has-children");
    if (leaf && node.events.length > 0) return no("has-transitions");
    if (type === "history" && node.entry.length + node.exit.length + node.invokes > 0)
      return no("has-behavior");
    if (type === "history" && parent?.initial === node.key) return no("history-cannot-be-initial");
    if (history !== undefined && type !== "history") return no("bad-arguments");
    if (type === "compound" && node.initial === undefined) {
      node.initial = node.children.find((child) => child.type !== "history")?.key;
      if (node.initial === undefined) return no("no-initial-left");
    }
    if (type !== "compound") node.initial = undefined;
    node.history = type === "history" ? (history ?? node.history ?? "shallow") : undefined;
    if (type !== "history") node.historyTarget = undefined;
    node.type = type;
    return undefined;
  },
  "state.describe": (model, { state, text }) => {
    const node = find(model.root, state);
    if (!node) return no("state-not-found");
    node.description = text === "" ? undefined : text;
    return undefined;
  },
  "state.setId": (model, { state, id }) => {
    const node = find(model.root, state);
    if (!node) return no("state-not-found");
    if ((node.id ?? "") === id) return undefined;
    if (/[.#\\]/.test(id)) return no("id-invalid");
    if (id !== "" && allPaths(model.root).some((path) => find(model.root, path)?.id === id))
      return no("id-taken");
    node.id = id === "" ? undefined : id;
    if (node === model.root) (model as { id: string | undefined }).id = node.id;
    return undefined;
  },
  "state.setClauses": (model, { state, clauses }) => {
    const node = find(model.root, state);
    if (!node) return no("state-not-found");
    node.clauses = [...clauses];
    return undefined;
  },
  "state.addAction": (model, { state, on, action }) => {
    const node = find(model.root, state);
    if (!node) return no("state-not-found");
    if (node.type === "history") return no("history-has-no-actions");
    const code = codeOf(action);
    if (code === undefined) return no("not-an-expression");
    node[on].push(code);
    return undefined;
  },
  "state.removeAction": (model, { state, on, index = 0 }) => {
    const node = find(model.root, state);
    if (!node) return no("state-not-found");
    const list = node[on];
    if (index >= list.length) return no("action-not-found");
    list.splice(index, 1);
    return undefined;
  },
  "transition.add": (model, { source = [], slot = "on", event, target = null, index }) => {
    const node = find(model.root, source);
    if (!node) return no("state-not-found");
    if (target !== null && !find(model.root, target)) return no("state-not-found", "source-cannot-leave");
    const targets = target === null ? [] : [target];
    return put(node, { slot: slot, event, index }, bare(targets));
  },
  "transition.delete": (model, { transition }) => {
    const at = locate(model, transition);
    return at ? take(at) : no("state-not-found", "transition-not-found");
  },
  "transition.retarget": (model, { transition, target, source }) => {
    const at = locate(model, transition);
    if (!at) return no("state-not-found", "transition-not-found");
    const from = source === undefined ? at.node : find(model.root, source);
    if (!from || (target && !find(model.root, target))) return no("state-not-found", "source-cannot-leave");
    if (from !== at.node && target === null) return no("bad-arguments", "source-cannot-leave");
    if (target !== undefined) at.candidate.targets = target === null ? [] : [target];
    if (from === at.node) return undefined;
    if (at.event.slot === "invoke.onDone") return no("slot-stays", "source-cannot-leave");
    take(at);
    return put(from, { slot: at.event.slot, event: at.event.event }, at.candidate);
  },
  "transition.event": (model, { transition, event }) => {
    const at = locate(model, transition);
    if (!at) return no("state-not-found", "transition-not-found");
    const { slot } = at.event;
    if (slot !== "on" && slot !== "after") return no("slot-has-no-event");
    if (event === "" || event === "__proto__") return no("event-invalid");
    if (at.event.event === event) return undefined;
    if (
      at.event.candidates.length === 1 &&
      !at.node.events.some((one) => one.slot === slot && one.event === event)
    ) {
      at.event.event = event;
      return undefined;
    }
    take(at);
    return put(at.node, { slot, event }, at.candidate);
  },
  "transition.guard": (model, { transition, guard }) => {
    const at = locate(model, transition);
    if (!at) return no("state-not-found", "transition-not-found");
    const code = guard === null ? "" : codeOf(guard);
    if (code === undefined) return no("not-an-expression");
    at.candidate.guard = guard === null ? undefined : { code };
    return undefined;
  },
  "transition.describe": (model, { transition, text }) => {
    const at = locate(model, transition);
    if (!at) return no("state-not-found", "transition-not-found");
    at.candidate.description = text === "" ? undefined : text;
    return undefined;
  },
  "transition.setReenter": (model, { transition, reenter }) => {
    const at = locate(model, transition);
    if (!at) return no("state-not-found", "transition-not-found");
    at.candidate.reenter = reenter;
    return undefined;
  },
  "transition.setClauses": (model, { transition, clauses }) => {
    const at = locate(model, transition);
    if (!at) return no("state-not-found", "transition-not-found");
    at.candidate.clauses = [...clauses];
    return undefined;
  },
  "transition.addAction": (model, { transition, action }) => {
    const at = locate(model, transition);
    if (!at) return no("state-not-found", "transition-not-found");
    const code = codeOf(action);
    if (code === undefined) return no("not-an-expression");
    at.candidate.actions.push(code);
    return undefined;
  },
  "transition.removeAction": (model, { transition, index = 0 }) => {
    const at = locate(model, transition);
    if (!at) return no("state-not-found", "transition-not-found");
    if (index >= at.candidate.actions.length) return no("action-not-found");
    at.candidate.actions.splice(index, 1);
    return undefined;
  },
  "guard.stub": (model, { name }) => {
    if (name === "__proto__") return no("key-invalid");
    if (Object.hasOwn(model.guards, name)) return no("name-taken");
    model.guards[name] = { code: "() => false" };
    return undefined;
  },
  "action.stub": (model, { name }) => {
    if (name === "__proto__") return no("key-invalid");
    if (model.actions.includes(name)) return no("name-taken");
    model.actions.push(name);
    return undefined;
  },
};

interface Located {
  node: State;
  event: Event;
  candidate: Candidate;
}

function locate(model: Model, given: unknown): Located | undefined {
  const ref = given as Ref;
  const node = find(model.root, ref.source);
  const event = node?.events.find((one) => one.slot === ref.slot && one.event === ref.event);
  const candidate = event?.candidates[ref.index];
  return node && event && candidate && { node, event, candidate };
}

function take({ node, event, candidate }: Located): undefined {
  event.candidates = event.candidates.filter((one) => one !== candidate);
  if (event.candidates.length === 0) node.events = node.events.filter((one) => one !== event);
}

function put(
  node: State,
  spot: { slot: Event["slot"]; event?: string | undefined; index?: number },
  candidate: Candidate,
) {
  const keyed = spot.slot === "on" || spot.slot === "after";
  // With two reasons to refuse either may be told.
  const reasons: string[] = [];
  if (keyed && (!spot.event || spot.event === "__proto__")) reasons.push("event-invalid");
  if (node.type === "history" || node.type === "final") reasons.push("source-cannot-leave");
  let event = node.events.find((one) => one.slot === spot.slot && one.event === spot.event);
  const most = event?.candidates.length ?? 0;
  if (spot.index !== undefined && spot.index > most) reasons.push("index-out-of-range");
  if (reasons.length > 0) return no(...reasons);
  if (!event) node.events.push((event = { slot: spot.slot, event: spot.event, candidates: [] }));
  event.candidates.splice(spot.index ?? most, 0, candidate);
  return undefined;
}

function adopt(parent: State, child: State): { refused: string[] } | undefined {
  if (parent.type === "final" || parent.type === "history") return no("parent-cannot-have-children");
  const first = parent.children.length === 0;
  if (first && parent.type !== "parallel") {
    if (child.type === "history") return no("first-child-history");
    parent.type = "compound";
    parent.initial = child.key;
  }
  parent.children.push(child);
  return undefined;
}

function gather(
  model: Model,
  paths: readonly Path[],
  key: string | undefined,
  initial: string | undefined,
  wrap: boolean,
) {
  const [first] = paths;
  if (!first) return no("bad-arguments");
  if (paths.some((path) => !find(model.root, path))) return no("state-not-found");
  if (first.length === 0) return no("is-root");
  const at = first.slice(0, -1);
  if (paths.some((path) => path.length !== first.length || !under(path, at))) return no("not-siblings");
  const parent = find(model.root, at) as State;
  const name = key ?? freeKey(parent);
  const reasons: string[] = [];
  if (badKey(name)) reasons.push("key-invalid");
  if (find(parent, [name])) reasons.push("name-taken");
  const keys = new Set(paths.map((path) => path.at(-1)));
  const moved = parent.children.filter((child) => keys.has(child.key));
  const around = newState(name, !wrap && parent.type === "parallel" ? "parallel" : "compound");
  around.children = moved;
  const able = moved.filter((child) => child.type !== "history").map((child) => child.key);
  if (around.type === "parallel" && initial !== undefined) reasons.push("parent-is-parallel");
  if (around.type === "compound") {
    if (initial !== undefined && !able.includes(initial)) reasons.push("state-not-found");
    around.initial = initial ?? able.find((one) => one === parent.initial) ?? able[0];
    if (around.initial === undefined) reasons.push("first-child-history");
  }
  if (reasons.length > 0) return no(...reasons);
  if (parent.type !== "parallel" && keys.has(parent.initial)) parent.initial = name;
  parent.children = parent.children.flatMap((child) =>
    child === moved[0] ? [around] : moved.includes(child) ? [] : [child],
  );
  follow(model, (one) =>
    under(one, at) && keys.has(one[at.length]) ? [...at, name, ...one.slice(at.length)] : one,
  );
  return undefined;
}

function keepInitial(
  parent: State,
  gone: string,
  wanted: string | undefined,
): { refused: string[] } | undefined {
  if (parent.children.length === 0) {
    if (wanted !== undefined) return no("state-not-found");
    parent.type = "atomic";
    parent.initial = undefined;
    return undefined;
  }
  const rest = parent.children.filter((child) => child.type !== "history");
  if (wanted !== undefined && !rest.some((child) => child.key === wanted)) return no("state-not-found");
  if (parent.type === "parallel") return undefined;
  if (wanted !== undefined) parent.initial = wanted;
  else if (parent.initial === gone) {
    if (!rest[0]) return no("no-initial-left");
    parent.initial = rest[0].key;
  }
  return undefined;
}

/** True when there was one to remove. */
function removeIncoming(model: Model, gone: Path): boolean {
  let found = false;
  for (const path of allPaths(model.root)) {
    const node = find(model.root, path);
    if (!node || under(path, gone)) continue;
    for (const event of node.events) {
      const kept = event.candidates.filter((one) => !one.targets.some((target) => under(target, gone)));
      if (kept.length < event.candidates.length) found = true;
      event.candidates = kept;
    }
    node.events = node.events.filter((event) => event.candidates.length > 0);
    if (node.historyTarget && under(node.historyTarget, gone)) node.historyTarget = undefined;
  }
  return found;
}

/** Sends every path the model holds through a map. */
function follow(model: Model, map: (path: Path) => Path | null): void {
  for (const [name, guard] of Object.entries(model.guards)) model.guards[name] = mapped(guard, map);
  followIn(model.root, map);
}

function followIn(state: State, map: (path: Path) => Path | null): void {
  if (state.historyTarget) state.historyTarget = map(state.historyTarget) ?? undefined;
  for (const { candidates } of state.events)
    for (const one of candidates) {
      one.targets = one.targets.map((target) => map(target) ?? ["?"]);
      one.guard = one.guard && mapped(one.guard, map);
    }
  for (const child of state.children) followIn(child, map);
}

const mapped = (one: Behavior, map: (path: Path) => Path | null): Behavior =>
  "stateIn" in one ? { stateIn: one.stateIn && map(one.stateIn) } : one;

/** The name with the next number that is free. */
function fresh(name: string, taken: (name: string) => boolean): string {
  const [, stem = name, number = "1"] = /^(.*\D)(\d+)$/.exec(name) ?? [];
  for (let n = Number(number) + 1; ; n++) if (!taken(stem + n)) return stem + n;
}

const NO_EXPRESSIONS = new Set(["a, b", "x // y", ") => {"]);

function codeOf(behavior: unknown): string | undefined {
  const { name, params, text } = behavior as { name?: string; params?: unknown; text?: string };
  if (text !== undefined) return NO_EXPRESSIONS.has(text) ? undefined : plain(text);
  if (params === undefined) return `'${name}'`;
  return plain(`{ type: '${name}', params: ${typeof params === "number" ? params : "{ n: 1 }"} }`);
}

function freeKey(parent: State): string {
  for (let n = 1; ; n++) {
    const key = n === 1 ? "newState" : `newState${n}`;
    if (!find(parent, [key])) return key;
  }
}

const newState = (key: string, type: State["type"]): State => ({
  key,
  type,
  history: type === "history" ? "shallow" : undefined,
  historyTarget: undefined,
  id: undefined,
  initial: undefined,
  description: undefined,
  clauses: [],
  entry: [],
  exit: [],
  invokes: 0,
  events: [],
  children: [],
});

const bare = (targets: Path[]): Candidate => ({
  targets,
  guard: undefined,
  actions: [],
  reenter: false,
  description: undefined,
  clauses: [],
});
