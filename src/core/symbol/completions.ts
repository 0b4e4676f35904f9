import type { Chart, StatePath } from "#core/chart/chart.ts";
import { typeText } from "#core/chart/payload.ts";
import { pathId, placeOf, places, stateAt } from "#core/chart/places.ts";
import { targetForms } from "#core/chart/targetText.ts";
import { caretPlace, type CaretPlace } from "#core/symbol/caretPlace.ts";
import { OFFERED_KEYS, type ConfigKey, type KeyValue } from "#core/syntax/configKeys.ts";
import { STATE_TYPES } from "#core/syntax/stateTypes.ts";
import { configPlace, type Wanted } from "#core/symbol/configPlace.ts";
import type { SymbolKind } from "#core/symbol/symbol.ts";
import { diffEdit, mapOffset, type Span } from "#core/text/textEdit.ts";

/** Something that may be written at the caret. */
export interface Completion {
  readonly kind: SymbolKind | "key" | "value";
  /** The name alone. */
  readonly name: string;
  /** What it is of, for a label and a description: a state's path where the name is a target. */
  readonly symbol?: { readonly kind: SymbolKind; readonly name: string };
  readonly replace: Span;
  readonly insert: string;
  /** Where the caret goes in what is inserted; the end when left out. */
  readonly caret?: number;
  /** More is wanted there at once. */
  readonly goesOn?: true;
  /** A type, or whatever else is short. */
  readonly detail?: string;
}

export interface Completions {
  /** The machine that the names are of. */
  readonly chart: Chart;
  readonly items: readonly Completion[];
  /** Nothing else makes sense there. */
  readonly only: boolean;
}

/** What is known of the machine: the last chart that could be read, and the text it was read from. */
export interface KnownMachine {
  readonly text: string;
  readonly charts: readonly Chart[];
  /** Clause ids of the ruleset, in order. */
  readonly clauses: readonly string[];
}

/**
 * What can be written at an offset of a text that may be half typed; undefined where XState has no say and TypeScript knows
 * better. Names come from the last chart, the place from the text before the caret.
 */
export function completionsAt(text: string, offset: number, known: KnownMachine): Completions | undefined {
  const place = caretPlace(text, offset);
  const wanted = configPlace(place, text.slice(Math.max(0, place.word.from - 80), place.word.from));
  const edit = diffEdit(text, known.text);
  const there = edit ? mapOffset(offset, [edit]) : offset;
  const chart = chartAt(known.charts, there);
  if (!wanted || !chart) return undefined;
  const source = wanted.path ?? stateAt(chart, there)?.path ?? [];
  const writer = new Writer(text, place, offset);
  const items = offers(wanted.wanted, chart, source, known, writer);
  return (
    items && { chart, items, only: place.string !== undefined || /Key$|^event$|^delay$/.test(wanted.wanted) }
  );
}

/** The machine whose code is nearest before the offset. */
function chartAt(charts: readonly Chart[], offset: number): Chart | undefined {
  const first = charts[0];
  return (
    charts.findLast(({ callAt, setup }) => Math.min(callAt.from, setup?.at.from ?? callAt.from) <= offset) ??
    first
  );
}

function offers(
  wanted: Wanted,
  chart: Chart,
  source: StatePath,
  { clauses }: KnownMachine,
  write: Writer,
): Completion[] | undefined {
  const named = (kind: SymbolKind, names: Iterable<string>) =>
    [...new Set(names)].map((name) => write.value(kind, name));
  switch (wanted) {
    case "target":
    case "historyTarget":
      return targets(chart, source, wanted === "historyTarget", write);
    case "initial":
      return (placeOf(chart, source)?.node.children ?? []).map(({ key }) =>
        write.value("state", key, pathId([...source, key])),
      );
    case "stateIn":
      return [...places(chart).values()].flatMap(({ path }) => {
        const text = targetForms(chart.root, [], path).find((form) => form.startsWith("#"));
        return text !== undefined && path.length > 0 ? [write.value("state", text, pathId(path))] : [];
      });
    case "event":
      return eventKeys(chart, source, write);
    case "eventType":
      return (chart.events ?? []).map(({ type }) => write.value("event", type));
    case "guard":
      return named(
        "guard",
        (chart.setup?.guards ?? []).map((impl) => impl.name),
      );
    case "action":
      return named(
        "action",
        (chart.setup?.actions ?? []).map((impl) => impl.name),
      );
    case "actor":
      return named(
        "actor",
        (chart.setup?.actors ?? []).map((impl) => impl.name),
      );
    case "delay":
      return (chart.setup?.delays ?? []).map(({ name }) => write.keyOrValue("delay", name));
    case "tag":
      return named(
        "tag",
        [...places(chart).values()].flatMap(({ node }) => node.tags),
      );
    case "clause":
      return named("clause", clauses);
    case "contextField":
      return chart.context?.map(({ name, type }) => ({
        ...write.member("context", name),
        detail: typeText(type),
      }));
    case "asks":
      return ASKS.map((word) => write.literal(word));
    case "stateType":
      return STATE_TYPES.map((word) => write.literal(word));
    case "historyType":
      return ["shallow", "deep"].map((word) => write.literal(word));
    default:
      return (KEYS[wanted] ?? []).map(({ name, begins }) => write.key(name, begins));
  }
}

/** The keys that XState knows in an object, as they are offered. */
const KEYS: Partial<Record<Wanted, readonly ConfigKey[]>> = {
  stateKey: OFFERED_KEYS.state,
  rootKey: OFFERED_KEYS.machine,
  transitionKey: OFFERED_KEYS.transition,
  invokeKey: OFFERED_KEYS.invoke,
  metaKey: OFFERED_KEYS.meta,
  setupKey: OFFERED_KEYS.setup,
};

const ASKS = ["turnPlayer", "opponent", "anyone", "everyone", "chance", "table"];

/**
 * Every state that can be named from here, written in the best way, or in the way that was begun: `#` by its id, `.` as a child.
 * Those that need no id first, and of these the nearest.
 */
function targets(chart: Chart, source: StatePath, history: boolean, write: Writer): Completion[] {
  const base = history ? source.slice(0, -1) : source;
  return [...places(chart).values()]
    .filter(({ path }) => path.length > 0)
    .flatMap(({ path }) => {
      const [best, ...others] = targetForms(chart.root, source, path, history);
      if (best === undefined) return [];
      const begun = [best, ...others].filter((text) => text.startsWith(write.typed));
      const texts = begun.length > 0 && write.typed !== "" ? begun : [best];
      return texts.map((text) => ({
        text,
        far: distance(base, path),
        item: write.value("state", text, pathId(path)),
      }));
    })
    .sort((a, b) => rank(a.text) - rank(b.text) || a.far - b.far)
    .map(({ item }) => item);
}

/** Texts with an id last, short ones first. */
const rank = (text: string): number =>
  text.startsWith("#") ? 100 : text.replace(/^\./, "").split(".").length;

/** Steps up and down the tree; the state itself is seldom meant and comes after its siblings. */
function distance(from: StatePath, to: StatePath): number {
  const differs = to.findIndex((key, i) => key !== from[i]);
  const common = differs < 0 ? to.length : differs;
  return from.length - common + (to.length - common) || 2.5;
}

/** The events that are declared, those that the state does not wait for yet first. */
function eventKeys(chart: Chart, source: StatePath, write: Writer): Completion[] {
  const existing = new Set(
    (placeOf(chart, source)?.node.transitions ?? []).flatMap(({ slot, event }) =>
      slot === "on" && event ? [event] : [],
    ),
  );
  const events = [...places(chart).values()].flatMap(({ node }) =>
    node.transitions.flatMap(({ slot, event }) =>
      slot === "on" && event !== undefined && !event.includes("*") ? [event] : [],
    ),
  );
  const names = chart.events?.map(({ type }) => type) ?? [...new Set(events)];
  return names
    .toSorted((a, b) => Number(existing.has(a)) - Number(existing.has(b)))
    .map((name) => write.key(name, "transition", "event"));
}

/** Writes names as they have to stand at the caret: in quotes that are there, in new ones, or bare. */
class Writer {
  readonly #place: CaretPlace;
  readonly #quote: string;
  readonly #colon: boolean;
  /** What stands before the caret of the word. */
  readonly typed: string;

  constructor(text: string, place: CaretPlace, offset: number) {
    this.#place = place;
    this.typed = place.string ? text.slice(place.word.from, offset) : "";
    this.#quote = place.string?.quote ?? quoteOf(text);
    const behind = place.word.to + (place.string?.closed ? 1 : 0);
    this.#colon = /^\s*[:(]/.test(text.slice(behind, behind + 80));
  }

  /** A text: inside the quotes, which are closed if they are not, or with quotes of its own. */
  value(kind: Completion["kind"], name: string, of = name): Completion {
    const inside = escaped(name, this.#quote);
    const { string, word } = this.#place;
    const insert = string ? inside + (string.closed ? "" : string.quote) : this.#quote + inside + this.#quote;
    return {
      kind,
      name,
      replace: word,
      insert,
      ...(kind === "key" || kind === "value" ? {} : { symbol: { kind, name: of } }),
    };
  }

  literal(word: string): Completion {
    return this.value("value", word);
  }

  /** A name behind a dot; inside quotes, as in `asks: { context: "name" }`, a text. */
  member(kind: SymbolKind, name: string): Completion {
    const { string, word, before } = this.#place;
    if (string || before !== ".") return this.value(kind, name);
    return { kind, name, replace: word, insert: name, symbol: { kind, name } };
  }

  keyOrValue(kind: SymbolKind, name: string): Completion {
    return this.#place.atKey ? this.key(name, "transition", kind) : this.value(kind, name);
  }

  /** A key and, when none follows yet, the beginning of its value. */
  key(name: string, value: KeyValue, kind: Completion["kind"] = "key"): Completion {
    const { string, word } = this.#place;
    const bare = IDENTIFIER.test(name);
    const q = this.#quote;
    const spelled = string
      ? escaped(name, q) + (string.closed ? "" : q)
      : bare
        ? name
        : q + escaped(name, q) + q;
    const of = kind === "key" || kind === "value" ? {} : { symbol: { kind, name } };
    const bareItem = { kind, name, replace: word, ...of };
    // Behind a closed quote nothing can be added: the caret would have to jump over it.
    if (this.#colon || string?.closed) return { ...bareItem, insert: spelled };
    const head = `${spelled}: `;
    const shape =
      value === "transition" ? `{ target: ${q}|${q} }` : value === "text" ? `${q}|${q}` : SHAPES[value];
    const at = shape.indexOf("|");
    return {
      ...bareItem,
      insert: head + shape.replace("|", ""),
      caret: head.length + at,
      ...(value === "code" ? {} : { goesOn: true }),
    };
  }
}

const SHAPES = { object: "{ | }", list: "[|]", code: "|" } as const;

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

const escaped = (name: string, quote: string): string =>
  name.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`);

/** The quotes that the text has more of. */
const quoteOf = (text: string): '"' | "'" => (text.split("'").length > text.split('"').length ? "'" : '"');
