import type { Span } from "#core/text/textEdit.ts";

export type ExprErrorCode =
  | "unknown-name"
  | "nothing"
  | "not-a-function"
  | "not-a-list"
  | "operand"
  | "key"
  | "method"
  | "budget";

/** Why an expression has no value. `at` is the place in the expression's text. */
export class ExprError extends Error {
  readonly code: ExprErrorCode;
  readonly at: Span;
  constructor(code: ExprErrorCode, message: string, at: Span) {
    super(message);
    this.name = "ExprError";
    this.code = code;
    this.at = at;
  }
}
