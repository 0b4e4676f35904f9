import type { TypeError } from "#core/diagnostic/typeError.ts";
import type { Completion } from "#core/symbol/completions.ts";
import type { SymbolKind } from "#core/symbol/symbol.ts";
import type { Span } from "#core/text/textEdit.ts";

/** A place in the text of the project: a file by its logical name or, if it is imported, by its path, and offsets in its text. */
export interface CodePlace {
  readonly file: string;
  readonly at: Span;
}

/** Where the person asks: a file, its text as the editor has it, an offset in that text. */
export interface CodePoint {
  readonly file: string;
  readonly text: string;
  readonly offset: number;
}

export interface CodeCompletion extends Completion {
  /** What it is called in the language of the labels. */
  readonly label?: string;
  /** Markdown. */
  readonly documentation?: string;
}

export interface OutlineItem {
  readonly kind: SymbolKind | "machine";
  readonly name: string;
  readonly label?: string;
  /** The whole, and the word that is its name. */
  readonly at: Span;
  readonly nameAt: Span;
  readonly children: readonly OutlineItem[];
}

/** A type error said better. */
export interface ExplainedError {
  readonly at: Span;
  readonly message: string;
  /** Stands over what TypeScript itself says. */
  readonly originalTitle: string;
}

/**
 * What the studio knows about its files, for the editor to ask. It answers in project offsets and says undefined where
 * something is none of its names: then TypeScript answers.
 */
export interface CodeLanguage {
  completions(
    at: CodePoint,
  ): { readonly items: readonly CodeCompletion[]; readonly only: boolean } | undefined;
  /** Markdown over a word. */
  hover(at: CodePoint): { readonly at: Span; readonly markdown: readonly string[] } | undefined;
  /** The name at the caret, as it can be renamed and looked for. */
  nameAt(at: CodePoint): { readonly at: Span; readonly name: string } | undefined;
  definitions(at: CodePoint): readonly CodePlace[];
  references(at: CodePoint): readonly CodePlace[];
  /** Renames everywhere; a refusal is reported to the person by the studio. */
  rename(at: CodePoint, to: string): void;
  /** Asks for the new name of what is there, and shows what that would change; false when there is no name of ours. */
  previewRename(at: CodePoint): boolean;
  /** Tells that a word of TypeScript is not renamed because another file says it as well. */
  refuseRename(name: string, file: string): void;
  /**
   * For each error better words and the exact word, `told` when the studio tells the same itself, `left-out` when it is no fault of
   * the file, or undefined to leave it as it is.
   */
  explain(
    file: string,
    text: string,
    errors: readonly TypeError[],
  ): readonly (ExplainedError | "told" | "left-out" | undefined)[];
  /** All errors that the type checker has for a file, which is this text now. */
  found(file: string, text: string, errors: readonly TypeError[]): void;
  outline(file: string, text: string): readonly OutlineItem[];
  /** The text of another file, to show a piece of it. */
  textOf(file: string): string | undefined;
  /** Goes to a place in another file than the one that is shown. */
  open(place: CodePlace): void;
  /** Lists every place of the name; false when there is no name of ours. */
  listReferences(at: CodePoint): boolean;
}
