import { Validator, type Schema as JsonSchema } from "@cfworker/json-schema";
import { expect, expectTypeOf, test } from "vitest";
import {
  boolean,
  count,
  faultText,
  integer,
  json,
  list,
  literal,
  nullable,
  number,
  object,
  optional,
  readText,
  readValue,
  record,
  recursive,
  string,
  tagged,
  union,
  unknown,
  type Schema,
  type TypeOf,
} from "#core/text/schema.ts";
import { foreignMessages } from "#test/support/foreignMessages.ts";

const change = object({ name: string, text: nullable(string), base: nullable(string) });
const save = object({ game: string, changes: list(change, 3), force: optional(boolean) });
const message = tagged("t", {
  hello: { key: optional(string) },
  send: { app: count, text: string },
  part: {},
});
const good = { game: "a", changes: [{ name: "machine", text: null, base: "x" }] };

test("a value that fits is given with its type, the same object", () => {
  const read = readValue(save, good);

  expect(read).toEqual({ ok: true, value: good });
  expectTypeOf<TypeOf<typeof save>>().toEqualTypeOf<{
    readonly game: string;
    readonly changes: readonly {
      readonly name: string;
      readonly text: string | null;
      readonly base: string | null;
    }[];
    readonly force?: boolean;
  }>();
  expectTypeOf<TypeOf<typeof message>>().toEqualTypeOf<
    | { readonly t: "hello"; readonly key?: string }
    | { readonly t: "send"; readonly app: number; readonly text: string }
    | { readonly t: "part" }
  >();
});

test.each<[string, unknown, string]>([
  ["a field of another type", { game: 5, changes: [] }, "game: expected string, got 5"],
  ["a field that is missing", { changes: [] }, "game: expected string, got nothing"],
  [
    "a part deep inside",
    { game: "a", changes: [{ name: "x", text: null, base: [1] }] },
    "changes[0].base: expected string | null, got array of 1",
  ],
  [
    "too many items",
    { game: "a", changes: [1, 2, 3, 4] },
    "changes: expected array of at most 3, got array of 4",
  ],
  ["a list in place of an object", [], "expected object, got array of 0"],
  ["an object that says how it becomes a text", { toString: 1 }, "game: expected string, got nothing"],
  ["the same as a field", { game: { toString: 1 } }, "game: expected string, got object"],
])("a fault says what, where and what would be right: %s", (_, value, words) => {
  const read = readValue(save, value);

  expect(read.ok ? "" : faultText(read.fault)).toBe(words);
});

test("of an object whose name is known the fault is that of its own fields", () => {
  const faults = [{ t: "send", app: -1, text: "" }, { t: "constructor" }, { t: { toString: 1 } }, 5].map(
    (value) => {
      const read = readValue(message, value);
      return read.ok ? "" : faultText(read.fault);
    },
  );

  expect(faults).toEqual([
    "app: expected integer from 0, got -1",
    't: expected "hello" | "send" | "part", got "constructor"',
    't: expected "hello" | "send" | "part", got object',
    "expected object, got 5",
  ]);
});

test.each([
  ["no JSON", "{", "not-json"],
  ["no text", { toString: (): string => "{}" }, "form"],
  ["too long", `"${"x".repeat(200)}"`, "too-large"],
  ["nested too deeply", `${"[".repeat(50_000)}${"]".repeat(50_000)}`, "not-json"],
])("a text is refused and nothing is thrown: %s", (_, text, code) => {
  const read = readText(unknown, text, 150_000 - (code === "too-large" ? 149_900 : 0));

  expect(read.ok ? "read" : read.fault.code).toBe(code);
});

test("a list with billions of holes is left at the first", () => {
  const holes: unknown[] = [];
  holes.length = 4_294_967_295;

  expect([list(unknown), json, list(string)].map((schema) => readValue<unknown>(schema, holes).ok)).toEqual([
    false,
    false,
    false,
  ]);
});

test("a value whose getters throw, or that holds itself, is refused", () => {
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  const tree: Schema<unknown> = recursive(() => object({ self: tree }));
  const thrower = {
    get game(): string {
      throw new Error("no");
    },
  };

  expect([
    readValue(save, thrower).ok,
    readValue(json, circle).ok,
    readValue(tree, circle).ok,
    // Nothing is left over from the one before.
    readValue(tree, { self: { self: { self: 1 } } }).ok,
  ]).toEqual([false, false, false, false]);
});

test("an own key __proto__ does not come through, however it is spelt", () => {
  const texts = ['{"__proto__":{"a":1}}', '{"\\u005f_proto__":{"a":1}}', '{"__pro\\u0074o__":{"a":1}}'];

  for (const text of texts) {
    const read = readText(json, text);

    expect(read.ok && Object.keys(read.value as object)).toEqual([]);
  }
});

const SCHEMAS: readonly (readonly [string, Schema<unknown>, readonly unknown[]])[] = [
  ["save", save, [good, { ...good, force: true }]],
  [
    "message",
    message,
    [{ t: "hello", key: "k" }, { t: "hello" }, { t: "send", app: 1, text: "x" }, { t: "part" }],
  ],
  ["record", record(list(union(number, literal("a", null)))), [{ a: [1, "a", null], b: [] }]],
  ["integers", object({ a: integer, b: optional(record(integer)) }), [{ a: 1, b: { c: 2 } }]],
];

test.each(SCHEMAS)(
  "what fits is what another validator lets pass, on 2,000 messages: %s",
  (_, schema, valid) => {
    const other = new Validator(schema.json as JsonSchema, "2020-12");
    const messages = foreignMessages(21, valid);
    let fits = 0;
    for (let i = 0; i < 2000; i++) {
      const read = readText(json, messages.text());
      // The other one throws for a key that is half a surrogate pair.
      if (!read.ok || /\\ud[89a-f]/.test(JSON.stringify(read.value))) continue;
      const ours = readValue(schema, read.value).ok;
      const theirs = other.validate(read.value).valid;
      // It takes 2 ** 53 and 1e21 for integers: nothing can be counted with them.
      if (ours !== theirs && !(theirs && hasUnsafe(read.value)))
        expect.fail(`${JSON.stringify(read.value)}: ours ${ours}, theirs ${theirs}`);
      if (ours) fits++;
    }

    expect(fits).toBeGreaterThan(50);
  },
);

const hasUnsafe = (value: unknown): boolean =>
  typeof value === "number"
    ? Number.isInteger(value) && !Number.isSafeInteger(value)
    : typeof value === "object" && value !== null && Object.values(value).some(hasUnsafe);

test("nothing that anybody sends makes reading throw, on 20,000 messages", () => {
  const messages = foreignMessages(22, [good, { t: "send", app: 1, text: "x" }]);
  const decoder = new TextDecoder();
  const read = [save, message, json, list(unknown), record(json)] as readonly Schema<unknown>[];

  for (let i = 0; i < 4000; i++)
    for (const schema of read) {
      const value =
        i % 2 === 0
          ? readValue(schema, messages.cloned())
          : readText(schema, decoder.decode(messages.bytes()));
      if (!value.ok && typeof faultText(value.fault) !== "string") expect.fail("a fault without words");
    }
  expect(({} as { isAdmin?: true }).isAdmin).toBeUndefined();
});
