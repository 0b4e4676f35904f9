import { Intake, LIMITS } from "#core/inspect/limits.ts";
import type { Json } from "#core/text/json.ts";

/** As many messages as an app with `turnwright/connect` keeps. */
const MAX_HELD_MESSAGES = 5_000;
/** Values and characters in all of them together: some 100 MB of memory. */
const MAX_HELD_VALUES = 1_000_000;
const MAX_HELD_CHARACTERS = 8_000_000;

export interface HeldMessage {
  readonly message: Json;
  readonly at: number | undefined;
}

/**
 * What a window said that a person has not answered for yet: copied, so that nothing else of it stays, and up to a bound. The first ones are
 * kept, because a run is derived from its start; after the first that does not fit, no message is read.
 */
export class HeldMessages {
  #messages: HeldMessage[] = [];
  #values = 0;
  #characters = 0;
  #missed = 0;

  hold(message: unknown, at: number | undefined): void {
    if (this.#missed > 0) return void this.#missed++;
    const intake = new Intake(LIMITS);
    const copied = intake.copy(message);
    this.#values += intake.work;
    this.#characters += intake.characters;
    const fits =
      copied.ok &&
      this.#messages.length < MAX_HELD_MESSAGES &&
      this.#values <= MAX_HELD_VALUES &&
      this.#characters <= MAX_HELD_CHARACTERS;
    if (fits) this.#messages.push({ message: copied.value, at });
    else this.#missed++;
  }

  /** Gives them away, oldest first. @returns also how many came and were not kept */
  release(): { readonly messages: readonly HeldMessage[]; readonly missed: number } {
    const released = { messages: this.#messages, missed: this.#missed };
    this.#messages = [];
    this.#values = this.#characters = this.#missed = 0;
    return released;
  }
}
