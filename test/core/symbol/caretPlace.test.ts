import { expect, test } from "vitest";
import { caretPlace } from "#core/symbol/caretPlace.ts";

/** The place of `¦` in a few signs: keys, `[n]`, `call(n)`, `{}` for statements, `{` for an object without a key yet. */
function at(text: string) {
  const offset = text.indexOf("¦");
  const plain = text.replace("¦", "");
  const place = caretPlace(plain, offset);
  const way = place.steps.map((step) =>
    step.kind === "object"
      ? (step.key ?? "{")
      : step.kind === "array"
        ? `[${step.index}]`
        : step.kind === "call"
          ? `${step.callee}(${step.index})`
          : "{}",
  );
  return { ...place, way: way.join(" "), said: plain.slice(place.word.from, place.word.to) };
}

test.each([
  [`createMachine({ initial: "¦" })`, "createMachine(0) initial"],
  [`createMachine({ states: { a: { on: { GO: "b¦" } } } })`, "createMachine(0) states a on GO"],
  [`createMachine({ on: { GO: [{ target: 'x' }, { guard: 'o¦`, "createMachine(0) on GO [1] guard"],
  [`setup({ guards: { a: and(["x", "y¦`, "setup(0) guards a and(0) [1]"],
  [`setup({}).createMachine({ always: ¦`, ".createMachine(0) always"],
  [`m.provide({ actions: { ¦`, "m.provide(0) actions {"],
  [`f({ "quoted key": { 'it': ¦`, "f(0) quoted key it"],
  [`f({ a: (x) => { return { b: "¦`, "f(0) a {} b"],
  [`f({ a: c ? { d: 1 } : { e: ¦`, "f(0) a e"],
  [`f({ a() { ¦`, "f(0) { {}"],
  [`f({ a: \`t \${ g(¦`, "f(0) a {} g(0)"],
  [`f({ ...rest, a: 1, b: ¦`, "f(0) b"],
  [`f({ a: [1, [2, ¦`, "f(0) a [1] [1]"],
  [`const x = { on: { A: ¦`, "on A"],
  [`f({ a: /[/"]{/, b: ¦`, "f(0) b"],
  [`f({ /* { */ a: 1, // {\n b: ¦`, "f(0) b"],
  [`f({ a: "un\nclosed: ¦`, "f(0) a"],
  [`f({ [K.a]: { b: ¦`, "f(0)  b"],
  [`f(({ a }) => ({ b: ¦`, "f(0) (0) b"],
])("%s", (text, way) => {
  expect(at(text).way).toBe(way);
});

test.each([
  [`f({ a: "b¦c" })`, "bc", '"', true],
  [`f({ a: 'b¦ })`, "b", "'", false],
  [`f({ a: "b¦, d: "e" })`, "b", '"', false],
  [`f({ a: \`x.¦y\` })`, "x.y", "`", true],
  [`f({ ab¦c: 1 })`, "abc", undefined, undefined],
  [`f({ a: b.¦`, "", undefined, undefined],
  [`f({ 引¦く: 1 })`, "引く", undefined, undefined],
])("%s: what is being typed", (text, said, quote, closed) => {
  const place = at(text);

  expect(place.said).toBe(said);
  expect(place.string?.quote).toBe(quote);
  expect(place.string?.closed).toBe(closed);
});

test.each([
  [`f({ ¦ })`, true],
  [`f({ a: 1, b¦ })`, true],
  [`f({ a: 1, "b¦" })`, true],
  [`f({ a: ¦ })`, false],
  [`f({ a ¦ })`, false],
  [`f([¦])`, false],
  [`if (x) { ¦`, false],
  [`interface A { ¦`, false],
])("%s: may a key begin here", (text, atKey) => {
  expect(at(text).atKey).toBe(atKey);
});

test("a comment is no place", () => {
  expect(at(`f({ a: 1 /* b: "¦" */ })`).way).toBe("{}");
  expect(at(`f({ a: 1 // b: "¦"`).way).toBe("{}");
});
