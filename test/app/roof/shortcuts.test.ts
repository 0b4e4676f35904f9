import type { KeyboardEvent as ReactKeyboardEvent } from "react";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { keyGesture } from "#adapters/flow/keyGesture.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";
import { namesFrom } from "#core/layout/names.ts";
import { pressed, type Pressed } from "#app/gestures/useShortcuts.ts";
import { graphKeys, shortcutGroups } from "#app/roof/shortcutGroups.ts";
import { canvasWords } from "#test/adapters/flow/words.ts";
import { chartOf } from "#test/core/edit/applyCommand.ts";

const press = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

test("keys are told by their modifiers, Command as Ctrl", () => {
  expect(pressed(press("s", { ctrlKey: true }), "Ctrl+S")).toBe(0);
  expect(pressed(press("S", { metaKey: true }), "Ctrl+S")).toBe(0);
  expect(pressed(press("s"), "Ctrl+S")).toBeUndefined();
  expect(pressed(press("s", { ctrlKey: true, shiftKey: true }), "Ctrl+S")).toBeUndefined();
  expect(pressed(press("Z", { ctrlKey: true, shiftKey: true }), "Ctrl+Shift+Z")).toBe(0);
});

test("a digit is told by the place of its key, within its range", () => {
  const third = { code: "Digit3", altKey: true };

  expect(pressed(press("£", third), "Alt+1-4")).toBe(3);
  expect(pressed(press("5", { ...third, code: "Digit5" }), "Alt+1-4")).toBeUndefined();
  expect(pressed(press("#", { ...third, shiftKey: true }), "Alt+Shift+1-9")).toBe(3);
  expect(pressed(press("3", third), "Alt+Shift+1-9")).toBeUndefined();
});

test("a sign is the same wherever the keyboard has it", () => {
  expect(pressed(press("?", { shiftKey: true }), "?")).toBe(0);
  expect(pressed(press("?"), "?")).toBe(0);
  expect(pressed(press("?", { ctrlKey: true }), "?")).toBeUndefined();
});

test("no place binds the same keys twice", () => {
  for (const { id, rows } of shortcutGroups) {
    const keys = rows.flatMap((row): readonly string[] => row.keys);
    expect(keys, id).toEqual([...new Set(keys)]);
  }
});

beforeAll(() => {
  for (const name of ["HTMLElement", "HTMLInputElement"]) vi.stubGlobal(name, class {});
});
afterAll(() => {
  vi.unstubAllGlobals();
});

test("every key that the sheet lists for the graph does something there", () => {
  const chart = chartOf(`import { createMachine } from "xstate";
export const machine = createMachine({
  initial: "a",
  states: { a: { initial: "b", states: { b: {}, c: {} }, on: { GO: "d", BACK: "d" } }, d: {}, e: {} },
});
`);
  const scene = sceneOf(chart, namesFrom(undefined, canvasWords), { level: "full" });
  const selections = [["a"], ["d"], ["a", "b"], ["a", "c"]].map((path) => ({ kind: "state", path }) as const);
  const isBound = (keys: string) => {
    const parts = keys.split("+");
    const event = {
      ...press(parts.at(-1) ?? "", { shiftKey: parts.includes("Shift") }),
      target: null,
      nativeEvent: { isComposing: false },
    } as unknown as ReactKeyboardEvent;
    return selections.some((selection) => keyGesture(event, scene, selection) !== undefined);
  };

  for (const { keys } of graphKeys) for (const one of keys) expect(isBound(one), one).toBe(true);
  expect(isBound("F3")).toBe(false);
});
