import { expect, test } from "vitest";
import { Inspection } from "#core/inspect/inspection.ts";
import { WindowSource } from "#app/views/inspect/WindowSource.ts";
import { FakeWindow, posingWindow } from "#test/support/inspector/posingWindow.ts";

const COUNT = process.env["LONG"] ? 100_000 : 10_000;

test("law: whatever a window posts, nothing throws, and nothing is taken but of the opener at an origin that the person said yes to", () => {
  const seed = Math.floor(Math.random() * 1e9);

  const { faults, taken, answers } = posingWindow(seed, COUNT);

  expect(faults, `seed ${seed}`).toEqual([]);
  expect(taken).toBeGreaterThan(COUNT / 100);
  expect(answers).toBeGreaterThan(5);
}, 120_000);

/** The inspector's page with a window that opened it, to which the person said yes to nothing yet. */
function opened() {
  const [page, app] = [new FakeWindow(), new FakeWindow()];
  page.opener = app;
  const inspection = new Inspection();
  const taken: unknown[] = [];
  const source = new WindowSource({
    inspection,
    links: new Map(),
    answerFor: () => "ask",
    changed: () => undefined,
    failed: ({ message }) => expect.fail(message),
    take(line, message, origin, at = 0) {
      taken.push(message);
      if (!inspection.app(line)) inspection.open(line, { wire: "stately", origin, at });
      inspection.receive(line, message, { origin, at });
    },
  });
  source.start(app.asWindow, page.asWindow);
  const says = (data: unknown, origin = "http://localhost:5173") => page.hears({ source: app, origin, data });
  return { source, says, taken, inspection };
}
const actor = { type: "@xstate.actor", _version: "0.7.2", createdAt: "1", sessionId: "x:0", name: "lamp" };

test("the person is asked about the origin that speaks, also where another one spoke before and the first message cannot be read", () => {
  const { source, says } = opened();
  let deep: unknown = 1;
  for (let i = 0; i < 1_000; i++) deep = [deep];
  says(actor, "null");
  source.greetAgain();

  says({ ...actor, definition: deep });
  const unread = source.applicant;
  says(actor);

  expect(unread).toBeUndefined();
  expect(source.applicant?.origin).toBe("http://localhost:5173");
  source.stop();
});

test("what a window said while the person was asked is taken once after the yes, in order, and an answer to a second hello is known", () => {
  const { source, says, taken, inspection } = opened();
  source.greetAgain();
  says(actor);
  says(actor);
  for (let i = 0; i < 3; i++)
    says({
      type: "@xstate.event",
      _version: "0.7.2",
      createdAt: "1",
      sessionId: "x:0",
      event: { type: `E${i}` },
    });
  const before = taken.length;

  source.allow(true);

  expect(before).toBe(0);
  expect(taken).toHaveLength(5);
  expect(inspection.counts.repeated).toBe(1);
  const [session] = inspection.app("window:stately")?.sessions ?? [];
  expect(inspection.session(session ?? "")?.steps.map(({ event }) => event.type)).toEqual(["E0", "E1", "E2"]);
  source.stop();
});
