import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type ArrangementFile,
  arrangementIn,
  lostOrders,
  parseArrangement,
  printArrangement,
  setCompound,
  setNotes,
} from "#core/layout/arrangement/arrangementFile.ts";
import { compoundIn } from "#core/layout/arrangement/arrangement.ts";
import { schemaFaults } from "#core/ruleset/schemaFaults.ts";
import { applyEdits, invertEdits } from "#core/text/textEdit.ts";
import { type Json, jsonEqual, parseJson } from "#core/text/json.ts";
import { compound, NAMES } from "#test/core/layout/arrangement/arbitraries.ts";

const text = `{
  "$schema": "../schemas/layout.schema.json",
  "format": 2,
  "machines": {
    "machine": {
      "compounds": {
        "": { "flow": "down", "lines": [
          ["setup"],
          [],
          ["turn"],
          ["won", "", "drawn"] ] },
        "turn": { "flow": "right", "theirs": { "kept": 1 }, "lines": [
          ["start"],
          ["main", "charm"] ] }
      },
      "notes": [
        { "id": "n1", "at": "turn.main", "colour": "yellow", "text": "ask the publisher" }
      ]
    }
  },
  "theirs": { "kept": [1, 2] }
}
`;
const read = (of: string): ArrangementFile => parseArrangement(of).file;

test("a printed file is read and printed the same, each line of the arrangement on a line of its own", () => {
  expect(printArrangement(read(text))).toBe(text);
  expect(schemaFaults("layout", parseJson(text))).toEqual([]);
});

test("it says how compounds stand and what was remarked", () => {
  const found = arrangementIn(read(text), "machine");

  expect(found).toEqual({
    compounds: {
      "": { flow: "down", lines: [["setup"], [], ["turn"], ["won", "", "drawn"]] },
      turn: { flow: "right", lines: [["start"], ["main", "charm"]] },
    },
    notes: [{ id: "n1", at: "turn.main", colour: "yellow", text: "ask the publisher" }],
  });
  expect(compoundIn(found, "constructor")).toBeUndefined();
  expect(arrangementIn(read(text), "toString")).toEqual({ compounds: {}, notes: [] });
});

test("changing one compound changes only its lines of the file, and keeps what else is there", () => {
  const after = printArrangement(
    setCompound(read(text), "machine", "turn", { flow: "down", lines: [["start"], ["main"], ["charm"]] }),
  );

  expect(after).toBe(
    text
      .replace(`"turn": { "flow": "right"`, `"turn": { "flow": "down"`)
      .replace(`["main", "charm"] ]`, `["main"],\n          ["charm"] ]`),
  );
});

test("the first arrangement makes a file, the last one that goes leaves the others", () => {
  const first = setCompound(read(""), "machine", "a", { lines: [["b", "c"]] });

  expect(printArrangement(first)).toBe(`{
  "$schema": "../schemas/layout.schema.json",
  "format": 2,
  "machines": {
    "machine": {
      "compounds": {
        "a": { "lines": [
          ["b", "c"] ] }
      }
    }
  }
}
`);
  expect(arrangementIn(setCompound(read(text), "machine", "turn", undefined), "machine").compounds).toEqual({
    "": { flow: "down", lines: [["setup"], [], ["turn"], ["won", "", "drawn"]] },
  });
});

test("what is no arrangement is ignored and kept", () => {
  const strange = `{ "format": 2, "machines": { "m": { "compounds": {
    "a": { "lines": "b" }, "b": 7, "c": { "flow": "up", "lines": [["x", 1, ["y"]], "z", { "name": "set" }, ["y"]] } },
    "notes": [ { "id": 1 }, "n", { "id": "n1", "at": "c", "text": "t", "colour": "puce" } ] }, "other": [] } }`;
  const file = read(strange);

  expect(arrangementIn(file, "m")).toEqual({
    compounds: { c: { lines: [["x"], ["y"]] } },
    notes: [{ id: "n1", at: "c", text: "t" }],
  });
  expect(arrangementIn(file, "other")).toEqual({ compounds: {}, notes: [] });
  expect(parseJson(printArrangement(file))).toEqual(parseJson(strange));
  const changed = setNotes(
    setCompound(file, "m", "c", { lines: [["y"]] }),
    "m",
    arrangementIn(file, "m").notes,
  );
  expect(changed.json["machines"]).toEqual({
    m: {
      compounds: { a: { lines: "b" }, b: 7, c: { flow: "up", lines: [["y"]] } },
      notes: [{ id: "n1", at: "c", text: "t", colour: "puce" }, { id: 1 }, "n"],
    },
    other: [],
  });
});

test("a newer format is read as far as it goes and never changed, and what is no layout says so", () => {
  const newer = read(text.replace(`"format": 2`, `"format": 3`));

  expect(newer.readOnly).toBe(true);
  expect(compoundIn(arrangementIn(newer, "machine"), "turn")?.lines).toEqual([["start"], ["main", "charm"]]);
  expect(setCompound(newer, "machine", "turn", { lines: [] })).toBe(newer);
  expect(setNotes(newer, "machine", [])).toBe(newer);
  expect(parseArrangement("{").fault).toBe("not-json");
  expect(parseArrangement("[]").fault).toBe("not-a-layout");
  expect(parseArrangement(`{ "format": "2" }`).fault).toBe("not-a-layout");
  expect(parseArrangement("").fault).toBeUndefined();
});

const pixels = `{
  "$schema": "../schemas/layout.schema.json",
  "format": 1,
  "machines": {
    "machine": {
      "states": {
        "a": { "x": 50, "y": 50, "w": 300, "h": 300, "colour": "red" },
        "a.b": { "x": 20, "y": 20, "w": 60, "h": 40 },
        "a.c": { "x": 20, "y": 100, "w": 60, "h": 40 },
        "d": { "x": 700, "y": 60, "w": 100, "h": 40 },
        "odd": { "x": "left" }
      },
      "notes": [
        { "id": "n1", "x": 320, "y": 60, "w": 20, "h": 20, "text": "in a, far from its states", "bold": true },
        { "id": "n2", "x": 60, "y": 115, "w": 100, "h": 20, "text": "under b" },
        { "id": "n3", "x": 600, "y": 60, "w": 60, "h": 30, "text": "beside d" },
        { "id": "n4", "x": 2000, "y": 60, "w": 60, "h": 30, "text": "about all" }
      ]
    },
    "other": {
      "states": {
        "x": { "x": 0, "y": 0, "w": 60, "h": 40 },
        "y": { "x": 0, "y": 90, "w": 60, "h": 40 }
      }
    }
  }
}
`;

test("a file of format 1 is read as lines and stays as it is", () => {
  const file = read(pixels);

  expect(arrangementIn(file, "machine").compounds).toEqual({
    "": { flow: "right", lines: [["a"], ["d"]] },
    a: { flow: "down", lines: [["b"], ["c"]] },
  });
  expect(file.readOnly).toBe(false);
  expect(printArrangement(file)).toBe(pixels);
});

test("a note of format 1 is about what lies nearest, else about what it lies in", () => {
  expect(arrangementIn(read(pixels), "machine").notes).toEqual([
    { id: "n1", at: "a", text: "in a, far from its states" },
    { id: "n2", at: "a.b", text: "under b" },
    { id: "n3", at: "d", text: "beside d" },
    { id: "n4", at: "", text: "about all" },
  ]);
});

test("the innermost state counts, in whatever order the file has them", () => {
  const states = {
    "a.b.c": { x: 300, y: 300, w: 40, h: 40 },
    "a.b": { x: 10, y: 10, w: 400, h: 400 },
    a: { x: 0, y: 0, w: 500, h: 500 },
  };
  const notes = [{ id: "n1", x: 20, y: 20, w: 30, h: 30, text: "in b" }];
  const file = read(JSON.stringify({ format: 1, machines: { m: { states, notes } } }));

  expect(arrangementIn(file, "m").notes).toEqual([{ id: "n1", at: "a.b", text: "in b" }]);
});

test("the first arranging gesture makes it format 2 for all its machines; undo gives the bytes back", () => {
  const after = printArrangement(
    setCompound(read(pixels), "machine", "a", { flow: "right", lines: [["c"], ["b"]] }),
  );

  expect(after).toBe(`{
  "$schema": "../schemas/layout.schema.json",
  "format": 2,
  "machines": {
    "machine": {
      "states": {
        "a": { "colour": "red" },
        "odd": { "x": "left" }
      },
      "compounds": {
        "": { "flow": "right", "lines": [
          ["a"],
          ["d"] ] },
        "a": { "flow": "right", "lines": [
          ["c"],
          ["b"] ] }
      },
      "notes": [
        { "id": "n1", "at": "a", "text": "in a, far from its states", "bold": true },
        { "id": "n2", "at": "a.b", "text": "under b" },
        { "id": "n3", "at": "d", "text": "beside d" },
        { "id": "n4", "at": "", "text": "about all" }
      ]
    },
    "other": {
      "compounds": {
        "": { "flow": "down", "lines": [
          ["x"],
          ["y"] ] }
      }
    }
  }
}
`);
  const edits = [{ from: 0, to: pixels.length, insert: after }];
  expect(applyEdits(after, invertEdits(pixels, edits))).toBe(pixels);
});

test("what lines cannot say of a file of format 1 is told by compound", () => {
  const box = (x: number, y: number, w: number, h: number) => ({ x, y, w, h });
  const states = {
    p: box(0, 0, 900, 900),
    "p.a": box(0, 0, 200, 100),
    "p.b": box(200, 0, 100, 200),
    "p.c": box(100, 200, 200, 100),
    "p.d": box(0, 100, 100, 200),
    "p.e": box(100, 100, 100, 100),
  };
  const file = read(JSON.stringify({ format: 1, machines: { m: { states } } }));

  const [lost, ...others] = lostOrders(file, "m");

  expect(others).toEqual([]);
  expect(lost).toMatchObject({ code: "layout-order-lost", compound: "p" });
  expect(lost!.names.length).toBeGreaterThan(0);
  expect(lostOrders(setNotes(file, "m", []), "m")).toEqual([]);
});

const someFile = fc
  .record({
    format: fc.constantFrom(1, 2, 3),
    machines: fc.dictionary(
      fc.constantFrom("machine", "0", "other"),
      fc.oneof(
        fc.record(
          {
            compounds: fc.dictionary(
              fc.constantFrom("", ...NAMES, "a.b"),
              fc.oneof(compound(), fc.jsonValue()),
            ),
            states: fc.dictionary(fc.constantFrom(...NAMES), fc.jsonValue()),
            notes: fc.oneof(
              fc.array(
                fc.oneof(fc.record({ id: fc.string(), at: fc.string(), text: fc.string() }), fc.jsonValue()),
              ),
              fc.jsonValue(),
            ),
            theirs: fc.jsonValue(),
          },
          { requiredKeys: [] },
        ),
        fc.jsonValue(),
      ),
    ),
    theirs: fc.jsonValue(),
  })
  .map((json) => parseJson(JSON.stringify(json)));

test("law: printing and reading is nothing, and a second time prints the same", () => {
  fc.assert(
    fc.property(someFile, (json: Json) => {
      const once = printArrangement(read(JSON.stringify(json)));

      expect(jsonEqual(read(once).json, json)).toBe(true);
      expect(printArrangement(read(once))).toBe(once);
    }),
  );
});

test("law: what is set is read, and all else is as it was", () => {
  fc.assert(
    fc.property(someFile, fc.constantFrom("", "a", "a.b"), compound(), (json, id, lines) => {
      const file = read(JSON.stringify(json));
      const before = arrangementIn(file, "machine");

      const after = arrangementIn(read(printArrangement(setCompound(file, "machine", id, lines))), "machine");

      if (file.readOnly) expect(after).toEqual(before);
      else {
        const { [id]: _, ...others } = before.compounds;
        const flow = compoundIn(after, id)?.flow;
        expect(after.notes).toEqual(before.notes);
        expect(after.compounds).toEqual({ ...others, [id]: { ...lines, ...(flow ? { flow } : {}) } });
        expect(flow).toBe(lines.flow);
      }
    }),
  );
});
