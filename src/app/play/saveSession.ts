import type { RunStore } from "#adapters/storage/runStore.ts";
import { toStoredRun } from "#core/run/scenario/storedRun.ts";
import type { Run } from "#core/run/timeline/run.ts";
import type { RunSession } from "#app/play/RunSession.ts";

/** How long a run has to stay the same before it is saved, in milliseconds. */
const SAVE_DELAY_MS = 600;

/**
 * Keeps the run of a session as it goes on. One that is started over stays kept, until the next one has a step. Answers how to stop: what stands then is kept.
 * @param game and place: whose machine it is
 */
export function saveSession(
  session: RunSession,
  game: string,
  place: number,
  runs: () => Promise<RunStore | undefined>,
): () => void {
  let last: Run | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    if (timer === undefined || !last) return;
    clearTimeout(timer);
    timer = undefined;
    const stored = toStoredRun(last);
    // A convenience: where it cannot be kept it lasts as long as the page.
    void runs()
      .then((store) => stored && store?.write(game, place, stored))
      .catch(() => undefined);
  };
  const unsubscribe = session.subscribe(() => {
    // Where it is started over what was is kept at once: it is offered again.
    if (!session.get().run) return save();
    const run = session.worthSaving();
    if (!run || run === last || run.steps.length < 2) return;
    last = run;
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_DELAY_MS);
  });
  const onHide = () => {
    if (document.visibilityState === "hidden") save();
  };
  globalThis.document?.addEventListener("visibilitychange", onHide);
  return () => {
    unsubscribe();
    globalThis.document?.removeEventListener("visibilitychange", onHide);
    save();
  };
}
