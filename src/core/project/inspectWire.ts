import type { Wire } from "#core/inspect/fact.ts";
import type { FileText, GameEntry } from "#core/project/store.ts";
import { count, object, optional, string, tagged, type TypeOf } from "#core/text/schema.ts";

/**
 * What the inspector's page, the relay that serves it and the studio say to each other. Texts of apps pass through as they came:
 * whoever shows them reads them, within limits. A page may look on when it brings the key of the inspector's address, or when a
 * person has joined it in the studio; only then does it get the library, and may hand a trace over.
 */
export const inspectPaths = { page: "/inspect", apps: "/app", pages: "/page" } as const;

/** Name of the `<meta>` of the inspector's page that names the start of the studio. It is no secret: what is remembered lasts as long as it. */
export const startMeta = "turnwright-start";

/** The most that one message of an app may have, in bytes: a snapshot of a long game with room to spare. */
export const maxMessageBytes = 2 * 1024 * 1024;

/** The most that a trace handed over may have, in characters: as the studio takes from one scenario. */
export const maxTraceChars = 8 * 1024 * 1024;
/** The most that a page may say at once, in bytes: such a trace, in any script, with its escapes. */
export const maxPageBytes = 4 * maxTraceChars;

/** What of an app was not handed on, and how often. */
export interface Refused {
  /** Above the messages a second that an app may send. */
  readonly rate: number;
  /** Not text. */
  readonly binary: number;
  /** Let go before a page looked on, as the oldest of too many. */
  readonly old: number;
}

/**
 * How far an app has come. `silent`: it is connected and said nothing, or nothing of a wire that we know. `waiting`: it introduced itself, and waits
 * for a person's word. `held`: it waits as well, but as too many do, only the start of what it says is kept. `shown`: a person said yes, or
 * had us go to it. `refused`: a person said no; what it says is let go.
 */
export type AppStage = "silent" | "held" | "waiting" | "shown" | "refused";

/** The most that is handed on of the message by which an app introduces itself, in bytes. */
export const maxIntroductionBytes = 64 * 1024;

/** Who an app says it is: all that a page hears of one that is not shown. */
export interface AppIntroduction {
  readonly wire: Wire;
  readonly name?: string;
  /** The message that says so, by which an app that was here before is known; left out when it is too long. */
  readonly text?: string;
}

/** An app that speaks over a WebSocket. */
export interface RelayedApp {
  readonly app: number;
  readonly stage: AppStage;
  /** `in`: it came to us; `out`: we went to it on a person's word. */
  readonly way: "in" | "out";
  /** The page that it runs in; null where it reports none, as from Node. */
  readonly origin: string | null;
  /** Where it listens, of `out`. */
  readonly at?: string;
  /** Once it introduced itself. */
  readonly introduction?: AppIntroduction;
}

export type FromRelay =
  /** `looks`: this page may look on. */
  | { readonly t: "hello"; readonly looks: boolean }
  /** An app has come, or its stage is another now; of one that is shown all that it said before follows. */
  | ({ readonly t: "open" } & RelayedApp)
  /** `at`: when the relay got it, in milliseconds. */
  | { readonly t: "message"; readonly app: number; readonly text: string; readonly at?: number }
  | { readonly t: "refused"; readonly app: number; readonly refused: Refused }
  /** `code` of the WebSocket: 1009 for a message that was too large. */
  | { readonly t: "closed"; readonly app: number; readonly code: number }
  /** An app is let go: another needed its place. */
  | { readonly t: "dropped"; readonly app: number }
  /** As many apps are shown as there is room for: one that was approved is not. */
  | { readonly t: "crowded"; readonly app: number }
  | { readonly t: "not-reached"; readonly at: string; readonly why: ReachFault }
  /** `pass`: of a joined page, with which it is joined again when it is reloaded. */
  | {
      readonly t: "pairing";
      readonly state: "none" | "asked" | "joined";
      readonly code?: string;
      readonly pass?: string;
    }
  | { readonly t: "library"; readonly games: readonly GameEntry[] }
  | { readonly t: "game"; readonly game: string; readonly files: readonly FileText[] | null }
  | {
      readonly t: "handed";
      readonly trace: number;
      readonly state: "waiting" | "taken" | "declined" | "full";
    };

/** `place`: no host and port of this computer; `self`: our own port; `many`: more than are allowed at once. */
export type ReachFault = "place" | "self" | "many" | "no-answer";

/** A trace as it is handed over: the text of a scenario file of a game. */
export type HandedTrace = TypeOf<typeof handedTrace>;
const handedTrace = object({
  game: string,
  /** Key of the machine that it is of, in a file of several; absent for the main one. */
  machine: optional(string),
  scenario: string,
});

/** What a page asks of the relay. */
export type FromPage = TypeOf<typeof fromPage>;
export const fromPage = tagged("t", {
  hello: { key: optional(string), pass: optional(string) },
  send: { app: count, text: string },
  reach: { at: string },
  leave: { app: count },
  /** A person's word, or what is remembered of it: the app is shown from now on, or is not. */
  approve: { app: count },
  refuse: { app: count },
  pair: {},
  part: {},
  library: {},
  game: { game: string },
  hand: { trace: handedTrace },
});

/** What the studio asks the relay for: `look` only looks. */
export type InspectorCall =
  | { readonly do: "look" }
  /** `foreign`: games of the workspace that are copies of foreign ones, which this browser has not let run. */
  | { readonly do: "join"; readonly code: string; readonly foreign?: readonly string[] }
  | { readonly do: "refuse"; readonly code: string }
  | { readonly do: "part" }
  | { readonly do: "take" | "decline"; readonly trace: number };

/** What the studio knows of the inspector. */
export interface InspectorNews {
  /** Of the inspector, with its key. */
  readonly address: string;
  /** Codes of the pages that ask to be joined. */
  readonly asking: readonly string[];
  /** How many pages are joined. */
  readonly joined: number;
  /** How many apps are connected that have introduced themselves and were not refused. */
  readonly apps: number;
  readonly traces: readonly (HandedTrace & { readonly trace: number })[];
}

/** The studio's way to the inspector that is served beside it. */
export interface InspectorDoor {
  /** Null where no inspector is served. @throws StoreError */
  ask(call: InspectorCall): Promise<InspectorNews | null>;
  /** Calls back when there is news. Returns how to stop. */
  watch(onNews: () => void): () => void;
}
