import type { Span } from "#core/text/textEdit.ts";

export const SYMBOL_KINDS = [
  "state",
  "event",
  "guard",
  "action",
  "actor",
  "delay",
  "context",
  "tag",
  "clause",
] as const;
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** What is named by a word that stands for it; a state has a path, and fields of the context are plain code. */
export type NamedKind = Exclude<SymbolKind, "state" | "context">;

/** Something of a machine that has a name: a state by its path id, all else by the name itself. */
export interface MachineSymbol {
  readonly kind: SymbolKind;
  readonly name: string;
}

/** A symbol that a command renames; of a field of the context TypeScript knows more. */
export interface RenamableSymbol extends MachineSymbol {
  readonly kind: NamedKind | "state";
}
export const isRenamable = <S extends MachineSymbol>(symbol: S): symbol is S & RenamableSymbol =>
  symbol.kind !== "context";

/** One place where a machine's text says a name. */
export interface SymbolSite extends MachineSymbol {
  /** The word alone, without quotes. Absolute. */
  readonly at: Span;
  /** The literal, key or word as it is written, quotes included. Absolute. */
  readonly written: Span;
  /**
   * `text`: a string literal. `key`: a property's key. `shorthand`: `{ name }`, key and value in one. `word`: a name behind a
   * dot or in a pattern. `segment`: one step of a longer text, such as `main` in `#game.turn.main`.
   */
  readonly form: "text" | "key" | "shorthand" | "word" | "segment";
  readonly role: "definition" | "reference";
}

/** A place in a file of the game, by the file's logical name; in one that the machine imports by its path. */
export interface SymbolPlace {
  readonly file: string;
  readonly at: Span;
  readonly role: "definition" | "reference";
}

export const sameSymbol = (a: MachineSymbol, b: MachineSymbol): boolean =>
  a.kind === b.kind && a.name === b.name;
