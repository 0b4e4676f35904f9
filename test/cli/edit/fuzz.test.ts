import fc from "fast-check";
import { expect, test } from "vitest";
import { places } from "#core/chart/places.ts";
import type { ArgShape } from "#core/edit/argShape.ts";
import { commands } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { batch, module } from "#test/cli/edit/tools.ts";

const LINES = process.env["LONG"] ? 20_000 : 500;

const states = [["turn"], ["turn", "draw"], ["turn", "main"], ["pause"], ["over"], ["off"]];

const refs = [
  { source: ["turn", "draw"], slot: "on", event: "PASS", index: 0 },
  { source: ["turn", "main"], slot: "on", event: "END", index: 0 },
  { source: ["turn", "main"], slot: "on", event: "END", index: 1 },
  { source: ["pause"], slot: "after", event: "1000", index: 0 },
  { source: ["pause"], slot: "invoke.onDone", event: "0", index: 0 },
  { source: ["off"], slot: "on", event: "FLIP", index: 0 },
];
const words = [
  "draw",
  "x",
  "手札",
  "🎴",
  "a b",
  "1",
  "__proto__",
  "constructor",
  "a.b",
  "#game",
  "",
  "'\"`${}\\\n",
];
const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("fresh", "drawPhase", "turn", "main", "isOver") },
  { weight: 3, arbitrary: fc.constantFrom(...words) },
  fc.string({ unit: "binary" }),
);

/** Values that fit a shape, mostly such as there are in the module. */
function fitting(shape: ArgShape): fc.Arbitrary<unknown> {
  if (shape.title === "state")
    return fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...states) }, fc.array(word, { maxLength: 2 }));
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map(fitting));
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.title === "json") return fc.jsonValue({ maxDepth: 2 });
  if (shape.type === "string")
    return shape.title === "code" ? fc.constantFrom("() => 1", "1 +", "}", "a") : word;
  if (shape.type === "integer") return fc.nat(3);
  if (shape.type === "array") return fc.array(fitting(shape.items ?? {}), { maxLength: 3 });
  if (shape.type === "boolean") return fc.boolean();
  if (shape.type === "null") return fc.constant(null);
  const own = fc.record(
    Object.fromEntries(Object.entries(shape.properties ?? {}).map(([name, of]) => [name, fitting(of)])),
    { requiredKeys: [...(shape.required ?? [])] },
  );
  return shape.title === "transition"
    ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...refs) }, own)
    : own;
}

const whole = fc.constantFrom(module("ts"), module("js"), module("ts", "\r\n"));
/** A module with a stretch cut out or put in. */
const broken = fc.tuple(whole, fc.nat(1_500), fc.nat(4), word).map(([text, at, cut, put]) => {
  return text.slice(0, at) + put + text.slice(at + cut);
});
const request = fc.constantFrom(...commands.values()).chain(({ id, args }) =>
  fc.record(
    {
      id: fc.nat(),
      text: fc.oneof({ weight: 12, arbitrary: whole }, broken),
      lang: fc.constantFrom("ts", "ts", "ts", "ts", "js"),
      machine: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom<string | number>(1, 1, 1, "game", "game", 0, 2, "lamp") },
        word,
      ),
      command: fc.constant(id),
      args: fc.oneof({ weight: 8, arbitrary: fitting(args) }, fc.jsonValue()),
    },
    { requiredKeys: ["id", "text", "command", "args", "machine"] },
  ),
);
const line = fc.oneof(
  { weight: 20, arbitrary: request.map((one) => JSON.stringify(one)) },
  // A request that ends too early, a value that is no request, and no JSON at all.
  {
    weight: 1,
    arbitrary: fc.tuple(request, fc.nat(200)).map(([one, end]) => JSON.stringify(one).slice(0, end)),
  },
  { weight: 1, arbitrary: fc.json() },
  {
    weight: 1,
    arbitrary: fc
      .dictionary(fc.constantFrom("id", "file", "text", "command", "args"), fc.jsonValue())
      .map((one) => JSON.stringify(one)),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }).map((text) => text.replaceAll(/[\r\n]/g, " ")) },
);

test(`${LINES} lines of any kind: one answer each, in order, never a fault`, async () => {
  const seed = Date.now();
  const lines = fc.sample(line, { numRuns: LINES, seed });
  const { code, answers } = await batch(lines);

  expect(answers.length, `seed ${seed}`).toBe(lines.length);
  let done = 0;
  for (const [i, answer] of answers.entries()) {
    const asked = parsed(lines[i]!);
    const about = `seed ${seed}, line ${i}: ${lines[i]}\n${JSON.stringify(answer)}`;
    expect(answer["fault"], about).toBeUndefined();
    if (typeof asked?.["id"] === "number") expect(answer["id"], about).toBe(asked["id"]);
    const text = asked?.["text"];
    const most = typeof text === "string" ? text.length : 0;
    for (const { code: of, message, range } of answer["ok"] ? answer["warnings"] : [answer["refused"]]) {
      expect([of, message], about).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
      if (range) expect(0 <= range.from && range.from <= range.to && range.to <= most, about).toBe(true);
    }
    if (answer["ok"]) {
      done++;
      expect(applyEdits(text as string, answer["edits"]), about).toBe(answer["text"]);
      expect(follows(asked!, answer["text"], answer["pathMap"]), about).toEqual([]);
    }
  }
  expect(code).toBe(0);
  expect(done, `seed ${seed}`).toBeGreaterThan(LINES / 20);
});

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Paths of any machine of the old text that are not where the answer says, read anew from the new text. */
function follows(
  asked: Record<string, unknown>,
  text: string,
  pathMap: Record<string, string | null>,
): string[] {
  const lang = asked["lang"] === "js" ? "js" : "ts";
  const before = readModule(String(asked["text"]), { lang }).charts;
  const after = readModule(text, { lang }).charts;
  if (before.length !== after.length) return [`${before.length} machines became ${after.length}`];
  const { machine } = asked;
  const edited = before.findIndex(({ ref }) => ref.ordinal === Number(machine) || ref.name === machine);
  return before.flatMap((chart, i) => {
    const there = new Set(places(after[i]!).keys());
    return [...places(chart).keys()].flatMap((path) => {
      const to = i === edited && Object.hasOwn(pathMap, path) ? pathMap[path] : path;
      return to === null || there.has(to!) ? [] : [`machine ${i}: ${path} is not at ${to}`];
    });
  });
}
