/** `turnwright/kit`: what a kit (`turnwright export ID --to kit`) says of a play in words. No parser, no XState. */
export { activeClauses, contextName, kitOf, reasonText } from "#core/run/play/kit.ts";
export type { ActiveClause, Kit, ReasonWords } from "#core/run/play/kit.ts";
export { clauseText, contextLabelKeys, labelOf } from "#core/ruleset/labels.ts";
export { gameWords, languageIn } from "#core/run/play/gameWords.ts";
export type { GameWords, KitWords, WordedClause } from "#core/run/play/gameWords.ts";
export { blankHidden, SeatProjection } from "#core/run/play/seatView.ts";
export type { SeenContext } from "#core/run/play/seatView.ts";
export type { SeatView, Sight, SightRule } from "#core/ruleset/ruleset.ts";
export { moveFields, moveValues } from "#core/run/play/moveFields.ts";
export type { FieldKind, MoveField } from "#core/run/play/moveFields.ts";
