/** `turnwright/play`: a machine played step by step on states that are handed in; every refusal has its reasons. */
export { createPlayer, type Player } from "#core/simulate/player.ts";
export type { PlayableMachine } from "#core/simulate/playableMachine.ts";
export type { PlaySpec } from "#core/run/play/playSpec.ts";
export { PlayError } from "#core/run/play/play.ts";
export type * from "#core/run/play/play.ts";
export type * from "#core/run/play/why.ts";
