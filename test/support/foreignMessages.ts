import { draws, type Draws } from "#test/support/dice.ts";

/**
 * Messages as a stranger may send them, for laws over message handlers: valid ones with parts dropped, swapped, renamed and replaced, noise in
 * the form of JSON, and noise without any form. The same seed gives the same messages.
 */
export interface ForeignMessages {
  /** A value as `JSON.parse` may give it. */
  json(): unknown;
  /** A value as `postMessage` may bring it: with circles, dates, maps, holes, `undefined`, `NaN` and big integers, too. */
  cloned(): unknown;
  /** A text: mostly JSON, some of it broken. */
  text(): string;
  /** Bytes: mostly such a text in UTF-8, some of them broken. */
  bytes(): Uint8Array;
}

/** @param valid messages that the handler takes, one of each kind: what it reads of them is what gets mutated */
export function foreignMessages(seed: number, valid: readonly unknown[]): ForeignMessages {
  const dice = draws(seed);
  const json = (): unknown =>
    valid.length === 0 || dice.chance(0.15) ? noise(dice, 3) : mutated(dice, valid);
  const text = (): string => {
    if (dice.chance(0.1)) return textNoise(dice);
    const written = dice.chance(0.01) ? deepText(dice) : (JSON.stringify(json()) ?? "undefined");
    return dice.chance(0.35) ? tornText(dice, written) : written;
  };
  return {
    json,
    cloned: () => (dice.chance(0.3) ? withClones(dice, json()) : json()),
    text,
    bytes() {
      if (dice.chance(0.1)) return Uint8Array.from({ length: dice.int(0, 200) }, () => dice.int(0, 255));
      const bytes = new TextEncoder().encode(text());
      for (let left = dice.chance(0.2) ? dice.int(1, 4) : 0; left > 0 && bytes.length > 0; left--)
        bytes[dice.int(0, bytes.length - 1)] = dice.int(0, 255);
      return bytes;
    },
  };
}

/** An object with own keys of any name, `__proto__` among them. */
function objectOf(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [key, value] of entries)
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  return object;
}

const KEYS = [
  "toString",
  "valueOf",
  "toJSON",
  "__proto__",
  "constructor",
  "prototype",
  "hasOwnProperty",
  "length",
  "then",
  "type",
  "id",
  "t",
  "do",
  "",
  "0",
  "-1",
  "\ud800",
  "a.b",
  "__defineGetter__",
  "\u0000",
  "💥",
] as const;

const TEXTS = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "a\udfffb",
  "\u202e",
  "\ufeff",
  "💥",
  "../../etc/passwd",
  "__proto__",
  "constructor",
  "[Circular]",
  "[object Object]",
  "null",
  "NaN",
  "<script>alert(1)</script>",
  "\u001b[2J",
  "%s%n",
  "xstate.init",
  "*",
  "#",
  "a".repeat(3000),
] as const;

const NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.5,
  1e21,
  -1e21,
  1e308,
  5e-324,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  Number.MAX_SAFE_INTEGER,
] as const;

/** What handlers have fallen over elsewhere. */
function hostile(dice: Draws): unknown {
  switch (dice.int(0, 9)) {
    case 0:
      return objectOf([[dice.pick(KEYS), dice.pick([1, null, "x", true, {}, []])]]);
    case 1:
      return objectOf([
        ["toString", 1],
        ["valueOf", null],
        ["toJSON", "x"],
      ]);
    case 2:
      return objectOf([["__proto__", { isAdmin: true, toString: 1 }]]);
    case 3:
      return dice.pick(NUMBERS);
    case 4:
      return dice.pick(TEXTS);
    case 5:
      return dice.pick([null, true, false, [], {}]);
    case 6:
      return nested(dice, dice.chance(0.05) ? dice.int(1000, 4000) : dice.int(2, 120));
    case 7:
      return Array.from({ length: dice.chance(0.02) ? 20_000 : dice.int(0, 30) }, () => dice.pick(NUMBERS));
    case 8:
      return objectOf(Array.from({ length: dice.int(0, 40) }, (_, i) => [`k${i}`, dice.pick(TEXTS)]));
    default:
      return noise(dice, 2);
  }
}

function nested(dice: Draws, depth: number): unknown {
  let value: unknown = dice.pick(TEXTS);
  const inLists = dice.chance(0.5);
  for (let i = 0; i < depth; i++) value = inLists ? [value] : { a: value };
  return value;
}

function noise(dice: Draws, levels: number): unknown {
  const kind = dice.int(0, levels > 0 ? 6 : 4);
  if (kind === 0) return dice.pick(NUMBERS);
  if (kind === 1) return dice.pick(TEXTS);
  if (kind === 2) return dice.pick([null, true, false]);
  if (kind === 3)
    return String.fromCharCode(...Array.from({ length: dice.int(0, 12) }, () => dice.int(0, 0xffff)));
  if (kind === 4) return dice.int(-10, 10);
  const length = dice.int(0, 5);
  const items = Array.from({ length }, () => (dice.chance(0.1) ? hostile(dice) : noise(dice, levels - 1)));
  return kind === 5 ? items : objectOf(items.map((item) => [dice.pick(KEYS), item]));
}

type Holder = Record<string, unknown> | unknown[];

/** A copy of one of the messages in which one to four parts are another. */
function mutated(dice: Draws, valid: readonly unknown[]): unknown {
  // A box around it, so that the whole can be replaced like any part.
  const box: Holder = [structuredClone(dice.pick(valid))];
  for (let left = dice.int(1, 4); left > 0; left--) {
    const { holder, key } = dice.chance(0.1) ? { holder: box, key: "0" } : dice.pick(placesIn(box));
    mutate(dice, holder, key, valid);
  }
  return box[0];
}

interface Place {
  readonly holder: Holder;
  readonly key: string;
}
/** The most places that are looked at for a mutation. */
const MAX_PLACES = 400;

function placesIn(root: Holder): Place[] {
  const places: Place[] = [];
  const waiting: Holder[] = [root];
  for (let holder = waiting.shift(); holder && places.length < MAX_PLACES; holder = waiting.shift())
    for (const key of Object.keys(holder).slice(0, 60)) {
      places.push({ holder, key });
      const part = Object.getOwnPropertyDescriptor(holder, key)?.value as unknown;
      if (typeof part === "object" && part !== null) waiting.push(part as Holder);
    }
  return places;
}

function mutate(dice: Draws, holder: Holder, key: string, valid: readonly unknown[]): void {
  const put = (at: string, value: unknown) =>
    Object.defineProperty(holder, at, { value, enumerable: true, configurable: true, writable: true });
  const part = Object.getOwnPropertyDescriptor(holder, key)?.value as unknown;
  switch (dice.int(0, 8)) {
    case 0:
      if (!Array.isArray(holder)) delete holder[key];
      else if (holder.length > 1) holder.splice(Number(key), 1);
      else put(key, null);
      return;
    case 1:
      put(key, [part]);
      return;
    case 2:
      put(key, objectOf([[dice.pick(KEYS), part]]));
      return;
    case 3:
      if (!Array.isArray(holder)) {
        delete holder[key];
        put(dice.pick(KEYS), part);
      } else holder.push(part);
      return;
    case 4:
      if (Array.isArray(holder)) holder.push(hostile(dice));
      else put(dice.pick(KEYS), hostile(dice));
      return;
    case 5:
      put(
        key,
        typeof part === "number"
          ? dice.pick(NUMBERS)
          : typeof part === "string"
            ? dice.pick(TEXTS)
            : hostile(dice),
      );
      return;
    case 6: {
      const other = dice.pick(placesIn([structuredClone(dice.pick(valid))]));
      put(key, Object.getOwnPropertyDescriptor(other.holder, other.key)?.value);
      return;
    }
    default:
      put(key, hostile(dice));
  }
}

/** The value with one part that only a structured clone can bring. */
function withClones(dice: Draws, value: unknown): unknown {
  const box: Holder = [value];
  const { holder, key } = dice.pick(placesIn(box));
  const put = (part: unknown) =>
    Object.defineProperty(holder, key, { value: part, enumerable: true, configurable: true, writable: true });
  const circle: Record<string, unknown> = { a: 1 };
  circle["self"] = circle;
  const kinds: readonly (() => unknown)[] = [
    () => undefined,
    () => NaN,
    () => -Infinity,
    () => new Date(dice.chance(0.5) ? NaN : 0),
    () => new Map([[{}, circle]]),
    () => new Set([1]),
    () => 10n,
    () => circle,
    () => holder,
    () => Object.assign([], { length: dice.chance(0.5) ? 4_294_967_295 : 3 }),
    () => new Uint8Array(8),
    () => new ArrayBuffer(4),
    () => /x/,
    () => new Error("x"),
    () => Object.assign(["a"], { type: "x" }),
  ];
  put(dice.pick(kinds)());
  return box[0];
}

function textNoise(dice: Draws): string {
  if (dice.chance(0.3)) return dice.pick(TEXTS);
  return String.fromCharCode(
    ...Array.from({ length: dice.int(0, 80) }, () => dice.int(0, dice.chance(0.5) ? 127 : 0xffff)),
  );
}

/** Nested more deeply than the stack goes. */
function deepText(dice: Draws): string {
  const depth = dice.int(1000, 60_000);
  return dice.chance(0.5)
    ? `${"[".repeat(depth)}${"]".repeat(dice.chance(0.5) ? depth : depth - 1)}`
    : `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
}

/** A text that is JSON no more, or is JSON that says what no value can: a key twice, a number beyond all, an escaped `__proto__`. */
function tornText(dice: Draws, text: string): string {
  const at = dice.int(0, text.length);
  switch (dice.int(0, 7)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return (
        text.slice(0, at) +
        dice.pick(["\u0000", '"', "}", "]", ",", "\\", "\ud800", "\ufeff", "//", "\n"]) +
        text.slice(at)
      );
    case 2:
      // The first key once more, before it.
      return text.replace(
        /\{("(?:[^"\\]|\\.)*"):/,
        (all, key: string) => `{${key}:${dice.pick(['{"toString":1}', "1e999", "null"])},${all.slice(1)}`,
      );
    case 3:
      return text.replace(
        /-?\d+(\.\d+)?/,
        dice.pick(["1e999", "-1e999", "00", "0x10", "1e-400", "9".repeat(400)]),
      );
    case 4:
      return text.replace(/"[^"\\]*":/, dice.pick(['"\\u005f_proto__":', '"__proto__":', '"\\ud800":']));
    case 5:
      return text + dice.pick([" ", "\n", "null", text, "\u0000"]);
    case 6:
      return text.replaceAll('"', dice.pick(["'", "“", ""]));
    default:
      return `${dice.pick(["\ufeff", " ", "[", ")]}'\n"])}${text}`;
  }
}
