import { expect, test } from "vitest";
import { wrapText } from "#core/layout/content/wrapText.ts";

/** What is drawn of a text is a few lines, however long it is: a file from elsewhere may hold a megabyte without a space. */
test.each([
  ["letters", "x"],
  ["narrow letters", "i"],
  ["ideographs", "場"],
  ["closing marks", "」"],
  ["emoji", "🂡"],
])("a text of a million %s takes no time to break, and ends with an ellipsis", (_, sign) => {
  const begun = performance.now();
  const lines = wrapText(sign.repeat(1_000_000), 288, 12, 14);

  expect(performance.now() - begun).toBeLessThan(2_000);
  expect(lines).toHaveLength(14);
  expect(lines.at(-1)).toMatch(/…$/);
});
