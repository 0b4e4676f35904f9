import { type EventObject, fromCallback } from "xstate";
import { followEndings, followPointer, type HeldEvent } from "#adapters/flow/gestures/followPointer.ts";

/** Lives as long as the state that invokes it, so that a gesture that is over hears nothing any more. */
export const heldPointer = fromCallback<HeldEvent>(({ sendBack }) => followPointer(sendBack));

/** The same where another hand follows the pointer: React Flow does while it drags a node. */
export const heldElsewhere = fromCallback<HeldEvent>(({ sendBack }) => followEndings(sendBack));

/** The same for a machine that hears of places in a measure of its own. */
export const heldBy = <Event extends EventObject>(follow: (send: (event: Event) => void) => () => void) =>
  fromCallback<HeldEvent>(({ sendBack }) => follow(sendBack));
