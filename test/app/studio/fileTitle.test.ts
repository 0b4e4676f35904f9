import { expect, test } from "vitest";
import { fileTitle } from "#app/studio/fileTitle.ts";

test("a machine goes by the name of the file it is saved to, other files by theirs", () => {
  const project = { source: { path: "src/turns/uno.ts", lang: "ts" } } as const;

  expect(fileTitle(project, "machine")).toBe("uno.ts");
  expect(fileTitle(project, "labels/ja")).toBe("labels/ja.json");
});
