import { expect, test } from "vitest";
import { judgeSave, type SaveFacts } from "#core/run/scenario/saves.ts";

const facts: SaveFacts = {
  version: 1,
  digest: "sha256:of-today",
  id: "game",
  states: { "": "compound", on: "compound", "on.a": "atomic", "on.b": "atomic", off: "atomic" },
  ids: {},
  context: undefined,
  renames: [{ states: { out: "off" } }],
};
const snapshot = { status: "active", value: { on: "a" }, context: {}, historyValue: {}, children: {} };

test("a save of a later version is said to be one, whether it fits or not", () => {
  const later = { version: 99, digest: "sha256:of-others", snapshot };
  expect(judgeSave(facts, later)).toEqual({ ok: true, newer: true, snapshot });
  expect(judgeSave(facts, { ...later, snapshot: { ...snapshot, value: "gone" } })).toMatchObject({
    ok: false,
    newer: true,
    missing: { states: ["gone"] },
  });
  expect(judgeSave(facts, { ...later, version: 1 })).toEqual({ ok: true, snapshot });
});

test("a status that XState does not have makes no snapshot", () => {
  for (const status of ["weird", undefined, null])
    expect(judgeSave(facts, { ...snapshot, status })).toMatchObject({ ok: false, noSnapshot: true });
});

test("a compound state with two of its states at once does not say in which it is", () => {
  const two = { ...snapshot, value: { on: { a: {}, b: {} } } };
  expect(judgeSave(facts, two)).toMatchObject({ ok: false, missing: { inside: ["on"] } });
  const outer = { ...snapshot, value: { on: "a", off: {} } };
  expect(judgeSave(facts, outer)).toMatchObject({ ok: false, missing: { inside: [""] } });
});
