/** `turnwright/edit`: what the studio's graph does to a machine's code. Texts in, edits out. */
export { commands, describeArgs, runCommand } from "#core/edit/commands.ts";
export { newMachine, TEMPLATES, type Template } from "#core/edit/gestures/newMachine.ts";
export type { ArgShape } from "#core/edit/argShape.ts";
export type { Behavior } from "#core/edit/pen/behaviorCode.ts";
export { REFUSAL_CODES, WARNING_CODES, type RefusalCode, type WarningCode } from "#core/edit/codes.ts";
export type { Change, Command, Refusal } from "#core/edit/command.ts";
export type { DescribedCommand } from "#core/edit/defineCommand.ts";

export { fixesOf } from "#core/analyze/fixesOf.ts";
export type { Fix, FixCommand, FixStep as MendStep } from "#core/diagnostic/fix.ts";
export { fixEdits as mendEdits } from "#core/edit/fixEdits.ts";
