import fc from "fast-check";
import { expect, test } from "vitest";
import { AppHistory, MAX_START_HISTORY } from "#adapters/server/inspect/AppHistory.ts";

const message = (text: string) => ({ text, at: 0, bytes: text.length });
const wire = (type: string, session: string, more: object = {}) =>
  message(JSON.stringify({ more, sessionId: session, type }));
const flood = { context: "x".repeat(1024 * 1024) };

test("an actor's machine and its last snapshot outlive any flood of another's", () => {
  const history = new AppHistory();
  let dropped = 0;
  for (const session of ["a", "b"]) {
    dropped += history.add(wire("@xstate.actor", session), "shown");
    dropped += history.add(wire("@xstate.snapshot", session, { value: "first" }), "shown");
    dropped += history.add(wire("@xstate.snapshot", session, { value: "last" }), "shown");
  }
  for (let i = 0; i < 50; i++) dropped += history.add(wire("@xstate.event", "b", flood), "shown");

  const kept = history.messages.map(({ text }) => JSON.parse(text) as { type: string; sessionId: string });
  expect(kept.slice(0, 4).map(({ type, sessionId }) => `${type} ${sessionId}`)).toEqual([
    "@xstate.actor a",
    "@xstate.snapshot a",
    "@xstate.actor b",
    "@xstate.snapshot b",
  ]);
  expect(history.messages[1]?.text).toContain("last");
  expect(kept.length).toBe(4 + 50 + 2 - dropped);
});

test("law: whatever an app says, what is stored is bounded and in the order in which it came", () => {
  const sayings = fc.oneof(
    fc.string().map(message),
    fc
      .tuple(
        fc.constantFrom("@xstate.actor", "@xstate.snapshot", "service.state", "@xstate.event"),
        fc.integer({ min: 0, max: 400 }).map(String),
        fc.integer({ min: 0, max: 300_000 }),
      )
      .map(([type, session, size]) => wire(type, session, { size: "y".repeat(size) })),
  );
  fc.assert(
    fc.property(fc.array(sayings, { maxLength: 400, size: "max" }), (said) => {
      const history = new AppHistory();
      const numbered = said.map((item, at) => ({ ...item, at }));
      for (const item of numbered) history.add(item, "shown");

      const kept = history.messages;
      expect(kept.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(8 * 1024 * 1024);
      const times = kept.map(({ at }) => at);
      expect(new Set(times).size).toBe(times.length);
      // What is pinned is older than all that follows.
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      if (kept.length < said.length) expect(kept.at(-1)?.at).toBe(said.length - 1);
    }),
    { numRuns: 40 },
  );
});

test("of a line in a silent one's place the first messages stay", () => {
  const history = new AppHistory();
  let dropped = 0;
  for (let i = 0; i < 150; i++) dropped += history.add(message(`${i}`), "held");

  expect(history.messages.map(({ text }) => text)).toEqual(
    Array.from({ length: MAX_START_HISTORY.messages }, (_, i) => `${i}`),
  );
  expect(dropped).toBe(50);
});
