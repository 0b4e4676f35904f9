import type { Action, Chart, Guard, Invoke, StateNode, Transition, Verbatim } from "#core/chart/chart.ts";
import type { Json, JsonObject } from "#core/text/json.ts";
import { literalJson } from "#core/export/literalJson.ts";
import { collectStubs, type Stubs } from "#core/export/stubs.ts";

export interface XStateJson {
  readonly json: JsonObject;
  /** What the program has to provide: `createMachine(json).provide(...)`. */
  readonly stubs: Stubs;
  /** What JSON cannot say: the state (path id) and the property. */
  readonly omitted: readonly { readonly state: string; readonly what: string }[];
}

type Draft = Record<string, Json>;

/**
 * The machine as strict XState JSON: lists and `{ type, params }` objects only, code replaced by names.
 * @param text the module, for literals that the chart does not hold (context)
 */
export function toXStateJson(chart: Chart, text: string): XStateJson {
  const collector = collectStubs(chart);
  const omitted: { state: string; what: string }[] = [];

  /** By name with literal params, else as a stub of its own: code cannot be in JSON. */
  const behavior = (kind: "guards" | "actions", item: Action | Guard, place: string): Json => {
    const params = item.params && literalJson(item.params.text);
    if (item.kind === "named" && item.name !== undefined && (!item.params || params !== undefined)) {
      const type = collector.named(kind, item.name);
      return params === undefined ? { type } : { type, params };
    }
    for (const name of namesIn(item)) collector.named(kind, name);
    return { type: collector.inline(kind, place, item.text) };
  };
  const literal = (part: Verbatim | undefined, state: string, what: string): Json | undefined => {
    const value = part && literalJson(part.text);
    if (part && value === undefined) omitted.push({ state, what });
    return value;
  };

  const transition = (one: Transition, path: string, place: string): Json => {
    const out: Draft = {};
    if (one.targets.length > 0) out["target"] = one.targets.map((target) => target.text);
    if (one.guard) out["guard"] = behavior("guards", one.guard, `${place}.guard`);
    if (one.actions.length > 0)
      out["actions"] = one.actions.map((action, i) => behavior("actions", action, `${place}.actions.${i}`));
    if (one.reenter) out["reenter"] = true;
    if (one.description) out["description"] = one.description.value;
    const meta = metaOf(one.meta, path, `${place}.meta`);
    if (meta !== undefined) out["meta"] = meta;
    if (one.form === "other") omitted.push({ state: path, what: place });
    return out;
  };
  const metaOf = (meta: StateNode["meta"], path: string, what: string): Json | undefined =>
    meta.text === undefined || !meta.at ? undefined : literal({ text: meta.text, at: meta.at }, path, what);
  const candidates = (list: readonly Transition[], path: string, at: (one: Transition) => string): Json[] =>
    list.map((one) => transition(one, path, `${path || "machine"}.${at(one)}.${one.index}`));
  const map = (node: StateNode, slot: "on" | "after", path: string): Json => {
    const out = new Map<string, Json[]>();
    for (const one of node.transitions) {
      if (one.slot !== slot) continue;
      const event = one.event ?? "";
      if (slot === "after" && Number.isNaN(Number(event))) collector.named("delays", event);
      out.set(event, [...(out.get(event) ?? []), ...candidates([one], path, () => event)]);
    }
    return Object.fromEntries(out);
  };
  const invoke = (one: Invoke, node: StateNode, path: string, index: number): Json => {
    const place = `${path || "machine"}.invoke.${index}`;
    const out: Draft = {
      src:
        one.src === undefined
          ? collector.inline("actors", place, one.text)
          : collector.named("actors", one.src),
    };
    if (one.id !== undefined) out["id"] = one.id;
    if (one.systemId !== undefined) out["systemId"] = one.systemId;
    if (one.input) omitted.push({ state: path, what: `${place}.input` });
    for (const key of ["onDone", "onError", "onSnapshot"] as const) {
      const list = node.transitions.filter((t) => t.slot === `invoke.${key}` && t.event === String(index));
      if (list.length > 0) out[key] = candidates(list, path, () => `invoke.${index}.${key}`);
    }
    return out;
  };

  const state = (node: StateNode, path: string): Draft => {
    const out: Draft = {};
    const slot = (name: Transition["slot"]) => node.transitions.filter((one) => one.slot === name);
    if (node.id !== undefined) out["id"] = node.id;
    if (node.type !== "atomic" && node.type !== "compound") out["type"] = node.type;
    if (node.description) out["description"] = node.description.value;
    if (node.tags.length > 0) out["tags"] = node.tags;
    const meta = metaOf(node.meta, path, "meta");
    if (meta !== undefined) out["meta"] = meta;
    if (node.history) out["history"] = node.history;
    const past = node.historyTargets?.[0];
    if (past) out["target"] = past.text;
    const place = path || "machine";
    if (node.initial && node.type === "compound") {
      const { value, actions = [] } = node.initial;
      const done = actions.map((one, i) => behavior("actions", one, `${place}.initial.${i}`));
      out["initial"] = done.length > 0 ? { target: value, actions: done } : value;
    }
    if (node.entry.length > 0)
      out["entry"] = node.entry.map((one, i) => behavior("actions", one, `${place}.entry.${i}`));
    if (node.exit.length > 0)
      out["exit"] = node.exit.map((one, i) => behavior("actions", one, `${place}.exit.${i}`));
    if (node.invoke.length > 0) out["invoke"] = node.invoke.map((one, i) => invoke(one, node, path, i));
    if (slot("on").length > 0) out["on"] = map(node, "on", path);
    if (slot("always").length > 0) out["always"] = candidates(slot("always"), path, () => "always");
    if (slot("after").length > 0) out["after"] = map(node, "after", path);
    if (slot("onDone").length > 0) out["onDone"] = candidates(slot("onDone"), path, () => "onDone");
    if (slot("route").length > 0) omitted.push({ state: path, what: "route" });
    const output = literal(node.output, path, "output");
    if (output !== undefined) out["output"] = output;
    for (const { what } of node.opaque)
      if (what !== "value" && what !== "overwritten") omitted.push({ state: path, what });
    if (node.children.length > 0)
      out["states"] = Object.fromEntries(
        node.children.map((child) => [
          child.key,
          state(child, path === "" ? child.key : `${path}.${child.key}`),
        ]),
      );
    return out;
  };

  const json: Draft = { ...state(chart.root, "") };
  if (chart.root.elsewhere) omitted.push({ state: "", what: "context" });
  const context = chart.root.props.find((prop) => prop.name === "context");
  if (context) {
    const from = chart.root.at.from;
    const at = { from: from + context.valueAt.from, to: from + context.valueAt.to };
    const value = literal({ at, text: text.slice(at.from, at.to) }, "", "context");
    if (value !== undefined) json["context"] = value;
  }
  return { json, stubs: collector.stubs(), omitted };
}

/** Names that a guard's operands use: the stub's code will ask for them. */
function namesIn(item: Action | Guard): string[] {
  if (item.kind === "named") return item.name === undefined ? [] : [item.name];
  return "of" in item ? (item.of ?? []).flatMap(namesIn) : [];
}
