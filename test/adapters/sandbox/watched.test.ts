import { describe, expect, test, vi } from "vitest";
import { watchedRunner, type StartWorker } from "#adapters/sandbox/watched.ts";
import type { Outcome } from "#core/run/play/play.ts";
import type { RunnerRequest } from "#core/run/play/playRequest.ts";

const load: RunnerRequest = { do: "load", code: "x", lang: "ts", machine: 0, spec: {} };
const start: RunnerRequest = { do: "start", input: {} };
const began: Outcome = {
  state: { snapshot: { status: "active" }, clock: 0, timers: [] },
  view: { value: "a", in: ["a"], context: {}, status: "active", asks: [], enabled: [], candidates: [] },
  refused: false,
  reasons: [],
  considered: [],
  microsteps: [],
};

/** Workers that note what they are sent and answer when they are told to. */
function workers() {
  const all: {
    sent: { id: number; do: string }[];
    ended: boolean;
    answer(id: number, value: unknown): void;
    work(id: number): void;
    die(why: string): void;
  }[] = [];
  const startWorker: StartWorker = (onAnswer, onDeath) => {
    const one = {
      sent: [] as { id: number; do: string }[],
      ended: false,
      answer: (id: number, value: unknown) => onAnswer({ id, reply: JSON.stringify({ ok: true, value }) }),
      work: (id: number) => onAnswer({ id, reply: "", worked: true }),
      die: onDeath,
    };
    all.push(one);
    return {
      post: ({ id, request }) => void one.sent.push({ id, do: (JSON.parse(request) as RunnerRequest).do }),
      end: () => void (one.ended = true),
      alarm: (ms, ring) => {
        const timer = setTimeout(ring, ms);
        return () => clearTimeout(timer);
      },
    };
  };
  return { all, startWorker };
}
const sentTo = async ({ all }: ReturnType<typeof workers>, worker: number, count: number) =>
  vi.waitFor(() => {
    const sent = all[worker]?.sent ?? [];
    if (sent.length < count) throw new Error(`worker ${worker} got ${sent.length} requests`);
    return sent[count - 1]!;
  });
/** Answers the request that a worker is sent as its n-th, once it is there. */
const answer = async (made: ReturnType<typeof workers>, worker: number, count: number, value: unknown) => {
  const { id } = await sentTo(made, worker, count);
  made.all[worker]!.answer(id, value);
};
const fault = (code: string) => expect.objectContaining({ fault: expect.objectContaining({ code }) });

describe("a watched runner", () => {
  test("sends a request when the one before it was answered", async () => {
    const made = workers();
    const runner = watchedRunner(made.startWorker);
    const first = runner.ask(load);
    const second = runner.ask(start);

    const { id } = await sentTo(made, 0, 1);
    expect(made.all[0]?.sent).toHaveLength(1);
    made.all[0]?.answer(id, { id: "m" });
    await answer(made, 0, 2, began);

    expect([await first, await second]).toEqual([{ id: "m" }, began]);
    expect(made.all).toHaveLength(1);
  });

  test("ends a worker that takes too long and gives the machine to the next one", async () => {
    const made = workers();
    const runner = watchedRunner(made.startWorker, { budgetMs: 400 });
    const loading = runner.ask(load);
    await answer(made, 0, 1, { id: "m" });
    await loading;

    await expect(runner.ask(start)).rejects.toEqual(fault("over-budget"));
    const next = runner.ask(start);
    await answer(made, 1, 1, { id: "m" });
    await answer(made, 1, 2, began);

    expect(await next).toEqual(began);
    expect(made.all.map(({ ended }) => ended)).toEqual([true, false]);
    expect(made.all[1]?.sent.map((one) => one.do)).toEqual(["load", "start"]);
  });

  test("a step whose code has come to its end may take as long to tell as any request", async () => {
    const made = workers();
    const runner = watchedRunner(made.startWorker, { stepMs: 200, budgetMs: 20_000 });
    const loading = runner.ask(load);
    await answer(made, 0, 1, { id: "m" });
    await loading;

    const telling = runner.ask(start);
    const { id } = await sentTo(made, 0, 2);
    made.all[0]?.work(id);
    await new Promise((done) => setTimeout(done, 400));
    made.all[0]?.answer(id, began);
    expect(await telling).toEqual(began);

    await expect(runner.ask(start)).rejects.toThrow("200 ms");
  });

  test("a runner at rest has no worker; the next request goes on in another one", async () => {
    const made = workers();
    const runner = watchedRunner(made.startWorker);
    const loading = runner.ask(load);
    await answer(made, 0, 1, { id: "m" });
    await loading;

    expect(runner.rest()).toBe(true);
    expect(made.all.map(({ ended }) => ended)).toEqual([true]);
    const next = runner.ask(start);
    await answer(made, 1, 1, { id: "m" });
    await answer(made, 1, 2, began);

    expect(await next).toEqual(began);
    expect(made.all[1]?.sent.map((one) => one.do)).toEqual(["load", "start"]);
  });

  test("a runner that is asked something does not rest, nor one whose next request waits", async () => {
    const made = workers();
    const runner = watchedRunner(made.startWorker);
    const first = runner.ask(load);
    const second = runner.ask(start);
    expect(runner.rest()).toBe(false);
    await answer(made, 0, 1, { id: "m" });
    await first;
    expect(runner.rest()).toBe(false);
    await answer(made, 0, 2, began);
    await second;

    expect(made.all.map(({ ended }) => ended)).toEqual([false]);
    expect(runner.rest()).toBe(true);
  });

  test("an interrupt without a request under way costs the worker nothing", async () => {
    const made = workers();
    const runner = watchedRunner(made.startWorker);
    const loading = runner.ask(load);
    await answer(made, 0, 1, { id: "m" });
    await loading;

    runner.interrupt?.();

    expect(made.all[0]?.ended).toBe(false);
  });

  test("does not hear what an ended worker still says", async () => {
    const made = workers();
    const runner = watchedRunner(made.startWorker, { loadMs: 400 });
    await expect(runner.ask(load)).rejects.toEqual(fault("over-budget"));
    const next = runner.ask(load);
    const { id } = await sentTo(made, 1, 1);

    made.all[0]?.answer(id, "forged");
    made.all[0]?.die("late");
    made.all[1]?.answer(id, { id: "m" });

    expect(await next).toEqual({ id: "m" });
    expect(made.all[1]?.ended).toBe(false);
  });

  test("an answer to another question is not taken for this one's", async () => {
    const made = workers();
    const runner = watchedRunner(made.startWorker);
    const loading = runner.ask(load);
    const { id } = await sentTo(made, 0, 1);

    made.all[0]?.answer(id + 5, "forged");
    made.all[0]?.answer(id, { id: "m" });
    made.all[0]?.answer(id, "again");

    expect(await loading).toEqual({ id: "m" });
  });

  test("a worker that dies fails its request with why, and the next request gets a new one", async () => {
    const made = workers();
    const runner = watchedRunner(made.startWorker);
    const loading = runner.ask(load);
    await sentTo(made, 0, 1);

    made.all[0]?.die("out of memory");

    await expect(loading).rejects.toThrow("out of memory");
    const next = runner.ask(load);
    await answer(made, 1, 1, { id: "m" });
    expect(await next).toEqual({ id: "m" });
  });

  test("a worker that cannot be started is a load error, and another is tried next time", async () => {
    const made = workers();
    let tries = 0;
    const runner = watchedRunner((onAnswer, onDeath) => {
      if (++tries === 1) throw new Error("no workers here");
      return made.startWorker(onAnswer, onDeath);
    });

    await expect(runner.ask(load)).rejects.toEqual(fault("load-error"));
    const next = runner.ask(load);
    await answer(made, 0, 1, { id: "m" });
    expect(await next).toEqual({ id: "m" });
  });

  test("a worker that comes up only after the runner was stopped is ended", async () => {
    const made = workers();
    let come: () => void = () => undefined;
    const waiting = new Promise<void>((done) => (come = done));
    const runner = watchedRunner(async (onAnswer, onDeath) => {
      await waiting;
      return made.startWorker(onAnswer, onDeath);
    });
    const loading = runner.ask(load);
    await Promise.resolve();

    runner.stop();
    come();

    await expect(loading).rejects.toEqual(fault("not-started"));
    await vi.waitFor(() => expect(made.all[0]?.ended).toBe(true));
    expect(made.all[0]?.sent).toEqual([]);
  });
});
