import { describe, expect, test } from "vitest";
import { runCommand } from "#core/edit/commands.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { arrows } from "#test/charts/walk.ts";
import { chartOf } from "#test/core/edit/applyCommand.ts";

const code = `import { createMachine } from 'xstate';
enum Phase { Draw = 'draw', Play = 'play' }
const EVENTS = { NEXT: 'next', BACK: 'back' } as const;
const ID = 'duel';
export const machine = createMachine({
  id: ID,
  initial: Phase.Draw,
  states: {
    [Phase.Draw]: { on: { [EVENTS.NEXT]: Phase.Play }, after: { 100: Phase.Play } },
    [Phase.Play]: {
      initial: 'main',
      on: { [EVENTS.BACK]: [Phase.Draw, { target: \`#\${ID}.over\` }] },
      states: { main: { on: { END: \`#\${ID}.over.lost\` } } },
    },
    over: { initial: 'lost', states: { ['lost']: {}, [\`won\`]: {} } },
  },
});
`;

/** The lines that are new after a command, or the code of its refusal. */
function after(id: string, args: object, text = code): string {
  const change = runCommand(id, text, chartOf(text), args);
  if ("refused" in change) return change.refused.code;
  const old = new Set(text.split("\n"));
  const now = applyEdits(text, change.edits);
  expect(arrows(chartOf(now)).join()).not.toContain("?");
  return now
    .split("\n")
    .filter((line) => !old.has(line))
    .map((line) => line.trim())
    .join(" ");
}
const draw = { source: ["draw"], slot: "on", event: "next", index: 0 };

describe("what is named by a const is edited where it stands, and goes on being named so", () => {
  test.each<[string, string, object, string]>([
    [
      "a guard on a target alone",
      "transition.guard",
      { transition: draw, guard: { text: "() => ok" } },
      "[Phase.Draw]: { on: { [EVENTS.NEXT]: { target: Phase.Play, guard: () => ok } }, after: { 100: Phase.Play } },",
    ],
    [
      "a guard on a target in a list",
      "transition.guard",
      { transition: { ...draw, source: ["play"], event: "back" }, guard: { text: "() => ok" } },
      "on: { [EVENTS.BACK]: [{ target: Phase.Draw, guard: () => ok }, { target: `#${ID}.over` }] },",
    ],
    [
      "a second candidate of an event",
      "transition.add",
      { source: ["draw"], event: "next", target: ["over"] },
      "[Phase.Draw]: { on: { [EVENTS.NEXT]: [Phase.Play, 'over'] }, after: { 100: Phase.Play } },",
    ],
    [
      "a second candidate of a delay, both as objects",
      "transition.add",
      { source: ["draw"], slot: "after", event: "100", target: ["over"] },
      "[Phase.Draw]: { on: { [EVENTS.NEXT]: Phase.Play }, after: { 100: [{ target: Phase.Play }, { target: 'over' }] } },",
    ],
    [
      "a deletion, with the transitions that lead there and the initial state",
      "state.delete",
      { state: ["draw"] },
      "initial: Phase.Play, on: { [EVENTS.BACK]: [{ target: `#${ID}.over` }] },",
    ],
    [
      "a rename behind the machine's id",
      "state.rename",
      { state: ["over"], to: "end" },
      "on: { [EVENTS.BACK]: [Phase.Draw, { target: `#${ID}.end` }] }, states: { main: { on: { END: `#${ID}.end.lost` } } }, end: { initial: 'lost', states: { ['lost']: {}, [`won`]: {} } },",
    ],
    [
      "a rename of a literal in brackets",
      "state.rename",
      { state: ["over", "lost"], to: "it's" },
      "states: { main: { on: { END: `#${ID}.over.it's` } } }, over: { initial: 'it\\'s', states: { ['it\\'s']: {}, [`won`]: {} } },",
    ],
    [
      "a rename of a template in brackets",
      "state.rename",
      { state: ["over", "won"], to: "a${b}" },
      "over: { initial: 'lost', states: { ['lost']: {}, [`a\\${b}`]: {} } },",
    ],
  ])("%s", (_, id, args, wanted) => {
    expect(after(id, args)).toBe(wanted);
  });

  test("a name that only means the state is changed where it stands", () => {
    expect(after("state.rename", { state: ["draw"], to: "z" })).toBe(
      "enum Phase { Draw = 'z', Play = 'play' }",
    );
  });
});

describe("what an event that comes from elsewhere leads to", () => {
  const text = `import { createMachine } from 'xstate';
import { EVENTS } from 'elsewhere';
export const make = (delay: number) => createMachine({
  id: 'm',
  initial: 'a',
  states: {
    a: {
      on: { [EVENTS.GO]: 'b', [EVENTS.OFF]: [{ target: '#m.b', guard: 'ok' }, 'c'] },
      after: { [delay]: { target: 'b' } },
    },
    b: {},
    c: {},
  },
});
`;

  test.each<[string, string, object, string]>([
    [
      "follows a rename",
      "state.rename",
      { state: ["b"], to: "zz" },
      "on: { [EVENTS.GO]: 'zz', [EVENTS.OFF]: [{ target: '#m.zz', guard: 'ok' }, 'c'] }, after: { [delay]: { target: 'zz' } }, zz: {},",
    ],
    [
      "follows a move",
      "state.move",
      { state: ["b"], parent: ["c"] },
      "on: { [EVENTS.GO]: '#m.c.b', [EVENTS.OFF]: [{ target: '#m.c.b', guard: 'ok' }, 'c'] }, after: { [delay]: { target: '#m.c.b' } }, c: { initial: 'b', states: { b: {}, },",
    ],
    ["goes with the state", "state.delete", { state: ["b"] }, "on: { [EVENTS.OFF]: ['c'] },"],
    [
      "goes by its event alone",
      "state.delete",
      { state: ["c"] },
      "on: { [EVENTS.GO]: 'b', [EVENTS.OFF]: [{ target: '#m.b', guard: 'ok' }] },",
    ],
  ])("%s", (_, id, args, wanted) => {
    expect(after(id, args, text)).toBe(wanted);
  });

  test("is no longer pointed at", () => {
    const change = runCommand("state.rename", text, chartOf(text), { state: ["b"], to: "zz" });

    expect(change).toMatchObject({ warnings: [] });
  });

  test("refuses a deletion that only removes what is not referenced", () => {
    expect(after("state.delete", { state: ["b"], policy: "refuseIfReferenced" }, text)).toBe(
      "state-referenced",
    );
  });
});
