import type { Span } from "#core/text/textEdit.ts";

/** An error as the TypeScript checker tells it. */
export interface TypeError {
  /** TypeScript's own number of it. */
  readonly code: number;
  readonly at: Span;
  /** Its message and what stands indented below it, each with the code of its sentence. */
  readonly chain: readonly { readonly code: number; readonly text: string }[];
}
