import fc from "fast-check";
import { expect, test } from "vitest";
import { childOf, nodeAt, readJson, type JsonNode } from "#core/ruleset/jsonText.ts";

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test("what JSON.parse takes is read, and every node's text parses to its value", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.integer({ min: 0, max: 3 }), (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), null, indent);
      const read = readJson(text);
      if (!("node" in read)) throw new Error(read.fault.expected);
      const same = (node: JsonNode, value: unknown): void => {
        expect(JSON.parse(text.slice(node.at.from, node.at.to))).toEqual(value);
        if (node.items) node.items.forEach((item, i) => same(item, (value as unknown[])[i]));
        for (const { key } of node.entries ?? [])
          same(childOf(node, key) as JsonNode, Object.getOwnPropertyDescriptor(value as object, key)?.value);
      };
      same(read.node, JSON.parse(text));
    }),
  );
});

test("on damaged JSON it says no exactly when JSON.parse does", () => {
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 3 }),
      fc.nat(),
      fc.constantFrom("", ",", "}", '"', "\\", "0", "\n", "]"),
      (json, at, put) => {
        const i = at % (json.length + 1);
        const text = json.slice(0, i) + put + json.slice(i + 1);
        expect("node" in readJson(text)).toBe(isJson(text));
      },
    ),
    { numRuns: 2000 },
  );
});

test("a way that leads too far ends at the deepest node that exists", () => {
  const text = `{ "a": [1, { "b": 2 }] }`;
  const read = readJson(text);
  if (!("node" in read)) throw new Error("not read");

  expect(text.slice(nodeAt(read.node, ["a", 1, "b"]).at.from)).toBe("2 }] }");
  expect(nodeAt(read.node, ["a", 7, "x"])).toBe(nodeAt(read.node, ["a"]));
});

test("a string of a million characters is one step", () => {
  const read = readJson(JSON.stringify("é\\\n".repeat(300_000)));

  expect("node" in read && read.node.kind).toBe("string");
});
