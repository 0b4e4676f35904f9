import { describe, expect, test } from "vitest";
import type { PlayState } from "#core/run/play/play.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import { oddGame } from "#test/core/simulate/charts.ts";
import { faultOf, played, playerOf } from "#test/core/simulate/tools.ts";

/** A state that tests spoil in one place. */
interface Saved {
  clock: unknown;
  timers: unknown;
  snapshot: {
    value: unknown;
    status: unknown;
    context: Record<string, unknown[] | number> | null;
    historyValue: Record<string, unknown>;
    children: unknown;
  };
}

/** A play of the odd game, in the lamp's light, as it would be read from a file. */
const saved = (): Saved => {
  const outcome = played(
    createParsingPlayer(oddGame, {}),
    { type: "FLIP", by: "P1" },
    { type: "PAUSE", by: "P1" },
  );
  return JSON.parse(JSON.stringify(outcome.state)) as Saved;
};
const restore = (state: unknown) => createParsingPlayer(oddGame, {}).restore(state as PlayState);

test("a saved play is taken up where it stood, its history and timers with it", () => {
  const player = createParsingPlayer(oddGame, {});
  const there = restore(saved());
  expect([there.refused, there.microsteps, there.view.in]).toEqual([false, [], ["paused"]]);

  const back = player.send(there.state, { type: "RESUME", by: "P2" });
  expect(back.view.in).toContain("play.lamp.on");
  expect(player.advance(back.state, 500).view.in).toContain("play.lamp.off");
});

describe("a saved play is refused", () => {
  test.each<[string, (state: Saved) => unknown, string]>([
    ["that is no object", () => 5, "A saved play"],
    ["without a snapshot", () => ({}), "A saved play"],
    ["with an unknown state", (s) => ((s.snapshot.value = "nowhere"), s), "has no state"],
    ["with half a state", (s) => ((s.snapshot.value = "play"), s), "expected a state of play"],
    [
      "with a region missing",
      (s) => ((s.snapshot.value = { play: { count: "low" } }), s),
      "is in 2 of its states",
    ],
    [
      "in two states of one",
      (s) => ((s.snapshot.value = { paused: {}, over: {} }), s),
      "is in 1 of its states",
    ],
    [
      "in a history state",
      (s) => ((s.snapshot.value = { play: { count: "low", memory: {} } }), s),
      "has no state",
    ],
    ["with a value that is no state", (s) => ((s.snapshot.value = null), s), "value"],
    ["with a bogus status", (s) => ((s.snapshot.status = "bogus"), s), "status"],
    ["that is done but stands in the middle", (s) => ((s.snapshot.status = "done"), s), "does not fit"],
    ["that goes on at the end", (s) => ((s.snapshot.value = "over"), s), "does not fit"],
    ["without a context", (s) => ((s.snapshot.context = null), s), "context"],
    [
      "with a text for a number",
      (s) => (Object.assign(s.snapshot.context ?? {}, { points: "9" }), s),
      "context.points: expected number",
    ],
    [
      "with a number in a list of texts",
      (s) => (Object.assign(s.snapshot.context ?? {}, { seats: ["P1", 2] }), s),
      "context.seats[1]: expected string",
    ],
    ["with a field missing", (s) => (delete s.snapshot.context?.["log"], s), "context.log"],
    [
      "with a history of unknown states",
      (s) => ((s.snapshot.historyValue["odd.play.memory"] = [{ id: "x" }]), s),
      "historyValue",
    ],
    [
      "with a history that is none",
      (s) => ((s.snapshot.historyValue = { "odd.play": [] }), s),
      "historyValue",
    ],
    ["with a clock that is no number", (s) => ((s.clock = "1"), s), "clock"],
    ["with timers that are none", (s) => ((s.timers = [{ id: "x" }]), s), "timers"],
    ["with an actor that is none", (s) => ((s.snapshot.children = { x: 5 }), s), "children.x"],
    [
      "of a hundred levels",
      (s) => (
        Object.assign(s.snapshot.context ?? {}, { log: JSON.parse("[".repeat(100) + "]".repeat(100)) }),
        s
      ),
      "levels",
    ],
  ])("%s", (_, change, message) => {
    const fault = faultOf(() => restore(change(saved())));

    expect(fault.code).toBe("bad-snapshot");
    expect(fault.message).toContain(message);
  });

  test("in a send as well, even when its snapshot is known", () => {
    const player = createParsingPlayer(oddGame, {});
    const { state } = player.start({});

    expect(faultOf(() => player.send({ ...state, clock: -1 }, { type: "PAUSE", by: "P1" })).code).toBe(
      "bad-snapshot",
    );
  });
});

test("a type of the context says what a saved one may be", () => {
  const fields = [
    {
      name: "winner",
      type: { kind: "union" as const, of: [{ kind: "boolean" as const }, { kind: "string" as const }] },
      optional: false,
    },
  ];
  const config = { context: { winner: false } };
  const state = {
    clock: 0,
    timers: [],
    snapshot: { status: "active", value: {}, context: { winner: "P1" }, children: {}, historyValue: {} },
  };

  expect(playerOf(config, {}, { context: fields }).restore(state).view.context).toEqual({ winner: "P1" });
  expect(faultOf(() => playerOf(config).restore(state)).message).toContain(
    "context.winner: expected boolean",
  );
});
