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
      const slot = r.pick(["on", "on", "on", "after", "always", "onDone"]);
      const keyed =
        slot === "on"
          ? { event: event() }
          : slot === "after"
            ? { event: r.pick(["1000", "7", "slow", "a b"]) }
            : {};
      return {
        source: path(),
        ...(slot === "on" && r.chance(0.5) ? {} : { slot }),
        ...keyed,
        target: r.chance(0.1) ? null : inner(),
        ...optional(0.2, "index", () => r.below(3)),
      };
    }
    case "guard.stub":
    case "action.stub":
      return { name: r.pick(["fresh", "two words", "isReady", "log", "新", "__proto__", "it's"]) };
  }
  const busy = id === "transition.removeAction" && r.chance(0.9);
  const transition = transitionRef(r, model, paths, busy);
  switch (id) {
    case "transition.retarget":
      return {
        transition,
        ...optional(0.7, "target", () => (r.chance(0.1) ? null : inner())),
        ...optional(0.5, "source", path),
      };
    case "transition.event":
      return { transition, event: event() };
    case "transition.guard":
      return { transition, guard: r.chance(0.2) ? null : behavior(r, ["isReady", "canPass", "missing"]) };
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
    default:
      return { transition };
  }
}

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
