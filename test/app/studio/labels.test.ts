import { expect, test } from "vitest";
import { labelRecord, labelsOf } from "#app/studio/labels.ts";

const files = (text: string) => new Map([["labels/ja", text]]);

test("labels are those of the chosen language; names of the machine have none", () => {
  const game = files(`{"labels": {"state:a": "あ", "state:b": ""}}`);

  expect(labelsOf(game, "ja")("state:a")).toBe("あ");
  expect(labelsOf(game, "ja")("state:b")).toBeUndefined();
  expect(labelsOf(game, "ja")("constructor")).toBeUndefined();
  expect(labelsOf(game, "en")("state:a")).toBeUndefined();
  expect(labelsOf(game, "id")("state:a")).toBeUndefined();
});

test("the same labels stay the same object until their file changes", () => {
  const before = files(`{"labels": {"state:a": "あ"}}`);

  expect(labelRecord(files(`{"labels": {"state:a": "あ"}}`), "ja")).toBe(labelRecord(before, "ja"));
  expect(labelsOf(before, "ja")).toBe(labelsOf(before, "ja"));
  expect(labelRecord(files(`{"labels": {"state:a": "い"}}`), "ja")).toEqual({ "state:a": "い" });
});

test("a file that is broken or says something else has no labels", () => {
  for (const text of ["{", "[]", "null", `{"labels": 3}`, `{"labels": {"state:a": 1}}`])
    expect(labelsOf(files(text), "ja")("state:a")).toBeUndefined();
});
