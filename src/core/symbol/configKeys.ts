import type { Wanted } from "#core/symbol/configPlace.ts";

/** What the value of a key begins with: `{ target }`, quotes, brackets. */
export type KeyValue = "transition" | "text" | "object" | "list" | "code";
type Keys = readonly (readonly [key: string, value: KeyValue])[];

const state: Keys = [
  ["on", "object"],
  ["states", "object"],
  ["initial", "text"],
  ["always", "object"],
  ["after", "object"],
  ["entry", "list"],
  ["exit", "list"],
  ["invoke", "object"],
  ["meta", "object"],
  ["description", "text"],
  ["id", "text"],
  ["type", "text"],
  ["tags", "list"],
  ["onDone", "transition"],
  ["output", "code"],
  ["history", "text"],
  ["target", "text"],
];

const KEYS: Partial<Record<Wanted, Keys>> = {
  stateKey: state,
  rootKey: [
    ...state.filter(([key]) => !/^(onDone|history|target)$/.test(key)),
    ["context", "code"],
    ["version", "text"],
  ],
  transitionKey: [
    ["target", "text"],
    ["guard", "text"],
    ["actions", "list"],
    ["reenter", "code"],
    ["meta", "object"],
    ["description", "text"],
  ],
  invokeKey: [
    ["src", "text"],
    ["id", "text"],
    ["input", "code"],
    ["onDone", "transition"],
    ["onError", "transition"],
    ["onSnapshot", "transition"],
    ["systemId", "text"],
  ],
  metaKey: [
    ["clauses", "list"],
    ["asks", "text"],
    ["structural", "text"],
  ],
  setupKey: [
    ["types", "code"],
    ["guards", "object"],
    ["actions", "object"],
    ["actors", "object"],
    ["delays", "object"],
  ],
};

/** The keys that XState knows in such an object, the usual ones first, and what their values begin with. */
export const keysOf = (wanted: Wanted): Keys => KEYS[wanted] ?? [];
