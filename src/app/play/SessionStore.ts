import type { Run } from "#core/run/timeline/run.ts";
import { NO_RUN, type SessionState } from "#app/play/sessionState.ts";

/** What a session shows just now, and who is notified when that changes. */
export class SessionStore {
  #state: SessionState = NO_RUN;
  readonly #listeners = new Set<() => void>();

  get = (): SessionState => this.#state;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** Another step, or another run, is looked at as a whole. */
  set(patch: Partial<SessionState>): void {
    const whole =
      "run" in patch || "before" in patch || "showBefore" in patch ? { micro: null, pendingGuard: null } : {};
    this.#state = { ...this.#state, ...whole, ...patch };
    for (const listener of this.#listeners) listener();
  }

  /** The run that is shown. */
  shown(): Run | null {
    const { run, before, showBefore } = this.#state;
    return showBefore && before ? before.run : run;
  }
}
