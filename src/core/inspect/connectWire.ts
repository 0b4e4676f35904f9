import type {
  Fact,
  InspectedAction,
  AppProfile,
  InspectedMicrostep,
  InspectedSnapshot,
  InspectedTransition,
} from "#core/inspect/fact.ts";
import { isObject, refusedEvent, type Limits, type RefusalCode } from "#core/inspect/limits.ts";
import { readSnapshot } from "#core/inspect/readSnapshot.ts";
import { asEvent } from "#core/inspect/statelyInspect.ts";
import { pathId } from "#core/chart/places.ts";
import type { PlayEvent } from "#core/run/play/playEvent.ts";
import type { Json, JsonObject } from "#core/text/json.ts";
import { integer, literal, object, readValue, string } from "#core/text/schema.ts";

/**
 * The wire of `turnwright/connect`, version 1 (docs/formats.md, "What a connected app sends"). Messages have a run (drawn when the app
 * connects) and count up in it, so that what is sent again is known by its number, and what was lost shows. A step may tell its context as what
 * changed against the last one reported of that actor; `ConnectWire` puts it together.
 */
export const CONNECT_HELLO = { type: "turnwright.hello", version: 1 } as const;

const TYPES: ReadonlySet<string> = new Set([
  "turnwright.app",
  "turnwright.actor",
  "turnwright.event",
  "turnwright.step",
  "turnwright.answer",
  "turnwright.bye",
]);

export const isConnect = ({ type }: JsonObject): boolean => typeof type === "string" && TYPES.has(type);

/** What every message bears. */
const head = object({ type: string, version: literal(CONNECT_HELLO.version), run: string, n: integer });

/** What an app may be asked to do, which it does only when it allows it. */
export type ConnectAsk =
  | { readonly do: "read"; readonly session: string }
  | { readonly do: "send"; readonly session: string; readonly event: PlayEvent }
  | { readonly do: "restore"; readonly session: string; readonly snapshot: Json };

/** The message that asks an app for something. @param ask a number that its answer bears */
export function connectAsk(
  limits: Limits,
  ask: number,
  request: ConnectAsk,
): { readonly message: JsonObject } | { readonly refused: RefusalCode | "reserved" } {
  const refused = request.do === "send" ? refusedEvent(limits, request.event) : undefined;
  if (refused) return { refused };
  const { do: verb, ...rest } = request;
  return { message: { type: `turnwright.${verb}`, version: 1, ask, ...(rest as unknown as JsonObject) } };
}

/** Hellos that are sent for messages that a run lost: each makes the app repeat all that it has stored. */
const MAX_HELLOS_PER_RUN = 3;

/**
 * Reads one connection. Keeps the last snapshot of each actor to put changes together. After a message that was lost nobody knows what the
 * changes are against: contexts count as cut off until the app has said everything again, which brings the snapshots, and actors that were
 * never reported.
 */
export class ConnectWire {
  #run: string | undefined;
  #n = 0;
  readonly #last = new Map<string, JsonObject>();
  /** Actors that were reported. */
  readonly #knownSessions = new Set<string>();
  /** Whether a message was lost that was not made up for yet; then `#again` is the last one that was said again. */
  #lost = false;
  #again = 0;
  #hellos = 0;
  #wants = false;

  /** Whether the app has to be greeted for a message that was lost; reported once. */
  wantsHello(): boolean {
    const wants = this.#wants;
    this.#wants = false;
    return wants;
  }

  /** Whether a message is of the run that was read last. */
  knows({ run }: JsonObject): boolean {
    return run !== undefined && run === this.#run;
  }

  /** The facts of a message that is already a copy within limits; none for one that was reported before. */
  facts(message: JsonObject): readonly Fact[] | RefusalCode | "repeated" {
    if (typeof message["version"] === "number" && message["version"] !== CONNECT_HELLO.version)
      return "other-version";
    const result = readValue(head, message);
    if (!result.ok) return "not-a-message";
    const { type, run, n } = result.value;
    const isNumbered = type !== "turnwright.app" && type !== "turnwright.answer";
    const isNewRun = this.#run !== undefined && run !== this.#run;
    if (run !== this.#run) {
      this.#run = run;
      this.#n = 0;
      this.#last.clear();
      this.#knownSessions.clear();
      this.#lost = false;
      this.#hellos = 0;
    } else if (n <= this.#n && isNumbered) return this.#lost ? this.#catchUp(type, message, n) : "repeated";
    if (isNumbered && n !== this.#n + 1 && message["again"] !== true) this.#miss();
    const facts = this.#read(type, message);
    if (typeof facts !== "string" && isNumbered) this.#n = n;
    // A new run is an app that was reloaded: what it said before has come to its end.
    return isNewRun && typeof facts !== "string" ? [{ kind: "disconnected" }, ...facts] : facts;
  }

  #miss(): void {
    this.#last.clear();
    this.#lost = true;
    this.#again = 0;
    // Of a run that is joined late the app has been greeted already.
    this.#wants = this.#n > 0 && this.#hellos++ < MAX_HELLOS_PER_RUN;
  }

  /** What is said again brings the snapshots that changes are reported against, and actors whose beginning was lost. */
  #catchUp(type: string, message: JsonObject, n: number): readonly Fact[] | "repeated" {
    if (n !== this.#again + 1) this.#last.clear();
    this.#again = n;
    const { session } = message;
    const isKnown = typeof session === "string" && this.#knownSessions.has(session);
    const facts = this.#read(type, message);
    if (n === this.#n) this.#lost = false;
    if (typeof facts === "string" || isKnown) return "repeated";
    const actors = facts.flatMap((fact): Fact[] => {
      if (fact.kind !== "actor") return [];
      const { snapshot: _, ...actor } = fact;
      return [{ ...actor, again: true }];
    });
    return actors.length > 0 ? actors : "repeated";
  }

  #read(type: string, message: JsonObject): readonly Fact[] | RefusalCode {
    if (type === "turnwright.app") return [{ kind: "hello", app: appOf(message) }];
    if (type === "turnwright.bye") return [{ kind: "disconnected" }];
    if (type === "turnwright.answer") return answerFacts(message);
    const { session } = message;
    if (typeof session !== "string" || session === "") return "not-a-message";
    if (type === "turnwright.actor") return this.#actor(session, message);
    const event = asEvent(message["event"]);
    if (!event) return "not-a-message";
    const { source } = message;
    if (type === "turnwright.event")
      return [{ kind: "event", session, event, ...(typeof source === "string" ? { source } : {}) }];
    return this.#step(session, event, message);
  }

  #actor(session: string, message: JsonObject): readonly Fact[] | RefusalCode {
    const { parent, name, definition, snapshot, again } = message;
    this.#last.delete(session);
    const view = snapshot === undefined ? undefined : this.#snapshot(session, snapshot);
    if (snapshot !== undefined && !view) return "not-a-message";
    this.#knownSessions.add(session);
    return [
      {
        kind: "actor",
        session,
        ...(typeof parent === "string" ? { parent } : {}),
        ...(typeof name === "string" ? { name } : {}),
        ...(isObject(definition) ? { definition } : {}),
        ...(again === true ? { again: true } : {}),
        ...(view ? { snapshot: view } : {}),
      },
    ];
  }

  #step(session: string, event: PlayEvent, message: JsonObject): readonly Fact[] | RefusalCode {
    if (event.type === "xstate.stop") return [{ kind: "stopped", session }];
    const snapshot = this.#snapshot(session, message["snapshot"]);
    if (!snapshot) return "not-a-message";
    const microsteps = list(message["microsteps"]).flatMap(microstepOf);
    const isComplete = Array.isArray(message["microsteps"]) && !/^@?xstate\.init$/.test(event.type);
    const refused = isComplete && microsteps.every(({ taken }) => taken.length === 0);
    return [
      ...microsteps.map((microstep): Fact => ({ kind: "microstep", session, microstep })),
      ...list(message["actions"])
        .flatMap(actionOf)
        .map((action): Fact => ({ kind: "action", session, action })),
      { kind: "snapshot", session, event, snapshot, ...(isComplete ? { refused } : {}) },
    ];
  }

  /** The whole snapshot: as reported, or with `set` and `unset` fields of the context that it had before. */
  #snapshot(session: string, json: Json | undefined): InspectedSnapshot | undefined {
    if (!isObject(json)) return undefined;
    const { set, unset, ...rest } = json;
    let whole: JsonObject = rest;
    if (isObject(set)) {
      const before = this.#last.get(session)?.["context"];
      if (!isObject(before)) {
        const torn = readSnapshot(rest);
        return torn && { ...torn, cut: [[]] };
      }
      const context: Record<string, Json> = { ...before, ...set };
      for (const field of list(unset)) if (typeof field === "string") delete context[field];
      whole = { ...rest, context };
    }
    const snapshot = readSnapshot(whole);
    if (snapshot) this.#last.set(session, whole);
    return snapshot;
  }
}

function appOf({ name, xstate, allows }: JsonObject): AppProfile {
  const known = ["read", "send", "restore"] as const;
  return {
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof xstate === "string" ? { xstate } : {}),
    allows: known.filter((verb) => list(allows).includes(verb)),
  };
}

function answerFacts({ ask, session, snapshot, refused }: JsonObject): readonly Fact[] | RefusalCode {
  if (typeof ask !== "number") return "not-a-message";
  return [
    {
      kind: "answer",
      answer: {
        ask,
        ...(typeof session === "string" ? { session } : {}),
        ...(snapshot === undefined ? {} : { snapshot }),
        ...(typeof refused === "string" ? { refused } : {}),
      },
    },
  ];
}

function microstepOf(json: Json): InspectedMicrostep[] {
  if (!isObject(json) || typeof json["event"] !== "string") return [];
  const { event, value } = json;
  return [
    {
      event,
      taken: list(json["taken"]).flatMap(transitionOf),
      ...(value === undefined ? {} : { value }),
    },
  ];
}

function transitionOf(json: Json): InspectedTransition[] {
  if (!isObject(json)) return [];
  const { source, event, index, targets, guard } = json;
  const path = keys(source);
  if (!path || typeof event !== "string") return [];
  return [
    {
      source: pathId(path),
      event,
      ...(typeof index === "number" && index >= 0 ? { index } : {}),
      targets: list(targets).flatMap((item) => {
        const target = keys(item);
        return target ? [pathId(target)] : [];
      }),
      ...(typeof guard === "string" ? { guard } : {}),
    },
  ];
}

function actionOf(json: Json): InspectedAction[] {
  if (!isObject(json) || typeof json["type"] !== "string") return [];
  const { type, params } = json;
  return [{ type, ...(params === undefined ? {} : { params }) }];
}

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const keys = (value: Json | undefined): readonly string[] | undefined =>
  Array.isArray(value) && value.every((key): key is string => typeof key === "string") ? value : undefined;
