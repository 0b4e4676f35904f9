import { expect, test } from "vitest";
import { kitOf, type Kit } from "#core/run/play/kit.ts";

const kit: Kit = {
  kit: 1,
  machine: "nim",
  spec: {},
  clauses: { turn: ["1.1"] },
  labels: { en: { "state:turn": "Turn" } },
  text: { en: { "1.1": "Take one." } },
  words: { en: { reason: { done: "It is over." }, fault: {} } },
};

test("a kit is taken as it is", () => {
  const json = JSON.parse(JSON.stringify(kit)) as unknown;
  expect(kitOf(json)).toBe(json);
});

test.each([
  [undefined, /no kit.*export ID --to kit.*got nothing/],
  ["kit", /no kit.*got "kit"/],
  [[kit], /no kit.*got a list/],
  [{ id: "nim", states: {} }, /no kit.*got an object/],
  [{ ...kit, kit: 2 }, /^kit: expected 1, got 2; export it with this version/],
  [{ ...kit, machine: null }, /^machine of the kit: expected a string, got null/],
  [{ ...kit, spec: [] }, /^spec of the kit: expected an object, got a list/],
  [{ ...kit, words: undefined }, /^words of the kit: expected an object, got nothing/],
  [{ ...kit, labels: { en: "Turn" } }, /^labels\.en of the kit: expected an object, got "Turn"/],
  [{ ...kit, clauses: { turn: "1.1" } }, /^clauses\.turn of the kit: expected a list of names, got "1\.1"/],
  [
    { ...kit, words: { ja: { reason: {} } } },
    /^words\.ja\.fault of the kit: expected an object, got nothing/,
  ],
])("what is none is told by its place (%#)", (json, said) => {
  expect(() => kitOf(json)).toThrow(said);
});
