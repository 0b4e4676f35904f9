import { expect, test } from "vitest";
import { extractStates, wrapState } from "#core/edit/gestures/extractStates.ts";
import { applyCommand, chart, outcome, refusalOf } from "#test/core/edit/applyCommand.ts";

test("a wrapped state keeps its comments, and what names it still does", () => {
  const code = chart(`// first
    a: {
      on: { GO: 'b', SELF: 'a' },
    }, // start
    b: { on: { BACK: 'a' } },`);

  expect(applyCommand(wrapState, code, { state: ["a"], key: "outer" })).toBe(
    chart(
      `outer: {
      initial: 'a',
      states: {
        // first
        a: {
          on: { GO: '#m.b', SELF: 'a' },
        }, // start
      },
    },
    b: { on: { BACK: '#m.outer.a' } },`,
      "initial: 'outer',",
    ),
  );
});

test("siblings go into a new state where the first of them stood, in the order of the text", () => {
  const code = chart(`a: { on: { GO: 'c' } },
    b: { on: { GO: 'c' } }, // keep
    c: { on: { GO: 'd' } },
    d: {},`);

  const change = outcome(extractStates, code, { states: [["c"], ["b"]], key: "phase", initial: "c" });

  expect(change).toMatchObject({ pathMap: { b: "phase.b", c: "phase.c" }, warnings: [] });
  expect(applyCommand(extractStates, code, { states: [["c"], ["b"]], key: "phase", initial: "c" })).toBe(
    chart(`a: { on: { GO: '#m.phase.c' } },
    phase: {
      initial: 'c',
      states: {
        b: { on: { GO: 'c' } }, // keep
        c: { on: { GO: '#m.d' } },
      },
    },
    d: {},`),
  );
});

test("in a list on one line the new state stays on it", () => {
  const code = chart(`a: {}, b: {}, c: {}`);

  expect(applyCommand(extractStates, code, { states: [["a"], ["c"]], key: "p" })).toBe(
    chart(`p: { initial: 'a', states: { a: {}, c: {} } }, b: {}`, "initial: 'p',"),
  );
});

test("regions stay regions", () => {
  const code = chart(`a: {},\n    b: {},\n    c: {},`, "type: 'parallel',");

  expect(applyCommand(extractStates, code, { states: [["a"], ["b"]], key: "p" })).toContain(
    "type: 'parallel',\n      states",
  );
  expect(applyCommand(wrapState, code, { state: ["b"], key: "p" })).toContain("initial: 'b'");
});

test("a final or history state that comes to mean another parent is told", () => {
  const code = chart(`a: {}, end: { type: 'final' }, h: { type: 'history' }`);

  const change = outcome(extractStates, code, { states: [["a"], ["end"], ["h"]] });

  expect(change).toMatchObject({
    warnings: [
      { code: "end-moved", facts: { state: "end", parent: "m" } },
      { code: "history-moved", facts: { state: "h", parent: "m" } },
    ],
  });
});

test.each([
  [{ states: [] }, "bad-arguments"],
  [{ states: [[]] }, "is-root"],
  [{ states: [["a"], ["b", "x"]] }, "not-siblings"],
  [{ states: [["a"], ["nowhere"]] }, "state-not-found"],
  [{ states: [["a"]], key: "b" }, "name-taken"],
  [{ states: [["a"]], initial: "b" }, "state-not-found"],
  [{ states: [["h"]] }, "first-child-history"],
])("%j is refused with %s", (args, code) => {
  const text = chart(`a: {}, b: { initial: 'x', states: { x: {} } }, h: { type: 'history' }`);

  expect(refusalOf(extractStates, text, args).code).toBe(code);
});
