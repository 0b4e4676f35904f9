import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toXStateJson } from "#core/export/toXStateJson.ts";
import { ImportFault } from "#core/import/importReport.ts";
import { importXStateJson } from "#core/import/xstateJson.ts";
import { readModule } from "#core/read/readModule.ts";
import { printModule } from "#test/core/edit/laws/printModule.ts";
import { random } from "#test/core/edit/laws/random.ts";
import { randomModel } from "#test/core/edit/laws/randomModel.ts";

const jsonOf = (text: string): Record<string, unknown> => {
  const chart = readModule(text).charts[0];
  if (!chart) throw new Error(`no machine was read from ${text}`);
  return toXStateJson(chart, text).json as Record<string, unknown>;
};
/** What the import adds to the machine itself: an id, a limit, and for whom it waits. */
const withoutAdditions = ({ id: _id, options: _options, meta, ...rest }: Record<string, unknown>) => {
  const { asks: _asks, ...others } = (meta ?? {}) as Record<string, unknown>;
  return { ...rest, ...(Object.keys(others).length > 0 ? { meta: others } : {}) };
};

test("a random chart that goes out as JSON and is imported is the same chart", () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 12 }), (seed, size) => {
      const r = random(seed);
      const model = randomModel(r, size);
      const json = jsonOf(printModule(model, r));
      // Without an id the import gives one, and targets name it.
      fc.pre(json["states"] !== undefined && typeof json["id"] === "string");

      const { text } = importXStateJson(JSON.stringify(json));

      expect(withoutAdditions(jsonOf(text))).toEqual(withoutAdditions(json));
    }),
    { numRuns: process.env["LONG"] ? 10_000 : 300 },
  );
});

const games = readdirSync("machines").filter((name) => name.endsWith(".machine.ts"));
test.each([...games.map((name) => `machines/${name}`), "test/golden/showcase.machine.ts"])(
  "%s goes out as JSON and comes back",
  (file) => {
    const json = jsonOf(readFileSync(file, "utf8"));

    const imported = importXStateJson(JSON.stringify(json));

    expect(withoutAdditions(jsonOf(imported.text))).toEqual(withoutAdditions(json));
    expect(imported.entries.filter(({ outcome }) => outcome === "left-out")).toEqual([]);
  },
);

test("targets that name the machine go along with its new id, wherever they stand", () => {
  const { text } = importXStateJson(
    JSON.stringify({
      id: "old",
      initial: "a",
      states: {
        a: { on: { GO: { target: "#old.b" }, BACK: "#old" }, after: { 10: "#old.b" } },
        b: { always: "#old.meta.x", onDone: "#old.own" },
        meta: {
          initial: "#old.meta.y",
          onDone: { target: "#old.a", meta: { note: "#old.a" } },
          invoke: { src: "call", onDone: "#old.b", onError: { target: ["#old.a"] }, input: { of: "#old.a" } },
          states: { x: { on: { "xstate.done.state.old.b": "#old.older" } }, y: {}, on: {} },
        },
        own: { id: "old.older" },
        past: { type: "history", target: "#old.a" },
      },
    }),
    "new",
  );

  expect(
    text
      .match(/#[\w.]+/g)
      ?.filter((target) => !target.startsWith("#new"))
      .toSorted(),
  ).toEqual([
    // Data are no targets, and what a state is called by itself stays.
    "#old.a",
    "#old.a",
    "#old.older",
  ]);
  expect(text).toContain(`"xstate.done.state.new.b"`);
  expect(text.match(/#new/g)).toHaveLength(10);
});

test("an event of any name is a text in the module", () => {
  const name = "`a`}; evil(); type Z = { x: `${b}`";
  const { text } = importXStateJson(JSON.stringify({ states: { a: { on: { [name]: "a" } } } }));

  expect(text).toContain(`{ type: ${JSON.stringify(name)} }`);
});

test("keys of XState 4 are written as today, and a key that nobody knows is reported with the one that was meant", () => {
  const { text, entries } = importXStateJson(
    `{"id":"m","initial":"a","states":{"a":{"on":{"GO":{"cond":"ready","target":"a","internal":false,"gaurd":1}}}}}`,
  );

  expect(text).toContain(`GO: { guard: "ready", target: "a", reenter: true }`);
  expect(
    entries.flatMap(({ why, facts }) =>
      why === undefined ? [] : [[why, facts?.["key"] ?? facts?.["name"]]],
    ),
  ).toEqual([
    ["asks", undefined],
    ["to-provide", "ready"],
    ["former-key", "cond"],
    ["former-key", "internal"],
    ["unknown-key", "gaurd"],
  ]);
});

test.each([
  ["an empty text", "", "json", 1, 1],
  ["a comma for a key", '{\n  "states": {,}', "json", 2, 14],
  ["a list", "[]", "json-shape", 1, 1],
  ["an object without states", "{}", "machine-empty", 1, 1],
  ["states twice", '{"states":{"a":{}},\n"states":{}}', "json-key-twice", 2, 1],
  ["a transition that is a number", '{"states":{\n"a":{"on":[1]}}}', "json-shape", 2, 11],
  ["a type that is none", '{"states":{"a":{"type":"x"}}}', "json-shape", 1, 24],
  ["an action without its type", '{"states":{"a":{"entry":[{"params":1}]}}}', "json-shape", 1, 26],
  ["an invoke without src", '{"states":{"a":{"invoke":{"id":"x"}}}}', "json-shape", 1, 26],
  ["100,000 levels", '{"states":'.repeat(100_000), "json-too-deep", 1, 651],
] as const)("%s is refused with its place", (_, text, code, line, column) => {
  let fault: unknown;
  try {
    importXStateJson(text);
  } catch (error) {
    fault = error;
  }
  expect(fault).toBeInstanceOf(ImportFault);
  expect(fault).toMatchObject({ code, place: { line, column } });
});

test("a key that would be a prototype is reported and not taken", () => {
  const { text, entries } = importXStateJson(`{"states":{"a":{"meta":{"__proto__":{"x":1}}}}}`);

  expect(text).not.toContain("__proto__");
  expect(entries).toContainEqual(expect.objectContaining({ why: "proto-key", outcome: "left-out" }));
});
