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
  /** The state that was copied to be pasted. */
  from: Path;
  parent: Path;
  /** A name or, for commands that change an order, a place. */
  to: string & number;
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
  tags: string[];
  key?: string;
  value: unknown;
  src?: unknown;
  systemId?: string | null;
  input?: string | null;
  targets?: Path[];
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
  const model = copyOf(before);
  const rule = RULES[id];
  if (!rule) throw new Error(`No rule for ${id}`);
  const refused = rule(model, given as Args);
  if (refused) return refused;
  ordered(model.root);
  return model;
}

/** Several times as fast as `structuredClone` on objects of this size. */
export function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as T;
  if (typeof value !== "object" || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const key in value) copy[key] = copyOf(value[key]);
  return copy as T;
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
  // A copy of what is shared changes nothing.
  "state.own": (model, { state }) => (find(model.root, state) ? undefined : no("state-not-found")),
  "transition.own": (model, { transition }) =>
    locate(model, transition) ? undefined : no("state-not-found", "transition-not-found"),
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
    const copy = { ...copyOf(node), key: name };
    freshIds(model, copy);
    const goal = [...path.slice(0, -1), name];
    followIn(copy, (one) => (under(one, path) ? [...goal, ...one.slice(path.length)] : one));
    parent.children.splice(parent.children.indexOf(node) + 1, 0, copy);
    return undefined;
  },
  "state.copy": (model, { state }) => {
    if (!find(model.root, state)) return no("state-not-found");
    return state.length === 0 ? no("is-root") : undefined;
  },
  "state.paste": (model, { from, parent: at, key }) => {
    const parent = find(model.root, at);
    const node = find(model.root, from);
    if (!parent) return no("state-not-found");
    if (!node || from.length === 0) return no("clip-not-a-state");
    const taken = (one: string) => find(parent, [one]) !== undefined;
    const name = key ?? (taken(node.key) ? fresh(node.key, taken) : node.key);
    if (badKey(name)) return no("key-invalid");
    if (taken(name)) return no("name-taken");
    const copy = { ...copyOf(node), key: name };
    freshIds(model, copy);
    followIn(copy, (one) => (under(one, from) ? [...at, name, ...one.slice(from.length)] : one));
    return adopt(parent, copy);
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
  "state.setType": (model, { state, type = "atomic", history, initial }) => {
    const path = state;
    const node = find(model.root, path);
    const parent = path.length > 0 ? find(model.root, path.slice(0, -1)) : undefined;
    if (!node) return no("state-not-found");
    const leaf = type === "final" || type === "history";
    if (leaf && !parent) return no("is-root");
    if (type === "compound" && node.children.length === 0) return no("no-children");
    if (node.children.length > 0 && (leaf || type === "atomic")) return no("has-children");
    if (leaf && node.events.length > 0) return no("has-transitions");
    if (type === "history" && node.entry.length + node.exit.length + node.invokes.length > 0)
      return no("has-behavior");
    if (type === "history" && parent?.initial === node.key) return no("history-cannot-be-initial");
    if (history !== undefined && type !== "history") return no("bad-arguments");
    if (initial !== undefined && type !== "compound") return no("bad-arguments");
    if (initial !== undefined) {
      if (!node.children.some((child) => child.key === initial && child.type !== "history"))
        return no("state-not-found");
      node.initial = initial;
    }
    if (type === "compound" && node.initial === undefined) {
      node.initial = node.children.find((child) => child.type !== "history")?.key;
      if (node.initial === undefined) return no("no-initial-left");
    }
    if (type !== "compound") dropInitial(node);
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
    if (code === undefined) return no("not-an-expression", "not-an-action");
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
  "transition.add": (model, { source = [], slot = "on", event, target, targets, index }) => {
    const node = find(model.root, source);
    if (!node) return no("state-not-found");
    const goals = targets ?? (target ? [target] : []);
    if (target !== undefined && targets) return no("bad-arguments");
    if (slot === "route") {
      const reasons = [];
      if (goals.length > 0) reasons.push("route-has-no-target");
      if (node === model.root) reasons.push("is-root");
      if (event !== undefined) reasons.push("slot-has-no-event");
      if (node.events.some((one) => one.slot === "route")) reasons.push("route-taken");
      if (index !== undefined && index > 0) reasons.push("index-out-of-range");
      if (reasons.length > 0) return no(...reasons);
      node.events.push({ slot, event: undefined, candidates: [bare([])] });
      return undefined;
    }
    if (target === undefined && !targets) return no("bad-arguments");
    if (goals.some((goal) => !find(model.root, goal))) return no("state-not-found", "source-cannot-leave");
    if (slot.startsWith("invoke.") && !node.invokes[Number(event ?? 0)])
      return no("invoke-not-found", "source-cannot-leave");
    const key = slot.startsWith("invoke.") ? (event ?? "0") : event;
    return put(node, { slot, event: key, index }, bare(goals));
  },
  "transition.delete": (model, { transition }) => {
    const at = locate(model, transition);
    return at ? take(at) : no("state-not-found", "transition-not-found");
  },
  "transition.retarget": (model, { transition, target, targets, source }) => {
    const at = locate(model, transition);
    if (!at) return no("state-not-found", "transition-not-found");
    if (target !== undefined && targets) return no("bad-arguments", "state-not-found");
    const from = source === undefined ? at.node : find(model.root, source);
    const goals = targets ?? (target ? [target] : []);
    if (!from || goals.some((goal) => !find(model.root, goal)))
      return no("state-not-found", "source-cannot-leave", "route-has-no-target");
    if (at.event.slot === "route" && goals.length > 0) return no("route-has-no-target");
    if (from !== at.node && target === null) return no("bad-arguments", "source-cannot-leave");
    if (target !== undefined || targets) at.candidate.targets = goals;
    if (from === at.node) return undefined;
    if (at.event.slot.startsWith("invoke.") || at.event.slot === "route")
      return no("slot-stays", "source-cannot-leave");
    take(at);
    return put(from, { slot: at.event.slot, event: at.event.event }, at.candidate);
  },
  "transition.reorder": (model, { transition, to }) => {
    const at = locate(model, transition);
    if (!at) return no("state-not-found", "transition-not-found");
    const list = at.event.candidates;
    if (to >= list.length) return no("index-out-of-range");
    reorder(list, list.indexOf(at.candidate), to);
    return undefined;
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
    const meant = guard === null ? undefined : guardOf(model, guard);
    if (typeof meant === "string") return no(meant);
    at.candidate.guard = meant;
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
    if (code === undefined) return no("not-an-expression", "not-an-action");
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
  "state.setTags": (model, { state, tags }) => {
    const node = find(model.root, state);
    if (!node) return no("state-not-found");
    node.tags = [...new Set(tags)];
    return undefined;
  },
  "state.setMeta": (model, { state, key, value }) => {
    const node = find(model.root, state);
    return node ? setMeta(node, key ?? "", value) : no("state-not-found");
  },
  "transition.setMeta": (model, { transition, key, value }) => {
    const at = locate(model, transition);
    return at ? setMeta(at.candidate, key ?? "", value) : no("state-not-found", "transition-not-found");
  },
  "state.setAction": (model, { state, on, index = 0, action }) => {
    const node = find(model.root, state);
    return node ? setAction(node[on], index, action) : no("state-not-found");
  },
  "transition.setAction": (model, { transition, index = 0, action }) => {
    const at = locate(model, transition);
    return at
      ? setAction(at.candidate.actions, index, action)
      : no("state-not-found", "transition-not-found");
  },
  "state.reorderAction": (model, { state, on, index = 0, to }) => {
    const node = find(model.root, state);
    return node ? reorderAction(node[on], index, to) : no("state-not-found");
  },
  "transition.reorderAction": (model, { transition, index = 0, to }) => {
    const at = locate(model, transition);
    return at
      ? reorderAction(at.candidate.actions, index, to)
      : no("state-not-found", "transition-not-found");
  },
  "invoke.add": (model, { state, src, id, systemId, input }) => {
    const node = find(model.root, state);
    if (!node) return no("state-not-found");
    const codes = [codeOf(src), input == null ? "" : codeOf({ text: input })];
    const wrong = codes.includes(undefined) ? ["not-an-expression"] : [];
    if (node.type === "final" || node.type === "history") return no("cannot-invoke", ...wrong);
    if (wrong.length > 0) return no(...wrong);
    node.invokes.push({
      src: codes[0] ?? "",
      id,
      systemId: systemId ?? undefined,
      input: input == null ? undefined : plain(input),
    });
    return undefined;
  },
  "invoke.edit": (model, { state, index = 0, src, id, systemId, input }) => {
    const node = find(model.root, state);
    if (!node) return no("state-not-found");
    const invoke = node.invokes[index];
    if (!invoke) return no("invoke-not-found");
    const codes = [src === undefined ? "" : codeOf(src), input == null ? "" : codeOf({ text: input })];
    if (codes.includes(undefined)) return no("not-an-expression");
    if (src !== undefined) invoke.src = codes[0] ?? "";
    if (id !== undefined) invoke.id = id ?? undefined;
    if (systemId !== undefined) invoke.systemId = systemId ?? undefined;
    if (input !== undefined) invoke.input = input === null ? undefined : plain(input);
    return undefined;
  },
  "invoke.remove": (model, { state, index = 0 }) => {
    const node = find(model.root, state);
    if (!node) return no("state-not-found");
    if (!node.invokes[index]) return no("invoke-not-found");
    node.invokes.splice(index, 1);
    const ofInvoke = (one: Event) => one.slot.startsWith("invoke.");
    node.events = node.events.filter((one) => !ofInvoke(one) || one.event !== String(index));
    for (const one of node.events)
      if (ofInvoke(one) && Number(one.event) > index) one.event = String(Number(one.event) - 1);
    return undefined;
  },
  "event.rename": (model, { name, to }) => {
    const events = everyState(model).flatMap((state) => state.events.filter((one) => one.slot === "on"));
    const named = (key: string) => events.filter((one) => one.event === key);
    return rename("event", name, to, named(name).length > 0, named(to).length > 0, () =>
      named(name).forEach((one) => (one.event = to)),
    );
  },
  "delay.rename": (model, { name, to }) => {
    const events = everyState(model).flatMap((state) => state.events.filter((one) => one.slot === "after"));
    const has = (key: string) => model.delays.includes(key) || events.some((one) => one.event === key);
    return rename("delay", name, to, has(name) && Number.isNaN(Number(name)), has(to), () => {
      model.delays = model.delays.map((one) => (one === name ? to : one));
      for (const one of events) if (one.event === name) one.event = to;
    });
  },
  "guard.rename": (model, { name, to }) => {
    const all = everyState(model).flatMap((state) => state.events.flatMap((one) => one.candidates));
    const code = (key: string) => plain(`'${key}'`);
    const uses = (key: string) =>
      all.filter(({ guard }) => guard && "code" in guard && guard.code === code(key));
    const has = (key: string) => Object.hasOwn(model.guards, key) || uses(key).length > 0;
    return rename("guard", name, to, has(name), has(to), () => {
      model.guards = Object.fromEntries(
        Object.entries(model.guards).map(([key, one]) => [key === name ? to : key, one]),
      );
      for (const one of uses(name)) one.guard = { code: code(to) };
    });
  },
  "action.rename": (model, { name, to }) => {
    const lists = everyState(model).flatMap((state) => [
      state.entry,
      state.exit,
      state.initialActions,
      ...state.events.flatMap((one) => one.candidates.map((candidate) => candidate.actions)),
    ]);
    return renameIn("action", model.actions, lists, name, to);
  },
  "actor.rename": (model, { name, to }) => {
    const invokes = everyState(model).flatMap((state) => state.invokes);
    const lists = invokes.map((one) => [one.src]);
    const refused = renameIn("actor", model.actors, lists, name, to);
    for (const [i, one] of invokes.entries()) one.src = lists[i]?.[0] ?? "";
    return refused;
  },
  "tag.rename": (model, { name, to }) =>
    renameWords(
      "tag",
      everyState(model).map((state) => state.tags),
      name,
      to,
    ),
  "clause.rename": (model, { name, to }) => {
    const states = everyState(model);
    const candidates = states.flatMap((state) => state.events.flatMap((one) => one.candidates));
    return renameWords(
      "clause",
      [...states, ...candidates].map((one) => one.clauses),
      name,
      to,
    );
  },
  "actor.stub": (model, { name }) => addName(model.actors, name),
  "delay.stub": (model, { name }) => addName(model.delays, name),
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

const everyState = (model: Model): State[] =>
  allPaths(model.root).flatMap((path) => find(model.root, path) ?? []);

/** What holds for every name: it must be there, and the new one must be good and free. */
function rename(kind: string, from: string, to: string, there: boolean, taken: boolean, act: () => void) {
  if (!there) return no("symbol-not-found");
  if (from === to) return undefined;
  const bad =
    to === "__proto__" ||
    (kind === "event" && (to === "*" || to.endsWith(".*"))) ||
    (kind === "delay" && !Number.isNaN(Number(to))) ||
    (kind === "clause" && !/^[A-Za-z][A-Za-z0-9._:'+-]*$/.test(to));
  if (bad || taken) return no(...(bad ? ["name-invalid"] : []), ...(taken ? ["name-taken"] : []));
  act();
  return undefined;
}

/** Names of setup and the lists of code that name them in quotes. */
function renameIn(kind: string, names: string[], lists: string[][], from: string, to: string) {
  const code = (key: string) => plain(`'${key}'`);
  const has = (key: string) => names.includes(key) || lists.some((list) => list.includes(code(key)));
  return rename(kind, from, to, has(from), has(to), () => {
    for (const [i, one] of names.entries()) if (one === from) names[i] = to;
    for (const list of lists)
      for (const [i, one] of list.entries()) if (one === code(from)) list[i] = code(to);
  });
}

function renameWords(kind: string, lists: string[][], from: string, to: string) {
  const has = (key: string) => lists.some((list) => list.includes(key));
  return rename(kind, from, to, has(from), has(to), () => {
    for (const list of lists) for (const [i, one] of list.entries()) if (one === from) list[i] = to;
  });
}

function setMeta(of: { clauses: string[]; meta: Record<string, string> }, key: string, value: unknown) {
  if (key === "__proto__") return no("key-invalid");
  if (value === null) delete of.meta[key];
  else of.meta[key] = JSON.stringify(value);
  return undefined;
}

function setAction(list: string[], index: number, action: unknown) {
  const code = codeOf(action);
  const reasons = [];
  if (code === undefined) reasons.push("not-an-expression", "not-an-action");
  if (index >= list.length) reasons.push("action-not-found");
  if (reasons.length > 0) return no(...reasons);
  list[index] = code ?? "";
  return undefined;
}

function reorderAction(list: string[], index: number, to: number) {
  if (index >= list.length) return no("action-not-found");
  if (to >= list.length) return no("index-out-of-range");
  reorder(list, index, to);
  return undefined;
}

function reorder<T>(list: T[], from: number, to: number): void {
  list.splice(to, 0, ...list.splice(from, 1));
}

function addName(list: string[], name: string) {
  if (name === "__proto__") return no("key-invalid");
  if (list.includes(name)) return no("name-taken");
  list.push(name);
  return undefined;
}

function dropInitial(node: State): void {
  node.initial = undefined;
  node.initialActions = [];
}

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
  spot: { slot: Event["slot"]; event?: string | undefined; index?: number | undefined },
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
    dropInitial(parent);
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

function freshIds(model: Model, copy: State): void {
  const ids = new Set(allPaths(model.root).map((one) => find(model.root, one)?.id));
  for (const inner of allPaths(copy)) {
    const state = find(copy, inner) as State;
    if (state.id === undefined) continue;
    state.id = fresh(state.id, (one) => ids.has(one));
    ids.add(state.id);
  }
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

/** The guard that a tree of arguments comes to, or why it is refused. */
function guardOf(model: Model, given: unknown): Behavior | string {
  const tree = given as { and?: unknown[]; or?: unknown[]; not?: unknown; stateIn?: Path };
  if (tree.stateIn) {
    if (tree.stateIn.length === 0) return "bad-arguments";
    return find(model.root, tree.stateIn) ? { stateIn: tree.stateIn } : "state-not-found";
  }
  const list = tree.and ?? tree.or ?? (tree.not === undefined ? undefined : [tree.not]);
  if (!list) {
    const code = codeOf(given);
    return code === undefined ? "not-an-expression" : { code };
  }
  const inner = list.map((one) => guardOf(model, one));
  const wrong = inner.find((one) => typeof one === "string");
  if (wrong !== undefined) return wrong;
  const codes = inner.map((one) => (one as { code: string }).code).join(", ");
  return { code: tree.not === undefined ? `${tree.and ? "and" : "or"}([${codes}])` : `not(${codes})` };
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

const bare = (targets: Path[]): Candidate => ({
  targets,
  guard: undefined,
  actions: [],
  reenter: false,
  description: undefined,
  clauses: [],
  meta: {},
});
