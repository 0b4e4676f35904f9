import { describe, expect, test } from "vitest";
import type { TransitionRef } from "#core/chart/places.ts";
import { stubAction, stubGuard } from "#core/edit/gestures/addStub.ts";
import { addTransition } from "#core/edit/gestures/addTransition.ts";
import { changeEvent } from "#core/edit/gestures/changeEvent.ts";
import { deleteTransition } from "#core/edit/gestures/deleteTransition.ts";
import { describeTransition } from "#core/edit/gestures/describe.ts";
import { addTransitionAction, removeTransitionAction } from "#core/edit/gestures/editActions.ts";
import { retargetTransition } from "#core/edit/gestures/retargetTransition.ts";
import { setGuard } from "#core/edit/gestures/setGuard.ts";
import { setReenter } from "#core/edit/gestures/setReenter.ts";
import { applyCommand, chart, outcome, refusalOf } from "#test/core/edit/applyCommand.ts";

const on = (source: string[], event: string, index = 0): TransitionRef => ({
  source,
  slot: "on",
  event,
  index,
});

describe("add", () => {
  test("the first transition makes `on`", () => {
    expect(
      applyCommand(addTransition, chart(`a: {}, b: {}`), { source: ["a"], event: "NEXT", target: ["b"] }),
    ).toContain("a: { on: { NEXT: 'b' } }");
  });
  test("`on` goes before `states`, over several lines when its neighbours are", () => {
    const code = chart(`a: {\n      initial: 'x',\n      states: { x: {} },\n    },`);
    expect(applyCommand(addTransition, code, { source: ["a"], event: "NEXT", target: ["a", "x"] })).toContain(
      "initial: 'x',\n      on: {\n        NEXT: '.x',\n      },\n      states",
    );
  });
  test("a second candidate of an event makes a list", () => {
    const code = chart(`a: { on: { NEXT: 'b' } }, b: {}`);
    const args = { source: ["a"], event: "NEXT", target: ["a"] };
    expect(applyCommand(addTransition, code, args)).toContain("NEXT: ['b', 'a']");
    expect(applyCommand(addTransition, code, { ...args, index: 0 })).toContain("NEXT: ['a', 'b']");
  });
  test("in a list of `after` targets are objects, as XState loses strings there", () => {
    const code = chart(`a: { after: { 1000: 'b' } }, b: {}`);
    const args = { source: ["a"], slot: "after" as const, event: "1000", target: ["a"] };
    expect(applyCommand(addTransition, code, args)).toContain("1000: [{ target: 'b' }, { target: 'a' }]");
  });
  test("a text is taken as it is, with a warning when it leads nowhere", () => {
    const change = outcome(addTransition, chart(`a: {}`), { source: ["a"], event: "X", target: "nowhere" });
    expect("warnings" in change && change.warnings[0]?.code).toBe("target-not-found");
  });
  test("beside an event whose name comes from elsewhere it is said that this may be the same one", () => {
    const beside = (on: string) =>
      outcome(addTransition, chart(`a: { on: { ${on} } }, b: {}`), {
        source: ["a"],
        event: "X",
        target: ["b"],
      });

    expect(beside("[names.GO]: 'b'")).toMatchObject({
      warnings: [{ code: "event-may-be-there", facts: { event: "X" } }],
    });
    expect(beside("GO: 'b'")).toMatchObject({ warnings: [] });
  });
  test("no target stays where it is", () => {
    expect(
      applyCommand(addTransition, chart(`a: {}`), { source: ["a"], event: "X", target: null }),
    ).toContain("X: {}");
  });
  test.each([
    [{ source: ["f"], event: "X", target: ["a"] }, "source-cannot-leave"],
    [{ source: ["a"], event: "", target: ["a"] }, "event-invalid"],
    [{ source: ["a"], target: ["a"] }, "event-invalid"],
    [{ source: ["a"], slot: "always" as const, event: "X", target: ["a"] }, "slot-has-no-event"],
    [{ source: ["a"], event: "X", target: ["a"], index: 1 }, "index-out-of-range"],
    [{ source: ["a"], event: "X", target: ["gone"] }, "state-not-found"],
  ])("%j is refused: %s", (args, code) => {
    expect(refusalOf(addTransition, chart(`a: {}, f: { type: 'final' }`), args).code).toBe(code);
  });
});

describe("delete", () => {
  test("one candidate leaves the others", () => {
    const code = chart(`a: { on: { X: ['a', 'b'] } }, b: {}`);
    expect(applyCommand(deleteTransition, code, { transition: on(["a"], "X", 0) })).toContain("X: ['b']");
  });
  test("the last one takes `on` along", () => {
    const code = chart(`a: { on: { X: 'b' } }, b: {}`);
    expect(applyCommand(deleteTransition, code, { transition: on(["a"], "X") })).toContain("a: {}");
  });
});

test.each([
  [`const more = { GO: "b" };\nconst key = "GO";\n`, "...more, [key]: 'a'", "...more, [key]: []"],
  [`const key = "GO";\n`, "GO: 'b', [key]: 'a'", "GO: 'b', [key]: []"],
  [`const key = "GO";\n`, `...JSON.parse("{}"), [key]: 'a'`, `...JSON.parse("{}"), [key]: []`],
])("what a deleted transition hides stays hidden: %s%s", (consts, map, after) => {
  const code = `${consts}${chart(`a: { on: { ${map} } }, b: {}`)}`;

  expect(applyCommand(deleteTransition, code, { transition: on(["a"], "GO") })).toContain(`on: { ${after} }`);
});

describe("retarget", () => {
  const code = chart(
    `a: { on: { X: { target: "b", guard: 'g' } } }, b: {}, c: { initial: 'd', states: { d: {} } }`,
  );
  test("the literal keeps its quotes", () => {
    expect(
      applyCommand(retargetTransition, code, { transition: on(["a"], "X"), target: ["c", "d"] }),
    ).toContain(`X: { target: "#m.c.d", guard: 'g' }`);
  });
  test("another source takes guard and target along", () => {
    const after = applyCommand(retargetTransition, code, { transition: on(["a"], "X"), source: ["c", "d"] });
    expect(after).toContain("a: {}");
    expect(after).toContain(`d: { on: { X: { target: "#m.b", guard: 'g' } } }`);
  });
  test("what another source has for the event comes first", () => {
    const two = chart(`a: { on: { X: 'b' } }, b: { on: { X: 'a' } }`);
    expect(applyCommand(retargetTransition, two, { transition: on(["a"], "X"), source: ["b"] })).toContain(
      "b: { on: { X: ['a', 'b'] } }",
    );
  });
});

describe("event", () => {
  test("a lone event changes its key only", () => {
    const code = chart(`a: { on: { X: 'b', /* y */ Y: 'a' } }, b: {}`);
    expect(applyCommand(changeEvent, code, { transition: on(["a"], "X"), event: "a b" })).toContain(
      "on: { 'a b': 'b', /* y */ Y: 'a' }",
    );
  });
  test("an event that is there gets one more candidate", () => {
    const code = chart(`a: { on: { X: 'b', Y: 'a' } }, b: {}`);
    expect(applyCommand(changeEvent, code, { transition: on(["a"], "X"), event: "Y" })).toContain(
      "on: { Y: ['a', 'b'] }",
    );
  });
  test("an event that is there by a computed key gets one more candidate", () => {
    const code = `const GO = "GO";\n${chart(`a: { on: { NEXT: 'b', [GO]: 'a' } }, b: {}`)}`;

    expect(applyCommand(changeEvent, code, { transition: on(["a"], "NEXT"), event: "GO" })).toContain(
      "on: { [GO]: ['a', 'b'] }",
    );
  });
  test("an event that a spread has already is not hidden, nor hides", () => {
    const code = `const more = { GO: 'a' };\n${chart(`a: { on: { NEXT: 'b', ...more } }, b: { on: more }`)}`;

    expect(refusalOf(changeEvent, code, { transition: on(["a"], "NEXT"), event: "GO" })).toMatchObject({
      code: "not-written-here",
      offer: { id: "transition.own" },
    });
  });
  test("of an event that a spread may have it is said that this may be the same one", () => {
    const code = chart(`a: { on: { NEXT: 'b', ...JSON.parse("{}") } }, b: {}`);
    const change = outcome(changeEvent, code, { transition: on(["a"], "NEXT"), event: "GO" });

    if ("refused" in change) throw new Error(change.refused.code);
    expect(change.warnings.map((one) => [one.code, code.slice(one.at?.from, one.at?.to)])).toEqual([
      ["may-be-overridden", `...JSON.parse("{}")`],
      ["event-may-be-there", `...JSON.parse("{}")`],
    ]);
  });
  test("one of several candidates leaves the others", () => {
    const code = chart(`a: { on: { X: ['b', 'a'] } }, b: {}`);
    expect(applyCommand(changeEvent, code, { transition: on(["a"], "X", 1), event: "Y" })).toContain(
      "on: { X: ['b'], Y: 'a' }",
    );
  });
});

describe("guard", () => {
  const code = chart(
    `a: { on: { X: 'b', Y: { target: 'b', guard: ({ context }) => context.ok, actions: 'z' } } }, b: {}`,
  );
  test("a target alone becomes an object", () => {
    expect(applyCommand(setGuard, code, { transition: on(["a"], "X"), guard: { name: "ok" } })).toContain(
      "X: { target: 'b', guard: 'ok' }",
    );
  });
  test("params are written as code", () => {
    const guard = { name: "atLeast", params: { n: 2, of: ["a"], "b c": null } };
    expect(applyCommand(setGuard, code, { transition: on(["a"], "X"), guard })).toContain(
      "guard: { type: 'atLeast', params: { n: 2, of: ['a'], 'b c': null } }",
    );
  });
  test("null takes it away", () => {
    expect(applyCommand(setGuard, code, { transition: on(["a"], "Y"), guard: null })).toContain(
      "Y: { target: 'b', actions: 'z' }",
    );
  });
  test("taken away, the comment above stays where it may be about the whole transition", () => {
    const first = chart(`a: { on: { X: {\n// fatal hit\nguard: 'g', // why\ntarget: 'b' } } }, b: {}`);
    const alone = chart(`a: { on: { X: {\n// fatal hit\nguard: 'g',\n} } }`);
    const later = chart(`a: { on: { X: {\ntarget: 'b',\n// why\nguard: 'g',\n} } }, b: {}`);
    const args = { transition: on(["a"], "X"), guard: null };

    expect(applyCommand(setGuard, first, args)).toContain("X: {\n// fatal hit\ntarget: 'b' }");
    expect(applyCommand(setGuard, alone, args)).toContain("X: {\n// fatal hit\n}");
    expect(applyCommand(setGuard, later, args)).toContain("X: {\ntarget: 'b',\n}");
  });
  test("a name that setup does not have is written with a warning", () => {
    const change = outcome(setGuard, code, { transition: on(["a"], "X"), guard: { name: "ok" } });
    expect("warnings" in change && change.warnings[0]).toMatchObject({
      code: "guard-missing",
      facts: { name: "ok" },
    });
  });
  test.each(["a, b", "x // y", "}", "", "...x", "a] , [b"])("%j is no expression", (text) => {
    expect(refusalOf(setGuard, code, { transition: on(["a"], "X"), guard: { text } }).code).toBe(
      "not-an-expression",
    );
  });
});

test("a description makes an object of a target alone", () => {
  const after = applyCommand(describeTransition, chart(`a: { always: 'b' }, b: {}`), {
    transition: { source: ["a"], slot: "always", index: 0 },
    text: "at once",
  });

  expect(after).toContain("always: { target: 'b', description: 'at once' }");
});

test("reenter is written when true and gone when not", () => {
  const code = chart(`a: { on: { X: { target: 'a', reenter: true }, Y: 'a' } }`);

  expect(applyCommand(setReenter, code, { transition: on(["a"], "X"), reenter: false })).toContain(
    "X: { target: 'a' }",
  );
  expect(applyCommand(setReenter, code, { transition: on(["a"], "Y"), reenter: true })).toContain(
    "Y: { target: 'a', reenter: true }",
  );
});

test("actions are added last and taken away by place", () => {
  const code = chart(`a: { on: { X: { target: 'a', actions: ['x', assign({})] } } }`);
  const transition = on(["a"], "X");

  expect(applyCommand(addTransitionAction, code, { transition, action: { text: "() => {}" } })).toContain(
    "actions: ['x', assign({}), () => {}]",
  );
  expect(applyCommand(removeTransitionAction, code, { transition, index: 0 })).toContain(
    "actions: [assign({})]",
  );
});

test("stubs say that they are stubs: a guard that is never true, an action that does nothing", () => {
  const code = chart(`a: {}`);

  expect(applyCommand(stubGuard, code, { name: "isReady" })).toContain(
    "setup({ guards: { isReady: () => false /* stub: never true until it is written */ } })",
  );
  expect(applyCommand(stubAction, code, { name: "draw" })).toContain("draw: () => {} /* stub: does nothing");
});

test("a stub whose name is taken is refused", () => {
  const code = chart(`a: {}`).replace("setup({})", "setup({ guards: { ok: () => true } })");

  expect(refusalOf(stubGuard, code, { name: "ok" }).code).toBe("name-taken");
});

test("a transition kept in a const that is used twice is seen and not edited", () => {
  const code = chart(`a: { on: { X: GO, Y: GO } }`).replace("export", "const GO = { target: 'a' };\nexport");

  expect(refusalOf(setReenter, code, { transition: on(["a"], "X"), reenter: true }).code).toBe(
    "origin-shared",
  );
});
