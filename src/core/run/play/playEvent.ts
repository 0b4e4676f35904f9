import type { Json } from "#core/text/json.ts";

/** An event as it is sent: a type and JSON fields. */
export interface PlayEvent {
  readonly type: string;
  readonly [field: string]: Json;
}
