import { describe, expect, test } from "vitest";
import type { AnyStateNode } from "xstate";
import { runCommand } from "#core/edit/commands.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { chart, chartOf } from "#test/core/edit/applyCommand.ts";
import { buildMachine } from "#test/core/edit/laws/buildMachine.ts";

const bases = `const base = { reenter: true, guard: 'canPlay', target: 'b', actions: ['log'], description: 'd', meta: { clauses: ['1'] } };
const phase = { on: { DREW: 'b' }, after: { 5: 'b' }, always: { target: 'b', guard: 'g' }, entry: ['x'], exit: 'y', tags: ['t'], description: 'p', invoke: { src: 'load', id: 'i' } };
const task = { src: 'load', id: 'inherited', input: 1 };
const events = { GO: 'b', OLD: 'b' };
`;
const code =
  bases +
  chart(
    `a: { on: { GO: { ...base, reenter: false, guard: 'own', target: 'c', actions: ['own'], description: 'own', meta: {} } } },
    b: { ...phase, on: { WAKE: 'c' }, after: { 9: 'c' }, always: { target: 'c', guard: 'g' }, entry: ['own'], exit: 'own', tags: ['own'], description: 'own', invoke: { src: 'own' } },
    c: { on: { ...events, GO: 'a' }, invoke: { ...task, id: 'own', input: 2 } },
    d: { ...phase },
    e: { ...phase, invoke: { ...task }, on: { GO: { ...base } } }`,
  );

const go = { source: ["a"], slot: "on", event: "GO", index: 0 };
const spreadGo = { ...go, source: ["e"] };

/** A state as XState makes it of the text after a command: with what it has, and where that leads. */
function after(id: string, args: object, state: string) {
  const change = runCommand(id, code, chartOf(code), args);
  if ("refused" in change) return change.refused.code;
  const node = buildMachine(applyEdits(code, change.edits)).root.states[state] as AnyStateNode;
  const told = (
    one: { guard?: unknown; target?: readonly AnyStateNode[] | undefined; reenter: boolean } & object,
  ) => {
    const { guard, target, reenter, actions, description, meta } = one as Record<string, unknown>;
    const goals = (target as readonly AnyStateNode[] | undefined)?.map((goal) => goal.key);
    return { guard, target: goals, reenter, actions, description, meta };
  };
  const on = Object.fromEntries([...node.transitions].map(([event, list]) => [event, list.map(told)]));
  const { tags, description } = node;
  // XState adds functions of its own for delays.
  const [entry, exit] = [node.entry, node.exit].map((list) => list.filter((one) => typeof one === "string"));
  const always = (node.always ?? []).map(told);
  return {
    on,
    always,
    entry,
    exit,
    tags,
    description,
    invoke: node.invoke.map(({ src, id: name, input }) => ({ src, name, input })),
  };
}

describe("what a command takes away is gone, also where a spread before it has the same", () => {
  test.each<[string, object, string, object]>([
    ["transition.guard", { transition: go, guard: null }, "a", { on: { GO: [{ guard: undefined }] } }],
    ["transition.setReenter", { transition: go, reenter: false }, "a", { on: { GO: [{ reenter: false }] } }],
    ["transition.removeAction", { transition: go, index: 0 }, "a", { on: { GO: [{ actions: [] }] } }],
    ["transition.describe", { transition: go, text: "" }, "a", { on: { GO: [{ description: undefined }] } }],
    ["transition.retarget", { transition: go, target: null }, "a", { on: { GO: [{ target: undefined }] } }],
    ["transition.guard", { transition: spreadGo, guard: null }, "e", { on: { GO: [{ guard: undefined }] } }],
    [
      "transition.setReenter",
      { transition: spreadGo, reenter: false },
      "e",
      { on: { GO: [{ reenter: false }] } },
    ],
    [
      "transition.describe",
      { transition: spreadGo, text: "" },
      "e",
      { on: { GO: [{ description: undefined }] } },
    ],
    ["state.removeAction", { state: ["b"], on: "entry", index: 0 }, "b", { entry: [] }],
    ["state.removeAction", { state: ["b"], on: "exit", index: 0 }, "b", { exit: [] }],
    ["state.setTags", { state: ["b"], tags: [] }, "b", { tags: [] }],
    ["state.setTags", { state: ["d"], tags: [] }, "d", { tags: [] }],
    ["state.describe", { state: ["b"], text: "" }, "b", { description: undefined }],
    ["invoke.remove", { state: ["b"], index: 0 }, "b", { invoke: [] }],
    [
      "invoke.edit",
      { state: ["c"], index: 0, input: null },
      "c",
      { invoke: [{ src: "load", name: "own", input: undefined }] },
    ],
    ["transition.delete", { transition: { source: ["b"], slot: "always", index: 0 } }, "b", { always: [] }],
  ])("%s %j", (id, args, state, expected) => {
    expect(after(id, args, state)).toMatchObject(expected);
  });

  test("the last event, the last delay", () => {
    const wake = after("transition.delete", { transition: { ...go, source: ["b"], event: "WAKE" } }, "b");
    const late = after(
      "transition.delete",
      { transition: { ...go, source: ["b"], slot: "after", event: "9" } },
      "b",
    );

    expect(Object.keys((wake as { on: object }).on)).toEqual(["xstate.after.9.m.b"]);
    expect(Object.keys((late as { on: object }).on)).toEqual(["WAKE"]);
  });

  test("an event that the spread has as well, deleted or given another name", () => {
    const transition = { ...go, source: ["c"] };

    expect(after("transition.delete", { transition }, "c")).toMatchObject({ on: { GO: [] } });
    expect(after("transition.event", { transition, event: "NEW" }, "c")).toMatchObject({
      on: { GO: [], NEW: [{ target: ["a"] }], OLD: [{ target: ["b"] }] },
    });
  });

  test("a state that the spread has as well is not deleted, renamed or moved, for the other one would be there", () => {
    const text = `const known = { x: {}, y: { entry: 'other' } };\n${chart(`a: { initial: 'y', states: { ...known, y: { entry: 'own' }, z: {} } }, b: {}`)}`;
    const refused = (id: string, args: object) => runCommand(id, text, chartOf(text), args);

    for (const [id, args] of [
      ["state.delete", { state: ["a", "y"] }],
      ["state.rename", { state: ["a", "y"], to: "w" }],
      ["state.move", { state: ["a", "y"], parent: ["b"] }],
      ["state.wrap", { state: ["a", "y"] }],
    ] as const)
      expect(refused(id, args)).toMatchObject({
        refused: { code: "spread-may-bring", facts: { name: "y" } },
      });
    expect(refused("state.rename", { state: ["a", "z"], to: "w" })).not.toHaveProperty("refused");
  });
});

test.each([
  ["state.setInitial", { state: ["r", "y"] }, "y"],
  ["state.rename", { state: ["r", "x"], to: "z" }, "z"],
  ["state.delete", { state: ["r", "x"] }, "y"],
  ["state.wrap", { state: ["r", "x"], key: "w" }, "w"],
] as const)("%s keeps what is done on the way to an initial state that a spread brings", (id, args, key) => {
  const text = `const begun = { initial: { target: "x", actions: ["log"] }, states: { x: {}, y: {} } };
${chart(`r: { id: "r", ...begun, tags: ["t"] }, s: begun`)}`;

  const change = runCommand(id, text, chartOf(text), args, (later) => [chartOf(later)]);

  if ("refused" in change) expect.fail(change.refused.code);
  const { r, s } = buildMachine(applyEdits(text, change.edits)).root.states;
  expect(r?.initial.target?.map((state) => state.key)).toEqual([key]);
  expect(r?.initial.actions).toEqual(["log"]);
  expect(Object.keys(s?.states ?? {})).toEqual(["x", "y"]);
});
