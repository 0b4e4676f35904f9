import { readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import pkg from "../../package.json";

/** What npm packs whatever `files` says. */
const ALWAYS = ["README.md", "LICENSE", "package.json"];
const PAGES = [
  "README.md",
  "docs/guide-designers.md",
  "docs/guide-translators.md",
  "docs/guide-developers.md",
  "docs/formats.md",
];

test("what README and guides lead to comes with the package", async () => {
  const lost: string[] = [];
  for (const page of PAGES) {
    const text = await readFile(page, "utf8");
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to = ""]) => join(page, "..", to));
    const named = [...text.matchAll(/`([a-z]+)\/`/g)].map(([, to = ""]) => to);
    const own: string[] = [];
    for (const path of named) if (await stat(path).catch(() => undefined)) own.push(path);
    for (const path of [...links, ...own].map((one) => relative(".", one)))
      if (![...ALWAYS, ...pkg.files].some((packed) => path === packed || path.startsWith(`${packed}/`)))
        lost.push(`${page}: ${path}`);
  }
  expect(lost).toEqual([]);
});
