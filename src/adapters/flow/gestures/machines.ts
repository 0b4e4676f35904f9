// What the camera glides with; until it is here it moves at once (scripts/lateTransitions.ts).
import "d3-transition";
/** All gestures, what runs them and how a picture turns into the next: one chunk, which comes after the first picture. */
export { createActor } from "xstate";
export { moveByKey, moveInto } from "#core/layout/arrangement/arrange.ts";
export { dropPlace, rowDropPlace } from "#adapters/flow/dropPlace.ts";
export { Carried } from "#adapters/flow/carried.ts";
export { draggingMachine } from "#adapters/flow/gestures/dragging.machine.ts";
export { heldBy } from "#adapters/flow/gestures/heldPointer.ts";
export { leadingMachine } from "#adapters/flow/gestures/leading.machine.ts";
export { marqueeMachine } from "#adapters/flow/gestures/marquee.machine.ts";
export { proposedOf } from "#adapters/flow/proposedOf.ts";
export { proposingMachine } from "#adapters/flow/gestures/proposing.machine.ts";
export { renamingMachine } from "#adapters/flow/gestures/renaming.machine.ts";
export { zoomingMachine } from "#adapters/flow/gestures/zooming.machine.ts";
export { Way } from "#adapters/flow/motion/Way.ts";
