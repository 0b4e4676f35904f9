/**
 * `turnwright/core`: what the studio's graph does to a machine's code, for programs. Everything is pure: texts in, values out;
 * nothing of a module is run. Offsets are UTF-16 code units. `text`, `read` and `edit` are entries of their own, too.
 */
export * from "#core/entries/read.ts";
export * from "#core/entries/edit.ts";
export * from "#core/entries/text.ts";

export { clausesIn, raisedIn, transitionIdOf } from "#core/run/play/microstep.ts";
export type * from "#core/run/play/microstep.ts";
export type { ContextChange } from "#core/run/play/contextChange.ts";
export type { PlayEvent } from "#core/run/play/playEvent.ts";
