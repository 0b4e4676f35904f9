import { expect, test } from "vitest";
import { readModule } from "#core/read/readModule.ts";
import { inNamesNow, renamedBetween } from "#core/run/scenario/renamedBetween.ts";

const read = (a: string, b = "", c = "") =>
  readModule(`import { and, createMachine } from "xstate";
export const machine = createMachine({
  initial: "a",
  states: { a: { on: { ${a} } }, b: { on: { ${b} } }, c: { on: { ${c} } } },
});
`).charts[0]!;

test("an event that was deleted and another one that was added elsewhere, or leads elsewhere, are no rename", () => {
  const before = read("ATTACK: 'b', PASS: 'c'");
  expect(renamedBetween(before, read("PASS: 'c'", "HEAL: 'c'"))).toEqual({});
  expect(renamedBetween(before, read("HEAL: 'c', PASS: 'c'"))).toEqual({});
  expect(renamedBetween(before, read("PASS: 'c'"))).toEqual({});
});

test("a renamed event stands wherever the old one stood; more of it may have come", () => {
  const before = read("ATTACK: 'b'", "ATTACK: [{ target: 'c', guard: 'g' }, 'a']");
  const names = { event: ["ATTACK", "HEAL"] };
  const again = "HEAL: [{ target: 'c', guard: 'g' }, 'a']";
  expect(renamedBetween(before, read("HEAL: 'b'", again))).toEqual(names);
  expect(renamedBetween(before, read("HEAL: 'b'", again, "HEAL: 'a'"))).toEqual(names);
  expect(renamedBetween(before, read("HEAL: 'b'"))).toEqual({});
});

test("a delay that has the name of the event keeps it", () => {
  const a = (event: string) => read(`${event}: 'b' }, after: { ATTACK: 'c'`);
  expect(renamedBetween(a("ATTACK"), a("HEAL"))).toEqual({ event: ["ATTACK", "HEAL"] });
});

test("so does a renamed guard, within others too, and beside a renamed event", () => {
  const before = read("GO: { target: 'b', guard: and(['free', 'mine']) }");
  const guard = ["free", "open"];
  expect(renamedBetween(before, read("GO: { target: 'b', guard: and(['open', 'mine']) }"))).toEqual({
    guard,
  });
  expect(renamedBetween(before, read("RUN: { target: 'b', guard: and(['open', 'mine']) }"))).toEqual({
    event: ["GO", "RUN"],
    guard,
  });
  expect(
    renamedBetween(before, read("GO: { target: 'b', guard: 'mine' }", "GO: { target: 'c', guard: 'open' }")),
  ).toEqual({});
});

test("a step that says no renamed name stays what it is", () => {
  const step = { kind: "send", event: { type: "PASS" } } as const;
  expect(inNamesNow(step, { event: ["ATTACK", "HEAL"] })).toBe(step);
  expect(
    inNamesNow({ kind: "send", event: { type: "ATTACK", by: "P1" } }, { event: ["ATTACK", "HEAL"] }),
  ).toEqual({
    kind: "send",
    event: { type: "HEAL", by: "P1" },
  });
});
