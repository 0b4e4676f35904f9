import { fromCallback, fromEventObservable, fromObservable, fromPromise, fromTransition } from "xstate";
import type { ActorView } from "#core/run/play/play.ts";

/** Logics of one maker share the code of their `transition`, in a minified bundle too. */
const makers = new Map<string, ActorView["kind"]>(
  (
    [
      ["promise", fromPromise(() => Promise.resolve())],
      ["callback", fromCallback(() => undefined)],
      ["observable", fromObservable(() => ({ subscribe: () => ({ unsubscribe: () => undefined }) }))],
      ["observable", fromEventObservable(() => ({ subscribe: () => ({ unsubscribe: () => undefined }) }))],
      ["transition", fromTransition((state: null) => state, null)],
    ] as const
  ).map(([kind, { transition }]) => [String(transition), kind]),
);

/** What an actor is, by the logic that it runs. */
export function actorKind(logic: unknown): ActorView["kind"] {
  if (typeof logic !== "object" || logic === null || !("transition" in logic)) return "unknown";
  if ("implementations" in logic && "root" in logic) return "machine";
  return makers.get(String(logic.transition)) ?? "unknown";
}
