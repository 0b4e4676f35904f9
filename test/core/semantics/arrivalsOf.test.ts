import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createActor } from "xstate";
import { loadMachine } from "#adapters/sandbox/loadMachine.ts";
import type { Chart } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";
import { acceptedIn, areWaysKnown, arrivalsOf, beginsIn } from "#core/semantics/arrivalsOf.ts";
import { readModule } from "#core/read/readModule.ts";

function read(text: string): Chart {
  const [chart] = readModule(text).charts;
  if (!chart) throw new Error("no machine");
  return chart;
}

const MODULE = `
import { createMachine } from "xstate";
export const m = createMachine({ id: "m", initial: "turn", on: { CONCEDE: ".over" }, states: {
  turn: { initial: "draw",
    on: { REPORT: { actions: "note" }, FORBIDDEN: { guard: "never" } },
    states: {
      draw: { on: { DRAW: "main", FORBIDDEN: undefined } },
      main: { initial: "free", states: {
        free: { on: { PLAY: "free", PASS: "#m.turn.end", REPORT: { target: "free" } } } } },
      end: { always: { target: "#m.turn", reenter: true }, on: { BACK: "#m.turn.main.free" } },
    } },
  both: { type: "parallel", states: { a: {}, b: {} } },
  over: { type: "final" },
} });`;

describe("how a state is reached", () => {
  const chart = read(MODULE);

  test("the machine begins, and a state begins where its initial says", () => {
    expect(arrivalsOf(chart, "")).toEqual([{ by: "start" }]);
    expect(arrivalsOf(chart, "turn.draw")).toEqual([{ by: "initial", of: "turn" }]);
    expect(arrivalsOf(chart, "both.a")).toEqual([{ by: "region", of: "both" }]);
    expect(beginsIn(chart, "")).toEqual(["turn", "turn.draw"]);
    expect(beginsIn(chart, "turn.draw")).toEqual([]);
  });

  test("by transitions, from its own states anew; from outside into a state inside", () => {
    expect(arrivalsOf(chart, "turn")).toEqual([
      { by: "initial", of: "" },
      { by: "transition", from: "turn.end", slot: "always", reentry: true },
    ]);
    expect(arrivalsOf(chart, "turn.main")).toEqual([
      { by: "transition", from: "turn.draw", slot: "on", event: "DRAW", reentry: false },
      {
        by: "transition",
        from: "turn.end",
        slot: "on",
        event: "BACK",
        reentry: false,
        into: "turn.main.free",
      },
    ]);
    expect(arrivalsOf(chart, "turn.main.free").map((one) => one.by)).toEqual([
      "initial",
      "transition",
      "transition",
      "transition",
    ]);
  });

  test("to a state around is anew without being told so, as XState enters it", () => {
    const code = `import { createMachine } from "xstate";
export const m = createMachine({ id: "m", initial: "turn", states: {
  turn: { entry: "begin", initial: "draw", states: {
    draw: { entry: "draw", on: { AGAIN: "#m.turn", SELF: "draw", SELF_ANEW: { target: "draw", reenter: true }, ON: "end" } },
    end: { on: { BACK: { target: "draw", reenter: true } } } },
    on: { INTO: ".draw", INTO_ANEW: { target: ".draw", reenter: true }, OWN: "#m.turn" } } } });`;
    const machine = loadMachine(code, "ts", "m");
    const begun = (events: readonly string[], entered: string): boolean => {
      const seen: string[] = [];
      const actor = createActor(
        machine.provide({ actions: { begin: () => seen.push("turn"), draw: () => seen.push("turn.draw") } }),
      ).start();
      for (const type of events.slice(0, -1)) actor.send({ type });
      seen.length = 0;
      actor.send({ type: events.at(-1)! });
      return seen.includes(entered);
    };
    const chart = read(code);
    const anew = (state: string, event: string) =>
      arrivalsOf(chart, state).flatMap((one) =>
        one.by === "transition" && one.event === event ? [one.reentry] : [],
      );

    for (const event of ["AGAIN", "OWN", "INTO_ANEW"]) {
      expect(anew("turn", event), event).toEqual([begun([event], "turn")]);
      expect(anew("turn", event), event).toEqual([event !== "OWN"]);
    }
    expect(anew("turn", "INTO")).toEqual([]);
    expect(begun(["INTO"], "turn")).toBe(false);
    for (const event of ["SELF", "SELF_ANEW"])
      expect(anew("turn.draw", event), event).toEqual([begun([event], "turn.draw")]);
    // From a state beside there is nothing to leave first, whatever `reenter` says.
    expect(anew("turn.draw", "BACK")).toEqual([false]);
  });

  test("nothing leads to a state that no state names", () => {
    expect(arrivalsOf(chart, "both")).toEqual([]);
    expect(arrivalsOf(chart, "nowhere")).toEqual([]);
  });

  test("where a history leads that remembers nothing yet", () => {
    const past = read(`
      import { createMachine } from "xstate";
      import { EVENTS } from "./events";
      export const m = createMachine({ id: "m", initial: "off", states: {
        off: { on: { ON: "on.last", [EVENTS.HALT]: "halted" } },
        on: { initial: "low", states: {
          low: {}, high: { initial: "x", states: { x: {}, y: {} } },
          last: { type: "history", target: "high.y" } } },
        halted: {},
      } });`);

    expect(arrivalsOf(past, "on.high.y")).toEqual([{ by: "history", of: "on.last" }]);
    expect(arrivalsOf(past, "on.high")).toEqual([{ by: "history", of: "on.last", into: "on.high.y" }]);
    expect(arrivalsOf(past, "on").map(({ by }) => by)).toEqual(["transition"]);
    expect(arrivalsOf(past, "halted")).toMatchObject([{ by: "transition", from: "off", reentry: false }]);
  });

  test("whether there may be a way that is not seen", () => {
    const way = (text: string) =>
      areWaysKnown(
        read(`import { createMachine } from "xstate"; import { other } from "./other";
          export const m = createMachine({ id: "m", initial: "a", states: { a: ${text}, b: {} } });`),
      );

    expect(areWaysKnown(chart)).toBe(true);
    expect(way("{ on: { GO: 'b' } }")).toBe(true);
    expect(way("{ on: { GO: 'c' } }")).toBe(false);
    expect(way("{ on: { GO: { target: other } } }")).toBe(false);
    expect(way("{ on: other }")).toBe(false);
    expect(way("{ type: 'history', target: 'c' }")).toBe(false);
  });

  test("what it accepts: its own events, those of the states around it, those of its steps", () => {
    expect(acceptedIn(chart, "turn.main.free")).toEqual({
      stateEvents: ["PLAY", "PASS", "REPORT"],
      around: [
        { state: "turn", events: ["FORBIDDEN"] },
        { state: "", events: ["CONCEDE"] },
      ],
      inside: [],
    });
    expect(acceptedIn(chart, "turn")).toEqual({
      stateEvents: ["REPORT", "FORBIDDEN"],
      around: [{ state: "", events: ["CONCEDE"] }],
      inside: ["DRAW", "PLAY", "PASS", "BACK"],
    });
  });

  test("an event that a step forbids does not reach the states around it", () => {
    expect(acceptedIn(chart, "turn.draw")).toEqual({
      stateEvents: ["DRAW"],
      around: [
        { state: "turn", events: ["REPORT"] },
        { state: "", events: ["CONCEDE"] },
      ],
      inside: [],
    });
  });
});

/** A wrong rule around a state is seen at the state. */
describe("planted around a state", () => {
  const all = (chart: Chart, key: string) => {
    const id = [...places(chart).keys()].find((one) => one.split(".").at(-1) === key) ?? "";
    return JSON.stringify([arrivalsOf(chart, id), beginsIn(chart, id), acceptedIn(chart, id)]);
  };

  test.each([
    ["VF-S.0", "vf-card", "standby", 'initial: "standby"', 'initial: "main"'],
    [
      "the turn is not entered anew",
      "vf-card",
      "turn",
      'target: "#vf-card.turn", reenter: true',
      'target: "#vf-card.turn.draw"',
    ],
    [
      "CC-1.1: an event card in the start phase",
      "chrono-card",
      "startPhase",
      `entry: { type: "collectTriggers", params: { phase: "start" } },
              on: {`,
      `entry: { type: "collectTriggers", params: { phase: "start" } },
              on: { USE_EVENT: { actions: "declareEvent" },`,
    ],
  ])("%s", (_, game, key, from, to) => {
    const text = readFileSync(`machines/${game}.machine.ts`, "utf8");
    expect(text).toContain(from);

    const [right, wrong] = [read(text), read(text.replace(from, to))];

    expect(all(wrong, key)).not.toBe(all(right, key));
  });
});
