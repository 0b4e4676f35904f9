/**
 * `turnwright/core`: what the studio's graph does to a machine's code, for programs. Everything is pure: texts in, values out;
 * nothing of a module is run. Offsets are UTF-16 code units.
 */
export type { ReadOptions } from "#core/read/readFresh.ts";
export { readModule } from "#core/read/readModule.ts";
export type { Followed, ModuleReading } from "#core/read/module.ts";
export type { Modules, Sibling } from "#core/read/modules/moduleGraph.ts";
export { siblingPaths, siblingsIn } from "#core/read/modules/siblingFiles.ts";

export { commands, describeArgs, runCommand } from "#core/edit/commands.ts";
export { newMachine, TEMPLATES, type Template } from "#core/edit/gestures/newMachine.ts";
export type { ArgShape } from "#core/edit/argShape.ts";
export type { Behavior } from "#core/edit/pen/behaviorCode.ts";
export { REFUSAL_CODES, WARNING_CODES, type RefusalCode, type WarningCode } from "#core/edit/codes.ts";
export type { Change, Command, Refusal } from "#core/edit/command.ts";
export type { DescribedCommand } from "#core/edit/defineCommand.ts";

export { applyEdits, invertEdits, mapOffset, type Span, type TextEdit } from "#core/text/textEdit.ts";
export { lineColumn, type LineColumn } from "#core/text/lines.ts";

export { diagnose } from "#core/analyze/check.ts";
export { fixesOf } from "#core/analyze/fixesOf.ts";
export type { Fix, FixCommand, MendStep } from "#core/diagnostic/fix.ts";
export { mendEdits } from "#core/edit/mend.ts";
export type { Diagnostic, Severity } from "#core/diagnostic/diagnostic.ts";

export { absolute, pathId, pathOf, placeOf, places, stateSpan, transitionOf } from "#core/chart/places.ts";
export type { PlacedState, TransitionRef } from "#core/chart/places.ts";
export type * from "#core/chart/chart.ts";
export type { EventType, Field, PayloadType } from "#core/chart/payload.ts";

export { clausesIn, raisedIn, transitionIdOf } from "#core/run/microstep.ts";
export type * from "#core/run/microstep.ts";
export type { ContextChange } from "#core/run/contextChange.ts";
export type { PlayEvent } from "#core/run/playEvent.ts";
