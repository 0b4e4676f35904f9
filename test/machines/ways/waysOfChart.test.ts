import { expect, test } from "vitest";
import { readFresh } from "#core/read/readFresh.ts";
import { anyTimeOfChart, insideOfChart, waysOfChart } from "#test/machines/ways/waysOfChart.ts";

const chartOf = (config: string) =>
  readFresh(`import { createMachine } from "xstate";\nexport const machine = createMachine(${config});`)
    .charts[0]!;

test("a compound of compounds is entered at the block where it starts, a card as a whole", () => {
  const chart = chartOf(`{ initial: "wait", states: {
    wait: { on: { GO: "turn", SKIP: "#end", TO: "#last" } },
    turn: { initial: "main", states: {
      draw: { initial: "a", states: { a: {}, z: { id: "last" } } },
      main: { initial: "b", states: { b: { on: { ON: "c" } }, c: { id: "end", on: { BACK: "#(machine).turn.draw" } } } },
    } } } }`);

  expect(waysOfChart(chart, [])).toEqual([
    { from: "wait", to: "turn.main", into: ["b", "c"] },
    { from: "wait", to: "turn.draw", into: ["z"] },
    { from: "turn.main", to: "turn.draw", rows: ["c"] },
  ]);
});

test("a parallel state is entered in all its regions, and left when one of its compounds is done", () => {
  const chart = chartOf(`{ initial: "wait", states: {
    wait: { on: { GO: "both" } },
    both: { type: "parallel", states: {
      left: { initial: "a", states: { a: { on: { END: "z" } }, z: { type: "final" } }, onDone: "#over" },
      right: { initial: "b", states: { b: {} } },
    } },
    over: { id: "over", type: "final" } } }`);

  expect(waysOfChart(chart, [])).toEqual([
    { from: "wait", to: "both.left" },
    { from: "wait", to: "both.right" },
    { from: "both.left", to: "over", rows: ["z"] },
  ]);
  expect(anyTimeOfChart(chart, [])).toEqual([]);
});

test("a called phase joins caller and continuation, also where it hands over to another", () => {
  const chart = chartOf(`{ initial: "one", states: {
    one: { on: { ASK: "inner" } }, two: { id: "two" }, three: { id: "three", on: { ASK: "outer" } },
    inner: { initial: "i", states: { i: { always: [{ guard: "x", target: "#outer" }, { target: "#two" }] } } },
    outer: { id: "outer", initial: "o", states: { o: { always: [{ guard: "y", target: "#two" }, { target: "#three" }] } } } },
  }`);

  const ways = waysOfChart(chart, [
    {
      state: "inner",
      pairs: [
        ["one", "two"],
        ["one", "outer"],
      ],
    },
    {
      state: "outer",
      pairs: [
        ["inner.i", "three"],
        ["three", "two"],
      ],
    },
  ]);

  expect(ways).toEqual([
    { from: "one", to: "two", via: ["inner"] },
    { from: "one", to: "three", via: ["inner", "outer"] },
    { from: "three", to: "two", via: ["outer"] },
  ]);
});

test("what a compound takes as a whole is no way of its rows", () => {
  const chart = chartOf(`{ initial: "play", states: {
    play: { initial: "a", on: { STOP: "over", NOTE: { actions: "note" } }, always: { guard: "lost", target: "over" },
      states: { a: {} } },
    over: { type: "final" } } }`);

  expect(waysOfChart(chart, [])).toEqual([]);
  expect(anyTimeOfChart(chart, []).toSorted((a, b) => a.event.localeCompare(b.event))).toEqual([
    { at: "play", event: "always", to: "over" },
    { at: "play", event: "NOTE", to: null },
    { at: "play", event: "STOP", to: "over" },
  ]);
});

test("inside a card a row follows another by itself or through a called phase", () => {
  const chart = chartOf(`{ initial: "turn", states: {
    turn: { initial: "a", states: {
      a: { on: { ASK: "#check" } }, b: { on: { ON: "c", AGAIN: "b" } }, c: { on: { BACK: "#turn", ASK: "#check" } } }, id: "turn" },
    check: { id: "check", initial: "x", states: { x: { on: { NEXT: "y" } }, y: { always: "#turn.b" } } } } }`);

  const inside = insideOfChart(chart, [
    {
      state: "check",
      pairs: [
        ["turn.a", "turn.b"],
        ["turn.c", "turn.b"],
      ],
    },
  ]);

  expect(inside).toEqual({
    turn: [
      ["b", "c"],
      ["c", "a"],
      ["a", "b"],
      ["c", "b"],
    ],
    check: [["x", "y"]],
  });
});
