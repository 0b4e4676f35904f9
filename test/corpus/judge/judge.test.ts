import { describe, expect, test } from "vitest";
import { diffEdit } from "#core/text/textEdit.ts";
import { faultsOf, type Judged } from "#test/corpus/judge/judge.ts";
import { readMachine } from "#test/corpus/judge/readMachine.ts";
import { parseSource } from "#test/corpus/judge/source.ts";
import type { Try } from "#test/corpus/judge/tries.ts";

const text = `import { setup, stateIn } from "xstate";
const other = stateIn("#m.b");
export const machine = setup({ guards: { there: stateIn({ b: "c" }) } }).createMachine({
  id: "m",
  initial: "a",
  states: {
    // where it begins
    a: { on: { GO: { target: "b", guard: "there" }, IN: "b.c" } },
    b: { initial: "c", entry: "log", states: { c: { on: { BACK: "#m.a" } } } },
  },
});
export const isThere = (s) => s.matches("b");
`;

function judged(): Judged {
  const source = parseSource(text, "ts");
  const call = source?.calls[0];
  const model = source && call && readMachine(source, call);
  if (!model) throw new Error("not read");
  return { lang: "ts", source, ordinal: 0, model };
}

/** What the judge says of a text that is said to come of an edit. */
function faults(attempt: Try, after: string, warnedAt = text.indexOf('"b");\n', 400)): string[] {
  const edit = diffEdit(text, after);
  const at = { from: warnedAt, to: warnedAt + 3 };
  return faultsOf(judged(), attempt, {
    edits: edit ? [edit] : [],
    pathMap: {},
    warnings: [{ code: "state-spelled", at }],
  });
}

const rename: Try = { edit: "state.rename", args: { state: ["b"], to: "z" } };
const renamed = text
  .replace('target: "b"', 'target: "z"')
  .replace('"b.c"', '"z.c"')
  .replace("b: { initial", "z: { initial")
  .replace('"#m.b"', '"#m.z"')
  .replace("{ b: ", "{ z: ");

describe("the judge of a rename", () => {
  test("finds no fault when all is right", () => {
    expect(faults(rename, renamed)).toEqual([]);
  });

  test.each([
    ["a target that is forgotten", renamed.replace('"z.c"', '"b.c"'), /^model/],
    ["a stateIn in setup that is forgotten", renamed.replace("{ z: ", "{ b: "), /^model/],
    ["a stateIn elsewhere that is forgotten", renamed.replace('"#m.z"', '"#m.b"'), /^model/],
    ["a guard that is gone", renamed.replace(', guard: "there"', ""), /^model/],
    ["an action that is another", renamed.replace('"log"', '"lag"'), /^model/],
    ["a state that is gone", renamed.replace('c: { on: { BACK: "#m.a" } }', ""), /^model/],
    ["code outside that is another", renamed.replace("isThere", "isHere"), /^model/],
    ["a comment that is gone", renamed.replace("// where it begins\n", "\n"), /^comment/],
    ["what is no module", renamed.replace("});", "};"), /^parse/],
  ])("sees %s", (_, after, fault) => {
    expect(faults(rename, after)[0] ?? "").toMatch(fault);
  });

  test("wants to hear of a matches() that is left", () => {
    expect(faults(rename, renamed, 0)).toEqual(['warning: nothing is said of "b"']);
  });
});

describe("the judge of a rename where the name is spelled elsewhere", () => {
  const spelled = `import { createMachine } from "xstate";
export enum Phase { Draw = "draw", Play = "play" }
const title = "draw";
export const machine = createMachine({ id: "m", initial: Phase.Draw, states: {
  [Phase.Draw]: { on: { GO: Phase.Play } }, [Phase.Play]: {} } });
`;
  const attempt: Try = { edit: "state.rename", args: { state: ["draw"], to: "it's" } };
  const said = (after: string): string[] => {
    const source = parseSource(spelled, "ts");
    const call = source?.calls[0];
    const model = source && call && readMachine(source, call);
    if (!model) throw new Error("not read");
    const edit = diffEdit(spelled, after);
    return faultsOf({ lang: "ts", source, ordinal: 0, model }, attempt, {
      edits: edit ? [edit] : [],
      pathMap: {},
      warnings: [],
    });
  };

  test("takes the one value that is the name", () => {
    expect(said(spelled.replace('Draw = "draw"', 'Draw = "it\'s"'))).toEqual([]);
  });

  test.each([
    ["a value that is another", spelled.replace('Draw = "draw"', 'Draw = "its"')],
    ["two that are changed", spelled.replaceAll('= "draw"', '= "it\'s"')],
    ["one that is no name of it", spelled.replace('title = "draw"', 'title = "it\'s"')],
    ["a member that is gone", spelled.replace('Draw = "draw", ', "")],
  ])("sees %s", (_, after) => {
    expect(said(after)[0] ?? "").toMatch(/^(model|xstate)/);
  });
});

describe("the judge of other edits", () => {
  test.each<[Try, string]>([
    [
      { edit: "transition.add", args: { source: ["a"], event: "NEW", target: ["b"] } },
      text.replace('IN: "b.c" }', 'IN: "b.c", NEW: { target: "#m.b" } }'),
    ],
    [
      {
        edit: "transition.guard",
        args: { transition: { source: ["a"], slot: "on", event: "IN", index: 0 }, guard: { name: "x" } },
      },
      text.replace('IN: "b.c"', "IN: [{ guard: 'x', target: '.', }]").replace("'.'", '"b.c"'),
    ],
    [
      { edit: "state.describe", args: { state: [], text: "it's" } },
      text.replace('id: "m"', `description: 'it\\'s', id: "m"`),
    ],
    [
      { edit: "state.move", args: { state: ["b", "c"], parent: ["a"] } },
      text
        .replace('entry: "log", states: { c: { on: { BACK: "#m.a" } } }', 'entry: "log"')
        .replace('b: { initial: "c", ', "b: { ")
        .replace("a: { on", 'a: { initial: "c", states: { c: { on: { BACK: "#m.a" } } }, on')
        .replace('IN: "b.c"', 'IN: ".c"')
        .replace('stateIn({ b: "c" })', 'stateIn({ a: "c" })'),
    ],
    [
      { edit: "state.delete", args: { state: ["a"] } },
      text
        .replace(/ {4}\/\/ where.*\n.*\n/, "")
        .replace(' on: { BACK: "#m.a" } ', "")
        .replace('initial: "a"', 'initial: "b"'),
    ],
  ])("finds no fault in %j", (attempt, after) => {
    expect(faults(attempt, after)).toEqual([]);
  });

  test("sees a transition that leads elsewhere than it was meant to", () => {
    const attempt: Try = { edit: "transition.add", args: { source: ["a"], event: "NEW", target: ["b"] } };

    expect(faults(attempt, text.replace('IN: "b.c" }', 'IN: "b.c", NEW: "b.c" }'))[0]).toMatch(/^model/);
    expect(faults(attempt, text.replace('IN: "b.c" }', 'IN: "b.c", NEW: "nowhere" }'))[0]).toMatch(/^model/);
  });
});
