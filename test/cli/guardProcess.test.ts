import { afterEach, expect, test, vi } from "vitest";
import type { Failure } from "#core/diagnostic/failure.ts";
import { guardProcess } from "#cli/guardProcess.ts";

/** What the process hands to its listeners, without the throw that would end this one. */
const emit = (name: string, thrown: unknown) => process.emit(name as "uncaughtException", thrown as Error);

let stop: () => void = () => undefined;
afterEach(() => stop());

const guarded = (end: () => void, now: () => number = () => 0) => {
  const told: Failure[] = [];
  // The listeners of the test runner would have the run fail.
  const others = (["uncaughtException", "unhandledRejection"] as const).map((name) => {
    const before = process.listeners(name as "uncaughtException");
    process.removeAllListeners(name);
    return () => {
      for (const listener of before) process.on(name as "uncaughtException", listener);
    };
  });
  const stopGuarding = guardProcess((failure) => told.push(failure), end, now);
  stop = () => {
    stopGuarding();
    for (const restore of others) restore();
  };
  return told;
};

test.each(["uncaughtException", "unhandledRejection"])("%s is told, and the process goes on", (name) => {
  const end = vi.fn();
  const told = guarded(end);

  emit(name, new Error("x is not a function"));
  emit(name, { toString: 1 });

  expect(told).toMatchObject([
    { place: "process", message: "x is not a function" },
    { place: "process", message: '{"toString":1} was thrown, which is no Error' },
  ]);
  expect(end).not.toHaveBeenCalled();
});

test("a fault that comes again and again ends the process", () => {
  const end = vi.fn();
  guarded(end);

  for (let i = 0; i < 30; i++) emit("uncaughtException", new Error("again"));
  expect(end).not.toHaveBeenCalled();
  emit("uncaughtException", new Error("again"));

  expect(end).toHaveBeenCalled();
});

test("as many faults over a day do not end it", () => {
  const end = vi.fn();
  let minute = 0;
  guarded(end, () => minute * 60_000);

  for (minute = 0; minute < 1440; minute++) emit("unhandledRejection", new Error("now and then"));

  expect(end).not.toHaveBeenCalled();
});
