import fc from "fast-check";
import { fromTransition } from "xstate";
import { describe, expect, test } from "vitest";
import type { HandEdit, PlayState } from "#core/run/play/play.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import { oddGame } from "#test/core/simulate/charts.ts";
import { faultOf, machineOf, played, playerOf } from "#test/core/simulate/tools.ts";
import { EVENTS, madeMachine } from "#test/core/simulate/madeMachine.ts";
import { haikyuSpec } from "#test/core/simulate/haikyu.ts";
import { machine as haikyu } from "../../../machines/haikyu-break.machine.ts";

const odd = () => createParsingPlayer(oddGame as never, {});
const valueOf = (state: PlayState) => state.snapshot["value"];

describe("an edit by hand", () => {
  test("sets fields of the context as a whole and leaves the rest", () => {
    const player = odd();
    const before = player.start({});

    const after = player.edit(before.state, { context: { points: 7, log: ["x"] } });

    expect(after.view.context).toEqual({ seats: ["P1", "P2"], turnPlayer: "P1", points: 7, log: ["x"] });
    expect(after.view.in).toEqual(before.view.in);
    expect(after.microsteps).toEqual([]);
    expect(before.state.snapshot["context"]).toMatchObject({ points: 0 });
  });

  test("a region that was not chosen stays as it was", () => {
    const player = odd();
    const on = played(player, { type: "FLIP", by: "P1" });

    const { state } = player.edit(on.state, { in: ["play.count.high"] });

    expect(valueOf(state)).toEqual({ play: { count: "high", lamp: "on" } });
  });

  test("what is not chosen in a state that is entered begins as XState begins it", () => {
    const player = odd();
    const paused = played(player, { type: "PAUSE", by: "P1" });

    expect(valueOf(player.edit(paused.state, { in: ["play"] }).state)).toEqual({
      play: { count: "low", lamp: "off" },
    });
    expect(valueOf(player.edit(paused.state, { in: ["play.lamp.on"] }).state)).toEqual({
      play: { count: "low", lamp: "on" },
    });
    expect(valueOf(player.edit(paused.state, { in: ["play.lamp.on", "play.count.judge"] }).state)).toEqual({
      play: { count: "judge", lamp: "on" },
    });
  });

  test("the play goes on from there as the machine says", () => {
    const player = odd();

    const edited = player.edit(player.start({}).state, { in: ["play.count.high"], context: { points: 30 } });
    const left = player.send(edited.state, { type: "LEAVE", by: "P2" });

    expect(left.refused).toBe(false);
    expect(left.view.in).toContain("play.count.low");
    expect(left.view.context["points"]).toBe(0);
  });

  test("delays of states that are left are no longer due, those of states that are entered begin", () => {
    const player = odd();
    const later = player.advance(player.start({}).state, 300);

    const high = player.edit(later.state, { in: ["play.count.high"] });
    const low = player.edit(high.state, { in: ["play.count.low"] });

    expect(high.state.timers).toMatchObject([{ due: 1300 }]);
    expect(player.advance(high.state, 1000).view.in).toContain("play.count.low");
    expect(low.state.timers).toEqual([]);
  });

  test("a delay that has a name is looked up; one that needs more than the context refuses the edit", () => {
    const config = { initial: "a", context: { wait: 40 }, states: { a: {}, b: { after: { soon: "a" } } } };
    const player = playerOf(config, {
      delays: { soon: ({ context }: { context: { wait: number } }) => context.wait },
    });
    const blind = playerOf(config, {
      delays: { soon: ({ event }: { event: { ms: { at: number } } }) => event.ms.at },
    });

    expect(player.edit(player.start({}).state, { in: ["b"] }).state.timers).toMatchObject([{ due: 40 }]);
    expect(faultOf(() => blind.edit(blind.start({}).state, { in: ["b"] }))).toMatchObject({
      code: "bad-request",
      message: "edit.in: the delay soon cannot be worked out here",
    });
  });

  test("an actor of a state that is left is waited for no more", () => {
    const player = odd();
    const stopped = played(player, { type: "STOP", by: "P1" });

    const edited = player.edit(stopped.state, { in: ["paused"] });

    expect(edited.state.snapshot["children"]).toEqual({});
    expect(faultOf(() => player.answer(edited.state, { value: 1 })).code).toBe("bad-request");
    const again = player.edit(edited.state, { in: ["stopped"] });
    expect(player.answer(again.state, { actor: "jury", value: "yes" }).view.status).toBe("done");
  });

  test("an actor that needs input cannot begin by hand: the edit is refused, and says which", () => {
    const config = { initial: "a", states: { a: {}, b: { invoke: { id: "count", src: "count" } } } };
    const count = fromTransition(
      (n: number) => n,
      ({ input }) => (input as { n: number }).n,
    );
    const player = playerOf(config, { actors: { count } });

    expect(faultOf(() => player.edit(player.start({}).state, { in: ["b"] }))).toMatchObject({
      code: "bad-request",
      message: expect.stringContaining("the actor count cannot begin"),
    });
  });

  test("the end can be chosen and left again", () => {
    const player = odd();

    const over = player.edit(player.start({}).state, { in: ["over"] });
    const back = player.edit(over.state, { in: ["paused"] });

    expect(over.view.status).toBe("done");
    expect(back.view).toMatchObject({ status: "active", in: ["paused"] });
    expect(back.view.output).toBeUndefined();
  });

  test("what a history state remembers stays", () => {
    const player = odd();
    const paused = played(player, { type: "FLIP", by: "P1" }, { type: "PAUSE", by: "P1" });

    const edited = player.edit(paused.state, { context: { points: 1 } });

    expect(player.send(edited.state, { type: "RESUME", by: "P1" }).view.in).toContain("play.lamp.on");
  });
});

describe("an edit that does not fit is refused with what and where", () => {
  const refused = (edit: unknown) => {
    const player = odd();
    return faultOf(() => player.edit(player.start({}).state, edit as HandEdit));
  };

  test.each([
    [{ in: ["play.count.hihg"] }, `edit.in: there is no state "play.count.hihg"; did you mean high?`],
    [{ in: ["play.memory"] }, `edit.in: there is no state "play.memory"`],
    [{ in: ["__proto__"] }, `edit.in: there is no state "__proto__"`],
    [
      { in: ["play.count.low", "play.count.high"] },
      "edit.in: play.count is in one of its states at once, not in low and high",
    ],
    [
      { in: ["play", "paused"] },
      "edit.in: the machine is in one of its states at once, not in play and paused",
    ],
    [{ context: { pionts: 1 } }, `edit.context: there is no field "pionts"; did you mean points?`],
    [{ context: { points: "many" } }, `context.points: expected number, got "many"`],
    [{ context: { seats: ["P1", 2] } }, "context.seats[1]: expected string, got 2"],
    [{ context: [] }, "edit.context: expected an object"],
    [{ in: "play" }, "edit.in: expected a list of state paths"],
    [{ value: "over" }, `edit: there is in and context, not "value"`],
    [null, "edit: expected an object with in or context"],
  ])("%j", (edit, message) => {
    expect(refused(edit).message).toBe(message);
  });

  test("the type of the context decides where it could be read", () => {
    const player = createParsingPlayer(haikyu as never, {
      ...haikyuSpec,
      context: [{ name: "turn", optional: false, type: { kind: "literal", value: 1 } }],
    });

    const { message } = faultOf(() => player.edit(player.start({}).state, { context: { turn: 2 } }));

    expect(message).toBe("context.turn: expected 1, got 2");
  });

  test("a field that was not touched is not judged: the machine made it", () => {
    const player = playerOf(
      { context: { a: 1, b: null }, initial: "s", states: { s: {} } },
      {},
      {
        context: [
          { name: "a", optional: false, type: { kind: "number" } },
          { name: "b", optional: false, type: { kind: "string" } },
        ],
      },
    );

    expect(player.edit(player.start({}).state, { context: { a: 2 } }).view.context).toEqual({
      a: 2,
      b: null,
    });
  });
});

/** Every state of a machine but its history states. */
function pathsOf(machine: ReturnType<typeof machineOf>): string[] {
  const all: string[] = [];
  const visit = (node: (typeof machine)["root"]) => {
    for (const child of Object.values(node.states)) {
      if (child.type !== "history") all.push(child.path.join("."));
      visit(child as never);
    }
  };
  visit(machine.root);
  return all;
}

test("an edit that changes nothing gives an equal state, wherever a play stands", () => {
  fc.assert(
    fc.property(fc.nat(400), fc.array(fc.nat(4), { maxLength: 8 }), (seed, sends) => {
      const player = createParsingPlayer(madeMachine(seed), {});
      let { state, view } = player.start({});
      for (const which of sends) ({ state, view } = player.send(state, { type: EVENTS[which]! }));

      expect(player.edit(state, {}).state).toEqual(state);
      expect(player.edit(state, { in: view.in }).state).toEqual(state);
      expect(
        player.edit(state, { context: state.snapshot["context"] as never, in: [...view.in].reverse() }).state,
      ).toEqual(state);
    }),
    { numRuns: 60 },
  );
});

test("whatever state is chosen, the edit leads into it, and to a state that can be saved and gone on with", () => {
  fc.assert(
    fc.property(fc.nat(400), fc.nat(), (seed, which) => {
      const machine = madeMachine(seed);
      const player = createParsingPlayer(machine, {});
      const paths = pathsOf(machine);
      const path = paths[which % paths.length]!;

      const { state, view } = player.edit(player.start({}).state, { in: [path] });

      expect(view.in).toContain(path);
      const again = createParsingPlayer(madeMachine(seed), {}).restore(JSON.parse(JSON.stringify(state)));
      expect(again.view.in).toEqual(view.in);
      if (view.status === "active") player.send(state, { type: "A" });
    }),
    { numRuns: 60 },
  );
});
