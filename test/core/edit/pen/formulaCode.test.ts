import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { fixesOf } from "#core/analyze/fixesOf.ts";
import { runCommand } from "#core/edit/commands.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { addTransitionAction, addStateAction } from "#core/edit/gestures/editActions.ts";
import { addContextField } from "#core/edit/gestures/addContextField.ts";
import { newMachine } from "#core/edit/gestures/newMachine.ts";
import { setGuard } from "#core/edit/gestures/setGuard.ts";
import { formulaOf } from "#core/expr/formula.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyCommand, chartOf, refusalOf } from "#test/core/edit/applyCommand.ts";

const game = newMachine("turn", "game");
const endTurn = { source: ["turn", "end"], slot: "on", event: "END_TURN", index: 0 } as const;
const always = { source: ["turn", "end"], slot: "always", index: 0 } as const;

const transition = (text: string) => {
  const end = chartOf(text).root.children[0]?.children.find(({ key }) => key === "end");
  return end?.transitions[0];
};
const guard = (typed: string, text = game) =>
  transition(applyCommand(setGuard, text, { transition: endTurn, guard: { text: typed } }))?.guard?.text;
const action = (typed: string, text = game) =>
  transition(
    applyCommand(addTransitionAction, text, { transition: endTurn, action: { text: typed } }),
  )?.actions.at(-1)?.text;

test.each([
  ["turn > 3", "({ context }) => context.turn > 3"],
  ["turn = 3", "({ context }) => context.turn === 3"],
  ["context.turn > 3", "({ context }) => context.turn > 3"],
  ["by === turnPlayer", "({ context, event }) => event.by === context.turnPlayer"],
  [
    "event.by ≠ turnPlayer ∧ turn ≥ 2",
    "({ context, event }) => event.by !== context.turnPlayer && context.turn >= 2",
  ],
  ["seats.includes(by)", "({ context, event }) => context.seats.includes(event.by)"],
  [
    "!seats.some((seat) => seat === by)",
    "({ context, event }) => !context.seats.some((seat) => seat === event.by)",
  ],
  ["{ turn }.turn > 1", "({ context }) => ({ turn: context.turn }.turn > 1)"],
  ["Math.max(turn, 2) > 2", "({ context }) => Math.max(context.turn, 2) > 2"],
  ["true", "() => true"],
  ["not(turn > 3)", "not(({ context }) => context.turn > 3)"],
  ["not(turn ≥ 3 ∨ turn = 1)", "not(({ context }) => context.turn >= 3 || context.turn === 1)"],
  ["not(turn = 3)", "not(({ context }) => context.turn === 3)"],
  [
    `and(["isTurnPlayer", or([turn > 3, seats.length > 2])])`,
    `and(["isTurnPlayer", or([({ context }) => context.turn > 3, ({ context }) => context.seats.length > 2])])`,
  ],
])("the guard %s is written as a function", (typed, code) => expect(guard(typed)).toBe(code));

test.each([
  ["isTurnPlayer and turn < 3", 'and(["isTurnPlayer", ({ context }) => context.turn < 3])'],
  ["isTurnPlayer ∧ turn < 3", 'and(["isTurnPlayer", ({ context }) => context.turn < 3])'],
  ["isTurnPlayer && turn < 3", 'and(["isTurnPlayer", ({ context }) => context.turn < 3])'],
  ["isTurnPlayer かつ turn < 3", 'and(["isTurnPlayer", ({ context }) => context.turn < 3])'],
  ["isTurnPlayer 且 turn < 3", 'and(["isTurnPlayer", ({ context }) => context.turn < 3])'],
  ["isTurnPlayer", '"isTurnPlayer"'],
  ["not isTurnPlayer", 'not("isTurnPlayer")'],
  ["¬isTurnPlayer", 'not("isTurnPlayer")'],
  ["!isTurnPlayer", 'not("isTurnPlayer")'],
  ["not(isTurnPlayer)", 'not("isTurnPlayer")'],
  ["not(isTurnPlayer or turn = 3)", 'not(or(["isTurnPlayer", ({ context }) => context.turn === 3]))'],
  ["turn < 3 and turn > 0", "({ context }) => context.turn < 3 && context.turn > 0"],
  [
    "by = turnPlayer and turn < 3",
    "({ context, event }) => event.by === context.turnPlayer && context.turn < 3",
  ],
  ["not turn < 3", "({ context }) => !(context.turn < 3)"],
  [
    "not by = turnPlayer or turn < 3",
    "({ context, event }) => !(event.by === context.turnPlayer) || context.turn < 3",
  ],
  [
    "turn > 1 and (turn < 3 or turn = 9) and isTurnPlayer or not(isTurnPlayer)",
    'or([and([({ context }) => context.turn > 1 && (context.turn < 3 || context.turn === 9), "isTurnPlayer"]), not("isTurnPlayer")])',
  ],
  ["in #x.draw and isTurnPlayer", 'and([stateIn("#x.draw"), "isTurnPlayer"])'],
  [
    "by ∈ seats ∧ |seats| ≥ 2",
    "({ context, event }) => context.seats.includes(event.by) && context.seats.length >= 2",
  ],
  ["∃ p ∈ seats: p = by", "({ context, event }) => context.seats.some((p) => p === event.by)"],
  ["|{p ∈ seats: p ≠ “P1”}| = 1", '({ context }) => context.seats.filter((p) => p !== "P1").length === 1'],
  ["turn mod 2 = 1", "({ context }) => context.turn % 2 === 1"],
  [
    "(seats[turn] else by) = none",
    "({ context, event }) => (context.seats[context.turn] ?? event.by) == null",
  ],
])("what the studio shows as %s is read again", (typed, code) => expect(guard(typed)).toBe(code));

test.each([
  ["faced < 3", "({ context }) => faced(context) < 3"],
  ["more(2) < turn", "({ context }) => more(context, 2) < context.turn"],
  ["last(2) < turn", "({ context }) => last(2, context) < context.turn"],
  ["faced(context) < 3", "({ context }) => faced(context) < 3"],
  ["faced", "({ context }) => faced(context)"],
])("a helper is given the context that %s leaves out", (typed, code) => {
  const helpers = `const faced = (context) => context.turn;
const more = (context, by) => context.turn + by;
const last = (by, context) => context.turn - by;
`;
  expect(guard(typed, game.replace("export const", `${helpers}export const`))).toBe(code);
});

test("the names of XState that a formula takes are imported", () => {
  const after = applyCommand(setGuard, game, {
    transition: endTurn,
    guard: { text: "not isTurnPlayer or turn > 1" },
  });
  expect(after).toMatch(/import \{ assign, not, or, setup \} from "xstate"/);
});

test("a guard has no value to compare: no field of its name is offered", () => {
  const refused = refusalOf(setGuard, game, { transition: endTurn, guard: { text: "isTurnPlayer = turn" } });
  expect(refused).toEqual({ code: "guard-as-value", facts: { name: "isTurnPlayer" } });
});

test.each([
  ["turn += 1", "assign({ turn: ({ context }) => context.turn + 1 })"],
  ["turn++", "assign({ turn: ({ context }) => context.turn + 1 })"],
  ["turn -= turn - 1", "assign({ turn: ({ context }) => context.turn - (context.turn - 1) })"],
  ["turn := 0; turnPlayer := by", "assign({ turn: 0, turnPlayer: ({ event }) => event.by })"],
  [
    "turnPlayer = seats[0] ?? by",
    "assign({ turnPlayer: ({ context, event }) => context.seats[0] ?? event.by })",
  ],
  ["context.turn = 2", "assign({ turn: 2 })"],
  ["assign({ turn: turn + 1 })", "assign({ turn: ({ context }) => context.turn + 1 })"],
  ["log(turn)", "log(({ context }) => context.turn)"],
  ["assign({ turn: turn − 1 })", "assign({ turn: ({ context }) => context.turn - 1 })"],
])("the action %s is written as assign", (typed, code) => expect(action(typed)).toBe(code));

test("a member of a field is changed in a copy", () => {
  const text = applyCommand(addContextField, game, { name: "score", value: "{ own: 0, other: { n: 1 } }" });

  expect(action("score.own += 1", text)).toBe(
    "assign({ score: ({ context }) => ({ ...context.score, own: context.score.own + 1 }) })",
  );
  expect(action("score.other.n := turn", text)).toBe(
    "assign({ score: ({ context }) => ({ ...context.score, other: ({ ...context.score.other, n: context.turn }) }) })",
  );
});

describe("code stays as it is typed", () => {
  test.each([
    "({ context }) => context.turn > 3",
    `"isTurnPlayer"`,
    `and(["isTurnPlayer"])`,
    "stateIn('#x')",
  ])("%s", (typed) => expect(guard(typed)).toBe(typed));
  test.each(["() => {}", "assign({ turn: 1 })", `raise({ type: "DRAW", by: "P1" })`, "assign(() => ({}))"])(
    "%s",
    (typed) => expect(action(typed)).toBe(typed),
  );
});

describe("a name that is nothing here is refused, with a field that may begin so as the offer", () => {
  test.each([
    ["charm > 3", { name: "charm", value: "0" }],
    ["charm", { name: "charm", value: "false" }],
    ["turn > 1 && !charm", { name: "charm", value: "false" }],
    ["charm === 'A'", { name: "charm", value: '""' }],
    ["turn + rose(3) > 2", { name: "rose", value: "0" }],
    ["charm.length > 2", { name: "charm", value: "[]", type: "string[]" }],
  ])("the guard %s", (typed, args) => {
    const refused = refusalOf(setGuard, game, { transition: endTurn, guard: { text: typed } });
    expect(refused).toMatchObject({ code: "name-unknown", facts: { name: args.name } });
    expect(refused.offer).toEqual({ id: "context.add", args });
  });
  test("a field of the event where there is no event", () => {
    const adding = { state: ["turn", "end"], on: "entry", action: { text: "turnPlayer = by" } } as const;
    expect(refusalOf(addStateAction, game, adding)).toMatchObject({
      code: "name-unknown",
      facts: { name: "by" },
    });
  });
  test.each([
    ["charmCount += 1", "name-unknown"],
    ["turn + 1", "not-an-action"],
    ["unread[0] = by", "name-unknown"],
    ["turn += 1; turn = turn * 2", "assigned-before"],
    ["turn > (", "not-an-expression"],
    ["log(charm)", "name-unknown"],
  ])("the action %s", (typed, code) => {
    const adding = { transition: endTurn, action: { text: typed } };
    expect(refusalOf(addTransitionAction, game, adding).code).toBe(code);
  });
});

test("a name that is nothing here is declared by nobody but the person", () => {
  const read = (text: string) => readModule(text).charts;
  const args = { transition: endTurn, guard: { text: "trun > 3" } };
  const outcome = runCommand("transition.guard", game, chartOf(game), args, read);

  expect(outcome).toMatchObject({ refused: { code: "name-unknown", offer: { id: "context.add" } } });
});

describe("a formula that would be other code than it looks is refused", () => {
  test.each([
    ["seats.some((event) => event === by)", "name-taken"],
    ["seats.some((context) => context === by && turn > 1)", "name-taken"],
    ["turn++ > 3", "not-an-expression"],
    ["delete seats[0]", "not-an-expression"],
    ["`${turn = 3}` !== ''", "not-an-expression"],
    ["/a=b/.test(by) ∧ turn > 1", "not-an-expression"],
  ])("the guard %s", (typed, code) =>
    expect(refusalOf(setGuard, game, { transition: endTurn, guard: { text: typed } }).code).toBe(code),
  );
  test("an action that sets two at once", () => {
    const adding = { transition: endTurn, action: { text: "turn = turnPlayer = 3" } };
    expect(refusalOf(addTransitionAction, game, adding).code).toBe("not-an-expression");
  });
  test("signs in a regular expression are none", () =>
    expect(guard("/a=b/.test(by) && turn > 1")).toBe(
      "({ context, event }) => /a=b/.test(event.by) && context.turn > 1",
    ));
});

test("what comes of the offer takes the formula, and nothing is wrong with it", () => {
  const refused = refusalOf(addTransitionAction, game, {
    transition: endTurn,
    action: { text: "charmCount += 1" },
  });
  const text = applyCommand(addContextField, game, refused.offer?.args as { name: string; value: string });

  const after = applyCommand(addTransitionAction, text, {
    transition: endTurn,
    action: { text: "charmCount += 1" },
  });

  expect(transition(after)?.actions.at(-1)?.text).toBe(
    "assign({ charmCount: ({ context }) => context.charmCount + 1 })",
  );
  const told = diagnose(readModule(after));
  expect(told.filter(({ severity }) => severity === "error")).toEqual([]);
});

describe("names of XState are taken by what the module imports", () => {
  const own = (head: string, text = game) => text.replace('import { assign, setup } from "xstate";', head);
  const heads = [
    'import { setup } from "xstate";\nconst assign = (one) => one, not = assign, log = assign;',
    'import { setup } from "xstate";\nimport { assign, log, not } from "./own";',
    'import { setup } from "xstate";\nfunction assign(one) { return one; }\nfunction not() {}\nclass log {}',
  ];
  test("the game imports them so", () => expect(own("")).not.toBe(game));
  test.each(heads)("%s: what is the module's own is no maker of XState's", (head) => {
    const text = own(head);
    expect(guard("not(turn > 3)", text)).toBe("({ context }) => not(context.turn > 3)");
    const adding = { transition: endTurn, action: { text: "assign({ turn: turn + 1 })" } };
    expect(refusalOf(addTransitionAction, text, adding).code).toBe("not-an-action");
    expect(action("log(1)", text)).toBe("log(1)");
  });
  test.each(heads)("%s: what is to be XState's is imported by another name", (head) => {
    const after = applyCommand(addTransitionAction, own(head), {
      transition: endTurn,
      action: { text: "turn += 1" },
    });
    expect(after).toContain('import { assign as assignXState, setup } from "xstate";');
    expect(transition(after)?.actions.at(-1)?.text).toBe(
      "assignXState({ turn: ({ context }) => context.turn + 1 })",
    );
    const joined = applyCommand(setGuard, own(head), {
      transition: endTurn,
      guard: { not: { text: "turn > 1" } },
    });
    expect(joined).toContain("{ not as notXState, setup }");
    expect(joined).toContain("notXState(({ context }) => context.turn > 1)");
  });
  test("a name that XState's goes by here is XState's", () => {
    const text = own('import { assign as set, not as isNot, setup } from "xstate";');
    expect(action("set({ turn: turn + 1 })", text)).toBe("set({ turn: ({ context }) => context.turn + 1 })");
    expect(guard("isNot(turn > 3)", text)).toBe("isNot(({ context }) => context.turn > 3)");
    expect(action("turn += 1", text)).toBe("set({ turn: ({ context }) => context.turn + 1 })");
    const whole = own('import * as xs from "xstate";\nconst { setup } = xs;');
    expect(guard("xs.not(turn > 3)", whole)).toBe("xs.not(({ context }) => context.turn > 3)");
  });
  test("a call of the module's own makes a guard where it speaks of no field, and sets nothing where it does", () => {
    const text = own('import { setup } from "xstate";\nconst not = (one) => one;');
    expect(guard("not(4 > 2)", text)).toBe("not(4 > 2)");
    const setting = { transition: endTurn, guard: { text: "not(turn = 2)" } };
    expect(refusalOf(setGuard, text, setting).code).toBe("not-an-expression");
  });
  test("a field that is called as something of XState is the field, in a call of the module's own, too", () => {
    const text = own('import { setup } from "xstate";\nconst not = (one) => one;').replace(
      "turn: 1,",
      "turn: 1,\n    stop: 1,",
    );
    expect(guard("not(stop)", text)).toBe("({ context }) => not(context.stop)");
    expect(guard("stop", text)).toBe("({ context }) => context.stop");
  });
  test("a name that is taken is taken again with a number, by require as a key", () => {
    const text = own(
      'const { setup } = require("xstate");\nconst { assign, assignXState } = require("./own");',
    );
    const after = applyCommand(addTransitionAction, text, {
      transition: endTurn,
      action: { text: "turn += 1" },
    });
    expect(after).toContain("{ assign: assignXState2, setup } = require");
  });
  test("a type of the name cannot stand beside the import: the place is told", () => {
    const text = own('import { setup } from "xstate";\ntype log = string;');
    const adding = { transition: endTurn, action: { text: "log(turn)" } };
    const refused = refusalOf(addTransitionAction, text, adding);
    expect(refused).toMatchObject({ code: "name-taken", facts: { key: "log" } });
    expect(text.slice(refused.at?.from, refused.at?.to)).toBe("type log = string;");
  });
  test.each([
    ["a const", 'const raise = () => ["a"];', "raise()"],
    ["an import", 'import { raise } from "./own";', "raise()"],
    ["a member", 'const own = { raise: () => ["a"] };', "own.raise()"],
  ])("a call of %s may give a list: nothing is put beside it", (_, head, code) => {
    const text = own(`import { setup } from "xstate";\n${head}`).replace(
      'actions: "passTurn"',
      `actions: ${code}`,
    );
    const adding = { transition: endTurn, action: { name: "passTurn" } };
    expect(refusalOf(addTransitionAction, text, adding).code).toBe("value-not-literal");
  });
});

/** Formulas as the graph shows them. */
const term = fc.constantFrom("turn", "turnPlayer", "3", "turn + 1", "turn − 2", "turn · 2");
const claim = fc.oneof(
  fc.tuple(term, fc.constantFrom(">", "<", "≥", "≤", "=", "≠"), term).map((parts) => parts.join(" ")),
  fc.constant("by = turnPlayer"),
);
const formula = fc.oneof(
  claim,
  fc.tuple(claim, claim).map((parts) => parts.join(" ∧ ")),
  fc.tuple(claim, claim, claim).map((parts) => parts.join(" ∨ ")),
);

test("a formula typed is the formula shown", () =>
  fc.assert(
    fc.property(formula, (typed) => {
      expect(formulaOf(guard(typed) ?? "")).toBe(typed);
    }),
  ));

test("what is done, typed, is what is shown to be done", () =>
  fc.assert(
    fc.property(term, fc.boolean(), (value, two) => {
      const typed = `turn := ${value}${two ? "; turnPlayer := by" : ""}`;
      expect(formulaOf(action(typed) ?? "")).toBe(typed);
    }),
  ));

test("always has no event of its own", () => {
  const text = game.replace(
    "on: { END_TURN: {",
    'always: { guard: "isTurnPlayer", target: "main" },\n          on: { END_TURN: {',
  );
  expect(refusalOf(setGuard, text, { transition: always, guard: { text: "by = turnPlayer" } })).toMatchObject(
    { code: "name-unknown", facts: { name: "by" } },
  );
});

test("a name that is nothing gets a field, and a formula in the code becomes a function, by their fixes", () => {
  let text = game.replace(
    'END_TURN: { guard: "isTurnPlayer", target: "draw", actions: "passTurn" }',
    'END_TURN: { guard: turn > 3, target: "draw", actions: "passTurn" }',
  );
  text = text.replace("turn: ({ context }) => context.turn + 1", "turn: ({ context }) => charm + 1");
  for (const [name, fix] of [
    ["charm", "add-context-field"],
    ["turn", "as-function"],
  ]) {
    const reading = readModule(text);
    const told = diagnose(reading).find((one) => one.code === "name-unknown" && one.facts["name"] === name);
    const found = told && fixesOf(told, reading, new Map([["machine", text]])).find(({ id }) => id === fix);
    if (found?.change.kind !== "command") expect.fail(JSON.stringify({ told, found }));
    const { id, args } = found.change.command;
    const change = runCommand(id, text, chartOf(text), args);
    if ("refused" in change) expect.fail(JSON.stringify(change.refused));
    text = applyEdits(text, change.edits);
  }

  expect(transition(text)?.guard?.text).toBe("({ context }) => context.turn > 3");
  expect(text).toContain("turn: ({ context }) => context.charm + 1");
  expect(diagnose(readModule(text)).filter(({ code }) => code === "name-unknown")).toEqual([]);
});

describe("members of records and lists", () => {
  const fields = [
    ["hands", "{}", "Record<string, number>"],
    ["players", "[]", "{ ep: number }[]"],
    ["asked", "[]", "string[]"],
    ["isUsed", "false", ""],
  ] as const;
  const den = fields.reduce(
    (text, [name, value, type]) =>
      applyCommand(addContextField, text, { name, value, ...(type === "" ? {} : { type }) }),
    game,
  );

  test.each([
    [
      "hands[by] += 1",
      "assign({ hands: ({ context, event }) => ({ ...context.hands, [event.by]: (context.hands[event.by] ?? 0) + 1 }) })",
    ],
    [
      "hands[turnPlayer] := 5",
      "assign({ hands: ({ context }) => ({ ...context.hands, [context.turnPlayer]: 5 }) })",
    ],
    [
      "seats[0] = by",
      "assign({ seats: ({ context, event }) => context.seats.map((item, at) => (at === 0 ? event.by : item)) })",
    ],
    [
      "players[turn].ep -= 2",
      "assign({ players: ({ context }) => context.players.map((item, at) => (at === context.turn ? ({ ...item, ep: item.ep - 2 }) : item)) })",
    ],
    [
      "asked := {s ∈ seats: s ≠ by}; isUsed := not isUsed",
      "assign({ asked: ({ context, event }) => context.seats.filter((s) => s !== event.by), isUsed: ({ context }) => !context.isUsed })",
    ],
    ["isUsed := turn = 3", "assign({ isUsed: ({ context }) => context.turn === 3 })"],
  ])("the action %s sets by a copy", (typed, code) => expect(action(typed, den)).toBe(code));

  test.each([
    ["by in asked", "({ context, event }) => context.asked.includes(event.by)"],
    [
      "by not in asked and turn > 1",
      "({ context, event }) => !context.asked.includes(event.by) && context.turn > 1",
    ],
    ["by in hands", "({ context, event }) => event.by in context.hands"],
    ["some s in seats: hands[s] > 5", "({ context }) => context.seats.some((s) => context.hands[s] > 5)"],
    ["every p in players: p.ep = 0", "({ context }) => context.players.every((p) => p.ep === 0)"],
  ])("in the guard %s `in` asks for an item of a list", (typed, code) =>
    expect(guard(typed, den)).toBe(code),
  );

  test.each([
    ["held[by] += 1", "{}", "Record<string, number>"],
    ["waiting := seats", "[]", "string[]"],
    ["waiting := {s ∈ seats: s ≠ by}", "[]", "string[]"],
    ["isDone := not isUsed", "false", undefined],
    ["isDone := true", "false", undefined],
  ])("an unknown field in %s is offered as what it is used for", (typed, value, type) => {
    const adding = { transition: endTurn, action: { text: typed } };
    expect(refusalOf(addTransitionAction, den, adding).offer).toEqual({
      id: "context.add",
      args: { name: typed.split(/[[ ]/)[0], value, ...(type === undefined ? {} : { type }) },
    });
  });

  test("a list that is not there yet is offered where a guard asks for one of its items", () => {
    const guarding = { transition: endTurn, guard: { text: "by in waiting" } };
    expect(refusalOf(setGuard, den, guarding).offer).toEqual({
      id: "context.add",
      args: { name: "waiting", value: "[]", type: "string[]" },
    });
  });

  test("what nothing is known of is not copied", () => {
    const adding = { transition: endTurn, action: { text: "turnPlayer[0] = by" } };
    expect(refusalOf(addTransitionAction, den, adding).code).toBe("not-an-action");
  });
});
