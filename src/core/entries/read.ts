/** `turnwright/read`: the machines of a module as charts, and what is wrong with them. Nothing of a module is run. */
export type { ReadOptions } from "#core/read/readFresh.ts";
export { readModule } from "#core/read/readModule.ts";
export type { Followed, ModuleReading } from "#core/read/module.ts";
export type { Modules, Sibling } from "#core/read/modules/moduleGraph.ts";
export { siblingPaths, siblingsIn } from "#core/read/modules/siblingFiles.ts";

export { diagnose } from "#core/analyze/check.ts";
export type { Diagnostic, Severity } from "#core/diagnostic/diagnostic.ts";

export { absolute, pathId, pathOf, placeOf, places, stateSpan, transitionOf } from "#core/chart/places.ts";
export type { PlacedState, TransitionRef } from "#core/chart/places.ts";
export type * from "#core/chart/chart.ts";
export type { EventType, Field, PayloadType } from "#core/chart/payload.ts";
