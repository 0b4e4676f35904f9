import type { PlayEvent } from "#core/run/play/playEvent.ts";
import type { Json } from "#core/text/json.ts";
import type {
  InspectedAction,
  AppAnswer,
  AppProfile,
  InspectedMicrostep,
  InspectedSnapshot,
  Wire,
} from "#core/inspect/fact.ts";
import type { RepairCode, RefusalCode } from "#core/inspect/limits.ts";

/**
 * What was seen of apps that run somewhere else: the one model of all wires. An app has sessions, one for each actor; a session has steps, one
 * for each event that came to it. Records are never changed: one of which more becomes known is replaced, so `===` tells what is new.
 */
export interface InspectedApp {
  /** The name that the receiver of messages gave this connection. */
  readonly id: string;
  readonly wire: Wire;
  /** The one origin from which its messages are taken; "" for programs that have none. */
  readonly origin: string;
  readonly status: "connected" | "disconnected";
  /** How it presents itself; only `turnwright/connect` does. */
  readonly profile?: AppProfile;
  /** Keys of its sessions, oldest first. */
  readonly sessions: readonly string[];
  readonly since: number;
}

/** An actor since it was first observed. */
export interface Session {
  /** Names it among all; the same session id comes again when an app is reloaded. */
  readonly key: string;
  readonly app: string;
  readonly wire: Wire;
  readonly session: string;
  /** Session id of its parent. */
  readonly parent?: string;
  readonly name?: string;
  /** `gone`: the app was reloaded, or left, without a word of this actor. */
  readonly status: "active" | "done" | "error" | "stopped" | "gone";
  /** The machine as its wire gives it (`definition.ts` reads it); absent for other logic and where its message was lost. */
  readonly definition?: Json;
  /** `middle`: its history before the first message is not known. */
  readonly observedFrom: "start" | "middle";
  /** Steps, oldest first; the first ones may have been dropped. Step n is at `n - dropped`. */
  readonly steps: readonly InspectedStep[];
  readonly dropped: number;
  /** Its latest snapshot, where that is known. */
  readonly now?: InspectedSnapshot;
}

/** An event that an actor received, and its effect. */
export interface InspectedStep {
  /** Counts from 0 in its session. */
  readonly id: number;
  /** When it was received, in milliseconds as the receiver counts them. */
  readonly at: number;
  readonly event: PlayEvent;
  /** Session id, or on XState 4 the name, of the actor that sent it; absent for what came from outside. */
  readonly source?: string;
  readonly before?: InspectedSnapshot;
  /** Absent until it is reported; never reported when `lost`. */
  readonly after?: InspectedSnapshot;
  /** The app went on to later events without a word of this one's end, or this one's own message was lost. */
  readonly lost?: "after" | "event";
  readonly refused?: InspectedRefusal;
  /** It changed nothing that the wire shows, and nothing proves that it was refused. */
  readonly unchanged?: Unchanged;
  /** Only from wires that report them. */
  readonly microsteps?: readonly InspectedMicrostep[];
  readonly actions?: readonly InspectedAction[];
}

/**
 * No transition took the event. `told` by a wire that knows it; by the `definition` where no active state has a transition for it.
 */
export interface InspectedRefusal {
  readonly by: "told" | "definition";
}

/**
 * An event that changed nothing may have been refused by a guard, or taken for effects that no snapshot shows. A wire that sends snapshots alone
 * does not tell which, and a definition sent as JSON lacks the guards that are functions. `sent`: it was taken, as it made the actor send events to
 * others. `cut`: parts were cut off on both sides, so that something in them may have changed.
 */
export interface Unchanged {
  readonly sent?: true;
  readonly cut?: true;
}

/** The result of a message. `work` counts the values that were examined for it. */
export type Receipt =
  | {
      readonly became: "facts";
      readonly sessions: readonly string[];
      readonly work: number;
      /** A message before it was lost: the app should be greeted, and says again what it kept. */
      readonly missed?: true;
    }
  | { readonly became: "repeated"; readonly work: number }
  | { readonly became: "refused"; readonly code: RefusalCode; readonly work: number };

/** Counts of messages, of those that were refused and why. */
export interface Counts {
  readonly messages: number;
  readonly facts: number;
  /** Messages that a wire sent again. */
  readonly repeated: number;
  readonly refused: Readonly<Partial<Record<RefusalCode, number>>>;
  readonly repairs: Readonly<Partial<Record<RepairCode, number>>>;
  /** Versions of `turnwright/connect` that came and are not understood, the first few. */
  readonly versions: readonly number[];
  readonly droppedSteps: number;
  readonly droppedSessions: number;
}

/** Answers of an app to the studio's requests, newest last. */
export type Answers = readonly AppAnswer[];
