import { fingerprint } from "#core/text/fingerprint.ts";
import type { JsonObject } from "#core/text/json.ts";

/** Messages that are remembered: more than any app is known to replay. */
const MAX_REMEMBERED_MESSAGES = 20_000;

/**
 * Tells the messages that a wire sends again. At every hello, and after some breaks, `@statelyai/inspect` sends its last 200 messages once more,
 * in order and with the time at which they were made first. Two equal messages of one millisecond may both be true (an event sent twice),
 * so what counts is how often: after a hello the first n of a kind that was seen n times are repeated.
 */
export class Repeats {
  readonly #counts = new Map<string, number>();
  readonly #since = new Map<string, number>();
  #latest = 0;

  /** A replay may come now. */
  begin(): void {
    this.#since.clear();
  }

  /** Whether a message was seen, without counting it. */
  knows(message: JsonObject): boolean {
    return this.#counts.has(markOf(message));
  }

  isRepeated(message: JsonObject): boolean {
    const { createdAt } = message;
    const created = typeof createdAt === "string" ? Number(createdAt) : 0;
    const mark = markOf(message);
    const repeats = this.#counts.get(mark) ?? 0;
    let since = this.#since.get(mark) ?? 0;
    if (since >= repeats && repeats > 0 && created < this.#latest) {
      // Older than the newest and known: a replay that nobody announced.
      this.begin();
      since = 0;
    }
    count(this.#since, mark, since + 1);
    if (since < repeats) return true;
    count(this.#counts, mark, repeats + 1);
    if (created > this.#latest) this.#latest = created;
    return false;
  }
}

const markOf = (message: JsonObject): string => fingerprint(JSON.stringify(message));

/** Notes a number again, and forgets the oldest note beyond the bound. */
function count(notes: Map<string, number>, mark: string, number: number): void {
  notes.delete(mark);
  notes.set(mark, number);
  if (notes.size > MAX_REMEMBERED_MESSAGES) notes.delete(notes.keys().next().value as string);
}
