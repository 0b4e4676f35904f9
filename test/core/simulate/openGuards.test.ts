import { assign, createMachine, enqueueActions, not, or, type AnyStateMachine } from "xstate";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PlayError, type PlayFault, type PlayEvent } from "#core/run/play/play.ts";
import { replayScenario } from "#core/run/scenario/replay.ts";
import { addStep, startRun } from "#core/run/timeline/timeline.ts";
import { toScenario } from "#core/run/scenario/toScenario.ts";
import type { GivenVerdict } from "#core/run/play/verdict.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import { playerAsk } from "#test/core/run/play/playerAsk.ts";
import { BareRun } from "#test/core/simulate/bareRun.ts";
import { faultOf } from "#test/core/simulate/tools.ts";

/** A duel in which nobody but the players sees the cards: what hits, and when the deck is empty, is for a person to say. */
const duel = {
  id: "duel",
  initial: "ready",
  context: { drawn: 0, n: 0 },
  states: {
    ready: {
      on: {
        ATTACK: [
          { guard: { type: "hits", params: { with: "sword" } }, target: "won", meta: { clauses: ["D-2"] } },
          { guard: or(["blocked", not("ready")]), target: "ready" },
        ],
        DRAW: "drawing",
        LOOK: { actions: "look" },
      },
      after: { 100: { guard: "bored", target: "left" } },
    },
    drawing: {
      meta: { clauses: ["D-3"] },
      entry: assign({ drawn: ({ context }: { context: { drawn: number } }) => context.drawn + 1 }),
      always: [{ guard: "deckEmpty", target: "ready" }, { target: "again" }],
    },
    again: { always: "drawing" },
    won: { type: "final" as const },
    left: {},
  },
};
const look = enqueueActions(({ enqueue, check }) => {
  if (check("mirror" as never)) enqueue.assign({ n: 1 });
});
const open = () => createMachine(duel as never, { actions: { look } } as never) as unknown as AnyStateMachine;

const unansweredBy = (doing: () => unknown): PlayFault => {
  const fault = faultOf(doing);
  expect(fault.code).toBe("unanswered");
  return fault;
};

describe("a guard without an implementation", () => {
  test("is asked with its state, params and clauses; the step is not taken", () => {
    const player = createParsingPlayer(open(), {});
    const { state, view } = player.start({});
    const fault = unansweredBy(() => player.send(state, { type: "ATTACK" }));
    expect(fault).toMatchObject({
      guard: "hits",
      params: { with: "sword" },
      state: "ready",
      event: "ATTACK",
      clauses: ["D-2"],
    });
    expect(view.in).toEqual(["ready"]);
  });

  test("takes the verdict that is given, and the trial says so", () => {
    const player = createParsingPlayer(open(), {});
    const { state } = player.start({});
    const verdicts = [{ guard: "hits", params: { with: "sword" }, verdict: true }];
    const after = player.send(state, { type: "ATTACK" }, verdicts);
    expect(after.view.in).toEqual(["won"]);
    expect(after.microsteps[0]?.considered[0]?.guard).toMatchObject({
      name: "hits",
      verdict: true,
      given: true,
    });
    // Other params are another question.
    unansweredBy(() => player.send(state, { type: "ATTACK" }, [{ guard: "hits", verdict: true }]));
  });

  test("refuses by its name where the person says no", () => {
    const player = createParsingPlayer(open(), {});
    const { state } = player.start({});
    const no = [
      { guard: "hits", params: { with: "sword" }, verdict: false },
      { guard: "blocked", verdict: false },
      { guard: "ready", verdict: true },
    ];
    const after = player.send(state, { type: "ATTACK" }, no);
    expect(after.refused).toBe(true);
    expect(after.reasons.map(({ guard }) => guard)).toEqual(["hits", "blocked", "not ready"]);
    expect(player.can(state, { type: "ATTACK" }, no).can).toBe(false);
    unansweredBy(() => player.can(state, { type: "ATTACK" }));
  });

  test("is asked anew in each microstep of a step", () => {
    const player = createParsingPlayer(open(), {});
    const { state } = player.start({});
    const one = (verdict: boolean): GivenVerdict => ({ guard: "deckEmpty", verdict });
    unansweredBy(() => player.send(state, { type: "DRAW" }, [one(false), one(false)]));
    const after = player.send(state, { type: "DRAW" }, [one(false), one(false), one(true)]);
    expect(after.view.in).toEqual(["ready"]);
    expect(after.view.context).toEqual({ drawn: 3, n: 0 });
  });

  test("is asked by actions and delays too", () => {
    const player = createParsingPlayer(open(), {});
    const { state } = player.start({});
    unansweredBy(() => player.send(state, { type: "LOOK" }));
    const looked = player.send(state, { type: "LOOK" }, [{ guard: "mirror", verdict: true }]);
    expect(looked.view.context).toEqual({ drawn: 0, n: 1 });
    unansweredBy(() => player.advance(state, 200));
    expect(player.advance(state, 200, [{ guard: "bored", verdict: true }]).view.in).toEqual(["left"]);
  });

  test("leaves an event possible until it is answered, and asks nobody for that", () => {
    const player = createParsingPlayer(open(), {});
    const { state } = player.start({});
    const attack = player.options(state).find(({ type }) => type === "ATTACK");
    expect(attack).toMatchObject({
      accepted: true,
      open: { guard: "hits", state: "ready", clauses: ["D-2"] },
    });
    expect(player.options(state).find(({ type }) => type === "DRAW")?.open).toBeUndefined();
    expect(player.why(state, { type: "ATTACK" }).fault).toMatchObject({ code: "unanswered", guard: "hits" });
  });

  test("is no longer asked once its verdict was for a step before", () => {
    const player = createParsingPlayer(open(), {});
    const { state } = player.start({});
    const deck = [{ guard: "deckEmpty", verdict: true }];
    const after = player.send(state, { type: "DRAW" }, deck);
    unansweredBy(() => player.send(after.state, { type: "DRAW" }));
  });

  test("in a start is asked at the start; what a play looks like is told without it", () => {
    const machine = createMachine({
      initial: "a",
      context: { n: 0 },
      states: { a: { always: { guard: "early", target: "b" } }, b: { on: { GO: "a" } } },
    } as never) as unknown as AnyStateMachine;
    const player = createParsingPlayer(machine, {});
    unansweredBy(() => player.start({}));
    const { state, view } = player.start({}, [{ guard: "early", verdict: true }]);
    expect(view.in).toEqual(["b"]);
    const fresh = createParsingPlayer(machine, {});
    expect(fresh.restore(JSON.parse(JSON.stringify(state))).view.in).toEqual(["b"]);
  });
});

test("a stub that throws that it is not implemented is asked; any other that throws is at fault", () => {
  const machine = (message: string) =>
    createMachine(
      { initial: "a", states: { a: { on: { GO: { guard: "g", target: "b" } } }, b: {} } } as never,
      {
        guards: {
          g: () => {
            throw new Error(message);
          },
        },
      } as never,
    ) as unknown as AnyStateMachine;
  const stub = createParsingPlayer(machine("Method not implemented."), {});
  const { state } = stub.start({});
  unansweredBy(() => stub.send(state, { type: "GO" }));
  expect(stub.send(state, { type: "GO" }, [{ guard: "g", verdict: true }]).view.in).toEqual(["b"]);
  const broken = createParsingPlayer(machine("boom"), {});
  expect(faultOf(() => broken.send(broken.start({}).state, { type: "GO" })).code).toBe("machine-error");
});

/** What the hidden guards say: of the name, of how many cards were drawn, and of the seed. */
const truth = (seed: number, guard: string, drawn: number): boolean =>
  guard === "deckEmpty"
    ? drawn % ((seed % 4) + 1) === 0
    : ([...guard].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), seed + drawn) >>> 3) % 3 === 0;

test("law: with the verdicts that were given, a replay equals bare XState with the same guards provided", async () => {
  const event = fc.constantFrom("ATTACK", "DRAW", "LOOK", "WAIT");
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(1000), fc.array(event, { minLength: 1, maxLength: 12 }), async (seed, events) => {
      const names = ["hits", "blocked", "ready", "deckEmpty", "mirror", "bored"];
      const guards = Object.fromEntries(
        names.map((name) => [
          name,
          ({ context }: { context: { drawn: number } }) => truth(seed, name, context.drawn),
        ]),
      );
      const bare = new BareRun(open().provide({ guards } as never));
      const player = createParsingPlayer(open(), {});
      let run = startRun("", {}, player.start({}));
      for (const type of events) {
        const before = run.steps[run.cursor]!.outcome;
        if (before.view.status !== "active") break;
        const drawn = before.view.context["drawn"] as number;
        // A person answers one question after the other, until the step is taken.
        const verdicts: GivenVerdict[] = [];
        for (;;) {
          try {
            const sent: PlayEvent = { type };
            const outcome =
              type === "WAIT"
                ? player.advance(before.state, 100, verdicts)
                : player.send(before.state, sent, verdicts);
            if (type === "WAIT") bare.advance(100);
            else bare.send(sent);
            if (!outcome.refused)
              run = addStep(
                run,
                type === "WAIT"
                  ? { kind: "advance", ms: 100, verdicts }
                  : { kind: "send", event: sent, verdicts },
                outcome,
              );
            const seen = bare.seen();
            expect(outcome.view.in).toEqual(seen.in);
            expect(outcome.view.context).toEqual(seen.context);
            expect(outcome.view.status).toBe(seen.status);
            break;
          } catch (error) {
            if (!(error instanceof PlayError) || error.fault.code !== "unanswered") throw error;
            const { guard = "", params } = error.fault;
            asked++;
            // The n-th question about the deck comes after n cards were drawn in this step.
            const more = guard === "deckEmpty" ? 1 + verdicts.filter((one) => one.guard === guard).length : 0;
            verdicts.push({
              guard,
              ...(params === undefined ? {} : { params }),
              verdict: truth(seed, guard, drawn + more),
            });
          }
        }
      }
      bare.stop();
      const scenario = JSON.parse(JSON.stringify(toScenario(run, { en: "A duel" })));
      const again = await replayScenario(playerAsk(open()), scenario, "");
      expect(again.divergence).toBeUndefined();
      expect(again.run?.steps.map(({ outcome }) => outcome.state)).toEqual(
        JSON.parse(JSON.stringify(run.steps.map(({ outcome }) => outcome.state))),
      );
    }),
    { numRuns: 60 },
  );
  expect(asked).toBeGreaterThan(100);
});

test("a scenario that says nothing of a guard differs there", async () => {
  const scenario = { format: 1 as const, title: { en: "x" }, steps: [{ send: { type: "ATTACK" } }] };
  const { divergence } = await replayScenario(playerAsk(open()), scenario, "");
  expect(divergence).toMatchObject({ step: 0, what: "fault" });
  expect(String(divergence?.got)).toContain("hits");
});
