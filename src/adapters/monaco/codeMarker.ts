import type { Severity } from "#core/diagnostic/diagnostic.ts";
import type { Span } from "#core/text/textEdit.ts";

/** A squiggle: absolute UTF-16 offsets in `text`, and the sentence to show. */
export interface CodeMarker extends Span {
  readonly severity: Severity;
  readonly message: string;
  readonly code: string;
  /** What the light bulb offers; called when the caret comes there. */
  readonly fixes?: () => readonly CodeFix[];
}

/** A way to fix what a squiggle tells. It changes the project's text, not the editor's. */
export interface CodeFix {
  readonly title: string;
  /** The one that Monaco's "auto fix" takes. */
  readonly obvious: boolean;
  readonly run: () => void;
}
