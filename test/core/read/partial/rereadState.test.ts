import { describe, expect, test } from "vitest";
import { places } from "#core/chart/places.ts";
import { readModule } from "#core/read/readModule.ts";
import { rereadState } from "#core/read/partial/rereadState.ts";
import { chart } from "#test/charts/charts.ts";
import { arrows } from "#test/charts/walk.ts";

const STATES = `a: { on: { GO: "b" } },
    b: { initial: "b1", states: { b1: { tags: ["x"] }, b2: { on: { BACK: "#m.a" } } } },
    c: { id: "sea", on: { GO: WORD } }`;
const module = `${chart(STATES)}const WORD = "a";\ntype Ev = { type: "GO" };\n`;

/** The reading of the part alone after replacing `find`, undefined when the whole has to be read; checked against the whole. */
function part(find: string, put: string, text = module) {
  const after = text.replace(find, put);
  if (after === text) throw new Error(`There is no ${find}`);
  const before = readModule(text);
  const reading = rereadState(after, { text, reading: before });
  if (reading) expect(reading).toStrictEqual(readModule(after));
  return reading && { before: places(before.charts[0]!), now: places(reading.charts[0]!), reading };
}

describe("an edit in one state is read alone", () => {
  test("and nothing else becomes another object", () => {
    const { before, now } = part('GO: "b"', 'NO: "c"')!;

    expect(now.get("a")!.node.transitions[0]).toMatchObject({ event: "NO", targets: [{ resolved: ["c"] }] });
    for (const id of ["b", "b.b1", "b.b2", "c"]) expect(now.get(id)!.node).toBe(before.get(id)!.node);
  });

  test("deep inside, too", () => {
    const { before, now } = part('tags: ["x"]', 'tags: ["x", "y"]')!;

    expect(now.get("b.b1")!.node.tags).toEqual(["x", "y"]);
    expect(now.get("b.b2")!.node.transitions).toBe(before.get("b.b2")!.node.transitions);
    expect(now.get("a")!.node).toBe(before.get("a")!.node);
  });

  test("and what it says through consts behind it is found where that is now", () => {
    const { reading } = part("GO: WORD", "GO: { target: WORD }, x: WORD")!;

    expect(arrows(reading.charts[0]!)).toContain("c on GO -> a");
  });

  test("and what other states reach behind it stays in its place", () => {
    const { now, before } = part('tags: ["x"]', "tags: []")!;

    const at = (all: typeof now) => {
      const { node, origin } = all.get("c")!;
      return origin + node.transitions[0]!.targets[0]!.at.from;
    };
    expect(at(now) - at(before)).toBe("tags: []".length - 'tags: ["x"]'.length);
  });

  test("and states that a const behind it holds stay in their place", () => {
    const text = `${chart(`a: { states: INNER }, b: { tags: ["x"] }`)}const INNER = { in: { on: { GO: "#m.b" } } };\n`;
    const { now, before } = part('tags: ["x"]', "tags: []", text)!;

    const from = (all: typeof now) => all.get("a.in")!.origin;
    expect(from(now)).toBe(from(before) - '"x"'.length);
  });

  test("and when ids or keys change, targets elsewhere lead elsewhere", () => {
    const text = chart(`a: { on: { GO: "#sea" } }, c: { id: "sea" }`);

    const { reading } = part('"sea" }', '"see" }', text)!;

    expect(arrows(reading.charts[0]!)).toContain("a on GO -> ?");
  });
});

test.each([
  ["outside all states", 'initial: "a"', 'initial: "b"'],
  ["in a key", "a: {", "aa: {"],
  ["in a const", '"a";', '"b";'],
  ["with a new machine in it", 'tags: ["x"]', "invoke: { src: createMachine({}) }"],
  ["with a type in it", 'tags: ["x"]', "entry: () => { type Ev = 1; }"],
  ["with brackets that close others", 'tags: ["x"]', "}, b3: {"],
  ["that opens a comment", 'tags: ["x"]', "/*"],
  ["that cannot be parsed", 'tags: ["x"]', "tags: = 1"],
  ["with await at its top", 'tags: ["x"]', "tags: await f()"],
])("an edit %s needs the whole text", (_, find, put) => {
  expect(part(find, put)).toBeUndefined();
});

test("an edit in a state that names what another file of the project gives needs the whole text", () => {
  const text = module.replace("import {", 'import { far } from "./far";\nimport {');

  expect(part('tags: ["x"]', "tags: [far]", text)).toBeUndefined();
  expect(part('tags: ["x"]', 'tags: ["near"]', text)).toBeDefined();
});
