import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const text = readFileSync("CONTRIBUTING.md", "utf8");
const recipes = text
  .split(/^### /m)
  .slice(1)
  .map((section) => ({
    name: section.slice(0, section.indexOf("\n")),
    diff: /```diff\n([^]*?)```/.exec(section)?.[1] ?? "",
  }));

test.each(recipes)("the diff of the recipe $name applies to the code as it is", ({ diff }) => {
  const check = () => execFileSync("git", ["apply", "--check", "-"], { input: diff, stdio: "pipe" });

  expect(diff).toContain("diff --git");
  expect(check).not.toThrow();
});

test("there are seven recipes, and the files that they name by their whole path are there", () => {
  const named = [...text.matchAll(/`((?:src|test|scripts)\/[\w/.-]+)`/g)].map(([, path = ""]) => path);
  /** Stands for what the reader writes, such as NAME or ko. */
  const isOpen = (path: string) => /[A-Z]{2}|\/ko\.json$/.test(path);

  expect(recipes).toHaveLength(7);
  expect(named.filter((path) => !isOpen(path) && !existsSync(path))).toEqual([]);
});
