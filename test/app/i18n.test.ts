import { expect, test } from "vitest";
import { firstLanguage } from "#app/i18n.ts";

test("the browser's first language that the studio speaks is taken", () => {
  expect(firstLanguage(null, ["fr-FR", "ja-JP", "en-GB"])).toBe("ja");
  expect(firstLanguage(null, ["en-US", "ja"])).toBe("en");
  expect(firstLanguage(null, ["de"])).toBe("en");
  expect(firstLanguage(null, [])).toBe("en");
});

test("Traditional Chinese is known by script or place; Simplified is another language", () => {
  for (const tag of ["zh-TW", "zh-HK", "zh-MO", "zh-Hant", "zh-Hant-TW", "zh-hant-hk", "zh"])
    expect(firstLanguage(null, [tag])).toBe("zh-Hant");
  for (const tag of ["zh-CN", "zh-Hans", "zh-SG"]) expect(firstLanguage(null, [tag])).toBe("en");
});

test("what was chosen here before comes first, unless it is none", () => {
  expect(firstLanguage("zh-Hant", ["ja"])).toBe("zh-Hant");
  expect(firstLanguage("tlh", ["ja"])).toBe("ja");
});
