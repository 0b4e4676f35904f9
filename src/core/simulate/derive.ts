import { plain } from "#core/simulate/plain.ts";
import type { JsonObject } from "#core/text/json.ts";

/**
 * What a module's rules work out from a context: `export const derived = { damageToCome: (context) => ... }`, with the helpers that its
 * guards and actions use, so that what is shown is what decides.
 */
export type Derived = Readonly<Record<string, (context: never) => unknown>>;

/** The derived values of a context. One that throws, or gives nothing, is left out: there is none now. */
export function derive(derived: Derived, context: JsonObject): JsonObject {
  const values: Record<string, JsonObject[string]> = {};
  for (const [name, work] of Object.entries(derived)) {
    try {
      const value = work(context as never);
      if (value !== undefined) values[name] = plain(value);
    } catch {
      // Most rules have a time at which they say something; before it there may be no player to ask about.
    }
  }
  return values;
}
