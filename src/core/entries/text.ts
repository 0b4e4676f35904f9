/** `turnwright/text`: edits of a text as values. Offsets are UTF-16 code units. */
export { applyEdits, invertEdits, mapOffset, type Span, type TextEdit } from "#core/text/textEdit.ts";
export { lineColumn, type LineColumn } from "#core/text/lines.ts";
