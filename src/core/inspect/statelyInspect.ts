import type { Fact } from "#core/inspect/fact.ts";
import { isObject, type Intake, type RefusalCode } from "#core/inspect/limits.ts";
import { readSnapshot } from "#core/inspect/readSnapshot.ts";
import type { PlayEvent } from "#core/run/play/playEvent.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/**
 * The wire of `@statelyai/inspect` 0.7 (XState 5). It sends actors, events and snapshots only: no microsteps, no actions, and nothing of a
 * refusal but a snapshot that is as before. What it has in the `snapshot` of an actor is taken when the message is built, later than
 * messages that follow: it is left alone.
 */
export const STATELY_HELLO = { type: "@statelyai.connected" } as const;

const TYPES: ReadonlySet<string> = new Set(["@xstate.actor", "@xstate.event", "@xstate.snapshot"]);

export const isStately = ({ type, _version }: JsonObject): boolean =>
  (typeof type === "string" && TYPES.has(type) && typeof _version === "string") ||
  type === "@statelyai.disconnected";

/** The facts of a message that is already a copy within limits. */
export function statelyFacts(intake: Intake, message: JsonObject): readonly Fact[] | RefusalCode {
  if (message["type"] === "@statelyai.disconnected") return [{ kind: "disconnected" }];
  const { type, sessionId: session } = message;
  if (typeof session !== "string" || session === "") return "not-a-message";
  if (type === "@xstate.actor") return actorFacts(intake, session, message);
  const event = asEvent(message["event"]);
  if (!event) return "not-a-message";
  const { sourceId } = message;
  if (type === "@xstate.event")
    return [{ kind: "event", session, event, ...(typeof sourceId === "string" ? { source: sourceId } : {}) }];
  const snapshot = readSnapshot(message["snapshot"]);
  if (!snapshot) return "not-a-message";
  if (event.type === "xstate.stop") return [{ kind: "stopped", session }];
  return [{ kind: "snapshot", session, event, snapshot }];
}

function actorFacts(intake: Intake, session: string, message: JsonObject): readonly Fact[] | RefusalCode {
  const { parentId, name, definition } = message;
  const parsed = typeof definition === "string" ? intake.parse(definition) : undefined;
  if (parsed && !parsed.ok) return parsed.code;
  return [
    {
      kind: "actor",
      session,
      ...(typeof parentId === "string" ? { parent: parentId } : {}),
      ...(typeof name === "string" ? { name } : {}),
      ...(parsed && isMachineConfig(parsed.value) ? { definition: parsed.value } : {}),
    },
  ];
}

/** Promises, callbacks and the like are reported as `{ id }`. */
const isMachineConfig = (value: Json): boolean =>
  isObject(value) && Object.keys(value).some((key) => key !== "id");

export const asEvent = (value: Json | undefined): PlayEvent | undefined =>
  isObject(value) && typeof value["type"] === "string" ? (value as PlayEvent) : undefined;
