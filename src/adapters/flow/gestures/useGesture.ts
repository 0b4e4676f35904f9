import { useLayoutEffect, useState, useSyncExternalStore } from "react";
import type { AnyStateMachine, ContextFrom, EmittedFrom } from "xstate";
import { Gesture, type GestureParts } from "#adapters/flow/gestures/Gesture.ts";
import { useLatest } from "#adapters/flow/gestures/useLatest.ts";

type Handlers<M extends AnyStateMachine> = {
  readonly [K in EmittedFrom<M>["type"]]?: (event: Extract<EmittedFrom<M>, { type: K }>) => void;
};

/**
 * A gesture for as long as the canvas is there. What it tells of is done as things are then.
 * @param parts taken as they are at first
 */
export function useGesture<M extends AnyStateMachine>(
  parts: Omit<GestureParts<M>, "tell">,
  handlers: Handlers<M>,
): Gesture<M> {
  const tell = useLatest((event: EmittedFrom<M>) =>
    handlers[event.type as EmittedFrom<M>["type"]]?.(event as never),
  );
  const [gesture] = useState(() => new Gesture<M>({ ...parts, tell }));
  useLayoutEffect(() => gesture.open(), [gesture]);
  return gesture;
}

/** What is known of a gesture: renders again only where the selected value is another one. */
export function useGestureContext<M extends AnyStateMachine, T>(
  { subscribe, context }: Gesture<M>,
  select: (context: ContextFrom<M> | undefined) => T,
): T {
  return useSyncExternalStore(subscribe, () => select(context()));
}
