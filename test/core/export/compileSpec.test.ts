import { expect, test } from "vitest";
import type { AnyStateMachine } from "xstate";
import { compileSpec } from "#core/export/compileSpec.ts";
import { PlayError } from "#core/run/play/play.ts";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import type { Derived } from "#core/simulate/derive.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import { createPlayer } from "#core/simulate/player.ts";
import { shippedGame } from "#test/cli/play/tools.ts";

const STEPS = 60;

test.each(["haikyu-break", "chrono-card", "vf-card", "flesh-and-blood", "fate-ace-royal"])(
  "law: compiled, %s is played as it is from its texts: moves, options, refusals and their reasons",
  async (id) => {
    const { machine, derived } = (await import(`../../../machines/${id}.machine.ts`)) as {
      machine: AnyStateMachine;
      derived?: Derived;
    };
    const { spec } = shippedGame(id);
    const compiled = JSON.parse(JSON.stringify(compileSpec(spec))) as PlaySpec;
    const fromTexts = createParsingPlayer(machine, spec, derived);
    const fromJson = createPlayer(machine, compiled, derived);
    expect(Object.keys(compiled.formulas ?? {}).length).toBeGreaterThan(10);
    expect(JSON.stringify(compiled.code)).not.toContain("=>");

    let { state } = fromTexts.start({});
    let fields = 0;
    for (let seed = 0; seed < STEPS; seed++) {
      const options = fromTexts.options(state);
      expect(fromJson.options(state)).toEqual(options);
      expect(fromJson.may(state)).toEqual(fromTexts.may(state));
      for (const { type } of options)
        expect(fromJson.moves(state, { type })).toEqual(fromTexts.moves(state, { type }));
      // Each event as somebody else's is refused, with the fields of the guards that said no.
      for (const { example } of options.slice(0, 4)) {
        const event = { ...example, by: "nobody" };
        const told = fromTexts.can(state, event);
        expect(fromJson.can(state, event)).toEqual(told);
        fields += told.reasons.filter((reason) => reason.fields).length;
      }
      const event = fromTexts.random(state, seed);
      expect(fromJson.random(state, seed)).toEqual(event);
      if (!event) break;
      const outcome = fromTexts.send(state, event);
      expect(fromJson.send(state, event)).toEqual(outcome);
      ({ state } = outcome);
    }
    expect(fields).toBeGreaterThan(0);
  },
);

test("a spec whose formulas are texts is refused by a player without a parser, with what to do", async () => {
  const { machine } = (await import("../../../machines/haikyu-break.machine.ts")) as unknown as {
    machine: AnyStateMachine;
  };
  const create = () => createPlayer(machine, shippedGame("haikyu-break").spec);

  expect(create).toThrow(PlayError);
  expect(create).toThrow(/expected compiled formulas.*export the kit again/);
});

test("what is outside of the readable subset has no formula, and a number that JSON would change neither", () => {
  const guards = {
    a: "({ context }) => context.n > 1e999",
    b: "() => { throw 1 }",
    c: "({ context }) => context.n > 1",
  };
  const { code, formulas } = compileSpec({ code: { guards, consts: [{ name: "K", text: "4" }] } });

  expect(Object.keys(code?.guards ?? {})).toEqual(["c"]);
  expect(code?.consts).toHaveLength(1);
  expect(Object.keys(formulas ?? {})).toHaveLength(2);
});
