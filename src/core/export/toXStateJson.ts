import type { Action, Chart, Guard, Invoke, StateNode, Transition, Verbatim } from "#core/chart/chart.ts";
import type { Json, JsonObject } from "#core/text/json.ts";
import { literalJson } from "#core/export/literalJson.ts";
import { shortName, stubName } from "#core/export/stubName.ts";
import { collectStubs, type StubCollector, type Stubs } from "#core/export/stubs.ts";
import { places, type PlacedState } from "#core/chart/places.ts";
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
export function toXStateJson(chart: Chart, text: string, options: XStateJsonOptions = {}): XStateJson {
  return new XStateJsonWriter(chart, text, options.scope).write(options.version);
}

class XStateJsonWriter {
  readonly #chart: Chart;
  readonly #text: string;
  readonly #scope: Scope | undefined;
  readonly #collector: StubCollector;
  readonly #states: ReadonlyMap<string, PlacedState>;
  readonly #omitted: { state: string; what: string }[] = [];
  readonly #parts: string[] = [];

  constructor(chart: Chart, text: string, scope: Scope | undefined) {
    this.#chart = chart;
    this.#text = text;
    this.#scope = scope;
    this.#collector = collectStubs(chart);
    this.#states = places(chart);
  }

  write(version: string | undefined): XStateJson {
    const json: Draft = { ...this.#state(this.#chart.root, "") };
    if (version !== undefined) json["version"] ??= version;
    if (this.#chart.root.elsewhere) this.#omitted.push({ state: "", what: "context" });
    const context = this.#chart.root.props.findLast(
      (prop) => prop.name === "context" || prop.brings?.includes("context"),
    );
    if (context && context.name !== "context") this.#omitted.push({ state: "", what: "context" });
    else if (context) {
      const value = this.#literal(this.#codeAt(this.#chart.root, "", context.valueAt), "", "context");
      if (value !== undefined) json["context"] = value;
    }
    return { json, stubs: this.#collector.stubs(), parts: this.#parts, omitted: this.#omitted };
  }

  #valueOf(code: string): Json | undefined {
    return literalJson(code, this.#scope);
  }

  /** By name with literal params, else as a stub of its own: code cannot be in JSON. */
  #behavior(kind: "guards" | "actions", item: Action | Guard): Json {
    const params = item.params && this.#valueOf(item.params.text);
    const isNamed = item.kind === "named" && item.name !== undefined;
    if (isNamed && item.name !== undefined && (!item.params || params !== undefined)) {
      const type = this.#collector.named(kind, item.name);
      return params === undefined ? { type } : { type, params };
    }
    for (const name of namesIn(item)) this.#collector.named(kind, name);
    return {
      type: this.#collector.inline(
        kind,
        stubName(item, kind === "guards" ? "guard" : "action", (code) => this.#valueOf(code)),
        item.text,
        isNamed,
      ),
    };
  }
  #behaviors(list: readonly Action[]): Json {
    return list.map((action) => this.#behavior("actions", action));
  }
  /** A stretch of a state's own text; undefined when it is written in another file. */
  #codeAt(node: StateNode, path: string, { from, to }: Span): Verbatim | undefined {
    const place = node.elsewhere || node.origin === "shared" ? undefined : this.#states.get(path);
    if (!place) return undefined;
    return { at: { from, to }, text: this.#text.slice(place.origin + from, place.origin + to) };
  }
  #literal(part: Verbatim | undefined, state: string, place: string): Json | undefined {
    const value = part && this.#valueOf(part.text);
    if (part && value === undefined) {
      if (state === "" && (place === "output" || place === "meta" || place === "context"))
        this.#parts.push(place);
      else this.#omitted.push({ state, what: place });
    }
    return value;
  }

  #transition(item: Transition, path: string, place: string): Json {
    const out: Draft = {};
    if (item.targets.length > 0) out["target"] = item.targets.map((target) => target.text);
    if (item.guard) out["guard"] = this.#behavior("guards", item.guard);
    if (item.actions.length > 0) out["actions"] = this.#behaviors(item.actions);
    if (item.reenter) out["reenter"] = true;
    if (item.description) out["description"] = item.description.value;
    const meta = this.#metaOf(item.meta, path, `${place}.meta`);
    if (meta !== undefined) out["meta"] = meta;
    if (item.form === "other") this.#omitted.push({ state: path, what: place });
    return out;
  }
  #metaOf(meta: StateNode["meta"], path: string, part: string): Json | undefined {
    return meta.text === undefined || !meta.at
      ? undefined
      : this.#literal({ text: meta.text, at: meta.at }, path, part);
  }
  #candidates(list: readonly Transition[], path: string, at: (item: Transition) => string): Json[] {
    return list.map((item) => this.#transition(item, path, `${path || "machine"}.${at(item)}.${item.index}`));
  }
  #map(node: StateNode, slot: "on" | "after", path: string): Json {
    const out = new Map<string, Json[]>();
    for (const item of node.transitions) {
      if (item.slot !== slot) continue;
      const event = item.event ?? "";
      if (slot === "after" && Number.isNaN(Number(event))) this.#collector.named("delays", event);
      const list = out.get(event) ?? [];
      list.push(...this.#candidates([item], path, () => event));
      out.set(event, list);
    }
    return Object.fromEntries(out);
  }
  #invoke(item: Invoke, node: StateNode, path: string, index: number): Json {
    const place = `${path || "machine"}.invoke.${index}`;
    const out: Draft = {
      src:
        item.src === undefined
          ? this.#collector.inline(
              "actors",
              `actor-${shortName(item.srcCode?.text ?? item.text)}`,
              item.srcCode?.text ?? item.text,
            )
          : this.#collector.named("actors", item.src),
    };
    if (item.id !== undefined) out["id"] = item.id;
    if (item.systemId !== undefined) out["systemId"] = item.systemId;
    if (item.input) this.#omitted.push({ state: path, what: `${place}.input` });
    for (const key of ["onDone", "onError", "onSnapshot"] as const) {
      const list = node.transitions.filter((t) => t.slot === `invoke.${key}` && t.event === String(index));
      if (list.length > 0) out[key] = this.#candidates(list, path, () => `invoke.${index}.${key}`);
    }
    return out;
  }

  #state(node: StateNode, path: string): Draft {
    const out: Draft = {};
    const slot = (name: Transition["slot"]) => node.transitions.filter((item) => item.slot === name);
    if (node.id !== undefined) out["id"] = node.id;
    if (node.type !== "atomic" && node.type !== "compound") out["type"] = node.type;
    if (node.description) out["description"] = node.description.value;
    if (node.tags.length > 0) out["tags"] = node.tags;
    const meta = this.#metaOf(node.meta, path, "meta");
    if (meta !== undefined) out["meta"] = meta;
    if (node.history) out["history"] = node.history;
    const past = node.historyTargets?.[0];
    if (past) out["target"] = past.text;
    if (node.initial && node.type === "compound") {
      const { value, actions = [] } = node.initial;
      out["initial"] = actions.length > 0 ? { target: value, actions: this.#behaviors(actions) } : value;
    }
    if (node.entry.length > 0) out["entry"] = this.#behaviors(node.entry);
    if (node.exit.length > 0) out["exit"] = this.#behaviors(node.exit);
    if (node.invoke.length > 0)
      out["invoke"] = node.invoke.map((item, i) => this.#invoke(item, node, path, i));
    if (slot("on").length > 0) out["on"] = this.#map(node, "on", path);
    if (slot("always").length > 0) out["always"] = this.#candidates(slot("always"), path, () => "always");
    if (slot("after").length > 0) out["after"] = this.#map(node, "after", path);
    if (slot("onDone").length > 0) out["onDone"] = this.#candidates(slot("onDone"), path, () => "onDone");
    if (slot("route").length > 0) this.#omitted.push({ state: path, what: "route" });
    const output = this.#literal(node.output, path, "output");
    if (output !== undefined) out["output"] = output;
    // What is not known here may still be data, such as the machine's `options`.
    for (const { name, valueAt } of node.props) {
      if (READ.has(name) || name === "..." || name.startsWith("[")) continue;
      const code = this.#codeAt(node, path, valueAt);
      const value = this.#literal(code, path, name);
      if (value !== undefined) out[name] = value;
      else if (!code) this.#omitted.push({ state: path, what: name });
    }
    for (const { what } of node.opaque)
      if (what !== "value" && what !== "overwritten") this.#omitted.push({ state: path, what });
    if (node.children.length > 0)
      out["states"] = Object.fromEntries(
        node.children.map((child) => [
          child.key,
          this.#state(child, path === "" ? child.key : `${path}.${child.key}`),
        ]),
      );
    return out;
  }
}

/** Names that a guard's operands use: the stub's code will ask for them. */
function namesIn(item: Action | Guard): string[] {
  if (item.kind === "named") return item.name === undefined ? [] : [item.name];
  return "of" in item ? (item.of ?? []).flatMap(namesIn) : [];
}
