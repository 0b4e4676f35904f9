import { allPaths, find, type Model, type Path } from "#test/core/edit/laws/model.ts";
import type { Random } from "#test/core/edit/laws/random.ts";

const NAMES = [
  "next",
  "two  words",
  "新しい",
  "it's",
  'say "x"',
  "`tick`",
  "$",
  "new-key",
  "🎲",
  "b\u0301",
  "constructor",
  "a${b}",
  "x\ny",
];
const BAD_NAMES = ["", "12", "__proto__", "a.b", "#x", "back\\slash"];
const WORDS = [
  "",
  "short",
  'it\'s `x` ${y} "z"',
  "二行\n目",
  "🎴\u2028 \u0000 \ud800",
  "tab\t\\",
  "*/ // <!--",
  "\r\n",
];
const TEXTS = [
  "() => true",
  "({ context }) => context.n > 1",
  "not('isReady')",
  "and(['isReady', () => true])",
  "a, b",
  "x // y",
  "'late'",
  ") => {",
];

/** Arguments for a command on a model: mostly sensible, now and then not. */
export function randomArgs(r: Random, model: Model, id: string): unknown {
  const paths = allPaths(model.root);
  const path = (): Path => (r.chance(0.97) ? r.pick(paths) : ["nowhere"]);
  const inner = (): Path => (r.chance(0.95) && paths.length > 1 ? r.pick(paths.slice(1)) : path());
  const optional = <T>(p: number, name: string, value: () => T) => (r.chance(p) ? { [name]: value() } : {});
  const name = () =>
    r.chance(0.85) ? r.pick(NAMES) : r.pick([...BAD_NAMES, ...paths.map((one) => one.at(-1) ?? "m")]);
  const event = () =>
    r.pick(
      ["NEXT", "GO", "PASS", "new event", "END", "後", "'", "__proto__", ""].slice(0, r.chance(0.9) ? 7 : 9),
    );
  const action = () => behavior(r, ["log", "count", "missing"]);
  const actor = () => (r.chance(0.6) ? { name: r.pick(["load", "missing"]) } : { text: r.pick(ACTORS) });
  const ids = (nullable: boolean) => {
    const text = (value: string) => () => (nullable && r.chance(0.3) ? null : value);
    return {
      ...optional(0.4, "id", text("fresh")),
      ...optional(0.3, "systemId", text("it's")),
      ...optional(0.4, "input", text(r.pick(["() => 2", "({ context }) => context.n", "{n: 1}", "a, b"]))),
    };
  };
  const goals = () =>
    r.chance(0.15)
      ? { targets: [inner(), ...(r.chance(0.6) ? [inner()] : [])] }
      : { target: r.chance(0.1) ? null : inner() };
  const guard = (depth: number): unknown => {
    const kind = depth > 0 ? r.below(8) : 7;
    // What stateIn asks for inside others is not looked into here.
    const operand = () => guard(depth === 2 ? 1 : 0);
    if (kind === 0 && depth === 2) return { stateIn: r.chance(0.1) ? [] : inner() };
    if (kind === 1) return { not: operand() };
    if (kind === 2) return { and: [operand(), operand()] };
    if (kind === 3) return { or: [operand()] };
    return behavior(r, ["isReady", "canPass", "missing"]);
  };
  switch (id) {
    case "state.rename":
      return { state: inner(), to: name() };
    case "state.add":
      return {
        parent: path(),
        ...optional(0.6, "key", name),
        ...optional(0.5, "type", () => r.pick(["atomic", "compound", "parallel", "final", "history"])),
      };
    case "state.delete":
      return {
        state: inner(),
        ...optional(0.3, "policy", () => r.pick(["removeIncoming", "refuseIfReferenced"])),
        ...optional(0.1, "initial", () => r.pick(paths).at(-1) ?? "x"),
      };
    case "state.duplicate":
      return { state: inner(), ...optional(0.3, "key", name) };
    case "state.own":
    case "state.copy":
      return { state: inner() };
    case "state.paste":
      return { from: inner(), parent: path(), ...optional(0.3, "key", name) };
    case "state.wrap":
      return { state: inner(), ...optional(0.5, "key", name) };
    case "state.extract": {
      const state = inner();
      const parent = state.slice(0, -1);
      const siblings = (find(model.root, parent)?.children ?? []).filter(() => r.chance(0.5));
      return {
        states: [...siblings.map((one) => [...parent, one.key]), ...(r.chance(0.5) ? [state] : [])],
        ...optional(0.5, "key", name),
        ...optional(0.3, "initial", () => r.pick([state.at(-1) ?? "", ...siblings.map((one) => one.key)])),
      };
    }
    case "state.move":
      return { state: inner(), parent: path() };
    case "state.reorder": {
      const state = inner();
      const siblings = find(model.root, state.slice(0, -1))?.children ?? [];
      const before = siblings.length > 0 ? r.pick(siblings).key : "x";
      return {
        state,
        ...optional(0.7, "before", () => (r.chance(0.5) ? before : [...state.slice(0, -1), before])),
      };
    }
    case "state.setInitial":
      return { state: inner() };
    case "state.setType": {
      const type = r.pick(["atomic", "compound", "parallel", "final", "history"]);
      return {
        state: inner(),
        type,
        ...(type === "compound" ? optional(0.3, "initial", () => r.pick(paths).at(-1) ?? "x") : {}),
        ...(type === "history" ? optional(0.5, "history", () => r.pick(["shallow", "deep"])) : {}),
      };
    }
    case "state.describe":
      return { state: path(), text: r.pick(WORDS) };
    case "state.setId":
      return { state: path(), id: r.pick(["", "fresh", "新", "id0", "a.b", "it's"]) };
    case "state.setClauses":
      return { state: path(), clauses: clauses(r) };
    case "state.addAction":
      return { state: path(), on: r.pick(["entry", "exit"]), action: action() };
    case "state.removeAction": {
      const busy = paths.filter((one) => (find(model.root, one)?.entry.length ?? 0) > 0);
      if (busy.length > 0 && r.chance(0.8)) return { state: r.pick(busy), on: "entry", index: r.below(2) };
      return { state: path(), on: r.pick(["entry", "exit"]), index: r.below(2) };
    }
    case "transition.add": {
      const slot = r.pick([
        "on",
        "on",
        "on",
        "after",
        "always",
        "onDone",
        "invoke.onDone",
        "invoke.onError",
        "route",
      ]);
      const keyed =
        slot === "on"
          ? { event: event() }
          : slot === "after"
            ? { event: r.pick(["1000", "7", "slow", "a b"]) }
            : slot.startsWith("invoke.")
              ? optional(0.3, "event", () => String(r.below(2)))
              : {};
      const invoking = paths.filter((one) => (find(model.root, one)?.invokes.length ?? 0) > 0);
      return {
        source: slot.startsWith("invoke.") && invoking.length > 0 ? r.pick(invoking) : path(),
        ...(slot === "on" && r.chance(0.5) ? {} : { slot }),
        ...keyed,
        ...(slot === "route" ? optional(0.2, "target", () => null) : goals()),
        ...optional(0.2, "index", () => r.below(3)),
      };
    }
    case "state.setTags":
      return {
        state: path(),
        tags: r.pick([[], ["waiting"], ["waiting", "b"], ["b", "waiting"], ["it's", "新", "新"]]),
      };
    case "state.setMeta":
      return { state: path(), ...metaEntry(r) };
    case "state.setAction":
    case "state.reorderAction": {
      const busy = paths.filter((one) => (find(model.root, one)?.entry.length ?? 0) > 0);
      const state = busy.length > 0 && r.chance(0.9) ? r.pick(busy) : path();
      const most = (find(model.root, state)?.entry.length ?? 0) + (r.chance(0.2) ? 1 : 0);
      const where = { state, on: r.chance(0.9) ? "entry" : "exit", index: r.below(most) };
      return { ...where, ...(id === "state.setAction" ? { action: action() } : { to: r.below(most) }) };
    }
    case "invoke.add":
      return { state: path(), src: actor(), ...ids(false) };
    case "invoke.edit":
    case "invoke.remove": {
      const busy = paths.filter((one) => (find(model.root, one)?.invokes.length ?? 0) > 0);
      const at = { state: busy.length > 0 && r.chance(0.95) ? r.pick(busy) : path(), index: r.below(2) };
      return id === "invoke.remove" ? at : { ...at, ...optional(0.4, "src", actor), ...ids(true) };
    }
    case "guard.stub":
    case "actor.stub":
    case "delay.stub":
    case "action.stub":
      return {
        name: r.pick(["fresh", "two words", "isReady", "log", "load", "slow", "新", "__proto__", "it's"]),
      };
  }
  if (id.endsWith(".rename"))
    return {
      name: r.pick(NAMES_OF[id] ?? []),
      to: r.pick(["fresh", "to", "load", "a-b", "NEXT", "log", "C-1", "__proto__"]),
    };
  const busy = /transition\.(?:remove|set|reorder)Action/.test(id) && r.chance(0.9);
  const transition = transitionRef(r, model, paths, busy);
  switch (id) {
    case "transition.retarget":
      return {
        transition,
        ...(r.chance(0.7) ? goals() : {}),
        ...optional(0.5, "source", path),
      };
    case "transition.event":
      return { transition, event: event() };
    case "transition.guard":
      return { transition, guard: r.chance(0.2) ? null : guard(2) };
    case "transition.describe":
      return { transition, text: r.pick(WORDS) };
    case "transition.setReenter":
      return { transition, reenter: r.chance(0.5) };
    case "transition.setClauses":
      return { transition, clauses: clauses(r) };
    case "transition.addAction":
      return { transition, action: action() };
    case "transition.removeAction":
      return { transition, index: r.below(2) };
    case "transition.setAction":
      return { transition, index: r.below(2), action: action() };
    case "transition.reorderAction":
      return { transition, index: r.below(2), to: r.below(2) };
    case "transition.reorder":
      return { transition, to: r.below(3) };
    case "transition.setMeta":
      return { transition, ...metaEntry(r) };
    default:
      return { transition };
  }
}

const NAMES_OF: Record<string, string[]> = {
  "event.rename": ["NEXT", "PASS", "play.card", "終了", "a b", "GO"],
  "guard.rename": ["isReady", "canPass"],
  "action.rename": ["log", "count"],
  "actor.rename": ["load"],
  "delay.rename": ["slow"],
  "tag.rename": ["waiting", "two words"],
  "clause.rename": ["C-1", "T-1", "C-2"],
};
const ACTORS = ["fromPromise(async () => 2)", "fromCallback(() => {})", "a, b"];

const metaEntry = (r: Random) => ({
  key: r.pick(["asks", "limit", "two words", "新", "__proto__"]),
  value: r.pick<unknown>([null, null, "it's", 3, true, ["a", { b: 1 }], { context: "a.b" }]),
});

const clauses = (r: Random) =>
  r.pick([[], ["C-1"], ["C-1", "C-2", "C-3"], ["C-2", "C-1"], ["新", "it's"], ["X"]]);

function behavior(r: Random, names: readonly string[]): unknown {
  if (r.chance(0.35)) return { text: r.pick(TEXTS) };
  return { name: r.pick(names), ...(r.chance(0.3) ? { params: r.pick([{ n: 1 }, 3]) } : {}) };
}

/** @param busy only those that have actions */
function transitionRef(r: Random, model: Model, paths: readonly Path[], busy: boolean): unknown {
  const all = paths.flatMap((source) =>
    (find(model.root, source)?.events ?? []).flatMap(({ slot, event, candidates }) =>
      candidates.flatMap(({ actions }, index) => {
        if (busy && actions.length === 0) return [];
        return [{ source, slot, ...(event === undefined ? {} : { event }), index }];
      }),
    ),
  );
  return all.length > 0 && r.chance(0.97) ? r.pick(all) : { source: [], slot: "on", event: "NONE", index: 0 };
}
