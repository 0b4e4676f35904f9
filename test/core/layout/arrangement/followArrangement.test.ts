import fc from "fast-check";
import { expect, test } from "vitest";
import { placeOf, places } from "#core/chart/places.ts";
import { runCommand } from "#core/edit/commands.ts";
import type { Arrangement, CompoundLines, Line } from "#core/layout/arrangement/arrangement.ts";
import { compoundIn, namesOf } from "#core/layout/arrangement/arrangement.ts";
import { parseArrangement, printArrangement } from "#core/layout/arrangement/arrangementFile.ts";
import { followArrangement, type PathMap } from "#core/layout/arrangement/followArrangement.ts";
import { followInFile } from "#core/layout/arrangement/followInFile.ts";
import { linesOf } from "#core/layout/arrangement/linesOf.ts";
import { readModule } from "#core/read/readModule.ts";
import { lines, only } from "#test/core/layout/arrangement/arbitraries.ts";

const arranged = (
  compounds: Record<string, readonly Line[]>,
  about: readonly string[] = [],
): Arrangement => ({
  compounds: Object.fromEntries(
    Object.entries(compounds).map(([id, lines]) => [id, { flow: "right", lines }]),
  ),
  notes: about.map((at, i) => ({ id: `n${i}`, at, text: at })),
});
const linesIn = ({ compounds }: Arrangement) =>
  Object.fromEntries(Object.entries(compounds).map(([id, { lines }]) => [id, lines]));
const states = (...ids: string[]) => new Set(["", ...ids]);

test("a renamed state keeps its line; what is in it and what was remarked of it follow", () => {
  const before = arranged({ "": [["x"], ["a", "", "y"]], a: [["b"]], "a.b": [["c"]] }, ["a.b", "x"]);

  const after = followArrangement(
    before,
    { a: "d", "a.b": "d.b", "a.b.c": "d.b.c" },
    states("x", "y", "a", "a.b", "a.b.c"),
  );

  expect(linesIn(after)).toEqual({ "": [["x"], ["d", "", "y"]], d: [["b"]], "d.b": [["c"]] });
  expect(after.notes.map(({ at }) => at)).toEqual(["d.b", "x"]);
  expect(compoundIn(after, "d")).toBe(compoundIn(before, "a"));
});

test("a deleted state leaves its line, an emptied line goes, and so do remarks about it", () => {
  const before = arranged({ "": [["x"], ["a"], [], ["y"]], a: [["b"]] }, ["a.b", ""]);

  const after = followArrangement(before, { a: null, "a.b": null }, states("x", "y", "a", "a.b"));

  expect(linesIn(after)).toEqual({ "": [["x"], [], ["y"]] });
  expect(after.notes.map(({ at }) => at)).toEqual([""]);
});

test("a moved state leaves its old line, and the lines of its new compound do not name it", () => {
  const before = arranged({ "": [["a", "m"], ["b"]], b: [["c"]], m: [["k"]] });

  const after = followArrangement(before, { m: "b.m", "m.k": "b.m.k" }, states("a", "m", "m.k", "b", "b.c"));

  expect(linesIn(after)).toEqual({ "": [["a"], ["b"]], b: [["c"]], "b.m": [["k"]] });
});

test("a new state around others stands where the first of them stood, and has their lines", () => {
  const before = arranged({ "": [["a", "x"], ["b", "c"], ["y"]], b: [["i"]] });
  const known = states("a", "b", "b.i", "c", "x", "y");

  const group = followArrangement(before, { a: "g.a", b: "g.b", "b.i": "g.b.i", c: "g.c" }, known);
  const wrapped = followArrangement(before, { y: "w.y" }, known);

  expect(linesIn(group)).toEqual({
    "": [["g", "x"], ["y"]],
    g: [["a"], ["b", "c"]],
    "g.b": [["i"]],
  });
  expect(compoundIn(group, "g")?.flow).toBe("right");
  expect(linesIn(wrapped)).toEqual({ ...linesIn(before), "": [["a", "x"], ["b", "c"], ["w"]], w: [["y"]] });
});

test("what goes into a state that is already there gathers nothing", () => {
  const before = arranged({ "": [["a"], ["b"]] });

  expect(linesIn(followArrangement(before, { a: "old.a" }, states("a", "b", "old")))).toEqual({
    "": [["b"]],
  });
});

test("the children of a dissolved state stand where it stood, in its lines", () => {
  const before = arranged({ "": [["x"], ["g"], ["y"]], g: [["a"], ["b", "c"]] });
  const known = states("x", "y", "g", "g.a", "g.b", "g.c");

  const alone = followArrangement(before, { g: null, "g.a": "a", "g.b": "b", "g.c": null }, known);
  const shared = followArrangement(
    { ...before, compounds: { ...before.compounds, "": { lines: [["x", "g", "y"]] } } },
    { g: null, "g.a": "a", "g.b": "b", "g.c": "c" },
    known,
  );

  expect(linesIn(alone)).toEqual({ "": [["x"], ["a"], ["b"], ["y"]] });
  expect(linesIn(shared)).toEqual({ "": [["x", "a", "b", "c", "y"]] });
});

test("two states that change names change places in no line", () => {
  const before = arranged({ "": [["a"], ["b"]], a: [["i"]], b: [["k"]] });
  const swap = { a: "b", "a.i": "b.i", b: "a", "b.k": "a.k" };

  const after = followArrangement(before, swap, states("a", "b", "a.i", "b.k"));

  expect(linesIn(after)).toEqual({ "": [["b"], ["a"]], b: [["i"]], a: [["k"]] });
});

test("a name that the chart lacks gives way to the state that gets it", () => {
  const before = arranged({ "": [["stale"], ["a"]], a: [["i"]], stale: [["old"]] });

  const after = followArrangement(before, { a: "stale", "a.i": "stale.i" }, states("a", "a.i"));

  expect(linesIn(after)).toEqual({ "": [["stale"]], stale: [["i"]] });
});

const file = `{
  "$schema": "../schemas/layout.schema.json",
  "format": 2,
  "machines": {
    "machine": {
      "states": {
        "a": { "colour": "red" }
      },
      "compounds": {
        "": { "flow": "down", "theirs": 1, "lines": [
          ["a", "x"],
          ["y"] ] },
        "a": { "their": "own" },
        "x": { "flow": "right", "lines": [
          ["i"] ] }
      },
      "notes": [
        { "id": "n1", "at": "a", "text": "why?", "bold": true },
        { "at": 1 }
      ]
    }
  }
}
`;

test("in the file only what follows changes, what is not understood goes along", () => {
  const { file: read } = parseArrangement(file);
  const known = states("a", "x", "x.i", "y");

  const renamed = followInFile(read, "machine", { a: "b" }, known);

  expect(printArrangement(renamed)).toBe(
    file
      .replace(`"a": { "colour"`, `"b": { "colour"`)
      .replace(`["a", "x"]`, `["b", "x"]`)
      .replace(`"a": { "their"`, `"b": { "their"`)
      .replace(`"at": "a"`, `"at": "b"`),
  );
  expect(followInFile(read, "machine", { z: "q" }, known)).toBe(read);
  expect(followInFile(read, "machine", {}, known)).toBe(read);
  expect(followInFile(read, "other", { a: "b" }, known)).toBe(read);
});

test("in a file of format 1 places follow, and it stays one; a newer one is left alone", () => {
  const old = parseArrangement(
    `{ "format": 1, "machines": { "m": { "states": { "a": { "x": 1, "y": 2, "w": 3, "h": 4 } } } } }`,
  ).file;
  const newer = parseArrangement(file.replace(`"format": 2`, `"format": 3`)).file;

  expect(followInFile(old, "m", { a: "b" }, states("a")).json).toEqual({
    format: 1,
    machines: { m: { states: { b: { x: 1, y: 2, w: 3, h: 4 } } } },
  });
  expect(followInFile(newer, "machine", { a: "b" }, states("a"))).toBe(newer);
});

const IDS = ["a", "b", "c", "d", "a.b", "a.c", "a.d", "a.b.c", "a.b.d", "b.a", "b.c", "c.x"];
const inside = (id: string, of: string) => id === of || id.startsWith(`${of}.`);
/** `state` and what is in it come to stand at `to`. */
const moving = (state: string, to: string): PathMap =>
  Object.fromEntries(IDS.filter((id) => inside(id, state)).map((id) => [id, to + id.slice(state.length)]));
const upOf = (id: string) => id.slice(0, Math.max(0, id.lastIndexOf(".")));
const under = (parent: string, key: string) => (parent === "" ? key : `${parent}.${key}`);
const keyOf = (id: string) => id.slice(id.lastIndexOf(".") + 1);

/** What commands hand over: one state renamed, deleted or moved into another, siblings gathered, a state dissolved. */
const maps: fc.Arbitrary<PathMap> = fc.constantFrom(...IDS).chain((state) => {
  const goals = ["", ...IDS].filter((id) => !inside(id, state) && !IDS.includes(under(id, keyOf(state))));
  const siblings = IDS.filter((id) => upOf(id) === upOf(state));
  const out = IDS.filter((id) => upOf(id) === state && !IDS.includes(under(upOf(state), keyOf(id))));
  const gone = Object.fromEntries(IDS.filter((id) => inside(id, state)).map((id) => [id, null]));
  return fc.oneof(
    fc.constant(moving(state, under(upOf(state), "new"))),
    fc.constant(gone),
    fc.constant(Object.assign({}, gone, ...out.map((id) => moving(id, under(upOf(state), keyOf(id)))))),
    fc
      .constantFrom("a", ...goals)
      .map((goal) => moving(state, under(goal, goals.includes(goal) ? keyOf(state) : "new"))),
    fc
      .subarray(siblings, { minLength: 1 })
      .map((some) =>
        Object.assign({}, ...some.map((id) => moving(id, under(under(upOf(state), "new"), keyOf(id))))),
      ),
  );
});
const someLines = lines(["a", "b", "c", "d", "x", "stale"]).filter((some) => namesOf(some).length > 0);
const arrangements = fc
  .dictionary(fc.constantFrom("", ...IDS), someLines)
  .map((compounds) => arranged(compounds, ["a", "b.c", ""]));

test("law: what a change does not name stays as it is, and nobody stands twice", () => {
  fc.assert(
    fc.property(arrangements, maps, (before, pathMap) => {
      const after = followArrangement(before, pathMap, states(...IDS));

      const named = new Set([...Object.keys(pathMap), ...Object.values(pathMap)]);
      const touched = new Set(
        [...named].flatMap((id) => (id === null ? [] : [id, upOf(id), upOf(upOf(id))])),
      );
      for (const [id, { lines: old }] of Object.entries(before.compounds)) {
        if (named.has(id)) continue;
        const now = compoundIn(after, id);
        if (!touched.has(id)) expect(now).toBe(compoundIn(before, id));
        const stay = namesOf(old).filter((name) => !named.has(under(id, name)));
        expect(only(now?.lines ?? [], stay)).toEqual(only(old, stay));
      }
      for (const { lines: some } of Object.values(after.compounds))
        expect(new Set(namesOf(some)).size).toBe(namesOf(some).length);
    }),
    { numRuns: 1000 },
  );
});

test("law: who keeps the parent keeps the line; who comes under another leaves all lines, unless it is gathered or let out", () => {
  fc.assert(
    fc.property(arrangements, maps, (before, pathMap) => {
      const after = followArrangement(before, pathMap, states(...IDS));

      const isNew = (id: string) => !IDS.includes(id) || Object.hasOwn(pathMap, id);
      for (const [id, to] of Object.entries(pathMap)) {
        const stood = namesOf(compoundIn(before, upOf(id))?.lines ?? []).includes(keyOf(id));
        const goal = to === null ? undefined : compoundIn(after, upOf(to));
        const stands = to !== null && namesOf(goal?.lines ?? []).includes(keyOf(to));
        const up = Object.hasOwn(pathMap, upOf(id)) ? pathMap[upOf(id)] : upOf(id);
        if (to !== null && up === upOf(to)) expect(stands).toBe(stood);
        else if (stands) expect(stood && (up === null || isNew(upOf(to)))).toBe(true);
      }
    }),
    { numRuns: 1000 },
  );
});

test("law: a change and its reverse bring back the lines, where nobody left a compound", () => {
  fc.assert(
    fc.property(arrangements, fc.constantFrom(...IDS), (before, state) => {
      const there = moving(state, under(upOf(state), "new"));
      const back = Object.fromEntries(Object.entries(there).map(([from, to]) => [to!, from]));

      const after = followArrangement(before, there, states(...IDS));

      expect(followArrangement(after, back, states(...IDS.map((id) => there[id] ?? id)))).toEqual(before);
    }),
  );
});

const module = (inside: string) =>
  `import { createMachine } from "xstate";\nexport const machine = createMachine({ id: "m", initial: "a", states: {\n${inside}\n} });\n`;
const text = module(`  a: { on: { GO: "b" } },
  b: { initial: "x", states: { x: { on: { NEXT: "y" } }, y: { on: { OUT: "#m.c" } } } },
  c: {},
  d: { initial: "z", states: { z: {} } },`);
const stored: Record<string, CompoundLines> = {
  "": { flow: "down", lines: [["d", "c"], ["b"], ["a"]] },
  b: { flow: "right", lines: [["y"], ["x"]] },
  d: { lines: [["z"]] },
};

/** Runs a command and gives what is shown before and after it. */
function shown(command: string, args: unknown) {
  const chart = readModule(text).charts[0]!;
  const change = runCommand(command, text, chart, args);
  if ("refused" in change) throw new Error(change.refused.code);
  let after = text;
  for (const { from, to, insert } of change.edits.toReversed())
    after = after.slice(0, from) + insert + after.slice(to);
  const next = readModule(after).charts[0]!;
  const arrangement = followArrangement({ compounds: stored, notes: [] }, change.pathMap, places(chart));
  return (...path: string[]) =>
    linesOf(placeOf(next, path)!.node, path, compoundIn(arrangement, path.join("."))).lines;
}

test("commands of the graph are followed: rename, move, wrap, gather, delete", () => {
  const renamed = shown("state.rename", { state: ["b"], to: "phase" });
  expect(renamed()).toEqual([["d", "c"], ["phase"], ["a"]]);
  expect(renamed("phase")).toEqual([["y"], ["x"]]);

  const moved = shown("state.move", { state: ["c"], parent: ["b"] });
  expect(moved()).toEqual([["d"], ["b"], ["a"]]);
  // Behind the one that leads to it.
  expect(moved("b")).toEqual([["y", "c"], ["x"]]);

  const wrapped = shown("state.wrap", { state: ["c"], key: "g" });
  expect(wrapped()).toEqual([["d", "g"], ["b"], ["a"]]);
  expect(wrapped("g")).toEqual([["c"]]);

  const gathered = shown("state.extract", { states: [["a"], ["b"], ["c"]], key: "g" });
  expect(gathered()).toEqual([["d", "g"]]);
  expect(gathered("g")).toEqual([["c"], ["b"], ["a"]]);
  expect(gathered("g", "b")).toEqual([["y"], ["x"]]);

  expect(shown("state.delete", { state: ["c"] })()).toEqual([["d"], ["b"], ["a"]]);
});
