import type { PlayEvent } from "#core/run/play/playEvent.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/**
 * What an app may report of its actors, over whatever wire: the one type that every wire is converted to. All of it is foreign data that
 * was copied within limits (`limits.ts`); nothing of it is run. `session` is the id that the app gives an actor.
 */
export type Fact =
  | ActorFact
  | { readonly kind: "event"; readonly session: string; readonly event: PlayEvent; readonly source?: string }
  | SnapshotFact
  | { readonly kind: "microstep"; readonly session: string; readonly microstep: InspectedMicrostep }
  | { readonly kind: "action"; readonly session: string; readonly action: InspectedAction }
  | { readonly kind: "stopped"; readonly session: string }
  | { readonly kind: "hello"; readonly app: AppProfile }
  | { readonly kind: "answer"; readonly answer: AppAnswer }
  | { readonly kind: "disconnected" };

/**
 * What speaks: `@statelyai/inspect` (XState 5), `@xstate/inspect` (XState 4), or `turnwright/connect`.
 */
export type Wire = "stately" | "xstate4" | "connect";

export interface ActorFact {
  readonly kind: "actor";
  readonly session: string;
  readonly parent?: string;
  readonly name?: string;
  /** The machine as this wire gives it: a config (XState 5) or a `definition` (XState 4). Other logic has none. */
  readonly definition?: Json;
  /** It ran before this was reported, so the snapshot in the report is where it stands now. */
  readonly again?: boolean;
  /** Where it stands, where the wire makes that certain. */
  readonly snapshot?: InspectedSnapshot;
}

export interface SnapshotFact {
  readonly kind: "snapshot";
  readonly session: string;
  /** What led to it; absent when only reported where the actor stands. */
  readonly event?: PlayEvent;
  readonly snapshot: InspectedSnapshot;
  /** Reported with certainty by wires that know which transitions were taken. */
  readonly refused?: boolean;
}

/** The snapshot of an actor. For logic other than machines, `value` and `context` are absent. */
export interface InspectedSnapshot {
  readonly status: "active" | "done" | "error" | "stopped";
  readonly value?: Json;
  readonly context?: JsonObject;
  /** By id of the history state the ids of the states that it remembers. */
  readonly history?: Readonly<Record<string, readonly string[]>>;
  readonly tags?: readonly string[];
  readonly output?: Json;
  readonly error?: Json;
  readonly children?: readonly string[];
  /** Places in the context whose value the wire cut off, as keys from the top; what stands there is the wire's mark. */
  readonly cut?: readonly CutPath[];
}
export type CutPath = readonly (string | number)[];

/** A microstep that the wire reported itself. */
export interface InspectedMicrostep {
  /** Type of the event that drove it, "" for eventless transitions. */
  readonly event: string;
  readonly taken: readonly InspectedTransition[];
  /** The state value after it, where it is reported. */
  readonly value?: Json;
}
export interface InspectedTransition {
  /** Path id of its source, as in `chart/places.ts`. */
  readonly source: string;
  /** Its event descriptor as XState has it: "" for `always`, `xstate.after.20.a` for `after`. */
  readonly event: string;
  /** Place among the candidates of that descriptor in its source; absent where the wire does not tell. */
  readonly index?: number;
  readonly targets: readonly string[];
  readonly guard?: string;
}
export interface InspectedAction {
  readonly type: string;
  readonly params?: Json;
}

/** How `turnwright/connect` presents its app. */
export interface AppProfile {
  readonly name?: string;
  readonly xstate?: string;
  /** What the app allows the studio to do. */
  readonly allows: readonly ("read" | "send" | "restore")[];
}

/** The answer of an app to a request (`turnwright/connect`). */
export interface AppAnswer {
  readonly ask: number;
  readonly session?: string;
  readonly snapshot?: Json;
  /** Why the request was refused. */
  readonly refused?: string;
}
