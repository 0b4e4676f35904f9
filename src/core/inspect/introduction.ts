import type { Wire } from "#core/inspect/fact.ts";
import { wireOf } from "#core/inspect/inspection.ts";
import { Intake, isObject, LIMITS } from "#core/inspect/limits.ts";

/** Longest name of an app that is accepted; the list of apps shows one line. */
const MAX_APP_NAME_CHARACTERS = 80;

/** An app as its first message introduces it. All of it is what a stranger says of itself, but for the origin. */
export interface Introduction {
  readonly wire: Wire;
  /** Of `turnwright/connect` the name of the app; of the other packages, which tell none, that of the first actor. */
  readonly name?: string;
  /** Of the page that it runs in, as the browser tells it; "" for programs, which have none. */
  readonly origin: string;
}

/** Reads who is there from one message, which may be any at all; undefined for one that is of no wire that we know. */
export function introductionOf(message: unknown, origin: string): Introduction | undefined {
  const intake = new Intake(LIMITS);
  const copied = typeof message === "string" ? intake.parse(message) : intake.copy(message);
  if (!copied.ok || !isObject(copied.value)) return undefined;
  const wire = wireOf(copied.value);
  if (!wire) return undefined;
  const { type, name, id } = copied.value;
  const named = type === "service.register" ? id : name;
  return {
    wire,
    origin,
    ...(typeof named === "string" && named.trim() !== ""
      ? { name: named.trim().slice(0, MAX_APP_NAME_CHARACTERS) }
      : {}),
  };
}
