import type { Span } from "#core/text/textEdit.ts";

/** One step of a fix, as data; offsets are those of the file's text. `edit/fixEdits.ts` turns them into edits. */
export type FixStep =
  /** Another word for a key or a literal, written in the manner of the old one. */
  | { readonly kind: "word"; readonly at: Span; readonly to: string }
  /** Code or other text in place of what is there. */
  | { readonly kind: "code"; readonly at: Span; readonly code: string }
  /** A property or an item of a list goes, with its comma and the comments that belong to it. */
  | { readonly kind: "remove"; readonly at: Span }
  /** A property more for the object literal that begins at an offset. */
  | {
      readonly kind: "add";
      readonly object: number;
      readonly of: "state" | "transition";
      readonly name: string;
      readonly code: string;
    }
  /** A name of `xstate` that the module does not import yet. */
  | { readonly kind: "import"; readonly name: string };

/** A graph command with its arguments, for a machine of the module by its place there. */
export interface FixCommand {
  readonly id: string;
  readonly args: unknown;
  readonly machine: number;
}

/**
 * A way to fix what a diagnostic reports, computed for the text that it was reported on. Its words are `fix.<id>` beside those of
 * the diagnostics.
 */
export interface Fix {
  readonly id: string;
  readonly facts: Readonly<Record<string, string>>;
  /** The one fix that nobody would think about twice: what `turnwright check --fix` writes. */
  readonly obvious: boolean;
  /** Logical name of the file it changes; a command changes what follows from it in others too. */
  readonly file: string;
  readonly change:
    | { readonly kind: "steps"; readonly steps: readonly FixStep[] }
    | { readonly kind: "command"; readonly command: FixCommand }
    /** All that the rule files say of a state, by path id, follows: it was renamed in the machine before. */
    | { readonly kind: "follow"; readonly was: string; readonly now: string };
}

/** Whether two fixes do the same, wherever the text has moved to meanwhile. */
export const isSameFix = (a: Fix, b: Fix): boolean =>
  a.id === b.id && a.file === b.file && JSON.stringify(a.facts) === JSON.stringify(b.facts);
