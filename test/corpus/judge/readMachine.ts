import {
  mention,
  type Candidate,
  type Event,
  type Goal,
  type Model,
  type Path,
  type State,
} from "#test/corpus/judge/model.ts";
import { bare, callName, child, list, walk, type Node, type Source } from "#test/corpus/judge/source.ts";
import { has, lead, leadHistory, segments, type Shape } from "#test/corpus/judge/targets.ts";
import { entriesOf, follow, isNothing, itemsOf, textOf, type Entry } from "#test/corpus/judge/values.ts";

/** The config object of a machine, or undefined when it is not written in this file. */
export function configOf(source: Source, call: Node): Node | undefined {
  const written = list(call, "arguments")[0];
  const node = written && follow(source, written);
  return node?.type === "ObjectExpression" ? node : undefined;
}

/**
 * Reads one machine; undefined when its config is not written in this file.
 * @param known the consts that were its own before an edit: they may be used no longer
 */
export function readMachine(given: Source, call: Node, known?: readonly string[]): Model | undefined {
  const config = configOf(given, call);
  if (!config) return undefined;
  const names = new Asked(given.names);
  const source = { ...given, names };
  const shape = shapeOf(source, "", config);
  const reader = new Reader(source, shape, mentionsIn(source, call, config, shape), config);
  names.asked.clear();
  const root = reader.state("", config, []);
  const own = known ?? ownConsts(given, names.asked, config);
  return { root, own, outside: reader.around([config, ...valuesOf(given, own)]) };
}

/** Names, and those of them that were looked up. */
class Asked extends Map<string, Node> {
  readonly asked = new Set<string>();
  override get(name: string): Node | undefined {
    this.asked?.add(name);
    return super.get(name);
  }
}

/** The objects and lists that are laid open, stand outside the config and are used in this file for it alone. */
function ownConsts(source: Source, asked: ReadonlySet<string>, config: Node): string[] {
  const uses = new Map<string, number>();
  const count = (node: Node, by: number) => {
    const name = node.type === "Identifier" ? String(node["name"]) : "";
    if (asked.has(name)) uses.set(name, (uses.get(name) ?? 0) + by);
  };
  walk(source.program, (node) => {
    count(node, 1);
    // A key is no use of the name; a shorthand has the name twice, as key and as value.
    const key = child(node, node.type === "MemberExpression" ? "property" : "key");
    if (key && node["computed"] !== true) count(key, -1);
  });
  return [...asked].filter((name) => {
    const value = source.names.get(name);
    return (
      value !== undefined &&
      uses.get(name) === 2 &&
      /^(?:Object|Array)Expression$/.test(bare(value).type) &&
      !within(config, value) &&
      !within(value, config)
    );
  });
}

/** What consts of the file hold, in order of place. */
export const valuesOf = (source: Source, names: readonly string[]): Node[] =>
  names.flatMap((name) => source.names.get(name) ?? []);

function shapeOf(source: Source, key: string, written: Node | undefined): Shape {
  const object = written && follow(source, written);
  if (object?.type !== "ObjectExpression") return { key, id: undefined, children: [] };
  const { entries } = entriesOf(source, object);
  const states = entries.get("states")?.value;
  const inner = states && follow(source, states);
  const children =
    inner?.type === "ObjectExpression"
      ? [...entriesOf(source, inner).entries].map(([name, { value }]) => shapeOf(source, name, value))
      : [];
  return { key, id: textOf(source, entries.get("id")?.value), children };
}

export interface Mention {
  readonly node: Node;
  readonly paths: readonly Path[];
}

/** The arguments of `stateIn(..)` that name states of the machine. With several machines in the file only its own code counts. */
const mentionsIn = (source: Source, call: Node, config: Node, shape: Shape): Mention[] =>
  namesIn(source, call, config, shape, "stateIn");

/** Where `.matches(..)` names states of the machine: nobody rewrites these, but a person wants to hear of them. */
export function matchesIn(source: Source, call: Node): Mention[] {
  const config = configOf(source, call);
  return config ? namesIn(source, call, config, shapeOf(source, "", config), "matches") : [];
}

function namesIn(
  source: Source,
  call: Node,
  config: Node,
  shape: Shape,
  wanted: "stateIn" | "matches",
): Mention[] {
  const found: Mention[] = [];
  const setups: Node[] = [];
  walk(source.program, (node) => {
    if (callName(node) === "setup") setups.push(node);
  });
  const callee = child(call, "callee");
  const chain = callee ? bare(child(callee, "object") ?? callee) : call;
  const own = [call, config, ...setups.filter((one) => chain.start <= one.start && one.end <= chain.end)];
  const stored = chain.type === "Identifier" ? follow(source, chain) : undefined;
  if (stored) own.push(stored);
  const alone = source.calls.length === 1 && setups.every((one) => own.some((mine) => within(one, mine)));
  walk(source.program, (node) => {
    const argument = list(node, "arguments")[0];
    if (!argument || callName(node) !== wanted) return;
    if (!alone && !own.some((mine) => within(node, mine))) return;
    const paths = pathsIn(source, shape, bare(argument), []);
    if (paths && paths.length > 0) found.push({ node: bare(argument), paths });
  });
  return found;
}

const within = (node: Node, outer: Node): boolean => outer.start <= node.start && node.end <= outer.end;

/** The states that a state value names; undefined when one is not there or the value is code. */
function pathsIn(source: Source, shape: Shape, node: Node, base: Path): Path[] | undefined {
  if (node.type === "Literal" || node.type === "TemplateLiteral") {
    const text = textOf(source, node);
    if (text === undefined) return undefined;
    if (text.startsWith("#") && base.length === 0) {
      const path = lead(shape, [], text);
      return path ? [path] : undefined;
    }
    const path = [...base, ...segments(text)];
    return has(shape, path) ? [path] : undefined;
  }
  if (node.type !== "ObjectExpression") return undefined;
  const all: Path[] = [];
  for (const [key, { value }] of entriesOf(source, node).entries) {
    const path = [...base, key];
    if (!value || !has(shape, path)) return undefined;
    const inner = bare(value);
    const empty = inner.type === "ObjectExpression" && list(inner, "properties").length === 0;
    const below = empty ? [path] : pathsIn(source, shape, inner, path);
    if (!below) return undefined;
    all.push(...below);
  }
  return all;
}

const KINDS = new Set(["atomic", "compound", "parallel", "final", "history"]);
const HELD = ["onDone", "onError", "onSnapshot"];

class Reader {
  readonly source: Source;
  readonly shape: Shape;
  /** The name that the machine's id is taken from, when it is not known. */
  readonly idName: string | undefined;
  /** Literals and mentions in order of place: what is not evened out. */
  readonly stops: readonly { readonly node: Node; readonly paths?: readonly Path[] }[];
  constructor(source: Source, shape: Shape, mentions: readonly Mention[], config: Node) {
    this.source = source;
    this.shape = shape;
    const id = entriesOf(source, config).entries.get("id")?.value;
    const node = id && textOf(source, id) === undefined ? bare(id) : undefined;
    this.idName = node?.type === "Identifier" && !isNothing(node) ? String(node["name"]) : undefined;
    this.stops = [...mentions, ...source.literals.map((node) => ({ node }))].toSorted(
      (a, b) => a.node.start - b.node.start || b.node.end - a.node.end,
    );
  }

  state(key: string, written: Node | undefined, path: Path): State {
    const state: State = {
      key,
      kind: "atomic",
      id: undefined,
      initial: undefined,
      history: [],
      fields: {},
      events: [],
      children: [],
      unknown: [],
    };
    const object = written && follow(this.source, written);
    if (object?.type !== "ObjectExpression") {
      if (written) state.unknown.push(this.code(written));
      return state;
    }
    const { entries, unknown } = entriesOf(this.source, object);
    state.unknown.push(...unknown.map((node) => this.code(node)));
    const states = entries.get("states");
    if (states) this.children(state, states, path);
    const type = this.text(entries.get("type"));
    const history = entries.get("history")?.value;
    const past = history && !isNothing(history) && history["value"] !== false;
    state.kind =
      type !== undefined && KINDS.has(type)
        ? (type as State["kind"])
        : state.children.length > 0
          ? "compound"
          : past
            ? "history"
            : "atomic";
    for (const [name, entry] of entries) this.property(state, name, entry, path);
    return state;
  }

  private children(state: State, states: Entry, path: Path): void {
    const inner = states.value && follow(this.source, states.value);
    if (inner?.type !== "ObjectExpression") {
      if (!inner || !isNothing(inner)) state.unknown.push(this.code(states.property));
      return;
    }
    const { entries, unknown } = entriesOf(this.source, inner);
    state.unknown.push(...unknown.map((node) => this.code(node)));
    for (const [key, { value, property }] of entries)
      state.children.push(this.state(key, value ?? property, [...path, key]));
  }

  private property(state: State, name: string, entry: Entry, path: Path): void {
    const { value, property } = entry;
    if (name === "states" || (name === "type" && KINDS.has(this.text(entry) ?? ""))) return;
    if (value && isNothing(value)) return;
    if (name === "id" && this.text(entry) !== undefined) state.id = this.text(entry);
    else if (name === "initial" && this.text(entry) !== undefined) state.initial = this.text(entry);
    else if (name === "initial" && value && this.object(value)) {
      const inner = entriesOf(this.source, follow(this.source, value)).entries;
      for (const [key, one] of inner)
        if (key === "target") state.initial = this.text(one);
        else state.fields[`initial.${key}`] = this.value(one);
    } else if (name === "target" && state.kind === "history" && value)
      state.history = itemsOf(this.source, value).map((item) => this.goal(item, path, true));
    else if ((name === "on" || name === "after") && value && this.object(value)) {
      const { entries, unknown } = entriesOf(this.source, follow(this.source, value));
      for (const node of unknown) {
        const key = child(node, "key");
        if (!key || node["kind"] !== "init" || node["method"] === true) state.unknown.push(this.code(node));
        else
          this.event(
            state,
            name,
            `[${this.code(key)}]`,
            { property: node, value: child(node, "value") },
            path,
            true,
          );
      }
      for (const [event, one] of entries) this.event(state, name, event, one, path);
    } else if (name === "always" || name === "onDone") this.event(state, name, "", entry, path);
    else if (name === "invoke" && value) this.invokes(state, value, path);
    else state.fields[name] = value ? this.value(entry) : this.code(property);
  }

  private invokes(state: State, written: Node, path: Path): void {
    for (const [i, item] of itemsOf(this.source, written).entries()) {
      if (!this.object(item)) {
        state.fields[`invoke.${i}`] = this.code(item);
        continue;
      }
      const { entries, unknown } = entriesOf(this.source, follow(this.source, item));
      state.unknown.push(...unknown.map((node) => this.code(node)));
      state.fields[`invoke.${i}`] = "";
      for (const [name, entry] of entries)
        if (HELD.includes(name)) this.event(state, `invoke.${name}`, String(i), entry, path);
        else state.fields[`invoke.${i}.${name}`] = this.value(entry);
    }
  }

  private event(state: State, slot: string, event: string, entry: Entry, path: Path, unnamed = false): void {
    const written = entry.value;
    if (!written) {
      state.unknown.push(this.code(entry.property));
      return;
    }
    if (slot !== "on" && slot !== "after" && isNothing(follow(this.source, written))) return;
    const one: Event = {
      slot,
      event,
      ...(unnamed ? { unnamed: true as const } : {}),
      candidates: itemsOf(this.source, written).map((item) => this.candidate(item, path)),
    };
    state.events.push(one);
  }

  private candidate(item: Node, path: Path): Candidate {
    const text = this.target(item);
    if (text !== undefined) return { goals: text === "" ? [] : [this.goal(item, path)], fields: {} };
    const node = follow(this.source, item);
    if (isNothing(node)) return { goals: [], fields: { "(nothing)": "" } };
    if (node.type !== "ObjectExpression") return { goals: [], fields: { "(code)": this.code(item) } };
    const { entries, unknown } = entriesOf(this.source, node);
    const fields: Record<string, string> = {};
    for (const [i, one] of unknown.entries()) fields[`(spread ${i})`] = this.code(one);
    const goals: Goal[] = [];
    for (const [name, entry] of entries)
      if (name === "target" && entry.value)
        for (const item of itemsOf(this.source, entry.value)) {
          const written = this.target(item);
          if (written === undefined && !isNothing(follow(this.source, item)))
            fields["(target)"] = `${fields["(target)"] ?? ""} ${this.code(item)}`;
          else if (written) goals.push(this.goal(item, path));
        }
      else if (!entry.value || !isNothing(entry.value)) fields[name] = this.value(entry);
    return { goals, fields };
  }

  /** The text of a target; `#${name}.path` with the name that the id is taken from means the machine. */
  private target(item: Node): string | undefined {
    const text = textOf(this.source, item);
    const node = follow(this.source, item);
    const [hole] = list(node, "expressions");
    if (text !== undefined || node.type !== "TemplateLiteral" || hole?.type !== "Identifier") return text;
    const [head, tail, more] = list(node, "quasis").map((one) => (one["value"] as { cooked: string }).cooked);
    const mine = this.idName !== undefined && hole["name"] === this.idName;
    return mine && head === "#" && !more && /^(\.|$)/.test(tail ?? "x") ? `#(machine)${tail}` : undefined;
  }

  private goal(item: Node, path: Path, history = false): Goal {
    const text = this.target(item);
    if (text === undefined) return { text: this.code(item), path: null };
    return { text, path: (history ? leadHistory : lead)(this.shape, path, text) };
  }

  private object = (node: Node): boolean => follow(this.source, node).type === "ObjectExpression";
  private text = (entry: Entry | undefined): string | undefined => textOf(this.source, entry?.value);

  /** A value whose quotes, line breaks and order of keys do not matter; code inside stays code. */
  private value(entry: Entry): string {
    return entry.value ? this.plain(entry.value) : this.code(entry.property);
  }
  private plain(written: Node): string {
    const node = bare(written);
    if (node.type === "Literal" && typeof node["value"] === "string") return JSON.stringify(node["value"]);
    if (node.type === "TemplateLiteral" && list(node, "expressions").length === 0)
      return JSON.stringify(textOf(this.source, node));
    if (node.type === "ArrayExpression")
      return `[${list(node, "elements")
        .map((item) => this.plain(item))
        .join(", ")}]`;
    if (node.type !== "ObjectExpression") return this.code(written);
    const properties = list(node, "properties");
    if (
      properties.some((one) => one.type !== "Property" || one["computed"] === true || one["kind"] !== "init")
    )
      return this.code(written);
    const parts = [...entriesOf(this.source, node).entries].map(
      ([name, entry]) => `${name}: ${this.value(entry)}`,
    );
    return `{${parts.join(", ")}}`;
  }

  /** The text of a node with runs of white space as one space, those in literals kept, and mentions of states put in words. */
  code = (node: Node): string => this.slice(node.start, node.end);

  /** All text but some parts. */
  around(parts: readonly Node[]): string {
    let out = "";
    let at = 0;
    for (const { start, end } of parts.toSorted((a, b) => a.start - b.start)) {
      out += `${this.slice(at, start)}{...}`;
      at = end;
    }
    return out + this.slice(at, this.source.text.length);
  }

  private slice(from: number, to: number): string {
    const { text } = this.source;
    let out = "";
    let at = from;
    const even = (end: number) => {
      out += text.slice(at, end).replace(/\s+/g, " ");
      at = end;
    };
    let low = 0;
    for (let high = this.stops.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((this.stops[middle]?.node.start ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    for (; low < this.stops.length; low++) {
      const { node, paths } = this.stops[low] ?? { node: this.source.program };
      if (node.start >= to) break;
      if (node.start < at || node.end > to) continue;
      even(node.start);
      const raw = text.slice(node.start, node.end);
      out += paths ? mention(paths, raw) : raw;
      at = node.end;
    }
    even(to);
    return out;
  }
}
