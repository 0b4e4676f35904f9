import { expect, test } from "vitest";
import { Failures } from "#app/studio/Failures.ts";

const page = () => new EventTarget() as EventTarget & Pick<Window, "addEventListener">;
const thrown = (error: unknown, message = "") =>
  Object.assign(new Event("error"), { error, message: error instanceof Error ? error.message : message });
const rejected = (reason: unknown) => Object.assign(new Event("unhandledrejection"), { reason });

test("what nobody caught is told, newest first, and counted when it comes again", () => {
  const failures = new Failures();
  const here = page();
  failures.watchPage(here);

  here.dispatchEvent(thrown(new TypeError("x is not a function")));
  here.dispatchEvent(rejected({ toString: 1 }));
  here.dispatchEvent(thrown(new TypeError("x is not a function")));
  here.dispatchEvent(thrown(null, "Script error."));

  expect(failures.get()).toEqual([
    { place: "page", message: "Script error.", count: 1 },
    { place: "page", message: "x is not a function", count: 2 },
    { place: "page", message: '{"toString":1} was thrown, which is no Error', count: 1 },
  ]);
});

test("what a browser or an editor says by the way is no failure", () => {
  const failures = new Failures();
  const here = page();
  failures.watchPage(here);
  const cancelled = Object.assign(new Error("Canceled"), { name: "Canceled" });

  here.dispatchEvent(thrown(null, "ResizeObserver loop completed with undelivered notifications."));
  here.dispatchEvent(rejected(cancelled));
  here.dispatchEvent(rejected(new DOMException("gone", "AbortError")));

  expect(failures.get()).toEqual([]);
});

test("different failures do not gather without end", () => {
  const failures = new Failures();

  for (let i = 0; i < 1000; i++) failures.tell({ place: "page", message: `${i}` });

  expect(failures.get().map(({ message }) => message)).toEqual(
    Array.from({ length: 20 }, (_, i) => `${999 - i}`),
  );
});
