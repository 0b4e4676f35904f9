import type { EventType, Field } from "#core/chart/payload.ts";
import type { Moves } from "#core/ruleset/ruleset.ts";

/** What a player needs beside the machine itself: payload types to check events against, and moves to try. */
export interface PlaySpec {
  readonly events?: readonly EventType[];
  readonly input?: readonly Field[];
  /** Fields of the context, to check a saved play against; without them it is compared with the context of a new play. */
  readonly context?: readonly Field[];
  readonly moves?: Moves;
}
