import { describe, expect, test } from "vitest";
import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits, invertEdits } from "#core/text/textEdit.ts";
import { chartOf } from "#test/core/edit/applyCommand.ts";
import { buildMachine, builtTargets } from "#test/core/edit/laws/buildMachine.ts";

/** A module in which all states are named by something else. `DRAW` and `PLAY` stand for what names them. */
const module = (declared: string, after = "") => `import { createMachine, stateIn } from "xstate";
${declared}
export const machine = createMachine({
  id: "m",
  initial: DRAW,
  states: {
    [DRAW]: { on: { NEXT: PLAY, GO: { target: \`#m.\${PLAY}.main\`, guard: stateIn({ [DRAW]: {} }) } } },
    [PLAY]: {
      initial: "main",
      on: { BACK: [DRAW, { target: DRAW }] },
      states: { main: { on: { END: \`#m.\${DRAW}\` } } },
    },
    over: {},
  },
});
${after}`;
const named = (text: string, draw: string, play: string) =>
  text.replaceAll("DRAW", draw).replaceAll("PLAY", play);
const CONSTS = module('const DRAW = "draw";\nconst PLAY = "play";');

/** The new lines after a command, its warnings and what XState makes of it; the way back gives every byte. */
function done(text: string, id: string, args: object) {
  const change = runCommand(id, text, chartOf(text), args);
  if ("refused" in change) return { refused: change.refused.code };
  const after = applyEdits(text, change.edits);
  expect(applyEdits(after, invertEdits(text, change.edits))).toBe(text);
  const old = new Set(text.split("\n"));
  const lines = after.split("\n").filter((line) => !old.has(line));
  const warnings = change.warnings.map(({ code }) => code);
  const machine = buildMachine(after);
  return { lines: lines.map((line) => line.trim()), warnings, leads: builtTargets(machine), machine };
}
const rename = (text: string, to = "zz") => done(text, "state.rename", { state: ["draw"], to });
/** What the machine is after `draw` is called `zz`, whatever its text. */
const RENAMED = {
  "": [],
  zz: ["play", "play.main"],
  play: ["zz", "zz"],
  "play.main": ["zz"],
  over: [],
};

describe("a rename changes the one place where the name stands, if all who use it mean the state", () => {
  test.each<[string, string, string[], string[]]>([
    ["a const", CONSTS, ['const DRAW = "zz";'], []],
    [
      "an enum member",
      named(module('enum P { Draw = "draw", Play = "play" }'), "P.Draw", 'P["Play"]'),
      ['enum P { Draw = "zz", Play = "play" }'],
      [],
    ],
    [
      "a member of a const object",
      named(module("const S = { at: { draw: 'draw' }, play: `play` } as const;"), "S.at.draw", "S.play"),
      ["const S = { at: { draw: 'zz' }, play: `play` } as const;"],
      [],
    ],
    [
      "a frozen object",
      named(module("const S = Object.freeze({ draw: 'draw', play: `play` });"), "S.draw", "S.play"),
      ["const S = Object.freeze({ draw: 'zz', play: `play` });"],
      [],
    ],
    [
      "one const by way of another",
      named(module("const A = 'draw';\nconst B = A;\nconst PLAY = 'play';"), "B", "PLAY"),
      ["const A = 'zz';"],
      [],
    ],
    [
      "types of it follow by themselves",
      module('const DRAW = "draw" as const;\nconst PLAY = "play";\ntype Phase = typeof DRAW;'),
      ['const DRAW = "zz" as const;'],
      [],
    ],
    [
      "what `matches` asks",
      module(
        'const DRAW = "draw";\nconst PLAY = "play";',
        "export const isDrawing = (s: any) => s.matches(DRAW);",
      ),
      ['const DRAW = "zz";'],
      [],
    ],
    [
      "one that is exported, with a word of it",
      named(module('export enum P { Draw = "draw", Play = "play" }'), "P.Draw", "P.Play"),
      ['export enum P { Draw = "zz", Play = "play" }'],
      ["named-by-others"],
    ],
  ])("%s", (_, text, lines, warnings) => {
    expect(rename(text)).toMatchObject({ lines, warnings, leads: RENAMED });
  });
});

describe("a rename writes the name in place where it stands for something else as well", () => {
  const inPlace = [
    'initial: "zz",',
    "zz: { on: { NEXT: PLAY, GO: { target: `#m.${PLAY}.main`, guard: stateIn({ zz: {} }) } } },",
    'on: { BACK: ["zz", { target: "zz" }] },',
    "states: { main: { on: { END: `#m.zz` } } },",
  ];
  const consts = 'const DRAW = "draw";\nconst PLAY = "play";';

  test.each<[string, string, string[]]>([
    ["a label", module(consts, "export const labels = [DRAW];"), ["state-spelled"]],
    [
      "another machine",
      module(consts, `export const other = createMachine({ initial: DRAW, states: { [DRAW]: {} } });`),
      [],
    ],
    ["an event", module(consts).replace("BACK:", "[DRAW]: PLAY, BACK:"), ["state-spelled"]],
    ["a sum", module('const DRAW = "dr" + "aw";\nconst PLAY = "play";'), []],
  ])("%s", (_, text, warnings) => {
    const after = rename(text);

    expect(after).toMatchObject({ warnings });
    expect(after.lines?.join("\n").replace("[DRAW]: PLAY, ", "")).toBe(inPlace.join("\n"));
    expect(after.leads?.["play.main"]).toEqual(["zz"]);
  });

  test.each([
    [
      "an enum that is gone through",
      'enum P { Draw = "draw", Play = "play" }\nexport const all = Object.values(P);',
    ],
    [
      "an enum that is asked by a name",
      'enum P { Draw = "draw", Play = "play" }\nexport const f = (k: "Draw") => P[k];',
    ],
    ["a member with its bare name", 'enum P { Draw = "draw", Play = "play", Same = Draw }'],
  ])("%s", (_, declared) => {
    const after = rename(named(module(declared), "P.Draw", "P.Play"));

    expect(after.lines?.[0]).toBe('initial: "zz",');
    expect(after.leads).toEqual(RENAMED);
  });

  test("a comment beside a computed key stays", () => {
    const text = module(consts, "export const labels = [DRAW];").replace(
      "[DRAW]: {",
      "[/* first */ DRAW]: {",
    );

    expect(rename(text).lines?.[1]).toContain('[/* first */ "zz"]: {');
  });
});

describe("what moves keeps the name in a longer text", () => {
  test("into another state", () => {
    const after = done(CONSTS, "state.move", { state: ["draw"], parent: ["over"] });

    expect(after.lines?.join("\n")).toContain(
      "on: { BACK: [`#m.over.${DRAW}`, { target: `#m.over.${DRAW}` }] },",
    );
    expect(after.leads).toMatchObject({
      play: ["over.draw", "over.draw"],
      "over.draw": ["play", "play.main"],
    });
  });

  test("and a new state around it", () => {
    const after = done(CONSTS, "state.wrap", { state: ["play"], key: "turn" });

    expect(after.lines?.join("\n")).toContain(
      "NEXT: `#m.turn.${PLAY}`, GO: { target: `#m.turn.${PLAY}.main`",
    );
    expect(after.leads).toMatchObject({ draw: ["turn.play", "turn.play.main"], "turn.play.main": ["draw"] });
  });

  test("a target seen from another source", () => {
    const transition = { source: ["play"], slot: "on", event: "BACK", index: 1 };
    const after = done(CONSTS, "transition.retarget", { transition, source: ["play", "main"] });

    expect(after.leads?.["play.main"]).toEqual(["draw", "draw"]);
    expect(after.lines?.join("\n")).toContain("BACK: { target: `#m.${DRAW}` }");
  });
});

describe("what names another state then is written by its name, or as text", () => {
  test("the initial state after a deletion", () => {
    const after = done(CONSTS, "state.delete", { state: ["draw"] });

    expect(after.lines?.[0]).toBe("initial: PLAY,");
    expect(after.leads).toEqual({ "": [], play: [], "play.main": [], over: [] });
  });

  test.each([
    [["play"], "initial: PLAY,"],
    [["over"], 'initial: "over",'],
  ])("another initial state", (state, line) => {
    const after = done(CONSTS, "state.setInitial", { state });

    expect(after.lines).toEqual([line]);
    expect(after.machine?.config.initial).toBe(state[0]);
  });

  test("the initial state in an object, with what is done on the way in", () => {
    const text = CONSTS.replace("initial: DRAW", 'initial: { target: DRAW, actions: "deal" }');

    expect(done(text, "state.setInitial", { state: ["play"] }).lines).toEqual([
      'initial: { target: PLAY, actions: "deal" },',
    ]);
  });

  test.each([
    [["play"], "on: { BACK: [PLAY, { target: DRAW }] },", 0],
    [["over"], 'on: { BACK: [DRAW, { target: "over" }] },', 1],
  ])("another target", (target, line, index) => {
    const transition = { source: ["play"], slot: "on", event: "BACK", index };

    expect(done(CONSTS, "transition.retarget", { transition, target }).lines).toEqual([line]);
  });

  test("a copy has a key of its own", () => {
    const after = done(CONSTS, "state.duplicate", { state: ["draw"] });

    expect(after.lines?.[0]).toMatch(/^draw2: \{ on: \{ NEXT: PLAY,/);
    expect(after.leads?.["draw2"]).toEqual(["play", "play.main"]);
  });
});

test("a target in a list of another place is refused", () => {
  const text = CONSTS.replace("export const", "const BOTH = { target: DRAW };\nexport const").replace(
    "[DRAW, { target: DRAW }]",
    "[BOTH, BOTH]",
  );

  expect(done(text, "state.rename", { state: ["draw"], to: "zz" })).toEqual({ refused: "target-shared" });
});

test.each([
  ["a key", "initial: 'draw', states: { [DRAW]: {} }", "computed-key"],
  ["a target", "initial: 'draw', states: { draw: { on: { GO: DRAW } } }", "target-shared"],
  ["the initial state", "initial: DRAW, states: { draw: {} }", "initial-not-written-here"],
])("%s that another file names is not renamed without it", (_, config, refused) => {
  const text = `import { createMachine } from "xstate";
import { DRAW } from "./names";
export const machine = createMachine({ ${config} });`;
  const modules = () => ({ path: "names.ts", text: 'export const DRAW = "draw";' });
  const [chart] = readModule(text, { modules }).charts;

  const change = chart && runCommand("state.rename", text, chart, { state: ["draw"], to: "zz" });

  expect(change).toMatchObject({ refused: { code: refused } });
});
