import type { Json, JsonObject } from "#core/text/json.ts";
import type { PlayEvent } from "#core/run/play/playEvent.ts";

/**
 * How much is taken from an app. What goes beyond is not accepted, and counted under the name of the limit. The bounds lie far above what a
 * game sends (a message of haikyu-break has 150 values, 4 levels), and low enough that the whole of it fits a page.
 */
export interface Limits {
  /** Characters of a message, or of a definition in it, that comes as text; and of all texts in one that comes as values. */
  readonly characters: number;
  /** Values in one message, the parts of objects and lists counted one by one. */
  readonly values: number;
  readonly depth: number;
  /** Keys of one object. */
  readonly keys: number;
  /** Messages that may come at once, and how many more a second. A wire replays thousands at a hello. */
  readonly burst: number;
  readonly perSecond: number;
  readonly apps: number;
  /** Actors that are kept of an app: beyond, ended ones are forgotten, and with none ended new ones refused. */
  readonly actors: number;
  /** Steps that are kept of an actor, and values of all apps together: beyond, the oldest are dropped. */
  readonly steps: number;
  readonly storedValues: number;
}

export const LIMITS: Limits = {
  characters: 4_000_000,
  values: 200_000,
  depth: 100,
  keys: 20_000,
  burst: 10_000,
  perSecond: 2_000,
  apps: 32,
  actors: 1_000,
  steps: 20_000,
  storedValues: 10_000_000,
};

/** Why a message, or something in it, was not accepted. */
export type RefusalCode =
  | "unknown-app"
  | "wrong-origin"
  | "too-fast"
  | "too-large"
  | "too-deep"
  | "not-json"
  | "not-a-message"
  | "other-version"
  | "too-many-apps"
  | "too-many-actors";
/** What was repaired in messages that were accepted: counted, too. */
export type RepairCode = "circle" | "prototype-key" | "no-json-value";

/** Stands in a copy where a value held itself. XState 4's wire writes the same. */
export const CIRCLE = "[Circular]";

export type Copied =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly code: RefusalCode };

/** Names that reach a prototype when a value is spread or walked by key. */
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Takes in what one message holds, as plain JSON within limits. A structured clone brings more than JSON: circles, one part under many names, maps,
 * lists with billions of holes. Texts in the message count with it. Never throws; what it costs is bounded by the limits, whatever is handed in.
 */
export class Intake {
  readonly #limits: Limits;
  readonly #copy: Copy;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#copy = new Copy(limits);
  }

  /** Values that were examined. */
  get work(): number {
    return this.#copy.values;
  }

  /** Characters of the texts in it. */
  get characters(): number {
    return this.#copy.characters;
  }

  get repairs(): readonly RepairCode[] {
    return this.#copy.repairs;
  }

  copy(value: unknown): Copied {
    try {
      return { ok: true, value: this.#copy.of(value, 0) };
    } catch (error) {
      // A getter or proxy of its own may throw anything at all.
      return { ok: false, code: error instanceof Beyond ? error.code : "not-json" };
    }
  }

  parse(text: string): Copied {
    if (text.length > this.#limits.characters) return { ok: false, code: "too-large" };
    try {
      return this.copy(JSON.parse(text));
    } catch {
      return { ok: false, code: "not-json" };
    }
  }
}

/** The reason for which an event is never sent into an app, or undefined: it has to be one that anybody may send. */
export function refusedEvent(limits: Limits, event: unknown): RefusalCode | "reserved" | undefined {
  const copied = new Intake(limits).copy(event);
  if (!copied.ok) return copied.code;
  if (!isObject(copied.value) || typeof copied.value["type"] !== "string") return "not-a-message";
  const { type } = copied.value as PlayEvent;
  return isReserved(type) ? "reserved" : undefined;
}

/** Types of events that XState sends itself: one from outside could end the machine or forge an answer. */
const isReserved = (type: string): boolean =>
  type === "" || type === "*" || /^@?xstate\.|^(done|error)\.(invoke|state|platform)\b/.test(type);

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

class Beyond extends Error {
  readonly code: RefusalCode;
  constructor(code: RefusalCode) {
    super(code);
    this.code = code;
  }
}

class Copy {
  values = 0;
  characters = 0;
  readonly repairs: RepairCode[] = [];
  readonly #limits: Limits;
  readonly #around = new Set<object>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  of(value: unknown, depth: number): Json {
    if (this.values >= this.#limits.values) throw new Beyond("too-large");
    this.values++;
    if (typeof value === "string") return this.#text(value);
    if (value === null || typeof value === "boolean") return value;
    if (typeof value === "number")
      return Number.isFinite(value) ? value : this.#noteRepair("no-json-value", null);
    if (typeof value !== "object") return this.#noteRepair("no-json-value", null);
    if (this.#around.has(value)) return this.#noteRepair("circle", CIRCLE);
    if (depth >= this.#limits.depth) throw new Beyond("too-deep");
    this.#around.add(value);
    try {
      return Array.isArray(value) ? this.#list(value, depth) : this.#object(value, depth);
    } finally {
      this.#around.delete(value);
    }
  }

  #list(list: readonly unknown[], depth: number): Json {
    if (list.length > this.#limits.values) throw new Beyond("too-large");
    const values: Json[] = [];
    for (let i = 0; i < list.length; i++) values.push(this.of(list[i] ?? null, depth + 1));
    return values;
  }

  #object(value: object, depth: number): Json {
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
    // Maps, buffers and the like: as JSON would write them, and without a look at what may be gigabytes.
    if (!isPlain(value)) return this.#noteRepair("no-json-value", {});
    const object: Record<string, Json> = {};
    let keys = 0;
    for (const key in value) {
      if (!Object.hasOwn(value, key)) continue;
      if (++keys > this.#limits.keys) throw new Beyond("too-large");
      const part = (value as Record<string, unknown>)[key];
      if (PROTOTYPE_KEYS.has(key)) this.#noteRepair("prototype-key", null);
      else if (part !== undefined) object[this.#text(key)] = this.of(part, depth + 1);
    }
    return object;
  }

  #text(text: string): string {
    if ((this.characters += text.length) > this.#limits.characters) throw new Beyond("too-large");
    return text;
  }

  #noteRepair<T>(code: RepairCode, value: T): T {
    // Only the number of times is reported; a message of nothing else must not fill a list.
    if (this.repairs.length < 100) this.repairs.push(code);
    return value;
  }
}

function isPlain(value: object): boolean {
  const parent: unknown = Object.getPrototypeOf(value);
  return parent === null || Object.getPrototypeOf(parent) === null;
}
