import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerPings, pauseFlood } from "#adapters/server/inspect/crowd.ts";
import { FRAMES, PINGS } from "#adapters/server/inspect/rate.ts";
import { FakeLine } from "#test/support/inspector/FakeLine.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a line is read at its rate, whatever frames it sends and however many of them come in one piece", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          frame: fc.constantFrom("message", "ping", "pong"),
          // What a socket gives at once has up to 64 KiB, and a frame at least 6 bytes.
          count: fc.integer({ min: 1, max: 11_000 }),
          restMs: fc.integer({ max: 2_000, min: 0 }),
        }),
        { maxLength: 30 },
      ),
      (pieces) => {
        const line = new FakeLine();
        pauseFlood(line.asSocket);
        const begin = Date.now();
        let read = 0;
        for (const { frame, count, restMs } of pieces) {
          if (!line.isPaused) {
            const allowed = FRAMES.atOnce + ((Date.now() - begin) / 1000) * FRAMES.perSecond;
            expect(read).toBeLessThanOrEqual(allowed + 1);
            for (let i = 0; i < count; i++) line.emit(frame, Buffer.alloc(0));
            read += count;
          }
          vi.advanceTimersByTime(restMs);
        }
        vi.advanceTimersByTime(11_000 / (FRAMES.perSecond / 1000) + 1);
        expect(line.isPaused).toBe(false);
      },
    ),
    { numRuns: 50 },
  );
});

test("a line that keeps to its rate is never paused", () => {
  const line = new FakeLine();
  pauseFlood(line.asSocket);
  for (let second = 0; second < 30; second++) {
    for (let i = 0; i < FRAMES.perSecond; i++) line.emit("message", Buffer.alloc(0));
    expect(line.isPaused).toBe(false);
    vi.advanceTimersByTime(1_000);
  }
});

test("pings are answered at their rate", () => {
  const line = new FakeLine();
  const pong = vi.spyOn(line, "pong");
  answerPings(line.asSocket);
  for (let i = 0; i < 10_000; i++) line.emit("ping", Buffer.from("?"));
  expect(pong).toHaveBeenCalledTimes(PINGS.atOnce);
  vi.advanceTimersByTime(1_000);
  line.emit("ping", Buffer.from("later"));
  expect(pong).toHaveBeenLastCalledWith(Buffer.from("later"));
});
