import { thrownText } from "#core/run/play/thrownText.ts";
import {
  PlayError,
  type LegalQuery,
  type PlayAnswer,
  type PlayEvent,
  type PlayState,
} from "#core/run/play/play.ts";
import { areVerdicts, verdictsOf, type GivenVerdict } from "#core/run/play/verdict.ts";
import { isDeeperThan, parseJson, type Json, type JsonObject } from "#core/text/json.ts";

/**
 * One line of the protocol. `id` is whatever the line carried, to be echoed; `only` names the parts of the answer that are wanted, where
 * not all are.
 */
export type LineRequest = { readonly id?: Json; readonly only?: readonly string[] } & (
  | { readonly do: "describe" }
  | (Verdicts & { readonly do: "input"; readonly input: JsonObject })
  | (Verdicts & { readonly do: "send" | "can" | "why"; readonly event: PlayEvent })
  | (Verdicts & { readonly do: "advance"; readonly ms: number })
  /** A type alone, or with the fields that are chosen already; without it all types, with `by` for one seat. */
  | { readonly do: "moves"; readonly event?: PlayEvent; readonly by?: string }
  | (LegalQuery & { readonly do: "legal" })
  | (Verdicts & { readonly do: "answer"; readonly answer: PlayAnswer })
  | { readonly do: "save" }
  | { readonly do: "restore"; readonly state: PlayState }
);

/** Beside a request, for the guards that the machine does not work out. */
interface Verdicts {
  readonly verdicts?: readonly GivenVerdict[];
}

/** A line that is no request. `id` is echoed when it could be read. */
export class LineError extends PlayError {
  readonly id: Json | undefined;
  constructor(message: string, id?: Json) {
    super({ code: "bad-request", message });
    this.id = id;
  }
}

const verbs = [
  "describe",
  "input",
  "send",
  "can",
  "why",
  "moves",
  "legal",
  "advance",
  "answer",
  "save",
  "restore",
] as const;

/** Keys that may stand beside the name of a request. */
const BESIDE_A_REQUEST: ReadonlySet<string> = new Set(["id", "verdicts", "only", "limit"]);

/** Those in which guards may be asked that a person has to answer. */
const asksGuards: ReadonlySet<(typeof verbs)[number]> = new Set([
  "input",
  "send",
  "can",
  "why",
  "advance",
  "answer",
]);

/** Levels of a request, and of a saved play within one: its context may be as deep as an event. */
const MAX_REQUEST_LEVELS = 64;
const MAX_SAVED_STATE_LEVELS = 128;

/** Reads one line. @throws LineError that says what is wrong with it */
export function lineRequest(text: string): LineRequest {
  let line: Json;
  try {
    line = parseJson(text);
  } catch (error) {
    // Nesting that exhausts the stack ends here too.
    throw new LineError(
      error instanceof RangeError
        ? "The line is nested too deeply"
        : `The line is no JSON: ${thrownText(error)}`,
    );
  }
  if (!isObject(line)) throw new LineError("A line is a JSON object");
  const id = Object.hasOwn(line, "id") ? line["id"] : undefined;
  if (isDeeperThan(id, MAX_REQUEST_LEVELS))
    throw new LineError(`The id is more than ${MAX_REQUEST_LEVELS} levels deep`);
  const bad = (message: string): never => {
    throw new LineError(message, id);
  };
  const unknown = Object.keys(line).find(
    (key) => !BESIDE_A_REQUEST.has(key) && !verbs.some((verb) => verb === key),
  );
  if (unknown !== undefined)
    bad(
      `There is no request ${JSON.stringify(unknown.slice(0, 60))}; the name of a request is the key, as in {"describe":true}: ${verbs.join(", ")}`,
    );
  const named = verbs.filter((verb) => Object.hasOwn(line, verb));
  const [verb] = named;
  if (verb === undefined || named.length > 1) return bad(`A line asks one thing of ${verbs.join(", ")}`);
  const value = line[verb];
  if (isDeeperThan(value, verb === "restore" ? MAX_SAVED_STATE_LEVELS : MAX_REQUEST_LEVELS))
    bad(`${verb}: more than ${MAX_REQUEST_LEVELS} levels deep`);
  const { verdicts } = line;
  if (isDeeperThan(verdicts, MAX_REQUEST_LEVELS))
    bad(`verdicts: more than ${MAX_REQUEST_LEVELS} levels deep`);
  if (verdicts !== undefined && !areVerdicts(verdicts))
    bad("verdicts: expected a list of objects with a guard, its params if it has any, and a verdict");
  if (verdicts !== undefined && !asksGuards.has(verb)) bad(`verdicts: ${verb} asks no guard`);
  const { only, limit } = line;
  if (only !== undefined && !(Array.isArray(only) && only.every((part) => typeof part === "string")))
    bad('only: expected a list of names of the answer, as in ["in","asks","may"]');
  if (limit !== undefined && (verb !== "legal" || typeof limit !== "number"))
    bad(
      verb === "legal"
        ? "limit: expected how many payloads of one move at most"
        : `limit: ${verb} has no limit`,
    );
  const echoed = {
    ...(id === undefined ? {} : { id }),
    ...(only === undefined ? {} : { only: only as readonly string[] }),
    ...(areVerdicts(verdicts) ? verdictsOf({ verdicts }) : {}),
  };
  switch (verb) {
    case "describe":
    case "save":
      return value === true ? { ...echoed, do: verb } : bad(`${verb}: expected true`);
    case "input":
      return isObject(value) ? { ...echoed, do: verb, input: value } : bad("input: expected an object");
    case "send":
    case "can":
    case "why":
      // What an event has to look like is the player's to say.
      return { ...echoed, do: verb, event: value as PlayEvent };
    case "moves":
    case "legal": {
      const query = { ...echoed, do: verb, ...(typeof limit === "number" ? { limit } : {}) };
      if (value === true) return query;
      if (typeof value === "string") return { ...query, event: { type: value } };
      if (!isObject(value)) return bad(noQuery(verb));
      if (typeof value["type"] === "string") return { ...query, event: value as PlayEvent };
      // Fields belong to events of one type; a seat can be named for all.
      const { by, ...others } = value;
      return typeof by === "string" && Object.keys(others).length === 0
        ? { ...query, by }
        : bad(noQuery(verb));
    }
    case "advance":
      return typeof value === "number" && Number.isFinite(value) && value >= 0
        ? { ...echoed, do: verb, ms: value }
        : bad("advance: expected milliseconds, 0 or more");
    case "answer":
      return isObject(value) && (value["actor"] === undefined || typeof value["actor"] === "string")
        ? { ...echoed, do: verb, answer: value }
        : bad("answer: expected an object with an actor and its value, error, next or event");
    case "restore":
      return { ...echoed, do: verb, state: value as unknown as PlayState };
  }
}

const noQuery = (verb: "moves" | "legal"): string =>
  `${verb}: expected true for all, {"by":SEAT} for a seat, an event type, or an object with a type and the fields chosen so far`;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
