import type { GivenVerdict, OpenGuard } from "#core/run/play/verdict.ts";
import { thrownText } from "#core/run/play/thrownText.ts";
import { plain } from "#core/simulate/plain.ts";
import { jsonEqual } from "#core/text/json.ts";

type Guard = (args: unknown, params: unknown) => boolean;

/**
 * The guards that a machine does not work out, for a copy of it that is played: XState asks them like any other, and what they say is
 * what was given for the step. One that nothing was given for ends the step where it stands.
 */
export class OpenGuards {
  /** What is given for the step that is computed; null: they all say no. */
  #given: readonly GivenVerdict[] | null = [];
  /** Moments at which each was evaluated, in order. */
  readonly #questions = new Map<string, number[]>();
  #open: OpenGuard | undefined;
  readonly #moment: () => number;
  readonly #notify: () => void;

  /**
   * @param moment a number that is another one in each microstep: asked twice in one, a guard says the same
   * @param notify hears that a guard said what was given
   */
  constructor(moment: () => number, notify: () => void) {
    this.#moment = moment;
    this.#notify = notify;
  }

  /** Works out something with what was given for it. @param given null where it does not matter what they say */
  within<T>(given: readonly GivenVerdict[] | null, work: () => T): T {
    const before = this.#given;
    this.#given = given;
    this.#questions.clear();
    try {
      return work();
    } finally {
      this.#given = before;
      this.#questions.clear();
    }
  }

  /** The guard for which what threw just now had no verdict; asked once. */
  takeOpen(): OpenGuard | undefined {
    const open = this.#open;
    this.#open = undefined;
    return open;
  }

  /** The guards of a machine, with one for every name that has none. */
  over(guards: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const bindings = Object.fromEntries(
      Object.entries(guards).flatMap(([name, guard]) =>
        guard === undefined ? [] : [[name, this.#implemented(name, guard)]],
      ),
    );
    // Behind its own ones, which are found as quickly as ever.
    const others = new Proxy(Object.create(null) as object, {
      get: (_none, name) =>
        typeof name === "string" ? (_args: unknown, params: unknown) => this.#say(name, params) : undefined,
    });
    return Object.setPrototypeOf(bindings, others) as Record<string, unknown>;
  }

  /** The guard, with the verdict of a person in place of an error that says that it is not implemented. */
  #implemented(name: string, guard: unknown): unknown {
    if (typeof guard !== "function" || "check" in guard) return guard;
    const guardObject = guard as Guard;
    return (args: unknown, params: unknown) => {
      try {
        return guardObject(args, params);
      } catch (error) {
        if (!/\bnot (yet )?implemented\b/i.test(thrownText(error))) throw error;
        return this.#say(name, params);
      }
    };
  }

  #say(guard: string, given: unknown): boolean {
    if (this.#given === null) return false;
    const open: OpenGuard = { guard, ...(given === undefined ? {} : { params: plain(given) }) };
    const fitting = this.#given.filter(
      (verdict) => verdict.guard === guard && jsonEqual(verdict.params ?? null, open.params ?? null),
    );
    const key = JSON.stringify(open);
    const moments = this.#questions.get(key) ?? [];
    this.#questions.set(key, moments);
    const now = this.#moment();
    if (!moments.includes(now)) moments.push(now);
    const match = fitting[moments.indexOf(now)];
    if (!match) {
      this.#open = open;
      throw new Error(`The machine does not work out the guard ${guard}: its verdict has to be given`);
    }
    this.#notify();
    return match.verdict;
  }
}
