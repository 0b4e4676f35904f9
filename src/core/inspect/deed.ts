import type { Wire } from "#core/inspect/fact.ts";
import { isObject } from "#core/inspect/limits.ts";
import type { InspectedStep } from "#core/inspect/session.ts";
import type { PlayAnswer, PlayEvent } from "#core/run/play/play.ts";
import type { JsonObject } from "#core/text/json.ts";

/**
 * What an event that came to a running actor is in a play: the start, something that a person sends, the answer of an actor, a timer whose time
 * had come (`timer`: its event), one that the machine sent itself and takes within the same step (`own`), or something of XState's own that a play
 * has no word for.
 */
export type Deed =
  | { readonly kind: "start"; readonly input: JsonObject }
  | { readonly kind: "send"; readonly event: PlayEvent }
  | { readonly kind: "answer"; readonly answer: PlayAnswer }
  | { readonly kind: "timer"; readonly event: PlayEvent }
  | { readonly kind: "own"; readonly event: PlayEvent }
  | { readonly kind: "internal" };

/** @param session id of the actor that it came to */
export function deedOf({ event, source }: InspectedStep, session: string, wire: Wire): Deed {
  const { type } = event;
  if (type === "xstate.init" || type === "@xstate.init")
    return { kind: "start", input: isObject(event["input"]) ? event["input"] : {} };
  const [, done] = /^(?:xstate\.done\.actor|done\.invoke)\.(.+)$/s.exec(type) ?? [];
  if (done !== undefined)
    return { kind: "answer", answer: { actor: done, value: event["output"] ?? event["data"] ?? null } };
  const [, failed] = /^(?:xstate\.error\.actor|error\.platform)\.(.+)$/s.exec(type) ?? [];
  if (failed !== undefined)
    return { kind: "answer", answer: { actor: failed, error: event["error"] ?? event["data"] ?? null } };
  const [, delay, id] = /^xstate\.after\((.+?)\)#(.+)$/s.exec(type) ?? [];
  if (delay !== undefined) return { kind: "timer", event: { type: `xstate.after.${delay}.${id}` } };
  if (type.startsWith("xstate.after.")) return { kind: "timer", event };
  if (/^@?xstate\.|^done\.state\./.test(type)) return { kind: "internal" };
  // On XState 4 `origin` is also what an inspector's event is routed by: such an event is one from outside.
  return source === session && wire !== "xstate4" ? { kind: "own", event } : { kind: "send", event };
}
