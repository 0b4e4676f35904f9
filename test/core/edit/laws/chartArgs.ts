import type { Chart, StatePath } from "#core/chart/chart.ts";
import { pathId, places, type TransitionRef } from "#core/chart/places.ts";
import { commands, runCommand } from "#core/edit/commands.ts";
import type { SymbolKind } from "#core/symbol/symbol.ts";
import { symbolTable } from "#core/symbol/symbolSites.ts";
import type { Random } from "#test/core/edit/laws/random.ts";

/** The commands with how often each is chosen: what renames, deletes and moves states comes up more often. */
const CHOICES = [...commands.keys()].flatMap((id) =>
  Array.from(
    { length: /^(?:state\.(?:rename|delete|move|wrap|extract)|event\.rename)$/.test(id) ? 4 : 1 },
    () => id,
  ),
);

/** A command and arguments for it that suit a chart as it was read, by chance. */
export function randomCommand(
  r: Random,
  text: string,
  chart: Chart,
  only?: string,
): { id: string; args: unknown } {
  const id = only ?? r.pick(CHOICES);
  return { id, args: argsFor(r, text, chart, id) };
}

function argsFor(r: Random, text: string, chart: Chart, id: string): unknown {
  const all = [...places(chart).values()];
  const inner = all.filter(({ path }) => path.length > 0);
  const any = (): StatePath => r.pick(all).path;
  const state = (): StatePath => (inner.length > 0 ? r.pick(inner).path : []);
  const key = () => r.pick(["zz", "other", "two words"]);
  const action = () => (r.chance(0.6) ? { name: "act" } : { text: "() => {}" });
  const [noun = "", verb = ""] = id.split(".");
  if (verb === "rename" && noun !== "state") {
    const names = symbolTable(text, chart).sites.flatMap((one) =>
      one.kind === (noun as SymbolKind) ? [one.name] : [],
    );
    return { name: names.length > 0 ? r.pick(names) : "NONE", to: "RENAMED" };
  }
  const transition = (): TransitionRef => {
    const refs = all.flatMap(({ path: source, node }) =>
      node.transitions.map(({ slot, event, index }) => ({
        source,
        slot,
        ...(event === undefined ? {} : { event }),
        index,
      })),
    );
    return refs.length > 0 ? r.pick(refs) : { source: [], slot: "on", event: "NONE", index: 0 };
  };
  const withAction = () => {
    const busy = all.filter(({ node }) => node.entry.length > 0);
    return { state: busy.length > 0 ? r.pick(busy).path : any(), on: "entry", index: 0 };
  };
  const entry = () => ({ key: "limit", value: r.pick<unknown>([3, "x", null]) });
  switch (id) {
    case "state.add":
      return { parent: any(), key: key() };
    case "state.rename":
      return { state: state(), to: key() };
    case "state.move":
      return { state: state(), parent: any() };
    case "state.extract": {
      const first = state();
      const beside = inner.filter(({ path }) => pathId(path.slice(0, -1)) === pathId(first.slice(0, -1)));
      return {
        states: [first, ...beside.map(({ path }) => path).filter((path) => path !== first && r.chance(0.4))],
      };
    }
    case "state.paste": {
      const copied = runCommand("state.copy", text, chart, { state: state() });
      return { parent: any(), clip: "clip" in copied ? copied.clip : "{ on: { GO: undefined } }" };
    }
    case "state.reorder": {
      const path = state();
      const beside = inner.filter((one) => pathId(one.path.slice(0, -1)) === pathId(path.slice(0, -1)));
      return { state: path, ...(r.chance(0.7) && beside.length > 0 ? { before: r.pick(beside).path } : {}) };
    }
    case "state.setType":
      return { state: state(), type: r.pick(["atomic", "compound", "parallel", "final", "history"]) };
    case "state.describe":
      return { state: any(), text: "told" };
    case "state.setId":
      return { state: any(), id: r.pick(["fresh", ""]) };
    case "state.setClauses":
      return { state: any(), clauses: ["C-1"] };
    case "state.setTags":
      return { state: any(), tags: r.pick([["late"], []]) };
    case "state.setMeta":
      return { state: any(), ...entry() };
    case "state.addAction":
      return { state: any(), on: r.pick(["entry", "exit"]), action: action() };
    case "state.removeAction":
      return withAction();
    case "state.setAction":
      return { ...withAction(), action: action() };
    case "state.reorderAction":
      return { ...withAction(), to: 1 };
    case "invoke.add":
      return { state: any(), src: { name: "load" } };
    case "invoke.edit":
      return { state: any(), index: 0, id: "loading" };
    case "invoke.remove":
      return { state: any(), index: 0 };
    case "transition.add":
      return { source: any(), event: r.pick(["GO", "NEW"]), target: state() };
    case "transition.retarget":
      return { transition: transition(), target: state(), ...(r.chance(0.3) ? { source: any() } : {}) };
    case "transition.reorder":
      return { transition: transition(), to: r.below(2) };
    case "transition.event":
      return { transition: transition(), event: r.pick(["GO", "NEW"]) };
    case "transition.guard":
      return { transition: transition(), guard: r.chance(0.2) ? null : { name: "ok" } };
    case "transition.describe":
      return { transition: transition(), text: "told" };
    case "transition.setReenter":
      return { transition: transition(), reenter: r.chance(0.7) };
    case "transition.setClauses":
      return { transition: transition(), clauses: ["C-1"] };
    case "transition.setMeta":
      return { transition: transition(), ...entry() };
    case "transition.addAction":
      return { transition: transition(), action: action() };
    case "transition.setAction":
      return { transition: transition(), index: 0, action: action() };
    case "transition.removeAction":
      return { transition: transition(), index: 0 };
    case "transition.reorderAction":
      return { transition: transition(), index: 0, to: 1 };
    case "event.declare":
      return { name: "NEW" };
    case "event.addFields":
      return { name: "GO", fields: [{ name: "n", type: "number" }] };
    case "context.add":
      return { name: "n", value: "0" };
  }
  if (noun === "transition") return { transition: transition() };
  if (verb === "stub") return { name: "fresh" };
  return { state: state() };
}
