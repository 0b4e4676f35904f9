import { useActorRef } from "@xstate/react";
import { useEffect, useState } from "react";
import type { ActorRefFrom, AnyStateMachine, EmittedFrom } from "xstate";
import { useLatest } from "#adapters/flow/gestures/useLatest.ts";

type Handlers<M extends AnyStateMachine> = {
  readonly [K in EmittedFrom<M>["type"]]?: (event: Extract<EmittedFrom<M>, { type: K }>) => void;
};

/**
 * A gesture's machine for as long as the canvas is there. What it tells of is done as things are then.
 * @param machine taken as it is at first
 */
export function useGesture<M extends AnyStateMachine>(
  machine: M | (() => M),
  handlers: Handlers<M>,
): ActorRefFrom<M> {
  const [logic] = useState(machine);
  const actor = useActorRef(logic);
  const tell = useLatest((event: EmittedFrom<M>) =>
    handlers[event.type as EmittedFrom<M>["type"]]?.(event as never),
  );
  useEffect(() => {
    const told = actor.on("*", (event) => tell(event as EmittedFrom<M>));
    return () => told.unsubscribe();
  }, [actor, tell]);
  return actor as unknown as ActorRefFrom<M>;
}
