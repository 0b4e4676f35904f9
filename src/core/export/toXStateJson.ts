import type { Action, Chart, Guard, Invoke, StateNode, Transition, Verbatim } from "#core/chart/chart.ts";
import type { Json, JsonObject } from "#core/text/json.ts";
import { literalJson } from "#core/export/literalJson.ts";
import { shortName, stubName } from "#core/export/stubName.ts";
import { collectStubs, type Stubs } from "#core/export/stubs.ts";
import { places } from "#core/chart/places.ts";
import type { Scope } from "#core/syntax/scope.ts";
import type { Span } from "#core/text/textEdit.ts";

export interface XStateJson {
  readonly json: JsonObject;
  /** What the program has to provide: `createMachine(json).provide(...)`. */
  readonly stubs: Stubs;
  /** Keys of the machine itself whose code goes beside the JSON: `createMachine({ ...json, ...parts })`. */
  readonly parts: readonly string[];
  /** What JSON cannot say and nothing beside it does: the state (path id) and the property. */
  readonly omitted: readonly { readonly state: string; readonly what: string }[];
}

type Draft = Record<string, Json>;

export interface XStateJsonOptions {
  /** The module itself, when names of the text may be looked up in it: then a const that is a literal is one. */
  readonly scope?: Scope;
  /** Written as the machine's `version`, unless the module writes one. */
  readonly version?: string;
}

/** Properties of a state that are read as what they are. All others are data, or are left out. */
const READ = new Set(
  "id type description tags meta history target initial entry exit invoke on always after onDone route output states context types".split(
    " ",
  ),
);

/**
 * The machine as strict XState JSON: lists and `{ type, params }` objects only, code replaced by names.
 * @param text the module, for literals that the chart does not hold (context)
 */
export function toXStateJson(
  chart: Chart,
  text: string,
  { scope, version }: XStateJsonOptions = {},
): XStateJson {
  const collector = collectStubs(chart);
  const omitted: { state: string; what: string }[] = [];
  const parts: string[] = [];
  const valueOf = (code: string): Json | undefined => literalJson(code, scope);

  /** By name with literal params, else as a stub of its own: code cannot be in JSON. */
  const behavior = (kind: "guards" | "actions", item: Action | Guard): Json => {
    const params = item.params && valueOf(item.params.text);
    const isNamed = item.kind === "named" && item.name !== undefined;
    if (isNamed && item.name !== undefined && (!item.params || params !== undefined)) {
      const type = collector.named(kind, item.name);
      return params === undefined ? { type } : { type, params };
    }
    for (const name of namesIn(item)) collector.named(kind, name);
    return {
      type: collector.inline(
        kind,
        stubName(item, kind === "guards" ? "guard" : "action", valueOf),
        item.text,
        isNamed,
      ),
    };
  };
  const behaviors = (list: readonly Action[]): Json => list.map((action) => behavior("actions", action));
  const states = places(chart);
  /** A stretch of a state's own text; undefined when it is written in another file. */
  const codeAt = (node: StateNode, path: string, { from, to }: Span): Verbatim | undefined => {
    const place = node.elsewhere || node.origin === "shared" ? undefined : states.get(path);
    if (!place) return undefined;
    return { at: { from, to }, text: text.slice(place.origin + from, place.origin + to) };
  };
  const literal = (part: Verbatim | undefined, state: string, place: string): Json | undefined => {
    const value = part && valueOf(part.text);
    if (part && value === undefined) {
      if (state === "" && (place === "output" || place === "meta" || place === "context")) parts.push(place);
      else omitted.push({ state, what: place });
    }
    return value;
  };

  const transition = (item: Transition, path: string, place: string): Json => {
    const out: Draft = {};
    if (item.targets.length > 0) out["target"] = item.targets.map((target) => target.text);
    if (item.guard) out["guard"] = behavior("guards", item.guard);
    if (item.actions.length > 0) out["actions"] = behaviors(item.actions);
    if (item.reenter) out["reenter"] = true;
    if (item.description) out["description"] = item.description.value;
    const meta = metaOf(item.meta, path, `${place}.meta`);
    if (meta !== undefined) out["meta"] = meta;
    if (item.form === "other") omitted.push({ state: path, what: place });
    return out;
  };
  const metaOf = (meta: StateNode["meta"], path: string, part: string): Json | undefined =>
    meta.text === undefined || !meta.at ? undefined : literal({ text: meta.text, at: meta.at }, path, part);
  const candidates = (list: readonly Transition[], path: string, at: (item: Transition) => string): Json[] =>
    list.map((item) => transition(item, path, `${path || "machine"}.${at(item)}.${item.index}`));
  const map = (node: StateNode, slot: "on" | "after", path: string): Json => {
    const out = new Map<string, Json[]>();
    for (const item of node.transitions) {
      if (item.slot !== slot) continue;
      const event = item.event ?? "";
      if (slot === "after" && Number.isNaN(Number(event))) collector.named("delays", event);
      const list = out.get(event) ?? [];
      list.push(...candidates([item], path, () => event));
      out.set(event, list);
    }
    return Object.fromEntries(out);
  };
  const invoke = (item: Invoke, node: StateNode, path: string, index: number): Json => {
    const place = `${path || "machine"}.invoke.${index}`;
    const out: Draft = {
      src:
        item.src === undefined
          ? collector.inline(
              "actors",
              `actor-${shortName(item.srcCode?.text ?? item.text)}`,
              item.srcCode?.text ?? item.text,
            )
          : collector.named("actors", item.src),
    };
    if (item.id !== undefined) out["id"] = item.id;
    if (item.systemId !== undefined) out["systemId"] = item.systemId;
    if (item.input) omitted.push({ state: path, what: `${place}.input` });
    for (const key of ["onDone", "onError", "onSnapshot"] as const) {
      const list = node.transitions.filter((t) => t.slot === `invoke.${key}` && t.event === String(index));
      if (list.length > 0) out[key] = candidates(list, path, () => `invoke.${index}.${key}`);
    }
    return out;
  };

  const state = (node: StateNode, path: string): Draft => {
    const out: Draft = {};
    const slot = (name: Transition["slot"]) => node.transitions.filter((item) => item.slot === name);
    if (node.id !== undefined) out["id"] = node.id;
    if (node.type !== "atomic" && node.type !== "compound") out["type"] = node.type;
    if (node.description) out["description"] = node.description.value;
    if (node.tags.length > 0) out["tags"] = node.tags;
    const meta = metaOf(node.meta, path, "meta");
    if (meta !== undefined) out["meta"] = meta;
    if (node.history) out["history"] = node.history;
    const past = node.historyTargets?.[0];
    if (past) out["target"] = past.text;
    if (node.initial && node.type === "compound") {
      const { value, actions = [] } = node.initial;
      out["initial"] = actions.length > 0 ? { target: value, actions: behaviors(actions) } : value;
    }
    if (node.entry.length > 0) out["entry"] = behaviors(node.entry);
    if (node.exit.length > 0) out["exit"] = behaviors(node.exit);
    if (node.invoke.length > 0) out["invoke"] = node.invoke.map((item, i) => invoke(item, node, path, i));
    if (slot("on").length > 0) out["on"] = map(node, "on", path);
    if (slot("always").length > 0) out["always"] = candidates(slot("always"), path, () => "always");
    if (slot("after").length > 0) out["after"] = map(node, "after", path);
    if (slot("onDone").length > 0) out["onDone"] = candidates(slot("onDone"), path, () => "onDone");
    if (slot("route").length > 0) omitted.push({ state: path, what: "route" });
    const output = literal(node.output, path, "output");
    if (output !== undefined) out["output"] = output;
    // What is not known here may still be data, such as the machine's `options`.
    for (const { name, valueAt } of node.props) {
      if (READ.has(name) || name === "..." || name.startsWith("[")) continue;
      const code = codeAt(node, path, valueAt);
      const value = literal(code, path, name);
      if (value !== undefined) out[name] = value;
      else if (!code) omitted.push({ state: path, what: name });
    }
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
  if (version !== undefined) json["version"] ??= version;
  if (chart.root.elsewhere) omitted.push({ state: "", what: "context" });
  const context = chart.root.props.findLast(
    (prop) => prop.name === "context" || prop.brings?.includes("context"),
  );
  if (context && context.name !== "context") omitted.push({ state: "", what: "context" });
  else if (context) {
    const value = literal(codeAt(chart.root, "", context.valueAt), "", "context");
    if (value !== undefined) json["context"] = value;
  }
  return { json, stubs: collector.stubs(), parts, omitted };
}

/** Names that a guard's operands use: the stub's code will ask for them. */
function namesIn(item: Action | Guard): string[] {
  if (item.kind === "named") return item.name === undefined ? [] : [item.name];
  return "of" in item ? (item.of ?? []).flatMap(namesIn) : [];
}
