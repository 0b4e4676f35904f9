import { expect, test } from "vitest";
import { appWindow, isOfThisComputer, wayHere, windowLine } from "#adapters/inspect/windowLine.ts";

/** As much of a window as is asked. */
function fakeWindow(origin = "http://127.0.0.1:4821") {
  const page = new EventTarget() as EventTarget & Record<string, unknown>;
  page["location"] = { origin };
  page["opener"] = null;
  page["parent"] = page;
  const sent: unknown[] = [];
  page["postMessage"] = (message: unknown, to: string) => sent.push([message, to]);
  return { page: page as unknown as Window, fields: page, sent };
}
function post(to: Window, from: Window | null, origin: string, data: unknown): void {
  (to as unknown as EventTarget).dispatchEvent(
    Object.assign(new Event("message"), { source: from, origin, data }),
  );
}

test("only the window that opened or frames the page is heard", () => {
  const { page } = fakeWindow();
  const app = fakeWindow("http://localhost:5173");
  const stranger = fakeWindow("http://localhost:5173");
  const heard: unknown[] = [];
  const line = windowLine(
    app.page,
    { received: (...said) => heard.push(said), failed: (one) => heard.push(one) },
    page,
  );

  post(page, stranger.page, "http://localhost:5173", "from another window");
  post(page, null, "http://localhost:5173", "from nobody");
  post(page, page, "http://127.0.0.1:4821", "from itself");
  post(page, app.page, "http://localhost:5173", "from the app");
  line.send({ type: "hello" }, "http://localhost:5173");
  line.close();
  post(page, app.page, "http://localhost:5173", "too late");

  expect(heard).toEqual([["from the app", "http://localhost:5173"]]);
  expect(app.sent).toEqual([[{ type: "hello" }, "http://localhost:5173"]]);
});

test("a window that was closed is known to be, and how it came to be ours is told while it is there", () => {
  const { page, fields } = fakeWindow();
  const app = fakeWindow("http://localhost:5173");
  fields["opener"] = app.page;
  const line = windowLine(app.page, { received: () => undefined, failed: () => undefined }, page);
  app.fields["closed"] = false;
  const before = [line.isClosed(), wayHere(page)];
  app.fields["closed"] = true;

  expect(before).toEqual([false, "opener"]);
  expect(line.isClosed()).toBe(true);
  expect(wayHere(fakeWindow().page)).toBe("frame");
});

test("the opener comes before the frame around; a page of our own origin is no app", () => {
  const alone = fakeWindow();
  const opened = fakeWindow();
  const framed = fakeWindow();
  const own = fakeWindow();
  const app = fakeWindow("http://localhost:5173");
  opened.fields["opener"] = app.page;
  framed.fields["parent"] = app.page;
  own.fields["opener"] = fakeWindow().page;
  const closed = fakeWindow();
  closed.fields["opener"] = Object.defineProperty({}, "location", {
    get: () => {
      throw new Error("of another origin");
    },
  });

  expect(appWindow(alone.page)).toBeUndefined();
  expect(appWindow(opened.page)).toBe(app.page);
  expect(appWindow(framed.page)).toBe(app.page);
  expect(appWindow(own.page)).toBeUndefined();
  expect(appWindow(closed.page)).toBe(closed.fields["opener"]);
});

test("what is of this computer is told from what only looks like it", () => {
  for (const origin of [
    "http://localhost:5173",
    "https://localhost",
    "http://127.0.0.1:80",
    "http://[::1]:3000",
  ])
    expect(isOfThisComputer(origin), origin).toBe(true);
  for (const origin of [
    "null",
    "",
    "file://",
    "http://localhost.evil.example",
    "http://127.0.0.1.nip.io",
    "http://evil.example:5173",
    "http://127.0.0.1@evil.example",
    "ws://localhost:1",
    "http://localhost:5173/x",
  ])
    expect(isOfThisComputer(origin), origin).toBe(false);
});
