import { inTurn } from "#adapters/disk/inTurn.ts";
import type { JsonObject } from "#core/text/json.ts";
import { slipHint } from "#cli/command.ts";
import { UsageError } from "#cli/io.ts";
import type { PlayGiven } from "#cli/play/given.ts";
import { PlaySession } from "#cli/play/PlaySession.ts";

/** Plays that may go on at once: each is a process of its own. */
export const MAX_PLAY_SESSIONS = 8;

/** The plays of one server, by the id that a client has for each. */
export class PlaySessions {
  readonly #plays = new Map<string, PlaySession>();
  #startCount = 0;

  /** Starts a play and gives its id. @throws UsageError when as many go on as may */
  start(given: PlayGiven): string {
    if (this.#plays.size >= MAX_PLAY_SESSIONS)
      throw new UsageError(
        `${MAX_PLAY_SESSIONS} plays go on, which is the most: end one with {"session":…,"do":"end"}. There is: ${this.#names()}`,
      );
    const id = `${given.id ?? "play"}-${++this.#startCount}`;
    this.#plays.set(id, new PlaySession(given));
    return id;
  }

  /**
   * The answer to requests of the protocol of `play --stdio`, in which later ones add to those before. Calls about one play are answered in
   * turn, so that all requests of one are about the same state. After a request that could not be done none is made any more.
   * @throws UsageError for an unknown id, the reason of `ended` when that came before its turn
   */
  async ask(id: string, requests: readonly object[], ended: AbortSignal): Promise<JsonObject> {
    const play = this.#play(id);
    const lines = requests.map((request) => JSON.stringify(request));
    return inTurn(`play ${id}`, async () => {
      ended.throwIfAborted();
      let answer: JsonObject = {};
      for (const line of lines) {
        answer = { ...answer, ...(await play.answer(line)) };
        if (answer["ok"] === false) break;
      }
      return answer;
    });
  }

  /** @throws UsageError for an unknown id */
  end(id: string): void {
    this.#play(id).stop();
    this.#plays.delete(id);
  }

  endAll(): void {
    for (const play of this.#plays.values()) play.stop();
    this.#plays.clear();
  }

  #play(id: string): PlaySession {
    const play = this.#plays.get(id);
    if (play) return play;
    const hint = slipHint(id, this.#plays.keys());
    throw new UsageError(
      `There is no play ${id}${hint || `: there is ${this.#names() || 'none; {"game":…} starts one'}`}`,
    );
  }

  #names = (): string => [...this.#plays.keys()].join(", ");
}
