/** What a value is, as far as the text tells. `code` may turn out as anything when it runs. */
export type Kind =
  | "string"
  | "number"
  | "boolean"
  | "null"
  | "undefined"
  | "object"
  | "array"
  | "function"
  | "code";

/** What the value of a key begins with when it is typed: `{ target }`, quotes, brackets. */
export type KeyValue = "transition" | "text" | "object" | "list" | "code";

/** What XState 5.33 takes under a key: the kinds of value, and how TypeScript would write them. */
export interface KeyRule {
  readonly kinds: readonly Kind[];
  readonly expected: string;
}

/** A key of a config as XState knows it, and what is done with it here. */
export interface ConfigKey extends KeyRule {
  readonly name: string;
  /** Its place among the keys offered while typing, the usual ones first; 0 for one that is right but not offered. */
  readonly offered: number;
  readonly begins: KeyValue;
  /** It holds several things: a second one of the same name would hide what the first holds. */
  readonly gathers: boolean;
}

const rule = (expected: string, ...kinds: Kind[]): KeyRule => ({
  expected,
  kinds: [...kinds, "undefined", "code"],
});
const text = rule("string", "string");
const anything = rule("any", "string", "number", "boolean", "null", "object", "array", "function");
const object = rule("object", "object");
const actions = rule(
  "string | { type, params } | function, or a list of these",
  "string",
  "object",
  "array",
  "function",
);
const transitions = rule(
  "string | { target, guard, actions } | a list of these",
  "string",
  "object",
  "array",
);
const texts = rule("string | string[]", "string", "array");

/** What one entry of `on` or `after` may be. */
export const TRANSITION_VALUE = transitions;

const key = (
  name: string,
  { kinds, expected }: KeyRule,
  offered = 0,
  begins: KeyValue = "text",
  gathers = false,
): ConfigKey => ({ name, kinds, expected, offered, begins, gathers });
const gathering = (name: string, takes: KeyRule, offered: number, begins: KeyValue): ConfigKey =>
  key(name, takes, offered, begins, true);

const context = key("context", rule("object | function", "object", "function"), 18, "code");

/** The keys of a state in the order in which they are usually written. */
const written: readonly ConfigKey[] = [
  key("id", text, 11),
  key("description", text, 10),
  key("type", text, 12),
  key("history", rule('"shallow" | "deep" | boolean', "string", "boolean"), 16),
  key("target", text, 17),
  key("initial", rule("string | { target, actions }", "string", "object"), 3),
  context,
  key("tags", texts, 13, "list"),
  gathering("meta", object, 9, "object"),
  gathering("entry", actions, 6, "list"),
  gathering("exit", actions, 7, "list"),
  gathering("invoke", rule("object | object[]", "object", "array"), 8, "object"),
  gathering("on", object, 1, "object"),
  gathering("after", object, 5, "object"),
  gathering("always", transitions, 4, "object"),
  key("route", object),
  gathering("onDone", transitions, 14, "transition"),
  key("output", anything, 15, "code"),
  gathering("states", object, 2, "object"),
];

/** The keys of each object of a machine. Those of a state, a transition, an invoke and a setup stand as they are usually written. */
export const CONFIG_KEYS = {
  state: written.filter((configKey) => configKey !== context),
  transition: [
    key("target", texts, 1),
    key("guard", rule("string | { type, params } | function", "string", "object", "function"), 2),
    key("reenter", rule("boolean", "boolean"), 4, "code"),
    gathering("actions", actions, 3, "list"),
    key("description", text, 6),
    gathering("meta", object, 5, "object"),
  ],
  invoke: [
    key("id", text, 2),
    key("systemId", text, 7),
    key("src", rule("string | actor logic", "string", "object"), 1),
    key("input", anything, 3, "code"),
    gathering("onDone", transitions, 4, "transition"),
    gathering("onError", transitions, 5, "transition"),
    gathering("onSnapshot", transitions, 6, "transition"),
  ],
  meta: [key("clauses", texts, 1, "list"), key("asks", text, 2), key("structural", text, 3)],
  setup: [
    key("types", anything, 1, "code"),
    gathering("actors", object, 4, "object"),
    gathering("actions", object, 3, "object"),
    gathering("guards", object, 2, "object"),
    gathering("delays", object, 5, "object"),
  ],
  action: [key("type", text), key("params", anything)],
  initial: [key("target", text), key("actions", actions), key("meta", object), key("description", text)],
} satisfies Readonly<Record<string, readonly ConfigKey[]>>;

/** Keys that XState takes and that are seldom written, or by no studio. */
const MORE = {
  state: [key("key", text), key("order", rule("number", "number"))],
  machine: [
    context,
    key("version", text, 19),
    key("options", object),
    key("types", anything),
    key("schemas", anything),
  ],
  setup: [key("schemas", anything)],
};

const rules = (...lists: readonly (readonly ConfigKey[])[]): Readonly<Record<string, KeyRule>> =>
  Object.fromEntries(lists.flat().map((configKey) => [configKey.name, configKey]));

/** The keys of each object with what XState takes under them. */
export const KEY_RULES = {
  transition: rules(CONFIG_KEYS.transition),
  state: rules(CONFIG_KEYS.state, MORE.state),
  machine: rules(CONFIG_KEYS.state, MORE.state, MORE.machine),
  invoke: rules(CONFIG_KEYS.invoke),
  action: rules(CONFIG_KEYS.action),
  initial: rules(CONFIG_KEYS.initial),
  setup: rules(CONFIG_KEYS.setup, MORE.setup),
};

/** Keys of a state that its machine has no use for. */
const NOT_OF_ROOT = new Set(["onDone", "history", "target"]);

const offered = (keys: readonly ConfigKey[]): readonly ConfigKey[] =>
  keys.filter((configKey) => configKey.offered > 0).toSorted((a, b) => a.offered - b.offered);

/** The keys that are offered while typing, the usual ones first. */
export const OFFERED_KEYS = {
  state: offered(CONFIG_KEYS.state),
  machine: offered([...CONFIG_KEYS.state.filter(({ name }) => !NOT_OF_ROOT.has(name)), ...MORE.machine]),
  transition: offered(CONFIG_KEYS.transition),
  invoke: offered(CONFIG_KEYS.invoke),
  meta: offered(CONFIG_KEYS.meta),
  setup: offered(CONFIG_KEYS.setup),
};

const names = (keys: readonly ConfigKey[]): readonly string[] => keys.map(({ name }) => name);

/** The order in which properties are usually written; a new one goes after those that come before it here. */
export const WRITTEN_ORDER = {
  state: names(written),
  transition: names(CONFIG_KEYS.transition),
  invoke: names(CONFIG_KEYS.invoke),
  meta: names(CONFIG_KEYS.meta),
  setup: names(CONFIG_KEYS.setup),
};

/** Properties that hold several things, of whatever object. */
export const GATHERING: ReadonlySet<string> = new Set(
  Object.values(CONFIG_KEYS).flatMap((keys: readonly ConfigKey[]) =>
    keys.flatMap(({ name, gathers }) => (gathers ? [name] : [])),
  ),
);
