import type { Kind } from "#core/analyze/literal.ts";

/** What XState 5.33 takes under a key: the kinds of value, and how TypeScript would write them. */
export interface KeyRule {
  readonly kinds: readonly Kind[];
  readonly expected: string;
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

export const transitionKeys: Readonly<Record<string, KeyRule>> = {
  target: rule("string | string[]", "string", "array"),
  guard: rule("string | { type, params } | function", "string", "object", "function"),
  actions,
  reenter: rule("boolean", "boolean"),
  description: text,
  meta: object,
};

export const stateKeys: Readonly<Record<string, KeyRule>> = {
  id: text,
  key: text,
  type: text,
  initial: rule("string | { target, actions }", "string", "object"),
  history: rule('"shallow" | "deep" | boolean', "string", "boolean"),
  target: text,
  states: object,
  on: object,
  after: object,
  always: transitions,
  onDone: transitions,
  route: object,
  entry: actions,
  exit: actions,
  invoke: rule("object | object[]", "object", "array"),
  output: anything,
  meta: object,
  tags: rule("string | string[]", "string", "array"),
  description: text,
  order: rule("number", "number"),
};

export const machineKeys: Readonly<Record<string, KeyRule>> = {
  ...stateKeys,
  context: rule("object | function", "object", "function"),
  version: text,
  options: object,
  types: anything,
  schemas: anything,
};

export const invokeKeys: Readonly<Record<string, KeyRule>> = {
  id: text,
  src: rule("string | actor logic", "string", "object"),
  input: anything,
  systemId: text,
  onDone: transitions,
  onError: transitions,
  onSnapshot: transitions,
};

export const actionKeys: Readonly<Record<string, KeyRule>> = { type: text, params: anything };

export const initialKeys: Readonly<Record<string, KeyRule>> = {
  target: text,
  actions,
  meta: object,
  description: text,
};

export const setupKeys: Readonly<Record<string, KeyRule>> = {
  types: anything,
  schemas: anything,
  actors: object,
  actions: object,
  guards: object,
  delays: object,
};

/** What one entry of `on` or `after` may be. */
export const transitionValue = transitions;

/** Keys that are right somewhere else: written here they are in the wrong place, not misspelt. */
export const otherKeys: ReadonlySet<string> = new Set(
  [machineKeys, transitionKeys, invokeKeys, actionKeys, setupKeys].flatMap((rules) => Object.keys(rules)),
);

/** Keys of a state that say when its actions run; `actions` alone does not. */
export const WHEN_IN_STATE = ["entry", "exit"];

/** Keys of XState 4 and what they are called now. */
export const formerKeys: Readonly<Record<string, string>> = {
  cond: "guard",
  in: "guard",
  internal: "reenter",
  activities: "invoke",
  onEntry: "entry",
  onExit: "exit",
  data: "output",
  parallel: "type",
  services: "actors",
};

export const formerInvokeKeys: Readonly<Record<string, string>> = { data: "input" };
