import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { misfit } from "#core/edit/argShape.ts";
import { REFUSAL_CODES, WARNING_CODES } from "#core/edit/codes.ts";
import { commands, describeArgs, runCommand } from "#core/edit/commands.ts";
import { chart, chartOf } from "#test/core/edit/applyCommand.ts";

const code = chart(`a: {}, b: {}`);

test("every command has an id of its own and says its arguments", () => {
  expect(commands.size).toBeGreaterThan(20);
  for (const [id, command] of commands) {
    expect(command.id).toBe(id);
    expect(describeArgs(id)?.type).toBe("object");
  }
});

test("the description of the arguments is plain JSON", () => {
  for (const { args } of commands.values()) expect(JSON.parse(JSON.stringify(args))).toEqual(args);
});

test("an unknown command is refused", () => {
  expect(runCommand("state.explode", code, chartOf(code), {})).toMatchObject({
    refused: { code: "unknown-command" },
  });
});

test.each([
  [{}, "state"],
  [{ state: "a", to: "b" }, "state"],
  [{ state: ["a", 1], to: "b" }, "state.1"],
  [{ state: ["a"], to: "c", extra: 1 }, "extra"],
  [null, ""],
])("arguments %j are refused at %j", (args, at) => {
  expect(runCommand("state.rename", code, chartOf(code), args)).toMatchObject({
    refused: { code: "bad-arguments", facts: { at } },
  });
});

test("check answers like edits, without making them", () => {
  const rename = commands.get("state.rename");

  expect(rename?.check(code, chartOf(code), { state: ["a"], to: "b" })?.code).toBe("name-taken");
  expect(rename?.check(code, chartOf(code), { state: ["a"], to: "c" })).toBeUndefined();
});

test("a text that cannot be parsed is refused", () => {
  expect(runCommand("state.add", "const = {", chartOf(code), { parent: [] })).toEqual({
    refused: { code: "text-not-parsed" },
  });
});

test("a config that is not written here is refused", () => {
  const far = `import { createMachine } from 'xstate';\nexport const machine = createMachine(config);\n`;

  expect(runCommand("state.add", far, chartOf(far), { parent: [] })).toMatchObject({
    refused: { code: "config-not-here" },
  });
});

test("a number that is not finite is no JSON", () => {
  expect(misfit({ title: "json" }, { a: [NaN] })).toBe("");
  expect(misfit({ title: "json" }, { a: [1, "x", null] })).toBeUndefined();
});

test.each(["en", "ja", "zh-Hant"])("in %s there are words for every refusal and warning", (lang) => {
  const file = `src/locales/later/${lang}.json`;
  const words = JSON.parse(readFileSync(file, "utf8")) as { refusal: object; warning: object };

  const has = (group: object, code: string) =>
    Object.keys(group).some((key) => key.replace(/_\w+$/, "") === code);
  expect(REFUSAL_CODES.filter((code) => !has(words.refusal, code))).toEqual([]);
  expect(WARNING_CODES.filter((code) => !has(words.warning, code))).toEqual([]);
});
