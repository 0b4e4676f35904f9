import type { KeptRuns } from "#adapters/storage/keptRuns.ts";
import { toStoredRun } from "#core/run/scenario/storedRun.ts";
import type { Run } from "#core/run/timeline/run.ts";
import type { RunSession } from "#app/play/RunSession.ts";

/** How long a run stands still before it is kept, in milliseconds. */
const WAIT = 600;

/**
 * Keeps the run of a session as it goes on. One that is started over stays kept, until the next one has a step. Answers how to stop: what stands then is kept.
 * @param game and place: whose machine it is
 */
export function keepSession(
  session: RunSession,
  game: string,
  place: number,
  runs: () => Promise<KeptRuns | undefined>,
): () => void {
  let last: Run | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    if (timer === undefined || !last) return;
    clearTimeout(timer);
    timer = undefined;
    const kept = toStoredRun(last);
    // A convenience: where it cannot be kept it lasts as long as the page.
    void runs()
      .then((store) => kept && store?.write(game, place, kept))
      .catch(() => undefined);
  };
  const unsubscribe = session.subscribe(() => {
    // Where it is started over what was is kept at once: it is offered again.
    if (!session.get().run) return keep();
    const run = session.worthKeeping();
    if (!run || run === last || run.steps.length < 2) return;
    last = run;
    clearTimeout(timer);
    timer = setTimeout(keep, WAIT);
  });
  const onHide = () => {
    if (document.visibilityState === "hidden") keep();
  };
  globalThis.document?.addEventListener("visibilitychange", onHide);
  return () => {
    unsubscribe();
    globalThis.document?.removeEventListener("visibilitychange", onHide);
    keep();
  };
}
