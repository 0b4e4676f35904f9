import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { wordingSpan } from "#app/views/rules/editWording.ts";

test("the wording of a clause is found in its file, between the quotes", () => {
  const text = readFileSync("rulesets/haikyu-break/text/ja.json", "utf8");
  const span = wordingSpan(text, "HV-IV-A.4");

  expect(text.slice(span?.from, span?.to)).toMatch(/^トスエリアのキャラクター.*OPとする。$/);
  expect(wordingSpan(text, "HV-none")).toBeUndefined();
  expect(wordingSpan(text.slice(0, 200), "HV-IV-A.4")).toBeUndefined();
});
