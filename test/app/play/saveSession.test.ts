import { expect, onTestFinished, test, vi } from "vitest";
import type { StoredRun } from "#core/run/scenario/storedRun.ts";
import type { Run } from "#core/run/timeline/run.ts";
import { moveTo, startRun } from "#core/run/timeline/timeline.ts";
import { saveSession } from "#app/play/saveSession.ts";
import type { RunSession } from "#app/play/RunSession.ts";
import type { SessionState } from "#app/play/sessionState.ts";
import { forkedRun, sent, standing } from "#test/core/run/timeline/madeRun.ts";

/** A session that shows what it is told, and what is kept of it. */
function made() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let state = { run: null, phase: "idle" } as unknown as SessionState;
  let worth: Run | null = null;
  const listeners = new Set<() => void>();
  const session = {
    get: () => state,
    worthSaving: () => worth,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as RunSession;
  const kept: StoredRun[] = [];
  const store = {
    read: () => Promise.resolve(undefined),
    write: (_game: string, _place: number, run: StoredRun) => Promise.resolve(void kept.push(run)),
    drop: () => Promise.reject(new Error("Nobody said so")),
  };
  const end = saveSession(session, "g", 0, () => Promise.resolve(store));
  return {
    end,
    show: (run: Run | null, toKeep = run) => {
      worth = toKeep;
      state = { ...state, run, phase: run ? "ready" : "idle" };
      for (const listener of listeners) listener();
    },
    kept: async () => {
      await vi.advanceTimersByTimeAsync(2_000);
      return kept;
    },
  };
}

test("a run is kept once it stands still, as it stands then", async () => {
  const { show, kept } = made();
  show(forkedRun());
  show(moveTo(forkedRun(), 5));

  expect(await kept()).toMatchObject([{ cursor: 5, tip: 5 }]);
});

test("one that is started over is kept at once, and until the next one has a step", async () => {
  const { show, kept } = made();
  const next = startRun("h", {}, standing("start"));
  show(forkedRun());
  show(null);
  show(next);

  expect(await kept()).toMatchObject([{ cursor: 6 }]);
  show(sent(next, "A"));
  expect(await kept()).toMatchObject([{ cursor: 6 }, { cursor: 1 }]);
});

test("what an edit of the machine, or a taking up, left out stays kept", async () => {
  const { show, kept } = made();
  const short = sent(startRun("h", {}, standing("start")), "A");
  show(short, null);
  expect(await kept()).toEqual([]);

  show(short, forkedRun());
  expect(await kept()).toMatchObject([{ cursor: 6 }]);
});

test("what stands when the game is closed is kept, and nothing after", async () => {
  const { show, kept, end } = made();
  show(forkedRun());

  end();
  show(null);

  expect(await kept()).toMatchObject([{ cursor: 6 }]);
});
