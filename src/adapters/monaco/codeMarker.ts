import type { Severity } from "#core/diagnostic/diagnostic.ts";
import type { Span } from "#core/text/textEdit.ts";

/** A squiggle: absolute UTF-16 offsets in `text`, and the sentence to show. */
export interface CodeMarker extends Span {
  readonly severity: Severity;
  readonly message: string;
  readonly code: string;
}
