import type { Kit } from "#core/entries/kit.ts";
import type { PlayableMachine, PlayEvent, PlayerView } from "#core/entries/play.ts";
import type { JsonObject } from "#core/text/json.ts";

/**
 * A game as an app has it: what `turnwright export` writes. The module of the machine and its saves have these names, so that
 * `{ ...module, ...saves, kit: kitOf(json) }` is a game.
 */
export interface Game<M extends PlayableMachine = PlayableMachine> {
  readonly machine: M;
  readonly kit: Kit;
  /** What the rules work out from a context, by name; of games that export it. */
  readonly derived?: Readonly<Record<string, (context: never) => unknown>>;
  /** From `ID.saves.js`: with both, saves of an older machine are led over to today's names. */
  readonly stamped?: (snapshot: never) => { readonly version: number; readonly digest: string };
  readonly canRestore?: (saved: unknown) => SaveAnswer;
}

/** Whether a save fits the machine of today, as `canRestore` answers. */
export type SaveAnswer =
  | { readonly ok: true; readonly newer?: true; readonly snapshot: object }
  | {
      readonly ok: false;
      readonly newer?: true;
      readonly missing: {
        readonly states: readonly string[];
        readonly inside: readonly string[];
        readonly context: readonly string[];
      };
    };

/** The two types of a machine's `transition`; those of its class differ from one copy of XState to the next. */
type Parts<M> = M extends { transition(snapshot: infer S, event: infer E, ...rest: never[]): unknown }
  ? { readonly event: E; readonly context: S extends { readonly context: infer C } ? C : JsonObject }
  : { readonly event: PlayEvent; readonly context: JsonObject };

/** The events of a machine that was written in TypeScript; any event for one whose types are not known. */
export type EventOf<M> = Parts<M>["event"] extends infer E
  ? E extends { readonly type: string }
    ? E
    : PlayEvent
  : never;

/** An event as an app sends it: who plays one seat alone need not name it. */
export type SentEvent<E> = E extends { readonly by: infer By } ? Omit<E, "by"> & { readonly by?: By } : E;

/** The context of a machine that was written in TypeScript. */
export type ContextOf<M> = Parts<M>["context"];

/** What can be seen of a play, with the type of its context. */
export type GameView<M> = Omit<PlayerView, "context"> & { readonly context: ContextOf<M> };
