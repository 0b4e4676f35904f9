/**
 * A text that counts how often the parser reads a character of it. Where `<` may begin a type or a comparison, the parser tries one and
 * then the other, so that each level of `<A>(<A>(<A>(…` doubles its work: one line of that would hold the page for hours. Modules that
 * people wrote take at most 1.7 reads for a character, so a text that takes `READS_PER_CHARACTER` is given up.
 */
export class MeteredText extends String {
  readonly #text: string;
  #readsLeft: number;
  /** The character that was read last: about where the parser stands. */
  offset = 0;
  /** Up to the end of the comment that the parser has come to, and where it stood. */
  #upToComment = { text: "", offset: -1 };

  constructor(text: string) {
    super(text);
    this.#text = text;
    this.#readsLeft = READS_OF_SHORT_TEXT + READS_PER_CHARACTER * text.length;
  }

  /** @throws TooManyReads when the text has been read more often than any text needs */
  override charCodeAt(offset: number): number {
    this.offset = offset;
    if (--this.#readsLeft < 0) throw new TooManyReads();
    return this.#text.charCodeAt(offset);
  }

  /** The parser asks for the end of a comment when it has come to one, and for nothing else. */
  override indexOf(end: string, from?: number): number {
    const at = this.#text.indexOf(end, from);
    if (at >= 0) this.#upToComment = { text: this.#text.slice(0, at + end.length), offset: this.offset };
    return at;
  }

  /**
   * Where a regular expression of the parser is to look. The one that counts the lines of a comment would go on to the next end of a
   * line, however far that is: a line of a megabyte with a comment in every tenth place took a quarter of an hour. The parser reads
   * no other character before it is done with the comment.
   */
  override toString(): string {
    const { text, offset } = this.#upToComment;
    return offset === this.offset ? text : this.#text;
  }

  /** Babel takes it for a string: it has all methods of one, and nowhere asks for its type. */
  get forParser(): string {
    return this as unknown as string;
  }
}

/** A module of a megabyte is read for two seconds at most. */
const READS_PER_CHARACTER = 20;
/** A short text may have a dozen levels; that takes some milliseconds. */
const READS_OF_SHORT_TEXT = 200_000;

/** No `SyntaxError`: the parser would catch that and try the other reading. */
export class TooManyReads extends Error {}
