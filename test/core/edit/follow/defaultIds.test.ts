import { describe, expect, test } from "vitest";
import { runCommand } from "#core/edit/commands.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { chartOf } from "#test/core/edit/applyCommand.ts";

const module = (events: string, after = "") => `import { createMachine, sendTo } from "xstate";
export const m = createMachine({
  id: "m",
  initial: "a",
  states: {
    a: { after: { 100: "b" }, invoke: [{ src: "k" }, { src: "l", onDone: "b" }] },
    b: {},
  },
  on: { ${events} },
});
${after}`;

function done(text: string, id: string, args: object) {
  const change = runCommand(id, text, chartOf(text), args);
  if ("refused" in change) return { refused: change.refused.code };
  const events = /\n {2}on: \{ (.*) \},\n/.exec(applyEdits(text, change.edits))?.[1];
  return { events, warnings: change.warnings.map(({ code }) => code) };
}

describe("events that XState names after a state's id follow it", () => {
  const EVENTS = [
    ['"xstate.done.state.m.a": ".b"', '"xstate.done.state.ID": ".b"'],
    ['"xstate.after.100.m.a": {}', '"xstate.after.100.ID": {}'],
    ['"xstate.done.actor.1.m.a": ".b"', '"xstate.done.actor.1.ID": ".b"'],
    ['"xstate.error.actor.1.m.a": ".b"', '"xstate.error.actor.1.ID": ".b"'],
    ['X: { actions: sendTo("0.m.a", { type: "Y" }) }', 'X: { actions: sendTo("0.ID", { type: "Y" }) }'],
  ] as const;

  test.each(EVENTS)("%s after a rename", (before, after) => {
    expect(done(module(before), "state.rename", { state: ["a"], to: "zz" })).toEqual({
      events: after.replace("ID", "m.zz"),
      warnings: [],
    });
  });

  test.each(EVENTS)("%s with another id", (before, after) => {
    expect(done(module(before), "state.setId", { state: ["a"], id: "zz" })).toEqual({
      events: after.replace("ID", "zz"),
      warnings: [],
    });
  });

  test.each(EVENTS)("%s with another id of the machine", (before, after) => {
    expect(done(module(before), "state.setId", { state: [], id: "zz" })).toEqual({
      events: after.replace("ID", "zz.a"),
      warnings: [],
    });
  });

  test.each(EVENTS)("%s below another state", (before, after) => {
    expect(done(module(before), "state.wrap", { state: ["a"], key: "outer" })).toMatchObject({
      events: after.replace("ID", "m.outer.a"),
    });
  });

  test.each(EVENTS)("%s of a state that is gone is told", (before) => {
    expect(done(module(before), "state.delete", { state: ["a"] })).toMatchObject({
      events: before,
      warnings: expect.arrayContaining(["state-spelled"]),
    });
  });

  test("that of another state stays", () => {
    const event = '"xstate.done.state.m.b": {}';

    expect(done(module(event), "state.rename", { state: ["a"], to: "zz" })).toEqual({
      events: event,
      warnings: [],
    });
  });

  test("an event in code outside of the machine is told", () => {
    const text = module("", 'export const event = { type: "xstate.done.state.m.a" };\n');

    expect(done(text, "state.rename", { state: ["a"], to: "zz" }).warnings).toEqual(["state-spelled"]);
  });
});

describe("ids of actors that XState counts", () => {
  test.each([
    [0, '"xstate.done.actor.1.m.a": ".b"', '"xstate.done.actor.0.m.a": ".b"', []],
    [1, '"xstate.done.actor.0.m.a": ".b"', '"xstate.done.actor.0.m.a": ".b"', ["transition-removed"]],
    [0, '"xstate.done.actor.0.m.a": ".b"', '"xstate.done.actor.0.m.a": ".b"', ["name-spelled"]],
    [0, 'X: { actions: sendTo("1.m.a", {}) }', 'X: { actions: sendTo("0.m.a", {}) }', []],
  ])("without the one at %i: %s", (index, before, after, warnings) => {
    expect(done(module(before), "invoke.remove", { state: ["a"], index })).toEqual({
      events: after,
      warnings,
    });
  });

  test("outside of the machine they are told", () => {
    const text = module("", 'export const id = "1.m.a";\n');

    expect(done(text, "invoke.remove", { state: ["a"], index: 0 }).warnings).toEqual(["name-spelled"]);
  });

  test("one that gets an id of its own", () => {
    const event = '"xstate.done.actor.0.m.a": ".b"';

    expect(done(module(event), "invoke.edit", { state: ["a"], index: 0, id: "k" })).toEqual({
      events: '"xstate.done.actor.k": ".b"',
      warnings: [],
    });
  });
});
