/**
 * Tells a pointer that is moved from one that rests while the picture under it becomes another: what is pointed at only because it came
 * to stand there, as when a game opens or a phase becomes the page, opens no list before the pointer moves.
 */
export class PointerRest {
  #isMoved = false;
  /** What opens when it moves, by what is pointed at. */
  readonly #waiting = new Map<string, () => void>();

  /** The picture is another. */
  readonly settle = (): void => {
    this.#isMoved = false;
  };

  readonly move = (): void => {
    this.#isMoved = true;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const open of waiting) open();
  };

  /** Carries out what comes of pointing at something: at once, or when the pointer moves there. */
  point(at: string, open: () => void): void {
    if (this.#isMoved) open();
    else this.#waiting.set(at, open);
  }

  /** It is no longer pointed at. */
  leave(at: string): void {
    this.#waiting.delete(at);
  }
}
